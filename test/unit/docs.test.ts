import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { headings, links, split, tables } from '../../scripts/markdown.ts';
import { ROOT } from '../support/builds.ts';

const CHINESE = '.zh-CN.md';
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const documents = ['', 'docs'].flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => join(folder, name)));
const pairs = documents
  .filter((path) => path.endsWith(CHINESE))
  .map((chinese): [english: string, chinese: string] => [chinese.replace(CHINESE, '.md'), chinese]);

/** Pictures and what a program shows have words in them: those are translated. What is typed or read by a program is not. */
const isTranslated = (language: string) => language === '' || language === 'text';

/** What a script says to people is in their language; it stands in double quotes. */
function isSaidInChinese(line: string, english: string): boolean {
  const withoutWords = (text: string) => text.replaceAll(/"[^"]*"/g, '""');
  return /\p{Script=Han}|[，：（）]/u.test(line) && withoutWords(line) === withoutWords(english);
}

it('every document for users is there in both languages', () => {
  const oneLanguage = ['docs/README.md', 'docs/deviations.md'];
  const english = documents.filter((path) => /^docs\/[^/]+\.md$/.test(path) && !path.endsWith(CHINESE));
  expect(pairs.map(([path]) => path).filter((path) => path.startsWith('docs/'))).toEqual(
    english.filter((path) => !oneLanguage.includes(path)),
  );
});

describe.each(pairs)('%s and %s', (english, chinese) => {
  const [en, zh] = [read(english), read(chinese)];

  it('have the same headings', () => {
    const levels = (text: string) => headings(text).map(({ level }) => level);
    expect(levels(zh)).toEqual(levels(en));
  });

  it('have the same code, to the letter', () => {
    const code = (text: string, toCode: (line: string, fence: number, index: number) => string) =>
      split(text).fences.map(({ language, lines }, fence) => [
        language,
        isTranslated(language) ? lines.length : lines.map((line, index) => toCode(line, fence, index)),
      ]);
    const english = split(en).fences;
    const sameInBoth = (line: string, fence: number, index: number) => {
      const other = english[fence]?.lines[index] ?? '';
      return isSaidInChinese(line, other) ? other : line;
    };
    expect(code(zh, sameInBoth)).toEqual(code(en, (line) => line));
  });

  it('have the same tables', () => expect(tables(zh)).toEqual(tables(en)));
});

describe.each(pairs.filter(([path]) => path.startsWith('docs/')))('%s, in Chinese', (_, chinese) => {
  it('leads to documents in Chinese, where there are any', () => {
    const [, ...targets] = links(read(chinese)).map(({ target }) => target.split('#')[0] as string);
    const other = (target: string) => join(ROOT, 'docs', target.replace(/\.md$/, CHINESE));
    const elsewhere = targets.filter((target) => target.endsWith('.md') && !target.endsWith(CHINESE));
    expect(elsewhere.filter((target) => existsSync(other(target)))).toEqual([]);
  });
});
