import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser/lib/esm/main.js';
import { type Place, placeAt, sentence } from './parse.ts';

/** The first thing in a text that is not JSON, and where. With `strict`, comments and trailing commas are not either. */
export function firstMistake(text: string, { strict }: { strict: boolean }): ({ what: string } & Place) | undefined {
  const errors: ParseError[] = [];
  parseTree(text, errors, { allowTrailingComma: !strict, disallowComments: strict });
  const [first] = errors;
  return first && { what: sentence(printParseErrorCode(first.error)), ...placeAt(text, first.offset) };
}

/** A text that is known to be sound, comments and trailing commas allowed, as a tree with places. */
export const treeOf = (text: string): Node => parseTree(text, [], { allowTrailingComma: true }) as Node;

/** The values of an array, the properties of an object. */
export const membersOf = (container: Node | undefined): Node[] => container?.children ?? [];

/** Of several properties with one name the last one counts, as it does for Claude Code. */
export const propertyOf = (object: Node | undefined, name: string): Node | undefined =>
  object?.type === 'object' ? membersOf(object).findLast((property) => nameOf(property) === name) : undefined;

export const nameOf = (property: Node): string => String(property.children?.[0]?.value);

export const contentOf = (property: Node | undefined): Node | undefined => property?.children?.[1];

/** `at(tree, 'hooks', 'Stop')` */
export const at = (tree: Node | undefined, ...path: string[]): Node | undefined =>
  path.reduce((node, name) => contentOf(propertyOf(node, name)), tree);
