import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storyText } from '../../../src/commands/log-story.ts';
import { entryTexts, jsonTexts } from '../../../src/commands/log-text.ts';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { ReportBuilder } from '../../../src/history/report.ts';
import { SessionList } from '../../../src/history/sessions.ts';
import { Statistics } from '../../../src/history/statistics.ts';
import { pastOf } from '../../../src/hook/journal-past.ts';
import { summarize } from '../../../src/hook/rules/summary.ts';
import { verdictsOf } from '../../../src/hook/verdicts.ts';
import { journalLines, linesOfId, newestFirst } from '../../../src/journal/read.ts';
import { type JournalLine, parseLine } from '../../../src/journal/record.ts';
import { runOutcome } from '../../../src/launch/run-outcome.ts';
import { temporaryFolder, write } from '../folder.ts';
import { ENTRY } from './lines.ts';

const IDS = { v: 2, time: ENTRY.time, session_id: ENTRY.session_id, supervisor_id: ENTRY.supervisor_id };
const PLACE = { folder: '/shop', branch: 'main', provider: 'p', client_pid: 1 };
const FULL = {
  ...{
    ...ENTRY,
    ...PLACE,
    launcher_pid: null,
    request: 'Add a cart',
    plan_approved: true,
    from_prose: true,
    tree: 't',
  },
  claims: [{ kind: 'tests', quote: 'all pass', status: 'backed' }],
  findings: [{ kind: 'stub', certain: false, text: 'a stub' }],
  since_last: { tool_calls: 1, files: ['a'], more_files: 0, commands: ['b'], more_commands: 2 },
  changed: { files: ['a'], more_files: 0 },
  checks: [{ name: 'test', outcome: 'failed', reused: true, ms: 1, at: null, why: 'so', failed_before: true }],
  ...{ changed_settings: ['a'], touched: ['a'], notices: ['n'], questions: ['Q?'] },
  answers: [{ question: 'Q?', answer: ['a', 'b'], ground: 'g' }],
};
const { event, tool, verdict, cause, feedback, duration_ms, cost_usd, tokens, model, context, turns } = ENTRY;
const OVERRULED = { time: ENTRY.time, verdict, event, tool, cause, feedback };
const LINES = {
  decision: FULL,
  overrule: { ...IDS, overruled: OVERRULED, why: '', by: '/overrule' },
  mode: { ...IDS, mode: 'off' },
  by_hand: {
    ...IDS,
    by_hand: { event, verdict, cause, feedback, duration_ms, cost_usd, tokens, model, context, turns },
  },
  session: { ...IDS, ...PLACE, session: 'started', why: 'startup' },
  api_error: { ...IDS, ...PLACE, api_error: 'rate_limit', message: 'wait', request: null },
};
const parsed = (line: object) => parseLine(JSON.stringify(line));

it.each(Object.entries(LINES))('a whole line is as it was written: %s', (_, line) =>
  expect(parsed(line)).toEqual(line),
);

it.each<[written: string, time: string | undefined]>([
  ['2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z'],
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02T03:04:05.678+02:00', '2026-01-02T01:04:05.678Z'],
  ['Wed, 01 Jan 2020 00:00:00 GMT', '2020-01-01T00:00:00.000Z'],
  ['+010000-01-01T00:00:00.000Z', undefined],
  ['-000001-01-01T00:00:00.000Z', undefined],
  ['soon', undefined],
])('the time %s is compared as %s', (time, as) => {
  expect(parsed({ ...ENTRY, time })?.time).toBe(as);
  const overruled = { time, verdict: 'block', event: 'Stop', cause: 'review', feedback: '' };
  const overrule = { time: ENTRY.time, session_id: 's', supervisor_id: 's', overruled, why: '', by: '/overrule' };
  expect(parsed(overrule)).toEqual(
    as === undefined ? undefined : expect.objectContaining({ overruled: expect.objectContaining({ time: as }) }),
  );
});

it('an id that is longer than any of ours makes it none', () => {
  for (const key of ['session_id', 'supervisor_id']) {
    expect(parsed({ ...ENTRY, [key]: 'x'.repeat(300) })).toBeDefined();
    expect(parsed({ ...ENTRY, [key]: 'x'.repeat(301) })).toBeUndefined();
  }
});

it('a line of version 1, with what came later absent or empty', () => {
  const { v, tree, ...old } = ENTRY;
  expect(parsed(old)).toEqual(old);
  const { checks, touched, notices, provider, max, duration_ms: _, prompt_id, tool: __, ...oldest } = old;
  const absent = { checks: [], touched: [], notices: [], provider: '', max: 0, duration_ms: 0, prompt_id: null };
  expect(parsed(oldest)).toEqual({ ...old, ...absent });
  expect(parsed(oldest)).not.toHaveProperty('tree');
});

