import { appendFileSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { earlierVerdicts, lastApproval, lastVerdict } from '../../../src/hook/verdicts.ts';
import { journalEntries, journalLines, journalSince } from '../../../src/journal/read.ts';
import type { JournalEntry, JournalLine, OverruleEntry } from '../../../src/journal/record.ts';
import { appendJournal } from '../../../src/journal/write.ts';
import { redactor } from '../../../src/platform/redact.ts';
import { modeOf, temporaryFolder, write } from '../folder.ts';

const ENTRY: JournalEntry = {
  v: 2,
  time: '2026-01-01T00:00:00.000Z',
  session_id: '6d6a9e3a-b908-4612-a7ea-41a01eced3c3',
  supervisor_id: 'night-run',
  prompt_id: null,
  event: 'Stop',
  tool: null,
  verdict: 'block',
  cause: 'review',
  feedback: 'add tests',
  count: 1,
  max: 20,
  duration_ms: 1234,
  cost_usd: 0.012,
  tokens: { input: 1, output: 2, cache_read: 3, cache_write: 4 },
  model: 'model-x',
  provider: 'anthropic',
  context: 'fork',
  turns: 2,
  checks: [{ name: 'test', outcome: 'passed', reused: false, ms: 12 }],
  touched: [],
  notices: [],
  tree: null,
};

const newJournal = () => join(temporaryFolder(), 'ccc', 'reviews.jsonl');
const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n');

describe('the journal', () => {
  it('holds every entry as it was, one to a line', () => {
    const path = newJournal();
    const second = { ...ENTRY, feedback: 'one\ntwo\r\n"three"\u2028 你好', count: 2 };
    appendJournal(path, ENTRY, redactor([]));
    appendJournal(path, second, redactor([]));
    const [first, next, end, ...more] = linesOf(path);
    expect(JSON.parse(first as string)).toEqual(ENTRY);
    expect(JSON.parse(next as string)).toEqual(second);
    expect([end, more]).toEqual(['', []]);
  });

  it('is private', () => {
    const path = newJournal();
    appendJournal(path, ENTRY, redactor([]));
    expect(modeOf(path)).toBe(0o600);
  });

  it('holds no secret', () => {
    const path = newJournal();
    appendJournal(path, { ...ENTRY, feedback: 'the key hunter2 and api_key=other' }, redactor(['hunter2']));
    expect(JSON.parse(linesOf(path)[0] as string).feedback).toBe('the key [redacted] and api_key=[redacted]');
  });

  it('says why it could not be written', () =>
    expect(() => appendJournal(temporaryFolder(), ENTRY, redactor([]))).toThrow('EISDIR'));
});

const line = (n: number, feedback = '') => JSON.stringify({ supervisor_id: `s${n}`, verdict: 'allow', feedback });
const ids = (path: string, lastBytes?: number) =>
  [...journalEntries(path, lastBytes)].map((entry) => entry.supervisor_id);

it('no journal, no entries', () => expect(ids('/no/such/journal')).toEqual([]));

it('what cannot be read is passed over, a line being written too', () => {
  const path = write(join(temporaryFolder(), 'j'), `${line(1)}\n{"cut\n[]\nnull\n7\n\n${line(2)}\n${line(3)}`);
  expect(ids(path)).toEqual(['s1', 's2']);
});

it('a gap without line ends, as a damaged disk leaves it, costs no more than its length', () => {
  const seconds = (megabytes: number) => {
    const path = write(join(temporaryFolder(), 'j'), `${line(1)}\n`);
    truncateSync(path, megabytes * 1024 * 1024);
    appendFileSync(path, `\n${line(2)}\n`);
    const before = process.cpuUsage();
    expect(ids(path)).toEqual(['s1', 's2']);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  seconds(1);
  // Four times as much took sixteen times as long.
  expect(seconds(256)).toBeLessThan(10 * seconds(64));
});

it('from the end: whole lines only', () => {
  const path = write(join(temporaryFolder(), 'j'), [1, 2, 3].map((n) => `${line(n)}\n`).join(''));
  expect(ids(path, line(3).length + 1)).toEqual([]);
  expect(ids(path, line(3).length + 2)).toEqual(['s3']);
  expect(ids(path, 1e6)).toEqual(['s1', 's2', 's3']);
});

it('lines of any length and script, across the pieces it is read in', () => {
  const dir = temporaryFolder();
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 400_000 }), fc.constantFrom('x', '审', '😀')), { maxLength: 4 }),
      (lengths) => {
        const path = write(
          join(dir, 'j'),
          lengths.map(([length, char], n) => `${line(n, char.repeat(length / 3))}\n`).join(''),
        );
        expect(ids(path)).toEqual(lengths.map((_, n) => `s${n}`));
      },
    ),
    { numRuns: 25 },
  );
});

