import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const under = (folder: string, ending: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));

const FILES = [
  ...[...under('src/i18n', '.ts'), ...under('src/commands/declarations', '.ts'), ...under('scripts/reference', '.ts')],
  ...[...under('docs', '.zh-CN.md'), 'README.zh-CN.md'],
];

/** Prose alone: no code, no values, no addresses of links. */
const prose = (text: string) =>
  text
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/\\?`[^`\n]*\\?`(?=.*\|$|.*\p{Script=Han})/gmu, (code) => (/\p{Script=Han}/u.test(code) ? code : 'x'))
    .replaceAll(/\$\{[^{}]*\}/g, 'x')
    .replaceAll(/\]\([^)]*\)/g, ']');

const HABITS: [what: string, pattern: RegExp][] = [
  ['words that were literal translations', /刹车|谈拢|谈不拢|算数/],
  ['a second word for 目录, 费用, 关闭监督, 已放弃', /文件夹|花费|结束监督|不再坚持/],
  ['half-width punctuation beside Chinese', /\p{Script=Han}[,;!?()]|[,;!?(] ?\p{Script=Han}|\) ?\p{Script=Han}/u],
  ['a space inside a Chinese sentence', /\p{Script=Han} (?:有|没有|的|了)\p{Script=Han}?/u],
];

it.each(FILES)('%s reads as Chinese does', (file) => {
  const lines = prose(readFileSync(join(ROOT, file), 'utf8')).split('\n');
  for (const [what, pattern] of HABITS)
    expect(
      lines.filter((line) => pattern.test(line)),
      what,
    ).toEqual([]);
});
