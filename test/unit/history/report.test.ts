import { describe, expect, it } from 'vitest';
import { ReportBuilder, type Surroundings } from '../../../src/history/report.ts';
import type { JournalLine } from '../../../src/journal/record.ts';
import { decision, other, SESSION } from './lines.ts';

const at = (minute: number) => `2026-01-02T03:${String(minute).padStart(2, '0')}:00.000Z`;
const ALONE: Surroundings = {
  running: new Map(),
  hasAnswered: () => false,
  requestOf: () => null,
  providerToName: () => undefined,
  places: {},
};
const RUNNING = { ...ALONE, running: new Map([[SESSION, { pid: 42, activity: 'unknown' as const }]]) };
const WENT_ON = { hasAnswered: () => true };

function reportOf(lines: JournalLine[], surroundings: Surroundings = ALONE) {
  const builder = new ReportBuilder(at(0), '2026-11-01T00:00:00.000Z');
  for (const line of lines) builder.add(line);
  return builder.report(surroundings);
}
const first = (lines: JournalLine[], surroundings?: Surroundings) => reportOf(lines, surroundings).sessions[0];

const BLOCK = { verdict: 'block', feedback: 'Run the tests.' };
const API_ERROR = other({
  client_pid: 7,
  api_error: 'rate_limit',
  message: 'no luck',
  request: 'do it',
  folder: '/shop',
});
const BEGUN = decision({ cause: 'background' });
const STARTED = other({ session: 'started', why: 'startup', folder: '/shop', provider: 'far' });

