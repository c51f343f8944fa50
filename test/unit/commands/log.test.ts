import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assertJournal, sinceOf } from '../../../src/commands/journal-options.ts';
import { entriesFor, storyLines } from '../../../src/commands/log-entries.ts';
import { sessionNamed } from '../../../src/commands/log-session.ts';
import { entryTexts, jsonTexts, nothingText } from '../../../src/commands/log-text.ts';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { widthOf } from '../../../src/platform/text-layout.ts';
import { temporaryFolder, write } from '../folder.ts';

const DECISION = {
  ...{ time: '2026-01-02T03:04:05.000Z', session_id: 'abcdef12-3456', supervisor_id: 'x', prompt_id: null },
  ...{ event: 'Stop', tool: null, verdict: 'allow', cause: 'review', feedback: 'all there' },
};
const ANSWER = {
  ...DECISION,
  ...{ event: 'PreToolUse', tool: 'AskUserQuestion', cause: 'answered', feedback: 'The README says so.' },
  answers: [{ question: 'Which parts?', answer: ['A', 'B'], ground: 'README.md\n2026-01-02 forged' }],
};

const STYLE = { language: 'en', columns: Number.POSITIVE_INFINITY, colour: false } as const;
const NOTHING_SPECIAL = { answers: false, session: undefined };

