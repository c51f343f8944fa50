import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { earlierVerdicts, lastApproval, lastVerdict } from '../../../src/hook/verdicts.ts';
import { journalEntries, journalLines } from '../../../src/journal/read.ts';
import type { JournalEntry, JournalLine, OverruleEntry } from '../../../src/journal/record.ts';
import { appendJournal } from '../../../src/journal/write.ts';
import { redactor } from '../../../src/platform/redact.ts';
import { temporaryFolder, write } from '../folder.ts';
import { ENTRY } from '../journal/lines.ts';

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
    // The user pressed Esc to overrule the one before.
    const cutOff = decision(5, 'failed', { cause: 'interrupted' });
    expect(last(sentBack, cutOff, cutOff)).toMatchObject({ feedback: 'block 1' });
    expect(last(cutOff)).toMatchObject({ cause: 'interrupted' });
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
