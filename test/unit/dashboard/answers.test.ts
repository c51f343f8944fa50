import { rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Running, sessionAnswer, sessionsAnswer, statisticsAnswer } from '../../../src/dashboard/answers.ts';
import { JournalData } from '../../../src/dashboard/journal-data.ts';
import type { RequestLookup } from '../../../src/dashboard/request-lookup.ts';
import type { SessionHistory } from '../../../src/history/session-history.ts';
import type { JournalLine } from '../../../src/journal/record.ts';
import { appendJournal } from '../../../src/journal/write.ts';
import type { AnswerLookup } from '../../../src/transcript/answer-lookup.ts';
import { madeUpDecision, madeUpJournal } from '../../support/made-up-journal.ts';
import { temporaryFolder } from '../folder.ts';

const noCommand = () => null;
const EVERYTHING = new URLSearchParams();
const NOBODY: ReadonlyMap<string, Running> = new Map();
const runs = (...ids: string[]) => new Map(ids.map((id) => [id, { activity: 'unknown' as const, request: null }]));

const nobodyWentOn: AnswerLookup = () => false;
const ABORT = new AbortController().signal;

async function loaded(lines = madeUpJournal(), hasAnswered = nobodyWentOn, readRequest?: RequestLookup) {
  const journal = join(temporaryFolder(), 'ccc', 'reviews.jsonl');
  for (const line of lines) appendJournal(journal, line, (text) => text);
  const data = new JournalData(journal, hasAnswered, readRequest);
  await data.load(ABORT);
  const ids = (query: Record<string, string>, running = NOBODY) =>
    sessionsAnswer(data, running, new URLSearchParams(query)).sessions.map(({ id }) => id.slice(0, 1));
  return { journal, data, ids };
}