describe('ccc log', () => {
  function entries(lines: unknown[], given: object = {}) {
    const paths = pathsOf(readEnv({ HOME: temporaryFolder() }));
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    write(paths.journal, `${text.join('\n')}\n`);
    return [...entriesFor({ ...NOTHING_SPECIAL, ...given }, paths.journal, 'en')];
  }
  const log = (lines: unknown[], given: object = {}) =>
    [...entryTexts(entries(lines, given), nothingText({ ...NOTHING_SPECIAL, ...given }, 'en'), STYLE)]
      .join('')
      .trimEnd();

  it.each<[why: string, fields: object, words: string]>([
    ['an approval', {}, 'Stop: approved'],
    ['a call without an objection', { event: 'PreToolUse', tool: 'Bash' }, 'PreToolUse Bash: no objection'],
    [
      'a question that nobody could answer',
      { event: 'PreToolUse', tool: 'AskUserQuestion', verdict: 'block', cause: 'unattended' },
      'PreToolUse AskUserQuestion: nobody there to answer',
    ],
    [
      'a plan that the reviewer approved',
      { event: 'PreToolUse', tool: 'ExitPlanMode', plan_approved: true },
      'PreToolUse ExitPlanMode: plan approved for you',
    ],
    ['what was sent back', { verdict: 'block' }, 'Stop: sent back'],
    ['a review that was cut off', { verdict: 'failed', cause: 'interrupted' }, 'Stop: review cut off, NOT reviewed'],
    ['a failure', { verdict: 'failed', cause: 'api' }, 'Stop: review failed'],
    ['a stall', { cause: 'stall' }, 'Stop: gave up, NOT approved'],
    ['the impossible', { cause: 'impossible' }, 'Stop: impossible as asked, NOT approved'],
    ['the limit', { cause: 'limit' }, 'Stop: round limit reached, NOT approved'],
    ['the budget', { cause: 'budget' }, 'Stop: review budget used up, NOT approved'],
    ['what was not judged', { cause: 'background' }, 'Stop: let through, not reviewed (background)'],
  ])('calls %s what it was', (_, fields, words) => expect(log([{ ...DECISION, ...fields }])).toContain(words));

  it('has the outcome in a row of its own where it would not fit', () => {
    const line = { ...DECISION, folder: '/home/you/a-project-with-a-long-name', count: 2, max: 20, cause: 'limit' };
    const style = { ...STYLE, columns: 80, colour: true };
    const rows = [...entryTexts(entries([line, DECISION]), undefined, style)].join('').split('\n');
    expect(rows[0]).toMatch(/ {2}a-project-with-a-long-name {2}Stop:$/);
    expect(rows[1]).toBe('\x1b[33m  round limit reached, NOT approved\x1b[0m');
    expect(rows[2]).toContain('Stop: \x1b[32mapproved\x1b[0m');
  });

  it.each<[verdict: string, found: number[]]>([
    ['approved', [0]],
    ['sent-back', [1]],
    ['block', [1, 5]],
    ['allow', [0, 3, 4]],
    ['failed', [2, 6]],
    ['cut-off', [6]],
    ['no-objection', [3]],
    ['unattended', [5]],
    ['limit', [7]],
  ])('--verdict %s finds what is called so', (verdict, found) => {
    const lines = [
      DECISION,
      { ...DECISION, verdict: 'block' },
      { ...DECISION, verdict: 'failed', cause: 'api' },
      { ...DECISION, event: 'PreToolUse', tool: 'Bash' },
      { ...DECISION, touched: ['a.ts'] },
      { ...DECISION, event: 'PreToolUse', tool: 'AskUserQuestion', verdict: 'block', cause: 'unattended' },
      { ...DECISION, verdict: 'failed', cause: 'interrupted' },
      { ...DECISION, cause: 'limit' },
    ].map((line, at) => ({ ...line, feedback: String(at) }));
    expect(entries(lines, { verdict }).map((line) => 'verdict' in line && Number(line.feedback))).toEqual(found);
  });

  it('lists what was answered, each line as one', () => {
    expect(log([DECISION, ANSWER], { answers: true })).toMatch(
      /^[\d: -]+ {2}abcdef12 {2}PreToolUse AskUserQuestion: answered for you\n {2}"Which parts\?" → "A, B"\n {2}because: README\.md<U\+000A>2026-01-02 forged\n {4}The README says so\.$/,
    );
  });

  it('says where it was and in which round, and the request once for each session', () => {
    const shop = { ...DECISION, folder: '/home/you/shop', count: 2, max: 20, request: 'Add a cart' };
    const text = log([shop, { ...shop, session_id: 'other' }, shop, { ...shop, request: 'Say hi' }]);
    expect(text.match(/^\d.*abcdef12 {2}shop {2}Stop, round 2 of 20: approved$/gm)).toHaveLength(3);
    expect(text.match(/ {2}request: .*/g)).toEqual([
      '  request: Add a cart',
      '  request: Add a cart',
      '  request: Say hi',
    ]);
  });

  it.each<[fields: object, words: string[]]>([
    [
      { touched: ['a.ts'] },
      ['Stop: files changed during the review, NOT approved', '\n  files changed during the review: a.ts'],
    ],
    [
      { touched: [], changed_settings: ['ccc.json'] },
      ['Stop: settings of the review changed, NOT approved', ': ccc.json'],
    ],
    [{ changed: { files: ['a.ts'], more_files: 2 } }, ['Stop: approved', '\n  changed a.ts and 2 more\n']],
    [{ event: 'PreToolUse', questions: ['Which?'] }, ['no objection', '\n  it asks: Which?\n']],
    [{ feedback: 'one\ncheck: test: passed' }, ['\n    one\n    check: test: passed']],
  ])('says of %o all that matters', (fields, words) => {
    for (const word of words) expect(log([{ ...DECISION, ...fields }])).toContain(word);
  });

  it.each(['limit', 'budget'])('does not say in English again that it was the %s', (cause) => {
    const line = { ...DECISION, cause, feedback: 'said in English' };
    expect(log([line])).not.toContain('said in English');
    expect(log([{ ...line, verdict: 'block' }])).toContain('said in English');
  });

  it.each<[fields: object, line: string | undefined]>([
    [{ duration_ms: 5_600, cost_usd: 0.0123 }, 'took 5.6 s, $0.012'],
    [{ duration_ms: 5_600, cost_usd: null, verdict: 'failed', cause: 'api' }, 'took 5.6 s'],
    [{ duration_ms: 65_000, verdict: 'block', cause: 'check' }, 'took 1 min 5 s'],
    [{ duration_ms: 5, cause: 'limit' }, undefined],
  ])('says of %o how long it took, and what it cost: %s', (fields, line) => {
    expect(/^ {2}(took .*)$/m.exec(log([{ ...DECISION, ...fields }]))?.[1]).toBe(line);
  });

  it('lists every answer, and the last fifty decisions', () => {
    const many = (line: object) => Array.from({ length: 70 }, () => line);
    expect(entries(many(ANSWER), { answers: true })).toHaveLength(70);
    expect(entries(many(DECISION))).toHaveLength(50);
  });

  it('is not stopped by lines that were edited', () => {
    const odd = [
      ...[
        '{"supervisor_id":"x","verdict":"allow"}',
        'nonsense',
        { ...DECISION, feedback: 7 },
        { ...ANSWER, answers: {} },
      ],
      ...[
        { ...ANSWER, answers: [null] },
        { ...DECISION, verdict: 'maybe' },
        { ...DECISION, tool: 7 },
      ],
    ];
    expect(log([...odd, DECISION])).toContain('Stop: approved');
    expect(() => log(odd, { answers: true })).not.toThrow();
  });

  it.each<[string, object, string]>([
    ['nothing', {}, 'Nothing was recorded with supervision on.'],
    ['no answers', { answers: true }, 'Nothing was answered or approved for you.'],
    ['nothing that fits', { verdict: 'block' }, 'No entry of the journal matches.'],
  ])('says so: %s', (_, given, words) => expect(log([], given)).toContain(words));

  it('does not take a journal that cannot be read for an empty one', () => {
    const { journal } = pathsOf(readEnv({ HOME: temporaryFolder() }));
    mkdirSync(journal, { recursive: true });
    expect(() => assertJournal(journal, 'en')).toThrow(/cannot be read \((?:EISDIR|\w+)\)/);
  });

  it('combines what is asked for', () => {
    const now = Date.now();
    const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
    const block = { ...DECISION, verdict: 'block', folder: '/shop/cart', time: ago(30), feedback: 'this one' };
    const lines = [
      { ...block, time: ago(180), feedback: 'too old' },
      { ...block, folder: '/shopping', feedback: 'elsewhere' },
      { ...block, verdict: 'allow', feedback: 'approved' },
      { ...block, session_id: 'other', supervisor_id: 'other', feedback: 'another session' },
      block,
    ];
    const found = entries(lines, { since: '2h', project: '/shop', verdict: 'block', session: DECISION.session_id });
    expect(found.map((line) => (line as { feedback?: string }).feedback)).toEqual(['this one']);
  });

  it.each<[since: string, why: 'not a time' | 'future']>([
    ...['yesterday', '2x', '-1h', '', '2026-02-30', '30s', '1y', '3'].map((since): [string, 'not a time'] => [
      since,
      'not a time',
    ]),
    ['2999-01-01', 'future'],
    ['2999-01-01T08:00', 'future'],
  ])('says what --since may be, not %j: %s', (since, why) => {
    const what = { 'not a time': 'is not a time that ccc understands', future: 'is in the future' }[why];
    expect(() => sinceOf(since, 'en')).toThrow(
      expect.objectContaining({
        message: `--since: "${since}" ${what}`,
        fix: expect.stringContaining('2026-11-01T08:00'),
      }),
    );
    const zh = { 'not a time': `--since：ccc 看不懂时间“${since}”`, future: `--since：“${since}”在将来` }[why];
    expect(() => sinceOf(since, 'zh')).toThrow(expect.objectContaining({ message: zh }));
  });

  it.each<[fields: object, en: string, zh: string]>([
    [{ session: 'started', why: 'startup' }, 'session started', '会话开始'],
    [{ session: 'started', why: 'resume' }, 'session resumed', '会话恢复'],
    [{ session: 'started', why: 'clear' }, 'session started (after /clear)', '会话开始（/clear 之后）'],
    [{ session: 'started', why: 'toString' }, 'session started (toString)', '会话开始（toString）'],
    ...['prompt_input_exit', 'other', 'logout', 'clear', 'bypass_permissions_disabled'].map(
      (why): [object, string, string] => [{ session: 'ended', why }, 'session ended', '会话结束'],
    ),
    [{ session: 'ended', why: 'startup' }, 'session ended (startup)', '会话结束（startup）'],
  ])('says of %o: %s', (fields, en, zh) => {
    const line = { ...{ time: DECISION.time, session_id: 'a', supervisor_id: 'x' }, ...fields };
    expect(log([line])).toMatch(new RegExp(`ccc: ${en.replaceAll(/[()]/g, String.raw`\$&`)}$`));
    const [text = ''] = entryTexts(entries([line]), undefined, { ...STYLE, language: 'zh' });
    expect(text.trimEnd().endsWith(`ccc：${zh}`)).toBe(true);
  });

  it('has Chinese quotes and rounds in Chinese', () => {
    const claims = [{ kind: 'test', quote: '都通过了', status: 'contradicted' }];
    const line = { ...ANSWER, count: 2, max: 20, claims };
    const [text = ''] = entryTexts(entries([line]), undefined, { ...STYLE, language: 'zh' });
    for (const words of ['，第 2/20 轮：', '“Which parts?” → “A, B”', '说法：“都通过了”（矛盾）'])
      expect(text).toContain(words);
    expect(() => sessionNamed('nosuch', pathsOf(readEnv({ HOME: temporaryFolder() })).journal, 'zh')).toThrow(
      '没有会话“nosuch”',
    );
  });

  it('keeps nothing of what it finds, and finds the same again', () => {
    const { journal } = pathsOf(readEnv({ HOME: temporaryFolder() }));
    const lines = Array.from({ length: 30 }, (_, n) => ({ ...DECISION, verdict: n % 2 ? 'block' : 'allow', count: n }));
    write(journal, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    for (const wanted of [{ verdict: 'block' as const }, { verdict: 'block' as const, session: DECISION.session_id }]) {
      const found = entriesFor(wanted, journal, 'en');
      expect(found).not.toBeInstanceOf(Array);
      for (const _ of [1, 2]) expect([...found].map((line) => 'count' in line && line.count)).toHaveLength(15);
    }
  });

  it('finds what is before any number of lines with an early time', () => {
    const now = new Date().toISOString();
    const early = { time: '2001-01-01T00:00:00.000Z', session_id: 'z', supervisor_id: 'z', mode: 'on' };
    const lines = [{ ...DECISION, time: now }, ...Array.from({ length: 500 }, () => early)];
    expect(entries(lines, { since: '2h' })).toHaveLength(1);
  });

  it('tells no story of more than fits in memory', () => {
    const lines = entries([DECISION, DECISION, DECISION]);
    const one = JSON.stringify(lines[0]).length;
    expect(storyLines(lines, 3 * one)).toEqual(lines);
    expect(storyLines(lines, 3 * one - 1)).toBeUndefined();
  });

  it('is one JSON document, of any number of entries', () => {
    for (const some of [[], [DECISION], [DECISION, ANSWER]])
      expect(JSON.parse([...jsonTexts(entries(some))].join(''))).toEqual({ entries: entries(some) });
  });

  it('wraps to the terminal and colours the verdict', () => {
    const line = { ...DECISION, verdict: 'block', feedback: '请先运行测试，'.repeat(12) };
    const [text = ''] = entryTexts(entries([line]), undefined, { ...STYLE, columns: 50, colour: true });
    const [heading, ...rows] = text.trimEnd().split('\n');
    expect(heading).toContain('\x1b[31msent back\x1b[0m');
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.filter((row) => widthOf(row) > 50)).toEqual([]);
  });
});
