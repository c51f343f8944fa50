import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser/lib/esm/main.js';
import { type JsonError, jsonErrorAt } from './parse.ts';

/** The first error in a text. With `strict`, comments and trailing commas are errors too. */
export function firstJsonError(text: string, { strict }: { strict: boolean }): JsonError | undefined {
  const errors: ParseError[] = [];
  parseTree(text, errors, { allowTrailingComma: !strict, disallowComments: strict });
  const [first] = errors;
  return first && jsonErrorAt(text, first, { printParseErrorCode });
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