describe('what the page gets', () => {
  it('sessions, the newest first, those that run before them', async () => {
    const { ids } = await loaded();
    expect(ids({})).toEqual(['e', 'd', 'c', 'b', 'a']);
    expect(ids({}, runs('aaaa1111'))).toEqual(['a', 'e', 'd', 'c', 'b']);
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
    await data.update(ABORT);
    expect(ids({ outcome: 'needs-you' })).toContain('f');
  });

  it('as needing the user, none that works on what was sent back', async () => {
    const { ids } = await loaded();
    expect(ids({ outcome: 'needs-you' }, runs('bbbb2222', 'cccc3333', 'aaaa1111'))).toEqual(['c', 'd']);
  });

  it.each<[query: Record<string, string>, figures: [rounds: number, approvals: number, blocks: number, days: number]]>([
    [{}, [5, 2, 2, 4]],
    [{ provider: 'glm' }, [1, 1, 0, 2]],
    [{ project: '/home/user/site' }, [1, 0, 1, 1]],
    [{ project: '/home/user/shop', provider: 'glm' }, [1, 1, 0, 1]],
    [{ since: '2026-11-15T09:01:00.000Z' }, [3, 1, 1, 3]],
    [{ since: 'never' }, [0, 0, 0, 0]],
  ])('figures of %o', async (query, expected) => {
    const { total, days } = await statisticsAnswer((await loaded()).data, new URLSearchParams(query));
    expect([total.rounds, total.approvals, total.blocks, days.length]).toEqual(expected);
  });

  it('how many need the user, of a project, a provider and a time, whatever is searched for', async () => {
    const { data } = await loaded();
    const needUser = (query: Record<string, string>, running = NOBODY) =>
      sessionsAnswer(data, running, new URLSearchParams(query)).needUser;
    expect(needUser({})).toBe(3);
    expect(needUser({ q: 'no such', outcome: 'approved' })).toBe(3);
    expect(needUser({ provider: 'anthropic' })).toBe(2);
    expect(needUser({ project: '/home/user/docs' })).toBe(1);
    expect(needUser({ since: '2026-11-16T09:01:00.000Z' })).toBe(1);
    expect(needUser({}, runs('bbbb2222'))).toBe(2);
  });

  it('in any period one that runs', async () => {
    const { ids } = await loaded();
    expect(ids({ since: '2026-11-17T00:00:00.000Z' }, runs('aaaa1111'))).toEqual(['a', 'e']);
  });

  it('figures of the last hours to the minute', async () => {
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const { data, journal } = await loaded([
      ...[30, 13, 11.9, 1].map((hours) => madeUpDecision(`a${hours}`, ago(hours), {})),
      madeUpDecision('glm', ago(1), { provider: 'glm' }),
    ]);
    const approvals = async (query: Record<string, string>) =>
      (await statisticsAnswer(data, new URLSearchParams(query))).total.approvals;
    expect(await approvals({ since: ago(12) })).toBe(3);
    expect(await approvals({ since: ago(12), provider: 'anthropic' })).toBe(2);
    expect(await approvals({})).toBe(5);
    appendJournal(journal, madeUpDecision('a0', ago(0), {}), (text) => text);
    await data.update(ABORT);
    expect(await approvals({ since: ago(12) })).toBe(4);
    // Nor is the journal read for that again.
    rmSync(journal);
    expect(await approvals({ since: ago(12) })).toBe(4);
  });

  describe('that an agent went on after its last stop', () => {
    const inFirst: AnswerLookup = ({ id }) => id === 'aaaa1111';
    const find = (data: JournalData, id: string, running = NOBODY) =>
      sessionsAnswer(data, running, EVERYTHING).sessions.find((session) => session.id === id);

    it('which needs the user once it has ended', async () => {
      const { data, journal, ids } = await loaded(madeUpJournal(), inFirst);
      const text = 'approved; what came after that is NOT reviewed';
      expect(find(data, 'aaaa1111')).toMatchObject({ wentOn: true, needsUser: true, statusText: { en: text } });
      expect(find(data, 'eeee5555')).toMatchObject({ wentOn: false, needsUser: false, statusText: null });
      expect(ids({ outcome: 'needs-you' })).toEqual(['d', 'c', 'b', 'a']);
      expect(sessionsAnswer(data, NOBODY, EVERYTHING).needUser).toBe(4);
      const running = runs('aaaa1111');
      expect(find(data, 'aaaa1111', running)).toMatchObject({
        wentOn: true,
        needsUser: false,
        statusText: { en: text },
      });
      const opened = sessionAnswer(data, NOBODY, journal, 'aaaa1111', noCommand);
      expect(opened).toMatchObject({ session: { needsUser: true }, next: { en: 'type "continue"' } });
    });

    it('also where its transcript is gone', async () => {
      const { data } = await loaded(madeUpJournal(), () => undefined);
      expect(find(data, 'aaaa1111')?.statusText?.en).toContain('its transcript is gone');
    });

    it('asked for the time after its last stop, or after its last question', async () => {
      const asked: [string, string][] = [];
      const { data, journal } = await loaded(madeUpJournal(), ({ id }, since) => {
        asked.push([id.slice(0, 1), since.slice(0, 16)]);
        return false;
      });
      expect(asked).toEqual([
        ...[
          ['e', '2026-11-17T09:00'],
          ['d', '2026-11-16T09:05'],
        ],
        ...[
          ['c', '2026-11-16T09:00'],
          ['b', '2026-11-15T09:00'],
          ['a', '2026-11-14T09:09'],
        ],
      ]);
      asked.length = 0;
      const question = { event: 'PreToolUse', tool: 'AskUserQuestion', questions: ['?'] };
      appendJournal(journal, madeUpDecision('aaaa1111', '2026-11-18T09:00:00.000Z', question), (text) => text);
      await data.update(ABORT);
      expect(asked[0]).toEqual(['a', '2026-11-18T09:00']);
    });

    it('no longer once a later stop is recorded', async () => {
      const { data, journal } = await loaded(
        madeUpJournal(),
        ({ id }, since) => id === 'aaaa1111' && since < '2026-11-18',
      );
      expect(find(data, 'aaaa1111')?.wentOn).toBe(true);
      appendJournal(journal, madeUpDecision('aaaa1111', '2026-11-18T09:00:00.000Z', {}), (text) => text);
      expect(await data.update(ABORT)).toBe(true);
      expect(find(data, 'aaaa1111')).toMatchObject({ wentOn: false, needsUser: false, statusText: null });
    });

    it('as soon as it did, without another line in the journal', async () => {
      let hasAnswered = false;
      const { data } = await loaded(madeUpJournal(), ({ id }) => id === 'aaaa1111' && hasAnswered);
      expect(await data.update(ABORT)).toBe(false);
      hasAnswered = true;
      expect(await data.update(ABORT)).toBe(true);
      expect(await data.update(ABORT)).toBe(false);
      expect(find(data, 'aaaa1111')?.wentOn).toBe(true);
    });

    it('of the newest five hundred, of the others in their turn, and of an older one when it is opened', async () => {
      const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 0, minute)).toISOString();
      const lines = Array.from({ length: 905 }, (_, minute) => madeUpDecision(`s${minute}`, at(minute), {}));
      const { data, journal } = await loaded(lines, () => true);
      const count = () => sessionsAnswer(data, NOBODY, EVERYTHING).needUser;
      expect(count()).toBe(700);
      expect(sessionAnswer(data, NOBODY, journal, 's404', noCommand)?.session.wentOn).toBe(true);
      expect(count()).toBe(701);
      expect(await data.update(ABORT)).toBe(true);
      expect(count()).toBe(901);
      expect(await data.update(ABORT)).toBe(true);
      expect(count()).toBe(905);
    });
  });

  describe('what was asked last, where the journal does not say it', () => {
    const begun = (id: string, time: string): JournalLine => ({
      ...{ v: 2, time, session_id: id, supervisor_id: id, session: 'started', why: 'startup' },
      ...{ folder: '/home/user/shop', branch: null, provider: 'anthropic', request: null, client_pid: null },
    });
    const lines = [...madeUpJournal(), begun('ffff6666', '2026-11-18T09:00:00.000Z')];
    const byTranscript: RequestLookup = ({ id }) => `by the transcript of ${id.slice(0, 1)}`;

    it('of a session that was never judged: in the list, for a search, and when it is opened', async () => {
      const { data, journal, ids } = await loaded(lines, nobodyWentOn, byTranscript);
      expect(await data.update(ABORT)).toBe(true);
      const request = 'by the transcript of f';
      expect(sessionsAnswer(data, NOBODY, EVERYTHING).sessions.map((session) => session.request)).toEqual([
        ...[request, 'Rename the module', 'Write the docs', 'Fix the build'],
        ...madeUpJournal().flatMap((line) => ('request' in line && line.session_id === 'bbbb2222' ? line.request : [])),
        'Add a cart',
      ]);
      expect(ids({ q: 'transcript of' })).toEqual(['f']);
      expect(sessionAnswer(data, NOBODY, journal, 'ffff6666', noCommand)?.session.request).toBe(request);
    });

    it('of one that went on, which is still found by what was judged', async () => {
      const { data, ids } = await loaded(madeUpJournal(), ({ id }) => id === 'aaaa1111', byTranscript);
      await data.update(ABORT);
      expect(ids({ q: 'by the transcript' })).toEqual(['a']);
      expect(ids({ q: 'add a cart' })).toEqual(['a']);
      const [found] = sessionsAnswer(data, NOBODY, new URLSearchParams({ q: 'add a cart' })).sessions;
      expect(found).toMatchObject({ request: 'by the transcript of a', earlier: [{ request: 'Add a cart' }] });
    });

    it('not of one that runs, of which the server knows it', async () => {
      const { data, ids } = await loaded(lines, nobodyWentOn, byTranscript);
      expect(await data.update(ABORT, (id) => id === 'ffff6666')).toBe(false);
      const running = new Map([['ffff6666', { activity: 'busy' as const, request: 'Say hi' }]]);
      expect(ids({ q: 'say hi' }, running)).toEqual(['f']);
    });

    it('looked for only where it is needed', async () => {
      const asked: string[] = [];
      const { data } = await loaded(lines, nobodyWentOn, ({ id }) => {
        asked.push(id);
        return 'Say hi';
      });
      expect([await data.update(ABORT), await data.update(ABORT)]).toEqual([true, false]);
      expect(new Set(asked)).toEqual(new Set(['ffff6666']));
    });

    it('of an older session when it is opened', async () => {
      const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 0, minute)).toISOString();
      const many = Array.from({ length: 505 }, (_, minute) => begun(`s${minute}`, at(minute)));
      const { data, journal } = await loaded(many, nobodyWentOn, ({ id }) => `of ${id}`);
      while (await data.update(ABORT));
      const count = () => sessionsAnswer(data, NOBODY, new URLSearchParams({ q: 'of s' })).total;
      expect(count()).toBe(500);
      expect(sessionAnswer(data, NOBODY, journal, 's0', noCommand)?.session.request).toBe('of s0');
      expect(count()).toBe(501);
    });
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
    const commandOf = (running: ReadonlyMap<string, Running>) =>
      sessionAnswer(data, running, journal, 'aaaa1111', commandFor)?.command;
    expect(commandOf(NOBODY)).toBe('/home/user/shop aaaa1111 2');
    expect(commandOf(runs('aaaa1111'))).toBeNull();
  });

  it('lines that come later, each once', async () => {
    const { data, journal, ids } = await loaded();
    expect(await data.update(ABORT)).toBe(false);
    const [first] = madeUpJournal();
    appendJournal(journal, { ...first, session_id: 'ffff', time: '2026-11-18T00:00:00.000Z' } as never, (text) => text);
    expect(await data.update(ABORT)).toBe(true);
    expect(await data.update(ABORT)).toBe(false);
    expect(ids({})[0]).toBe('f');
    expect((await statisticsAnswer(data, EVERYTHING)).total.blocks).toBe(3);
  });

  it('one session of a journal with a hole that is larger than any disk, and says what it found', async () => {
    const { data, journal } = await loaded();
    truncateSync(journal, 4 * 1024 ** 4);
    expect(sessionAnswer(data, NOBODY, journal, 'aaaa1111', noCommand)?.lines).toEqual([]);
  });

  it('nothing that an edited journal could break', async () => {
    const wrong: object = { claims: 'no', checks: { a: 1 }, cost_usd: 'x' };
    const { data, journal, ids } = await loaded([
      madeUpDecision('x', '2026-11-18T00:00:00.000Z', wrong as never),
      madeUpDecision('x', '2026-11-18T00:01:00.000Z', { ...wrong, claims: [null], findings: 7, request: [] } as never),
    ]);
    expect(ids({ q: 'x' })).toEqual(['x']);
    expect((await statisticsAnswer(data, EVERYTHING)).total).toMatchObject({
      rounds: 2,
      approvals: 2,
      costUsd: 0,
      claims: {},
    });
    expect(sessionAnswer(data, NOBODY, journal, 'x', noCommand)?.lines).toHaveLength(2);
  });
});
