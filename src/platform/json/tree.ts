import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser/lib/esm/main.js';
import { isTooDeep, type JsonError, jsonErrorAt } from './parse.ts';

/** The first error in a text. With `strict`, comments and trailing commas are errors too. */
export function firstJsonError(text: string, { strict }: { strict: boolean }): JsonError | undefined {
  if (isTooDeep(text)) return { code: 'TooDeep', line: 1, column: 1 };
  const errors: ParseError[] = [];
  parseTree(text, errors, { allowTrailingComma: !strict, disallowComments: strict });
  const [first] = errors;
  return first && jsonErrorAt(text, first, { printParseErrorCode });
}

/** A text without errors, comments and trailing commas allowed, as a tree of nodes with their offsets. */
export const treeOf = (text: string): Node => parseTree(text, [], { allowTrailingComma: true }) as Node;

/** The values of an array, the properties of an object. */
export const membersOf = (container: Node | undefined): Node[] => container?.children ?? [];

/** Of several properties with one name the last counts, as for every reader of JSON. */
export const propertyOf = (object: Node | undefined, name: string): Node | undefined =>
  object?.type === 'object' ? membersOf(object).findLast((property) => nameOf(property) === name) : undefined;

export const nameOf = (property: Node): string => String(property.children?.[0]?.value);

export const contentOf = (property: Node | undefined): Node | undefined => property?.children?.[1];

/** `at(tree, 'hooks', 'Stop')` */
export const valueAt = (tree: Node | undefined, ...path: string[]): Node | undefined =>
  path.reduce((node, name) => contentOf(propertyOf(node, name)), tree);

export const endOf = (node: Node): number => node.offset + node.length;

export const sourceOf = (text: string, node: Node): string => text.slice(node.offset, endOf(node));

export const startsLine = (text: string, { offset }: Node): boolean => /[\r\n][ \t]*$/.test(text.slice(0, offset));

/** Nothing else is between the brackets around it, not even a comment. */
export function isAlone(text: string, member: Node): boolean {
  const container = member.parent as Node;
  return /^.\s*,?\s*.$/s.test(
    text.slice(container.offset, member.offset) + text.slice(endOf(member), endOf(container)),
  );
}