describe('is dropped', () => {
  it.each<[what: string, line: object]>([
    ['no kind', IDS],
    ['two kinds', { ...ENTRY, overruled: null }],
    ['two kinds, both whole', { ...LINES.mode, ...LINES.overrule }],
    ['no id', { ...ENTRY, supervisor_id: null }],
    ['no session', { ...ENTRY, session_id: 7 }],
    ['no time', { ...ENTRY, time: 'soon' }],
    ['an unknown verdict', { ...ENTRY, verdict: 'constructor' }],
    ['no event', { ...ENTRY, event: undefined }],
    ['no cause', { ...ENTRY, cause: null }],
    ['no feedback', { ...ENTRY, feedback: {} }],
    ['overruled: nothing', { ...LINES.overrule, overruled: null }],
    ['overruled: a failure', { ...LINES.overrule, overruled: { ...OVERRULED, verdict: 'failed' } }],
    ['overruled: at no time', { ...LINES.overrule, overruled: { ...OVERRULED, time: 'x' } }],
    ['overruled by somebody', { ...LINES.overrule, by: 'me' }],
    ['an unknown mode', { ...IDS, mode: 'maybe' }],
    ['by hand: nothing', { ...IDS, by_hand: null }],
    ['by hand: an unknown verdict', { ...IDS, by_hand: { ...LINES.by_hand.by_hand, verdict: 'constructor' } }],
    ['a session that does neither', { ...LINES.session, session: 'paused' }],
    ['an error without words', { ...LINES.api_error, message: null }],
    ['a list', [ENTRY]],
  ])('%s', (_, line) => expect(parsed(line)).toBeUndefined());

  it('what is nested deeper than it can be written again', () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const line = (extra: string) => parseLine(`${JSON.stringify(ENTRY).slice(0, -1)},"x":${extra}}`);
    expect(line(deep(100_000))).toBeUndefined();
    expect(() => JSON.stringify(line(deep(1_500)))).not.toThrow();
    expect(parsed({ ...ENTRY, feedback: deep(5_000) })).toBeDefined();
  });
});

const NO_TEXT = { toString: 1, valueOf: 1 };
it.each<[field: string, edit: object, read: object]>([
  ['a text', { model: NO_TEXT, folder: 5, request: [], prompt_id: 7 }, { model: null, folder: null, request: null }],
  ['a sum that is no number', { cost_usd: 1e308, duration_ms: 1e308 }, { cost_usd: null, duration_ms: 0 }],
  ['a number', { cost_usd: -5, duration_ms: '1', count: {} }, { cost_usd: null, duration_ms: 0, count: null }],
  ['a flag', { plan_approved: 1, from_prose: 'yes' }, { plan_approved: undefined, from_prose: undefined }],
  ['one of a few words', { context: 'constructor' }, { context: null }],
  ['a list', { claims: 7, notices: 5, checks: null }, { claims: undefined, notices: [], checks: [] }],
  ['texts', { touched: ['a', NO_TEXT], notices: [null, 'n'] }, { touched: ['a'], notices: ['n'] }],
  ['claims', { claims: [null, { ...FULL.claims[0], quote: 1 }, FULL.claims[0]] }, { claims: FULL.claims }],
  ['findings', { findings: [{ ...FULL.findings[0], text: NO_TEXT }, ...FULL.findings] }, { findings: FULL.findings }],
  ['checks', { checks: [{ ...FULL.checks[0], name: NO_TEXT }, ...FULL.checks] }, { checks: FULL.checks }],
  [
    'a part of a check',
    { checks: [{ name: 'x', outcome: 'y', reused: 1 }] },
    { checks: [{ name: 'x', outcome: 'y', reused: false, ms: 0 }] },
  ],
  [
    'answers',
    {
      answers: [
        { ...FULL.answers[0], answer: NO_TEXT },
        { ...FULL.answers[0], answer: [1] },
        { ...FULL.answers[0], ground: NO_TEXT },
        ...FULL.answers,
      ],
    },
    { answers: FULL.answers },
  ],
  [
    'since_last',
    { since_last: { ...FULL.since_last, files: [NO_TEXT] } },
    { since_last: { ...FULL.since_last, files: [] } },
  ],
  ['no since_last', { since_last: { files: [] } }, { since_last: undefined }],
  ['changed', { changed: { files: [1, 'a'], more_files: {} } }, { changed: FULL.changed }],
  ['tokens', { tokens: { input: 'x', output: 2 } }, { tokens: { input: 0, output: 2, cache_read: 0, cache_write: 0 } }],
  ['no tokens', { tokens: 'abc' }, { tokens: null }],
])('a field that is not what it should be is as if it were absent: %s', (_, edit, read) =>
  expect(parsed({ ...FULL, ...edit })).toMatchObject(read),
);

