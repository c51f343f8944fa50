import { getNodeValue, type Node, visit } from 'jsonc-parser/lib/esm/main.js';
import { describe, expect, it } from 'vitest';
import { applied, oneLine, withFirstMember, withoutMember } from '../../../../src/platform/json/text.ts';
import { firstJsonError, membersOf, treeOf } from '../../../../src/platform/json/tree.ts';
import { settingsFile } from '../../../support/settings-files.ts';

const TEXTS = Array.from({ length: 100 }, (_, i) => settingsFile(1000 + i).text.replace(/^\uFEFF/, ''));

const containers = (node: Node): Node[] => [
  ...(node.type === 'object' || node.type === 'array' ? [node] : []),
  ...membersOf(node).flatMap(containers),
];
/** A property is no value by itself. */
const plain = (member: Node) =>
  member.type === 'property' ? membersOf(member).map(getNodeValue) : getNodeValue(member);
/** Where they stand and what they say. */
function comments(text: string): { at: number; said: string }[] {
  const all: { at: number; said: string }[] = [];
  visit(text, { onComment: (at, length) => void all.push({ at, said: text.slice(at, at + length) }) });
  return all;
}
const mistake = (text: string) => firstJsonError(text, { strict: false });

describe('in every object and list of 100 files', () => {
  it('a first member can be added, and taken out again without a trace', () => {
    for (const text of TEXTS)
      for (const [i, container] of containers(treeOf(text)).entries()) {
        const content = container.type === 'object' ? '"new": [1, 2]' : '[1, 2]';
        const added = applied(
          text,
          withFirstMember(text, container, () => content),
        );
        expect(mistake(added), added).toBeUndefined();
        const grown = containers(treeOf(added))[i] as Node;
        expect(membersOf(grown)).toHaveLength(membersOf(container).length + 1);
        expect(applied(added, withoutMember(added, grown, membersOf(grown)[0] as Node))).toBe(text);
      }
  });

  it('any member can be taken out, and the others and every comment stay', () => {
    for (const text of TEXTS)
      for (const [i, container] of containers(treeOf(text)).entries())
        for (const [j, member] of membersOf(container).entries()) {
          const change = withoutMember(text, container, member);
          const left = applied(text, change);
          expect(mistake(left), left).toBeUndefined();
          const rest = membersOf(containers(treeOf(left))[i]).map(plain);
          expect(rest).toEqual(membersOf(container).toSpliced(j, 1).map(plain));
          const outside = comments(text).filter(({ at }) => at < member.offset || at >= member.offset + member.length);
          expect(comments(left).map(({ said }) => said)).toEqual(outside.map(({ said }) => said));
        }
  });
});

it.each<[value: unknown, text: string]>([
  [{}, '{}'],
  [[], '[]'],
  [{ a: [1, { b: null }], 'c"': 'd' }, '{ "a": [1, { "b": null }], "c\\"": "d" }'],
])('%j on one line', (value, text) => expect(oneLine(value)).toBe(text));
