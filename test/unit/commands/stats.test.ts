import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asData, csvOf, readStatistics } from '../../../src/commands/stats.ts';
import { statsText } from '../../../src/commands/stats-text.ts';
import { widthOf } from '../../../src/platform/text-layout.ts';
import { temporaryFolder, write } from '../folder.ts';
import { decision, other } from '../history/lines.ts';

const LINES = [
  decision({ verdict: 'block', time: '2026-01-01T12:00:00.000Z', folder: '=cmd|x', duration_ms: 200_000 }),
  decision({ count: 2, time: '2026-01-02T12:00:00.000Z' }),
  decision({ verdict: 'failed', cause: 'api', time: '2026-01-02T12:01:00.000Z', provider: 'a "b", c' }),
  decision({ cause: 'limit', time: '2026-01-02T12:02:00.000Z' }),
  other({
    api_error: 'rate_limit',
    message: 'Limit',
    time: '2026-01-02T12:03:00.000Z',
    folder: '/shop',
    provider: 'p',
  }),
];

const journal = (lines: readonly object[]) =>
  write(join(temporaryFolder(), 'reviews.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
const statistics = (lines: readonly object[] = LINES, from = '') => readStatistics(journal(lines), from);
const WIDE = { utf8: true, columns: Number.POSITIVE_INFINITY };

describe('ccc stats', () => {
  it('shows a table with bars for each of four ways to group', async () => {
    const text = statsText(await statistics(), 'en', WIDE);
    expect(text).toMatch(/^ {2}all +3 +1 +2\.0 +1 +1 +0 +0 +\$0\.030 +3\.4 min$/m);
    expect(text).toMatch(/\nby day\n.*\n {2}2026-01-01 +1 +0 +- +1 +0 +0 +0 +\$0\.010 +3\.3 min {2}█{5}\n/);
    expect(text).toMatch(/\n {2}2026-01-02 +2 +1 +2\.0 +0 +1 +0 +0 +\$0\.020 +2\.0 s {2}█{10}\n/);
    expect(text.match(/^by .*/gm)).toEqual(['by day', 'by provider', 'by model of the reviewer', 'by project']);
    expect(text).toContain('approved after 2 rounds: 1 task\n');
    expect(text).toContain('let through because rounds or budget were used up, NOT approved: 1');
    expect(text).toContain('API errors: 1');
  });

  it('has the days in order, and of the others the largest first', async () => {
    const text = statsText(await statistics([LINES[1] as object, ...LINES]), 'en', WIDE);
    expect(text.indexOf('  2026-01-01')).toBeLessThan(text.indexOf('  2026-01-02'));
    expect(text.indexOf('  /shop')).toBeLessThan(text.indexOf('  =cmd'));
  });

  it('leaves out what does not help, and says so', async () => {
    const many = Array.from({ length: 33 }, (_, n) => decision({ folder: `/p${n}` }));
    expect(statsText(await statistics(many), 'en', WIDE)).toMatch(/ {2}and 3 more: ccc stats --csv\n$/);
    const days = Array.from({ length: 33 }, (_, n) =>
      decision({ time: new Date(Date.UTC(2026, 0, 2 + n, 12)).toISOString() }),
    );
    const text = statsText(await statistics(days), 'en', WIDE);
    // Those that are left out come before the others.
    expect(text).toMatch(/by day\n {2}3 earlier days: ccc stats --csv\n/);
    expect(text).not.toContain('and 3 more');
  });

  it('stays within the terminal and keeps the end of a path', async () => {
    const long = decision({ folder: `/${'很长'.repeat(40)}/shop`, model: '\x1b[31m' });
    const text = statsText(await statistics([long]), 'en', { utf8: false, columns: 110 });
    expect(text.split('\n').filter((row) => widthOf(row) > 110)).toEqual([]);
    expect(text).toMatch(/^ {2}….*\/shop +1 /m);
    expect(text).not.toContain('\x1b');
  });

  const at80 = async (lines: readonly object[], language: 'en' | 'zh') => {
    const text = statsText(await statistics(lines), language, { utf8: true, columns: 80 });
    expect(text.split('\n').filter((row) => widthOf(row) > 80)).toEqual([]);
    return text;
  };

  it.each([
    ['en', /^ {25}avg\. sent +false\n {7}rounds approved rounds back failed overruled claims +cost +time\n {2}all /],
    ['zh', /^ {8}轮数 {2}通过 {2}平均轮数 {2}退回 {2}失败 {2}否决 {2}不实说法 +费用 +用时\n {2}合计 /],
  ] as const)('fits on 80 columns: first it has no bars, and in %s no empty row', async (language, heading) => {
    const text = await at80(LINES, language);
    expect(text).toMatch(heading);
    expect(text).not.toContain('█');
  });

  it('leaves out the columns that have nothing, and only then shortens names', async () => {
    const named = (provider: string) => at80([...LINES, decision({ provider })], 'en');
    const text = await named('http://127.0.0.1:40013');
    expect(text).toMatch(/^ {2}http:\/\/127\.0\.0\.1:40013 /m);
    expect(text).toMatch(/^ +avg\. +sent\n +rounds +approved +rounds +back +failed +cost +time$/m);
    expect(text).toMatch(/ {2}2026-01-02 .* {2}█{3,}$/m);
    expect(await named(`http://127.0.0.1:40013/${'long/'.repeat(10)}`)).toMatch(/^ {2}….{20,} /m);
  });

  it('has no row without anything in it, and says what a review without a model is', async () => {
    const failed = decision({ verdict: 'failed', cause: 'api', model: null, duration_ms: 0, cost_usd: null });
    const let_through = decision({
      cause: 'limit',
      time: '2026-01-05T12:00:00.000Z',
      folder: '/none',
      model: 'unused',
    });
    const error = other({ api_error: 'x', message: '', folder: '/error', time: '2026-01-06T12:00:00.000Z' });
    const text = statsText(await statistics([decision(), failed, let_through, error]), 'en', WIDE);
    expect(text).not.toMatch(/2026-01-0[56]|\/none|\/error|unused/);
    expect(text).toMatch(/\n {2}none +1 +0 .*\n {2}none: a check or a claim decided, or the review failed\n/);
    expect(statsText(await statistics([decision()]), 'en', WIDE)).not.toContain('none');
    expect(statsText(await statistics([failed]), 'zh', WIDE)).toMatch(
      /\n {2}无 +1 .*\n {2}无：由检查或说法决定，或审查失败\n/,
    );
    expect(statsText(await statistics([let_through]), 'en', WIDE)).not.toContain('by ');
  });

  it.each([
    [
      'en',
      '  approved after 1 round: 2 tasks, 2 rounds: 1\n',
      /\n {2}time to a verdict: half took at most [\d.]+ s, 90 % at most /,
    ],
    ['zh', '  通过的任务：1 轮 2 个，2 轮 1 个\n', /\n {2}得出结论的时间：半数不超过 [\d.]+ 秒，90% 不超过 /],
  ] as const)('says in %s how many rounds tasks took, and how long rounds', async (language, rounds, latency) => {
    const lines = [decision(), decision({ count: 2 }), decision()];
    const text = statsText(await statistics(lines), language, WIDE);
    expect(text).toContain(rounds);
    expect(text).toMatch(latency);
    expect(statsText(await statistics(lines.slice(0, 1)), 'en', WIDE)).toContain('  approved after 1 round: 1 task\n');
    await at80(
      Array.from({ length: 40 }, (_, n) => decision({ count: n + 1 })),
      language,
    );
  });

  it('fits on 80 columns with every column there is', async () => {
    const overruled = {
      time: '2026-01-02T12:00:00.000Z',
      verdict: 'allow',
      tool: null,
      event: 'Stop',
      cause: 'review',
      feedback: '',
    };
    const claims = [{ kind: 'test', quote: 'all pass', status: 'contradicted' }];
    const more = [
      decision({ verdict: 'block', claims, cost_usd: 123 }),
      other({ overruled, why: 'x', by: '/overrule' }),
    ];
    const text = statsText(await statistics([...LINES, ...more]), 'en', { utf8: true, columns: 80 });
    expect(text.split('\n').filter((row) => widthOf(row) > 80)).toEqual([]);
    expect(text).toMatch(/overruled/);
  });

  it('says in both languages that there is nothing', async () => {
    const none = await statistics([other({ session: 'started', why: 'startup' })]);
    expect(statsText(none, 'en', WIDE)).toMatch(/^Nothing was reviewed yet\./);
    expect(statsText(none, 'en', { ...WIDE, isNarrowed: true })).toMatch(/^Nothing that was reviewed fits\./);
    expect(statsText(none, 'zh', WIDE)).toContain('还没有任何审查');
  });

  it('counts one project: a folder with those below it, and what was overruled in it', async () => {
    const overruled = {
      time: '2026-01-02T03:04:05.000Z',
      verdict: 'block',
      tool: null,
      event: 'Stop',
      cause: 'review',
      feedback: '',
    };
    const overrule = (session_id: string) => other({ session_id, overruled, why: '', by: '/overrule' });
    const of = (session_id: string, folder: string) => decision({ session_id, folder });
    const lines = [
      ...[of('a', '/shop'), of('b', '/shop/cart'), of('c', '/shopping'), of('d', '/shop'), of('d', '/other')],
      ...[overrule('a'), overrule('c'), overrule('d'), overrule('unknown')],
    ];
    const { total, byProject } = await readStatistics(journal(lines), '', { project: '/shop' });
    expect([total.rounds, total.overruled, [...byProject.keys()]]).toEqual([3, 1, ['/shop', '/shop/cart']]);
    expect((await readStatistics(journal(lines), '')).total).toMatchObject({ rounds: 5, overruled: 4 });
  });

  it('counts from a time on', async () => {
    const { total } = await statistics(LINES, '2026-01-02T12:01:00.000Z');
    expect(total).toMatchObject({ rounds: 1, failures: 1, limits: 1, apiErrors: 1 });
  });

  it('is data in the spelling of all others', async () => {
    expect(asData(await statistics())).toMatchObject({
      total: {
        ...{ rounds: 3, approvals: 1, blocks: 1, failures: 1, limits: 1, api_errors: 1 },
        rounds_of_approved_tasks: 2,
        review_ms: 202_000,
      },
      rounds_to_approval: { 2: 1 },
      latency_ms: { p50: expect.any(Number) },
      groups: expect.arrayContaining([expect.objectContaining({ day: '2026-01-01', project: '=cmd|x' })]),
    });
  });

  it('is CSV that a spreadsheet reads as text', async () => {
    const [heading, first, , third, ...rest] = csvOf(await statistics()).split('\r\n');
    expect(heading).toMatch(
      /^day,provider,model,project,rounds,approvals,doubted,rounds_of_approved_tasks,blocks,.*false_claims,answers,api_errors,cost_usd,review_ms$/,
    );
    expect(first).toBe("2026-01-01,p,m,'=cmd|x,1,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0.01,200000");
    expect(third).toMatch(/^2026-01-02,"a ""b"", c",m,\/shop,1,/);
    expect(rest.at(-1)).toBe('');
  });

  it('is CSV that a terminal shows as it is', async () => {
    const hostile = decision({ folder: '/\x1b]0;title\x07\n=sub', provider: '\x1b[2J=x', model: '=\u202e' });
    const [, row] = csvOf(await statistics([hostile])).split('\r\n');
    expect(row).toMatch(/^2026-01-0\d,<U\+001B>\[2J=x,'=<U\+202E>,\/<U\+001B>\]0;title<U\+0007><U\+000A>=sub,[\d.,]+$/);
  });

  it('tells how far it is, up to the end, and stops when told to', async () => {
    const file = journal(Array.from({ length: 3_000 }, () => decision()));
    let percent = 0;
    await readStatistics(file, '', { onPercent: () => percent++ });
    expect(percent).toBe(100);
    const stop = new AbortController();
    const part = await readStatistics(file, '', { signal: stop.signal, onPercent: () => stop.abort() });
    expect(part.total.rounds).toBeLessThan(3_000);
  });
});