describe('what needs the user', () => {
  it.each<[what: string, line: JournalLine, ended: string, running: string, runningAndAtWork: string]>([
    ['approved', decision(), 'approved', 'approved', 'running'],
    ['sent back', decision(BLOCK), 'open', 'running', 'running'],
    ['a failed review', decision({ verdict: 'failed', cause: 'timeout' }), 'open', 'open', 'running'],
    ['the limit', decision({ cause: 'limit' }), 'open', 'open', 'running'],
    ['a stall', decision({ cause: 'stall' }), 'open', 'open', 'running'],
    ['the budget', decision({ cause: 'budget' }), 'open', 'open', 'running'],
    ['impossible', decision({ cause: 'impossible' }), 'open', 'open', 'running'],
    ['an API error', API_ERROR, 'open', 'open', 'running'],
    ['overruled', decision({ cause: 'overruled' }), 'rest', 'running', 'running'],
    ['off', decision({ cause: 'off' }), 'rest', 'running', 'running'],
    ['only a beginning, and a review under way', BEGUN, 'rest', 'running', 'running'],
  ])('%s', (_, line, ended, running, runningAndAtWork) => {
    expect(first([line])).toMatchObject({ group: ended, pid: null });
    expect(first([line], RUNNING)).toMatchObject({ group: running, pid: 42, command: null });
    expect(first([line], { ...RUNNING, ...WENT_ON })?.group).toBe(runningAndAtWork);
  });

  it('sent back, and then supervision was turned off: the objection is still open', () => {
    const off = [decision(BLOCK), other({ mode: 'off' }), decision({ time: at(7), cause: 'off' })];
    const open = { group: 'open', outcome: 'turned-off', why: BLOCK.feedback };
    expect(first(off)).toMatchObject(open);
    expect(first([...off, decision({ time: at(8), cause: 'off' })])).toMatchObject(open);
    expect(first([...off, decision({ time: at(9) })])).toMatchObject({ group: 'approved' });
    expect(first([decision(), other({ mode: 'off' }), decision({ time: at(7), cause: 'off' })])).toMatchObject({
      ...{ group: 'rest', outcome: 'off', why: '' },
    });
  });

  it('has the request from the transcript where the journal has none', () => {
    const ended = other({ time: at(6), session: 'ended', why: 'other' });
    const asked = { ...ALONE, ...WENT_ON, requestOf: () => 'Rewrite the server' };
    expect(first([STARTED, ended], asked)).toMatchObject({ group: 'open', request: 'Rewrite the server' });
    const off = [STARTED, other({ mode: 'off' }), decision({ cause: 'off', request: null })];
    expect(first(off, { ...ALONE, requestOf: () => 'Rewrite it' })).toMatchObject({ request: 'Rewrite it' });
  });

  it('only a beginning, while it runs; one that was opened and closed says nothing', () => {
    const ended = other({ session: 'ended', why: 'other', time: at(6) });
    expect(first([STARTED], RUNNING)).toMatchObject({ group: 'running', pid: 42 });
    for (const lines of [[STARTED], [STARTED, ended], [STARTED, other({ mode: 'on' }), ended]])
      expect(reportOf(lines).sessions).toEqual([]);
    expect(first([STARTED, ended], { ...ALONE, ...WENT_ON })).toMatchObject({ group: 'open' });
    const plan = decision({ event: 'PreToolUse', tool: 'ExitPlanMode', cause: 'limit', request: null });
    expect(first([STARTED, plan, ended])).toMatchObject({ group: 'open', isAsking: true });
  });

  it.each<[what: string, lines: JournalLine[], group: string]>([
    ['an approval', [decision()], 'open'],
    ['a beginning', [STARTED], 'open'],
    ['an approval, and supervision was turned off', [decision(), other({ mode: 'off' })], 'open'],
    ['it was turned off', [decision({ cause: 'off' })], 'rest'],
  ])('the agent went on after %s, and ended', (_, lines, group) => {
    expect(first(lines, { ...ALONE, ...WENT_ON })?.group).toBe(group);
  });

  const QUESTION = decision({ time: at(4), event: 'PreToolUse', tool: 'AskUserQuestion', questions: ['Which one?'] });
  it('a question that nobody has answered, however long it waits', () => {
    expect(first([QUESTION], RUNNING)).toMatchObject({ group: 'open', isAsking: true, asked: { text: 'Which one?' } });
    expect(first([QUESTION])).toMatchObject({ group: 'open', isAsking: true });
    expect(first([QUESTION], { ...RUNNING, ...WENT_ON })).toMatchObject({ group: 'running', isAsking: false });
    const asked: string[] = [];
    const hasAnswered = (_: object, since: string) => asked.push(since) < 0;
    first([decision({ time: at(3) }), QUESTION], { ...RUNNING, hasAnswered });
    expect(asked).toEqual([at(4)]);
    expect(first([QUESTION, decision({ time: at(5) })], RUNNING)).toMatchObject({ group: 'approved', isAsking: false });
  });

  it('an approval whose transcript is gone since: what came after it cannot be known', () => {
    const gone = { ...ALONE, hasAnswered: () => undefined };
    expect(first([decision()], gone)).toMatchObject({ group: 'open', wentOn: true, transcriptGone: true });
    expect(first([decision({ context: 'fresh' })], gone)).toMatchObject({ group: 'approved', transcriptGone: false });
  });

  it('is asked of the time at which the last turn ended, and not of the end of the session', () => {
    const asked: string[] = [];
    const lines = [
      other({ time: at(1), session: 'started', why: 'startup' }),
      decision({ time: at(3) }),
      decision({ time: at(4), event: 'PreToolUse' }),
      other({ time: at(5), session: 'ended', why: 'other' }),
    ];
    const hasAnswered = (_: object, since: string) => asked.push(since) < 0;
    expect(first(lines, { ...ALONE, hasAnswered })?.group).toBe('approved');
    expect(asked).toEqual([at(3)]);
  });

  it('comes first, then what runs, then what was approved', () => {
    const of = (session_id: string, fields: object) => decision({ session_id, supervisor_id: session_id, ...fields });
    const lines = [
      of('limit-1', { time: at(1), cause: 'limit' }),
      of('rest-1', { time: at(2), cause: 'off' }),
      of('limit-2', { time: at(3), cause: 'limit' }),
      of('run-1', { time: at(4), ...BLOCK }),
      of('good-1', { time: at(5) }),
    ];
    const { sessions, totals } = reportOf(lines, {
      ...ALONE,
      running: new Map([['run-1', { pid: 1, activity: 'unknown' as const }]]),
    });
    expect(sessions.map(({ id }) => id)).toEqual(['limit-2', 'limit-1', 'run-1', 'good-1', 'rest-1']);
    expect(totals).toMatchObject({ rounds: 2, approvals: 1, blocks: 1, limits: 2 });
  });
});

