import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sessionAnswer, sessionsAnswer, statisticsAnswer } from '../../../src/dashboard/answers.ts';
import { JournalData } from '../../../src/dashboard/journal-data.ts';
import type { SessionHistory } from '../../../src/history/session-history.ts';
import type { JournalLine } from '../../../src/journal/record.ts';
import { appendJournal } from '../../../src/journal/write.ts';
import { madeUpJournal } from '../../support/made-up-journal.ts';
import { temporaryFolder } from '../folder.ts';

const noCommand = () => null;
const EVERYTHING = new URLSearchParams();
const NOBODY: ReadonlySet<string> = new Set();

async function loaded(lines = madeUpJournal()) {
  const journal = join(temporaryFolder(), 'ccc', 'reviews.jsonl');
  for (const line of lines) appendJournal(journal, line, (text) => text);
  const data = new JournalData(journal);
  await data.load(new AbortController().signal);
  const ids = (query: Record<string, string>, running = NOBODY) =>
    sessionsAnswer(data, running, new URLSearchParams(query)).sessions.map(({ id }) => id.slice(0, 1));
  return { journal, data, ids };
}

describe('what the page gets', () => {
  it('sessions, the newest first, those that run before them', async () => {
    const { ids } = await loaded();
    expect(ids({})).toEqual(['e', 'd', 'c', 'b', 'a']);
    expect(ids({}, new Set(['aaaa1111']))).toEqual(['a', 'e', 'd', 'c', 'b']);
  });

  it.each<[query: Record<string, string>, ids: string[]]>([
    [{ outcome: 'sent-back' }, ['b']],
    [{ outcome: 'needs-you' }, ['d', 'c', 'b']],
    [{ outcome: 'needs-you', provider: 'anthropic' }, ['c', 'b']],
    [{ provider: 'glm' }, ['e', 'd']],
    [{ project: '/home/user/docs' }, ['d']],
    [{ q: ' CART ' }, ['a']],
    [{ since: '2026-11-16T00:00:00.000Z' }, ['e', 'd', 'c']],
    [{ limit: '2' }, ['e', 'd']],
    [{ limit: '2', offset: '4' }, ['a']],
    [{ limit: '-1', offset: 'x' }, ['e', 'd', 'c', 'b', 'a']],
    [{ outcome: 'no such' }, []],
  ])('%o', async (query, expected) => expect((await loaded()).ids(query)).toEqual(expected));

  it('as needing the user, one that was left while it waited for an answer', async () => {
    const { ids, journal, data } = await loaded();
    const [first] = madeUpJournal();
    const asks = { verdict: 'allow', cause: 'review', event: 'PreToolUse', tool: 'AskUserQuestion', questions: ['?'] };
    appendJournal(journal, { ...first, ...asks, session_id: 'ffff', supervisor_id: 'ffff' } as never, (text) => text);
    data.update();
    expect(ids({ outcome: 'needs-you' })).toContain('f');
  });

  it('as needing the user, none that works on what was sent back', async () => {
    const { ids } = await loaded();
    expect(ids({ outcome: 'needs-you' }, new Set(['bbbb2222', 'cccc3333', 'aaaa1111']))).toEqual(['c', 'd']);
  });

  it.each<[query: Record<string, string>, figures: [rounds: number, approvals: number, blocks: number, days: number]]>([
    [{}, [5, 2, 2, 4]],
    [{ provider: 'glm' }, [1, 1, 0, 2]],
    [{ project: '/home/user/site' }, [1, 0, 1, 1]],
    [{ project: '/home/user/shop', provider: 'glm' }, [1, 1, 0, 1]],
    [{ since: '2026-11-15T09:01:00.000Z' }, [3, 1, 1, 3]],
    [{ since: 'never' }, [0, 0, 0, 0]],
  ])('figures of %o', async (query, expected) => {
    const { total, days } = statisticsAnswer((await loaded()).data, new URLSearchParams(query));
    expect([total.rounds, total.approvals, total.blocks, days.length]).toEqual(expected);
  });

  it('one session with its lines, without what the page does not show', async () => {
    const { data, journal } = await loaded();
    const found = sessionAnswer(data, NOBODY, journal, 'aaaa1111', noCommand);
    expect(found?.lines).toHaveLength(2);
    expect(found?.lines[0]).not.toHaveProperty('supervisor_id');
    expect(sessionAnswer(data, NOBODY, journal, 'aaaa', noCommand)).toBeUndefined();
  });

  it('the command that continues a session, by its history and lines, unless it is running', async () => {
    const { data, journal } = await loaded();
    const commandFor = ({ id, folder }: SessionHistory, lines: JournalLine[]) => `${folder} ${id} ${lines.length}`;
    const commandOf = (running: ReadonlySet<string>) =>
      sessionAnswer(data, running, journal, 'aaaa1111', commandFor)?.command;
    expect(commandOf(NOBODY)).toBe('/home/user/shop aaaa1111 2');
    expect(commandOf(new Set(['aaaa1111']))).toBeNull();
  });

  it('lines that come later, each once', async () => {
    const { data, journal, ids } = await loaded();
    expect(data.update()).toBe(false);
    const [first] = madeUpJournal();
    appendJournal(journal, { ...first, session_id: 'ffff', time: '2026-11-18T00:00:00.000Z' } as never, (text) => text);
    expect(data.update()).toBe(true);
    expect(data.update()).toBe(false);
    expect(ids({})[0]).toBe('f');
    expect(statisticsAnswer(data, EVERYTHING).total.blocks).toBe(3);
  });

  it('nothing that an edited journal could break', async () => {
    const { data, journal } = await loaded([
      { supervisor_id: 'x', verdict: 'allow' },
      { supervisor_id: 'x', session_id: 'x', time: 7, verdict: 'block', claims: 'no', checks: { a: 1 }, cost_usd: 'x' },
      { supervisor_id: 'x', session_id: 'x', time: 'never', verdict: 'block', claims: [null], event: 'Stop' },
    ] as never);
    expect(() => sessionsAnswer(data, NOBODY, new URLSearchParams({ q: 'x' }))).not.toThrow();
    expect(() => statisticsAnswer(data, EVERYTHING)).not.toThrow();
    expect(() => sessionAnswer(data, NOBODY, journal, 'x', noCommand)).not.toThrow();
  });
});
