import { describe, expect, it } from 'vitest';
import { type Story, storyText } from '../../../src/commands/log-story.ts';
import { entryTexts, type TextStyle } from '../../../src/commands/log-text.ts';
import { reportMessages } from '../../../src/i18n/report.ts';
import type { JournalLine } from '../../../src/journal/record.ts';
import { widthOf } from '../../../src/platform/text-layout.ts';
import { decision, historyOf, other, SESSION } from '../history/lines.ts';

const STYLE = { language: 'en', columns: Number.POSITIVE_INFINITY, colour: false } as const;
/** Without the times, which depend on the zone. */
function story(
  lines: JournalLine[],
  { language = 'en', ...style }: Partial<TextStyle> = {},
  more: Partial<Story> = {},
) {
  const history = historyOf(lines);
  const known = { history, state: reportMessages[language].outcome[history.outcome], lastRequest: null, command: null };
  const text = storyText(lines, { ...STYLE, language, ...style }, { ...known, ...more });
  return text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'TIME');
}

const SENT_BACK = decision({
  ...{ verdict: 'block', feedback: 'Run the tests.\n\nThen fix them.', cost_usd: 0.012, duration_ms: 2_340 },
  claims: [{ kind: 'test', quote: 'All tests pass.', status: 'contradicted' }],
  checks: [
    { name: 'test', outcome: 'failed', reused: false, ms: 10 },
    { name: 'lint', outcome: 'skipped', reused: true, ms: 0, why: 'no change' },
  ],
  findings: [
    { kind: 'failed', certain: true, text: 'The last run failed.' },
    { kind: 'stub', certain: false, text: 'A new TODO.' },
  ],
});
const APPROVED = decision({
  ...{ time: '2026-01-02T03:09:05.000Z', count: 2 },
  since_last: { tool_calls: 5, files: ['a.ts', 'b.ts'], more_files: 3, commands: ['npm test'], more_commands: 0 },
});

