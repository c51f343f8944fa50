import { configuration } from './configuration.ts';
import { jsonSchema } from './json-schema.ts';

/** Every file that is made from the schema of ccc.json, by its path in the repository. */
export const documents = (): Record<string, string> => ({
  'ccc.schema.json': `${JSON.stringify(jsonSchema(), null, 2)}\n`,
  'docs/configuration.md': configuration('en'),
  'docs/configuration.zh-CN.md': configuration('zh'),
});