describe('a session of which the time of the report has only the end', () => {
  const ended = other({ time: at(5), session: 'ended', why: 'other', folder: '/shop' });
  const before = [
    decision({ time: '2026-01-01T00:00:00.000Z', ...BLOCK, answers: [{ question: 'A?', answer: 'B', ground: '' }] }),
    decision({ time: '2026-01-01T00:01:00.000Z', cause: 'limit', feedback: '' }),
  ];

  it('has the outcome from before, and counts nothing of it', () => {
    const builder = new ReportBuilder(at(0), '2026-11-01T00:00:00.000Z');
    builder.add(ended);
    expect(builder.withoutOutcome([])).toEqual([SESSION]);
    builder.addEarlier([...before, ended]);
    const { sessions, totals } = builder.report(ALONE);
    expect(sessions).toMatchObject([
      { group: 'open', outcome: 'limit', why: 'Run the tests.', request: 'Add a cart', rounds: 0, answered: [] },
    ]);
    expect(totals).toMatchObject({ rounds: 0, costUsd: 0, limits: 0 });
  });

  it('has what was said last of its supervision and provider, whatever was said before that time', () => {
    const off = other({ time: '2026-01-01T00:00:00.000Z', mode: 'off', provider: 'old', folder: '/shop' });
    const recent = [
      other({ time: at(1), mode: 'on', provider: 'new', folder: '/shop' }),
      decision({ time: at(2), event: 'PreToolUse', tool: 'AskUserQuestion', questions: ['Which colour?'] }),
    ];
    const builder = new ReportBuilder(at(0), '2026-11-01T00:00:00.000Z');
    for (const line of recent) builder.add(line);
    expect(builder.withoutOutcome([])).toEqual([SESSION]);
    builder.addEarlier([off, ...recent]);
    const [session] = builder.report({ ...ALONE, providerToName: (provider) => provider }).sessions;
    expect(session).toMatchObject({ group: 'open', isAsking: true });
    expect(session?.command).toContain('--provider new ');
  });

  it('is in the report if it is running, although it has no line in that time', () => {
    const builder = new ReportBuilder(at(0), '2026-11-01T00:00:00.000Z');
    expect(builder.withoutOutcome(['unknown', SESSION])).toEqual(['unknown', SESSION]);
    builder.addEarlier(before);
    expect(builder.report(RUNNING).sessions).toMatchObject([{ group: 'open', outcome: 'limit', rounds: 0, pid: 42 }]);
  });
});