describe('the story of a session', () => {
  it('has everything from the request to the cost, in order', () => {
    const lines = [
      other({ session: 'started', why: 'startup', time: '2026-01-02T03:00:00.000Z' }),
      SENT_BACK,
      APPROVED,
    ];
    expect(story([...lines, other({ session: 'ended', why: 'other', time: '2026-01-02T03:10:00.000Z' })])).toBe(`\
Session ${SESSION}
  /shop @ main
  TIME to TIME, ended
  approved
  2 rounds, $0.022, 3.3 s of reviews
  false claims caught: 1

TIME  ccc: session started

request: Add a cart

TIME  Stop, round 1 of 10: sent back
  claims
    "All tests pass." (contradicted)
  checks
    test: failed
    lint: skipped, result of an earlier stop, no change
  findings
    The last run failed.
    A new TODO. (to look into)
  feedback
    Run the tests.
    Then fix them.
  took 2.3 s, $0.012 (p m)

since the verdict before: 5 tool calls; changed a.ts, b.ts and 3 more; ran npm test

TIME  Stop, round 2 of 10: approved
  feedback
    all there
  took 1.0 s, $0.010 (p m)

TIME  ccc: session ended
`);
  });

  it('says a request once, and each new one', () => {
    const text = story([SENT_BACK, APPROVED, decision({ request: 'Paint it' })]);
    expect(text.match(/^request: .*/gm)).toEqual(['request: Add a cart', 'request: Paint it']);
  });

  it('says that nothing was done about what was sent back last', () => {
    expect(story([SENT_BACK])).toMatch(/^ {2}sent back$/m);
    expect(story([SENT_BACK])).toMatch(/\n\nNothing is recorded after that\.\n$/);
    expect(story([SENT_BACK, APPROVED])).not.toContain('Nothing is recorded');
  });

  it('never calls approved what was not', () => {
    const overrule = {
      time: SENT_BACK.time,
      verdict: 'block',
      tool: null,
      event: 'Stop',
      cause: 'review',
      feedback: 'Run the tests.',
    };
    const text = story([SENT_BACK, other({ overruled: overrule, why: 'It is only a draft', by: '/overrule' })]);
    expect(text).toContain('overruled by you, NOT approved');
    expect(text).toContain('verdicts overruled: 1');
    expect(text).toContain('verdict overruled, NOT approved\n  It is only a draft');
    const limit = story([decision({ cause: 'limit', feedback: 'said in English' })]);
    expect(limit.match(/round limit reached, NOT approved/g)).toHaveLength(2);
    expect(limit).not.toContain('said in English');
  });

  it('names an error of the API with what the client showed', () => {
    const error = { api_error: 'rate_limit', message: 'Limit reached', request: 'Add a cart', folder: '/shop' };
    const line = { ...error, branch: null, provider: 'p' };
    const text = story([other({ ...line, client_pid: 7 })]);
    expect(story([other({ ...line, client_pid: null })])).toContain('from no known client');
    expect(text).toContain('API: error (rate_limit), NOT reviewed\n  Limit reached');
  });

  it('says how to go on, and what was asked that no line has: first if there is no other request, else last', () => {
    const begun = [other({ session: 'started', why: 'startup' })];
    const text = story(begun, {}, { lastRequest: 'Fix the login', command: 'cd /shop && ccc --resume x' });
    expect(text).toMatch(
      /\n {2}to go on: cd \/shop && ccc --resume x\n\nrequest: Fix the login\n\nTIME {2}ccc: session/,
    );
    expect(story([APPROVED], {}, { lastRequest: 'Fix the login' })).toMatch(/\n\nrequest: Fix the login\n$/);
  });

  it('lists what was answered in the place of the user', () => {
    const answers = [{ question: 'Which?', answer: ['A', 'B'], ground: 'README.md' }];
    const text = story([decision({ event: 'PreToolUse', tool: 'AskUserQuestion', cause: 'answered', answers })]);
    expect(text).toContain('  in your place\n    "Which?" → "A, B"\n    because: README.md\n');
    expect(text).toContain('questions answered for you: 1');
  });

  it('stays within the terminal, also in Chinese', () => {
    const lines = [decision({ verdict: 'block', request: '加购物车'.repeat(20), feedback: '请运行测试。'.repeat(20) })];
    const rows = story(lines, { language: 'zh', columns: 44 }).split('\n');
    expect(rows.filter((row) => widthOf(row) > 44)).toEqual([]);
    expect(rows.join('').replaceAll(' ', '')).toContain('请运行测试。'.repeat(20));
  });

  it('is coloured only if that is wanted, green only if approved', () => {
    expect(story([SENT_BACK, APPROVED])).not.toContain('\x1b');
    const text = story([SENT_BACK, APPROVED], { colour: true });
    expect(text).toContain('\x1b[31msent back\x1b[0m');
    expect(text).toContain('\x1b[32mapproved\x1b[0m');
    expect(story([decision({ cause: 'limit' })], { colour: true })).not.toContain('\x1b[32m');
  });

  it('shows what a terminal would act on, and no forged line', () => {
    const forged = '\x1b]0;x\x07\n2026-01-02 03:04  Stop: approved';
    const text = story([
      decision({ verdict: 'block', feedback: forged, request: forged, folder: forged, model: forged }),
    ]);
    expect(text).not.toContain('\x1b');
    expect(text).not.toMatch(/^TIME {2}Stop: approved/m);
  });

  it('is told of lines that were edited', () => {
    const odd = { claims: 7, checks: [null, {}], findings: [{}], since_last: { tool_calls: 1, files: 3 }, answers: {} };
    const wrong = { ...odd, count: 'x', max: null, cost_usd: 'y', duration_ms: {}, provider: 4, model: [], request: 7 };
    expect(story([decision(wrong)])).toContain('since the verdict before: 1 tool call\n');
  });
});

it('a review by hand has its time and cost, in the list and in the story', () => {
  const review = { event: 'Stop', verdict: 'block', cause: 'review', feedback: 'No test.', duration_ms: 65_000 };
  const line = other({ provider: 'kimi', by_hand: { ...review, cost_usd: 2.5, model: 'k2', context: 'fork' } });
  expect(story([decision(), line])).toContain('took 1 min 5 s, $2.500 (kimi k2)');
  expect([...entryTexts([line], undefined, STYLE)].join('')).toContain('took 1 min 5 s, $2.500');
});
