import { configKeys } from './config-keys.ts';
import { defaultOf, type Key, keys } from './keys.ts';

/** ccc.json as a JSON Schema, for editors. It accepts exactly what the hook and a launch accept. */
export function jsonSchema(): object {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'ccc.json',
    description: 'Configuration of ccc, the supervisor of Claude Code.',
    // Extensions that editors support.
    allowComments: true,
    allowTrailingCommas: true,
    ...closed(keys()),
  };
}

const closed = (members: Key[]) => ({ type: 'object', properties: propertiesOf(members), additionalProperties: false });

const propertiesOf = (members: Key[]) =>
  Object.fromEntries(members.map((key) => [key.name.split('.').at(-1), schemaOf(key)]));

const requiredIn = (of: Readonly<Record<string, { required?: true }>>) =>
  Object.keys(of).filter((name) => of[name]?.required);

function schemaOf(key: Key): object {
  const { en, example } = configKeys[key.name];
  const { type, ...rest } = shapeOf(key);
  const fallback = defaultOf(key);
  return {
    description: en.replaceAll('`', ''),
    ...(type === undefined ? {} : { type: key.mayBeNull ? [type, 'null'] : type }),
    ...rest,
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(example === undefined ? {} : { examples: [example] }),
  };
}

function shapeOf({ part, below }: Key): { type?: string } & Record<string, unknown> {
  switch (part.type) {
    case 'any':
      return {};
    case 'boolean':
      return { type: 'boolean' };
    case 'string':
      // A required string must not be blank.
      return { type: 'string', ...('required' in part && { pattern: '\\S' }) };
    case 'integer':
    case 'number':
      return { type: part.type, minimum: part.min, maximum: part.max };
    case 'choice':
      return { type: 'string', enum: part.choices };
    case 'strings':
      return { type: 'array', items: { type: 'string' } };
    case 'choices':
      return { type: 'array', items: { type: 'string', enum: part.choices } };
    case 'list':
      return { type: 'array', items: { ...closed(below), required: requiredIn(part.of) } };
    case 'variables':
      return { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } };
    case 'map':
      return { type: 'object', additionalProperties: schemaOf(below[0] as Key) };
    case 'object':
      return {
        type: 'object',
        ...(below.length > 0 && { properties: propertiesOf(below) }),
        additionalProperties: true,
      };
    case 'section':
      return closed(below);
  }
}
