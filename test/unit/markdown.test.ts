import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { brokenLinks } from '../../scripts/links.ts';
import { anchorOf, headings, links, split, tables } from '../../scripts/markdown.ts';
import { temporaryFolder, write } from './folder.ts';

describe('anchors, as GitHub makes them', () => {
  it.each([
    ['Plain words', 'plain-words'],
    ['What `ccc` answers', 'what-ccc-answers'],
    ['`providers.<name>.api_key_command`', 'providersnameapi_key_command'],
    ['它错了怎么办', '它错了怎么办'],
    ['“Stop hook error”？', 'stop-hook-error'],
    ['A [link](x.md) in it', 'a-link-in-it'],
    ['Two  spaces - and a dash', 'two--spaces---and-a-dash'],
  ])('%s', (words, anchor) => expect(anchorOf(words)).toBe(anchor));

  it('the same words twice', () =>
    expect(headings('# A\n## A\n### A ###').map(({ level, anchor, line }) => [level, anchor, line])).toEqual([
      [1, 'a', 1],
      [2, 'a-1', 2],
      [3, 'a-2', 3],
    ]));
});

describe('code is not prose', () => {
  const text = '# A\n```sh\n# no heading\n[no](link)\n```\n- b\n\n  ~~~\n  ```\n  ~~~\n[yes](x.md)';
  it('fences', () =>
    expect(split(text).fences).toEqual([
      { language: 'sh', lines: ['# no heading', '[no](link)'], line: 2 },
      { language: '', lines: ['  ```'], line: 8 },
    ]));
  it('headings', () => expect(headings(text)).toHaveLength(1));
  it('links', () => expect(links(text)).toEqual([{ target: 'x.md', line: 11 }]));
});

describe('links', () => {
  it.each<[line: string, targets: string[]]>([
    ['[a](b.md) and ![c](d.png "title")', ['b.md', 'd.png']],
    ['[a `b` c](<with space.md>)', ['with space.md']],
    ['`[a](b.md)` and ``[`c`](d.md)``', []],
    ['[a]: https://x.org/y', ['https://x.org/y']],
    ['see https://x.org/y. Or（https://z.org）', ['https://x.org/y', 'https://z.org']],
    ['[[x]](y.md#z)', ['y.md#z']],
    ['[a](b_(c).md)', ['b_(c).md']],
    ['a (b) [c] d', []],
  ])('%s', (line, targets) => expect(links(line).map(({ target }) => target)).toEqual(targets));
});

it('rows of tables', () =>
  expect(tables('| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 | 4 |\n\n| no | table |\n\n| a |\n|---|\n')).toEqual([2, 0]));

describe('the link checker', () => {
  const check = (text: string) => {
    const root = temporaryFolder();
    write(join(root, 'docs/other.md'), '# Über `x`\n');
    write(join(root, 'node_modules/x/y.md'), '[a](nowhere.md)');
    write(join(root, 'docs/page.md'), `# Here\n${text}\n`);
    return brokenLinks(root);
  };

  it.each([
    'other.md',
    'other.md#über-x',
    'other.md#%C3%BCber-x',
    '#here',
    '..',
    '../docs',
    'https://example.com/a?b#c',
  ])('%s is fine', (target) => expect(check(`[a](${target})`)).toEqual([]));

  it.each([
    ['nowhere.md', /no such file/],
    ['Other.md', /no such file/],
    ['other.md#here', /no such heading there; there are: #über-x/],
    ['#there', /there are: #here$/],
    ['..#x', /only a Markdown file/],
    ['../../etc', /within this repository/],
    ['/docs/other.md', /within this repository/],
    ['http://example.com', /begins with https/],
    ['mailto:me@example.com', /begins with https/],
    ['//example.com', /begins with https/],
    ['https://localhost', /no address/],
    ['https://', /no address/],
  ])('%s is not', (target, what) => {
    const [complaint, ...others] = check(`[a](${target})`);
    expect(others).toEqual([]);
    expect(complaint).toMatch(what);
    expect(complaint).toContain(`docs/page.md:2: ${target}: `);
  });
});
