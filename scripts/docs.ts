/** `npm run docs`: writes what is made from the schema of ccc.json. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { documents } from './reference/documents.ts';

const ROOT = resolve(import.meta.dirname, '..');
for (const [path, text] of Object.entries(documents())) writeFileSync(join(ROOT, path), text);