describe('what the user has overruled', () => {
  const SESSION = ENTRY.session_id;
  const at = (minute: number) => `2026-01-01T12:${String(minute).padStart(2, '0')}:00.000Z`;
  const decision = (
    minute: number,
    verdict: JournalEntry['verdict'],
    more: Partial<JournalEntry> = {},
  ): JournalEntry => ({
    ...ENTRY,
    ...{ time: at(minute), verdict, feedback: `${verdict} ${minute}` },
    ...more,
  });
  const overrules = (minute: number, target: JournalEntry, why = 'it works'): OverruleEntry => ({
    v: 2,
    time: at(minute),
    session_id: target.session_id,
    supervisor_id: target.supervisor_id,
    overruled: {
      ...{ time: target.time, verdict: target.verdict as 'allow' | 'block', event: target.event, tool: target.tool },
      ...{ cause: target.cause, feedback: target.feedback },
    },
    why,
    by: 'ccc overrule',
  });
  function journal(...lines: JournalLine[]) {
    const paths = pathsOf(readEnv({ CCC_CONFIG_DIR: temporaryFolder() }));
    for (const line of lines) appendJournal(paths.journal, line, redactor([]));
    return paths;
  }
  const verdicts = (...lines: JournalLine[]) =>
    earlierVerdicts(SESSION, journal(...lines)).map(({ feedback, overruled }) => [feedback, overruled?.why]);
  const [sentBack, approved] = [decision(1, 'block'), decision(2, 'allow')];

  it('is a line of its own, which readers of decisions pass over', () => {
    const paths = journal(sentBack, overrules(3, sentBack));
    expect([...journalEntries(paths.journal)]).toEqual([sentBack]);
    expect([...journalLines(paths.journal)]).toEqual([sentBack, overrules(3, sentBack)]);
    // An older version takes any line with a verdict for a decision.
    expect(overrules(3, sentBack)).not.toHaveProperty('verdict');
  });

  it('is redacted', () => {
    const paths = pathsOf(readEnv({ CCC_CONFIG_DIR: temporaryFolder() }));
    appendJournal(paths.journal, overrules(3, sentBack, 'the key is hunter2'), redactor(['hunter2']));
    expect(readFileSync(paths.journal, 'utf8')).not.toContain('hunter2');
  });

  it('a line that has been edited is passed over', () => {
    const paths = journal(sentBack);
    const { overruled: _, ...without } = overrules(3, sentBack);
    for (const line of [without, { ...without, overruled: null }, { ...overrules(3, sentBack), why: 7 }])
      write(paths.journal, `${readFileSync(paths.journal, 'utf8')}${JSON.stringify(line)}\n`);
    expect([...journalLines(paths.journal)]).toEqual([sentBack]);
  });

  it('an approval that was overruled has not ended the task', () =>
    expect(verdicts(sentBack, approved, overrules(3, approved))).toEqual([
      ['block 1', undefined],
      ['allow 2', 'it works'],
    ]));

  it('an objection that was overruled has: from there on, with what the user said', () => {
    const second = decision(4, 'block');
    const passed = decision(6, 'allow', { cause: 'overruled' });
    expect(verdicts(sentBack, second, overrules(5, second), passed)).toEqual([['block 4', 'it works']]);
    expect(verdicts(sentBack, second, overrules(5, second), passed, decision(7, 'block'))).toEqual([
      ['block 4', 'it works'],
      ['block 7', undefined],
    ]);
    // An approval ends that as well.
    expect(verdicts(second, overrules(5, second), passed, decision(8, 'allow'))).toEqual([]);
  });

  it('not what another session was told at the same time', () => {
    const other = { ...approved, session_id: 'another' };
    expect(verdicts(sentBack, approved, other, overrules(3, other))).toEqual([]);
  });

  it('the last verdict is the last that was judged', () => {
    const off = decision(3, 'allow', { cause: 'off' });
    const last = (...lines: JournalLine[]) => lastVerdict(SESSION, journal(...lines));
    expect(last(sentBack, off)).toMatchObject({ feedback: 'block 1', overruled: undefined });
    expect(last(sentBack, overrules(2, sentBack), off)?.overruled?.time).toBe(at(2));
    expect(last(sentBack, decision(4, 'failed', { cause: 'api' }))).toMatchObject({ verdict: 'failed' });
    expect(last(off)).toBeUndefined();
  });
});

describe('the lines since a time', () => {
  const at = (day: number) => `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`;

  it('are read from the end, however long the journal is, and a line that is torn is left out', () => {
    const path = newJournal();
    const lines = Array.from({ length: 2000 }, (_, i) => ({
      ...ENTRY,
      time: i < 500 ? at(1) : at(2),
      count: i,
      feedback: 'x'.repeat(1000),
    }));
    write(path, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"supervisor_id":"night-run","verd`);
    const found = journalSince(path, at(2)) as JournalEntry[];
    expect(found.map(({ count }) => count)).toEqual(lines.slice(500).map(({ count }) => count));
    expect(journalSince(path, at(3))).toEqual([]);
  });

  it('none are there without a journal; one that cannot be read is an error', () => {
    expect(journalSince(newJournal(), at(1))).toEqual([]);
    expect(() => journalSince(temporaryFolder(), at(1))).toThrow('EISDIR');
  });
});

it('an approval of a second client in the same session is not the session’s', () => {
  const dir = temporaryFolder();
  const paths = pathsOf(readEnv({ CCC_CONFIG_DIR: dir }));
  const own = { ...ENTRY, verdict: 'allow' as const, supervisor_id: `${ENTRY.session_id}` };
  const others = { ...own, time: '2026-01-01T00:00:01.000Z', supervisor_id: `${ENTRY.session_id}.77` };
  for (const entry of [own, others]) appendJournal(paths.journal, entry, redactor([]));
  expect(lastApproval(ENTRY.session_id, paths)?.time).toBe(own.time);
});
