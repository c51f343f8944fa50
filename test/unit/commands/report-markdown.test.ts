import { expect, it } from 'vitest';
import { markdownText, reportMarkdown } from '../../../src/commands/report-markdown.ts';
import { decision, SESSION } from '../history/lines.ts';
import { HOSTILE, reportOf } from './report-lines.ts';

it('is a heading for each session, a list and the command', () => {
  const markdown = reportMarkdown(reportOf([decision({ cause: 'stall', feedback: 'Not again.' })]), 'en');
  expect(
    markdown
      .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'TIME')
      .split('\n')
      .slice(4),
  ).toEqual([
    ...['1 round (1 given up), \\$0.010, 1.0 s of reviewing.', ''],
    ...['## Needs you', '', '### TIME  abcdef12  /shop @ main', ''],
    '- **gave up, NOT approved; ended**',
    ...['- request: Add a cart', '- why: Not again.', '- in this time: 1 round, \\$0.010'],
    '- to go on: tell the agent what to do about the objection',
    ...['', '```sh', `cd /shop && ccc --resume ${SESSION}`, '```'],
  ]);
});

it.each<[text: string, markdown: string]>([
  ['<b> & </b>', '&lt;b&gt; &amp; &lt;/b&gt;'],
  ['&lt;', '&amp;lt;'],
  ['a|b', 'a\\|b'],
  ['`a` **b** _c_ ~~d~~', '\\`a\\` \\*\\*b\\*\\* \\_c\\_ \\~\\~d\\~\\~'],
  ['[a](b) ![c](d)', '\\[a\\](b) \\!\\[c\\](d)'],
  ['\\[a](b)', '\\\\\\[a\\](b)'],
  ['one\n# two\r\n', 'one&lt;U+000A&gt;\\# two&lt;U+000D&gt;&lt;U+000A&gt;'],
  ['https://a www.b.c', 'https&#58;//a www&#46;b.c'],
  ['你好，done by @me', '你好，done by &#64;&#8203;me'],
  ['@everyone, user@host.org', '&#64;&#8203;everyone, user&#64;&#8203;host.org'],
  ['&#64;', '&amp;\\#64;'],
])('shows %j', (text, markdown) => {
  expect(markdownText(text)).toBe(markdown);
});

it('cannot be broken by text of the journal', () => {
  const answers = [{ question: HOSTILE, answer: [HOSTILE], ground: HOSTILE }];
  // A command is offered only for a folder that nothing unseen is in.
  const visible = HOSTILE.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '');
  const fields = { request: HOSTILE, folder: `/x ${visible} \`\`\`\` # y`, branch: HOSTILE, feedback: HOSTILE };
  const hostile = reportMarkdown(reportOf([decision({ ...fields, cause: 'stall', answers })]), 'en');
  const inHostileFolder = reportMarkdown(reportOf([decision({ ...fields, folder: HOSTILE, cause: 'stall' })]), 'en');
  expect(inHostileFolder).not.toContain('```');
  const plain = reportMarkdown(
    reportOf([decision({ cause: 'stall', answers: [{ question: 'q', answer: 'a', ground: '' }] })]),
    'en',
  );
  /** What each line is, for a reader of Markdown. */
  const kinds = (markdown: string) => markdown.split('\n').map((line) => /^(?:#+|-|`{3,}|$)/.exec(line)?.[0] ?? 'text');
  const shape = (markdown: string) => kinds(markdown).map((kind) => (kind.startsWith('`') ? 'fence' : kind));
  expect(shape(hostile)).toEqual(shape(plain));
  const [open, close] = hostile.split('\n').filter((line) => /^`{3,}/.test(line));
  expect(open).toBe(`${close}sh`);
  const [text = '', code = ''] = hostile.split(open as string);
  expect(code.slice(0, code.lastIndexOf(close as string))).not.toContain(close);
  // Without what is escaped, nothing is left that means anything but a list, a heading or the bold state.
  const unescaped = text.replaceAll(/\\[\\`*_{}[\]|~$#!^]/g, '').replaceAll(/&(?:amp|lt|gt|#58|#46|#64|#8203);/g, '');
  expect(unescaped.replaceAll(/^#+ |^- (?:\*\*.*\*\*$)?/gm, '')).not.toMatch(/[\\`*_{}[\]|~$#!^<>&]|@\S|:\/\/|www\./);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
  expect(hostile).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e]/);
});

it('an empty report says what to do', () => {
  expect(reportMarkdown(reportOf([]), 'en')).toMatch(/^# ccc report\n\n.*\n.*ccc report --since 3d/);
  expect(reportMarkdown(reportOf([]), 'en', 'Not at all.')).toBe('# ccc report\n\nNot at all.');
});