describe('lines that somebody has added', () => {
  const ID = (n: number) => `made-up-${n}`;
  const of = (session_id: string, fields: object = {}) =>
    decision({ session_id, supervisor_id: session_id, time: at(9), ...fields });
  const started = (session_id: string) =>
    other({ session_id, supervisor_id: session_id, time: at(9), session: 'started', why: 'startup' });
  const wentOnOf = (id: string): Partial<Surroundings> => ({
    hasAnswered: (session, since) => session.id === id && since < at(8),
  });

  it.each<[what: string, time: string]>([
    ['of a time that is to come', '2999-01-01T00:00:00.000Z'],
    ['in another notation', 'Wed, 01 Jan 2020 00:00:00 GMT'],
  ])('%s: that the agent went on after its approval is seen', (_, time) => {
    const lines = [decision({ time: at(3) }), decision({ time, verdict: 'allow', cause: 'background' })];
    for (const all of [lines, lines.toReversed()])
      expect(first(all, { ...ALONE, ...wentOnOf(SESSION) })).toMatchObject({ group: 'open', wentOn: true });
    const asks = decision({ time, event: 'PreToolUse', tool: 'AskUserQuestion', questions: ['Which one?'] });
    expect(first([decision({ time: at(3) }), asks], { ...ALONE, ...wentOnOf(SESSION) })?.wentOn).toBe(true);
  });

  it('of sessions that began: approved ones are looked up before them', () => {
    const builder = new ReportBuilder(at(0), '2026-11-01T00:00:00.000Z');
    for (const line of [decision({ time: at(3) }), ...[1, 2, 3].map((n) => started(ID(n)))]) builder.add(line);
    const { sessions, notLookedUp } = builder.report({ ...ALONE, ...wentOnOf(SESSION), maxLookedUp: 1 });
    expect(sessions[0]).toMatchObject({ id: SESSION, group: 'open', wentOn: true, notLookedUp: false });
    expect(notLookedUp).toBe(3);
    // Whether they were more than opened is not known.
    expect(sessions.slice(1).map(({ group, notLookedUp }) => [group, notLookedUp])).toEqual([
      ['rest', true],
      ['rest', true],
      ['rest', true],
    ]);
  });

  it('of approved sessions: what was not looked up is not shown as approved', () => {
    const builder = new ReportBuilder(at(0), '2026-11-01T00:00:00.000Z');
    for (const line of [decision({ time: at(3) }), of(ID(1)), of(ID(2))]) builder.add(line);
    const { sessions, notLookedUp } = builder.report({ ...ALONE, ...wentOnOf(SESSION), maxLookedUp: 2 });
    expect(notLookedUp).toBe(1);
    expect(sessions.map(({ id, group, wentOn, transcriptGone }) => [id, group, wentOn, transcriptGone])).toEqual([
      [SESSION, 'open', true, false],
      [ID(1), 'approved', false, false],
      [ID(2), 'approved', false, false],
    ]);
  });

  it('with texts of megabytes: only their beginning is kept', () => {
    const long = 'x'.repeat(1_000_000);
    const answers = [{ question: long, answer: [long], ground: long }];
    const report = reportOf([
      decision({ folder: `/${long}`, branch: long, request: long, provider: long, model: long, feedback: long }),
      decision({ request: `other ${long}`, touched: Array.from({ length: 500 }, () => long.slice(0, 5_000)) }),
      decision({ changed: { files: Array.from({ length: 500 }, () => long.slice(0, 5_000)), more_files: 7 }, answers }),
      decision({ event: 'PreToolUse', tool: 'AskUserQuestion', questions: [long, long] }),
      other({ api_error: long, message: long, client_pid: 7, folder: `/${long}`, provider: long }),
    ]);
    expect(JSON.stringify(report).length).toBeLessThan(100_000);
    expect(report.sessions).toMatchObject([{ folder: '/shop', changed: { more: 457 } }]);
  });

  it('of more sessions than fit in memory: those that are left out are counted', () => {
    const builder = new ReportBuilder(at(0), at(30), { rows: 20, length: 1_000_000 });
    for (let n = 0; n < 100; n++) builder.add(of(ID(n)));
    const { sessions, leftOut } = builder.report(ALONE);
    expect(sessions.length).toBeGreaterThan(15);
    expect(sessions.length + leftOut).toBe(100);
    expect(sessions.map(({ id }) => id)).toContain(ID(99));
  });
});

describe('the command to go on', () => {
  it.each<[what: string, fields: object, command: string | null]>([
    ['a folder', {}, `cd /shop && ccc --resume ${SESSION}`],
    ['a folder to quote', { folder: "/it's $HOME" }, `cd '/it'\\''s $HOME' && ccc --resume ${SESSION}`],
    ['no folder', { folder: null }, `ccc --resume ${SESSION}`],
    ['a folder that is an option', { folder: '-P' }, `ccc --resume ${SESSION}`],
    ['an id that is an option', { session_id: '--dangerously-skip-permissions' }, null],
    ['an id with a command', { session_id: 'a;rm -rf ~' }, null],
  ])('with %s', (_, fields, command) => {
    expect(first([decision(fields)])?.command).toBe(command);
  });

  it('names the provider of the agent, and not that of the reviewer', () => {
    const named = { ...ALONE, providerToName: (name: string) => (name === 'far' ? 'far away' : undefined) };
    expect(first([STARTED, decision({ provider: 'p' })], named)?.command).toBe(
      `cd /shop && ccc --provider 'far away' --resume ${SESSION}`,
    );
    expect(first([decision({ provider: 'far' })], named)?.command).toBe(`cd /shop && ccc --resume ${SESSION}`);
  });

  it('names the folders of the configuration, if they are not the usual ones', () => {
    const places = { CCC_CONFIG_DIR: '/tmp/my files' };
    expect(first([decision()], { ...ALONE, places })?.command).toBe(
      `cd /shop && CCC_CONFIG_DIR='/tmp/my files' ccc --resume ${SESSION}`,
    );
  });
});