/** A real line of any kind in which some fields, or some in them, are anything; or an object of any fields. */
const KEYS = [...new Set(Object.values(LINES).flatMap((line) => [...Object.keys(line), ...Object.keys(OVERRULED)]))];
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    NO_TEXT,
    [NO_TEXT],
    null,
    '__proto__',
    'constructor',
    1e308,
    -1,
    '+275760-09-13T00:00:00.000Z',
  ),
  fc.constantFrom<unknown>(...Object.values(FULL), ...Object.values(LINES.overrule), LINES.by_hand.by_hand),
);
const editsOf = (keys: readonly string[]) => fc.dictionary(fc.constantFrom(...keys), anything, { maxKeys: 3 });
const INNER = Object.entries(FULL).flatMap(([key, value]) => {
  const [item] = [value].flat();
  return typeof item === 'object' && item !== null ? [{ key, item, isList: Array.isArray(value) }] : [];
});
const innerEdit = fc
  .constantFrom(...INNER)
  .chain(({ key, item, isList }) =>
    editsOf(Object.keys(item)).map((edit) => ({ [key]: isList ? [item, { ...item, ...edit }] : { ...item, ...edit } })),
  );
const edited = fc.oneof(
  fc.tuple(fc.constantFrom(...Object.values(LINES)), editsOf(KEYS)).map(([line, edit]) => ({ ...line, ...edit })),
  innerEdit.map((edit) => ({ ...FULL, ...edit })),
  editsOf(KEYS),
  fc.object(),
);
const REAL = { ...FULL, session_id: 'real', supervisor_id: 'real' };

it('any objects among the real lines: nothing that reads them throws, and every real one counts', () => {
  const paths = pathsOf(readEnv({ HOME: temporaryFolder() }));
  const style = { language: 'en', columns: 80, colour: true } as const;
  fc.assert(
    fc.property(fc.array(edited, { maxLength: 6 }), fc.integer({ min: 1, max: 3 }), (odd, count) => {
      const real = Array.from({ length: count }, () => REAL);
      const all = odd.flatMap((line, at) => (at < count ? [line, real[at]] : [line])).concat(real.slice(odd.length));
      write(paths.journal, all.map((line) => `${JSON.stringify(line)}\n`).join(''));
      const lines = [...journalLines(paths.journal)];
      expect([...newestFirst(paths.journal)].reverse()).toEqual(lines);

      const [list, statistics, report] = [
        new SessionList(),
        new Statistics(),
        new ReportBuilder('', '2026-11-01T00:00:00.000Z'),
      ];
      for (const line of lines) for (const reader of [list, statistics, report]) reader.add(line as JournalLine);
      const { sessions } = report.report({
        ...{
          running: new Map(),
          hasAnswered: () => false,
          requestOf: () => null,
          providerToName: () => undefined,
          places: {},
        },
      });
      // An edited line may have been given another id, also this one.
      expect(list.get('real')?.rounds).toBeGreaterThanOrEqual(count);
      expect(sessions.find(({ id }) => id === 'real')?.rounds).toBeGreaterThanOrEqual(count);
      expect(statistics.total.rounds).toBeGreaterThanOrEqual(count);
      expect(statistics.latency().p50).toBeGreaterThanOrEqual(0);
      for (const id of ['real', ENTRY.session_id]) {
        const own = linesOfId(paths.journal, id);
        const history = list.get(id);
        if (history) storyText(own, style, { history, state: '', lastRequest: null, command: null });
        runOutcome(own, () => false);
        summarize(id, undefined, { maxIterations: 1, enabledByDefault: true } as never, own);
        verdictsOf(id, paths, Number.POSITIVE_INFINITY);
      }
      expect([...entryTexts(lines, undefined, style)]).toHaveLength(lines.length);
      expect(JSON.parse([...jsonTexts(lines)].join('')).entries).toHaveLength(lines.length);
      expect(verdictsOf('real', paths, 1e6).length).toBeGreaterThanOrEqual(count);
      expect(pastOf(paths.journal, 'real')).toBeDefined();
      pastOf(paths.journal, ENTRY.supervisor_id);
    }),
    { numRuns: 150 },
  );
});

it('is read from the file the same', () => {
  const path = write(
    join(temporaryFolder(), 'j'),
    `${Object.values(LINES)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('')}`,
  );
  expect([...journalLines(path)]).toEqual(Object.values(LINES));
});
