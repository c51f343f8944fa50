import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../src/platform/json/parse.ts';

/** The part of JSON Schema (draft-07) that ccc.schema.json uses. A keyword it does not know is an error, not a pass. */
export function isValid(schema: Record<string, unknown>, value: unknown): boolean {
  return Object.entries(schema).every(([keyword, rule]) => {
    const check = CHECKS[keyword];
    if (!check) throw new Error(`the test's validator does not know ${keyword}`);
    return check(rule as never, value, schema);
  });
}

type Schema = Record<string, unknown>;

const TYPES: Record<string, (value: unknown) => boolean> = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

const saysNothing = () => true;

const CHECKS: Record<string, (rule: never, value: unknown, schema: Schema) => boolean> = {
  type: (rule: string | string[], value) => [rule].flat().some((name) => TYPES[name]?.(value)),
  enum: (rule: unknown[], value) => rule.some((choice) => isDeepStrictEqual(choice, value)),
  minimum: (rule: number, value) => typeof value !== 'number' || value >= rule,
  maximum: (rule: number, value) => typeof value !== 'number' || value <= rule,
  pattern: (rule: string, value) => typeof value !== 'string' || new RegExp(rule).test(value),
  required: (rule: string[], value) => !isObject(value) || rule.every((name) => Object.hasOwn(value, name)),
  items: (rule: Schema, value) => !Array.isArray(value) || value.every((item) => isValid(rule, item)),
  properties: (rule: Record<string, Schema>, value) =>
    !isObject(value) ||
    Object.entries(rule).every(([name, inner]) => !Object.hasOwn(value, name) || isValid(inner, value[name])),
  additionalProperties: (rule: boolean | Schema, value, { properties = {} }) =>
    !isObject(value) ||
    Object.entries(value).every(([name, inner]) => {
      if (Object.hasOwn(properties as object, name)) return true;
      return typeof rule === 'boolean' ? rule : isValid(rule, inner);
    }),
  $schema: saysNothing,
  title: saysNothing,
  description: saysNothing,
  default: saysNothing,
  examples: saysNothing,
  allowComments: saysNothing,
  allowTrailingCommas: saysNothing,
};