describe('what was decided for the user', () => {
  it('is kept with the answers, and of many the last ones', () => {
    const answers = Array.from({ length: 30 }, (_, n) => ({ question: `Q${n}?`, answer: ['a', 'b'], ground: 'g' }));
    const lines = [
      decision({ event: 'PreToolUse', cause: 'answered', answers }),
      decision({ event: 'PreToolUse', cause: 'review', plan_approved: true }),
      decision({ event: 'PreToolUse', cause: 'unattended', verdict: 'block' }),
    ];
    const session = first(lines);
    expect(session).toMatchObject({ answers: 30, plansApproved: 1, decidedByAgent: 1 });
    expect(session?.answered).toHaveLength(20);
    expect(session?.answered.at(-1)).toMatchObject({ question: 'Q29?', answer: 'a, b', ground: 'g' });
  });
});

it('survives lines that somebody edited', () => {
  const odd = [
    decision({ answers: 'no list' }),
    decision({ answers: [null, 7, { question: 'Q?', answer: { a: 1 }, ground: 3 }, { question: 5 }] }),
    decision({ folder: 3, branch: {}, request: [], cost_usd: 'much', rounds: -1 }),
    other({ session: 'ended', why: 'x', provider: 7, folder: {} }),
  ];
  const { sessions } = reportOf(odd);
  expect(sessions).toHaveLength(1);
  expect(sessions[0]?.answered).toEqual([]);
});

describe('a session that runs', () => {
  type Activity = 'unknown' | 'busy' | 'idle' | 'waiting';
  const groupOf = (lines: JournalLine[], activity: Activity, answered: boolean) =>
    reportOf(lines, {
      ...ALONE,
      running: new Map([[SESSION, { pid: 42, activity }]]),
      hasAnswered: () => answered,
    }).sessions[0]?.group;
  const block = decision({ time: at(1), verdict: 'block' });
  const begun = other({ time: at(1), session: 'started', why: 'startup' });
  const asked = decision({ time: at(1), event: 'PreToolUse', tool: 'AskUserQuestion', questions: ['Which?'] });

  it.each<[what: string, lines: JournalLine[], answered: boolean, groups: string[]]>([
    ['was sent back', [block], false, ['running', 'running', 'open', 'open']],
    ['was sent back, and went on', [block], true, ['running', 'running', 'open', 'open']],
    ['was approved', [decision({ time: at(1) })], false, ['approved', 'running', 'approved', 'open']],
    ['was approved, and went on', [decision({ time: at(1) })], true, ['running', 'running', 'open', 'open']],
    ['was only begun', [begun], false, ['running', 'running', 'running', 'open']],
    ['was never reviewed', [begun], true, ['running', 'running', 'open', 'open']],
    [
      'is not supervised',
      [decision({ time: at(1), cause: 'off' })],
      true,
      ['running', 'running', 'running', 'running'],
    ],
    ['reached its limit', [decision({ time: at(1), cause: 'limit' })], false, ['open', 'running', 'open', 'open']],
    // Answered or declined: the dialog is gone.
    ['asked', [asked], false, ['open', 'running', 'running', 'open']],
  ])('and %s: unknown, busy, idle, waiting', (_, lines, answered, groups) => {
    const activities: Activity[] = ['unknown', 'busy', 'idle', 'waiting'];
    expect(activities.map((activity) => groupOf(lines, activity, answered))).toEqual(groups);
  });

  it('has the request of the transcript, where the journal has none or an older one', () => {
    const reported = (line: JournalLine, activity: Activity) =>
      reportOf([line], {
        ...ALONE,
        running: new Map([[SESSION, { pid: 42, activity }]]),
        requestOf: () => 'Add a search',
      }).sessions[0];
    expect(reported(begun, 'idle')).toMatchObject({ request: 'Add a search', earlier: [] });
    const approved = decision({ time: at(1), request: 'Add a cart' });
    expect(reported(approved, 'idle')).toMatchObject({ request: 'Add a cart', earlier: [] });
    const earlier = [{ request: 'Add a cart', outcome: 'approved' }];
    expect(reported(approved, 'busy')).toMatchObject({ request: 'Add a search', earlier });
  });
});
