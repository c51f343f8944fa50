import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AuditTotals, claiming, rowsOf, STATUSES, UNSUPPORTED, unsupported } from '../../../src/audit/totals.ts';
import { anySession, claim, session, totalsOf } from './claims.ts';

it('a session with several claims counts once, under the worst of them', () => {
  const { all, byKind } = totalsOf([
    session([claim('test', 'backed'), claim('lint', 'stale'), claim('test', 'unbacked')]),
  ]);
  expect(all).toMatchObject({ sessions: 1, stale: 1, backed: 0, unbacked: 0 });
  expect(byKind.get('test')).toMatchObject({ sessions: 1, unbacked: 1, backed: 0 });
  expect(byKind.get('lint')).toMatchObject({ sessions: 1, stale: 1 });
});

it('sessions without a claim count in their project and week, but under no status', () => {
  const { all, byProject, byWeek, byKind, worst } = totalsOf([session([])]);
  expect([all.sessions, claiming(all), unsupported(all)]).toEqual([1, 0, 0]);
  expect(byProject.get('/home/me/shop')?.sessions).toBe(1);
  expect(byWeek.get('2026-W46')).toMatchObject({ sessions: 1, from: '2026-11-09' });
  expect([byKind.size, worst.length]).toEqual([0, 0]);
});

it('what is left out is counted apart', () => {
  const totals = new AuditTotals();
  for (const kind of ['unanswered', 'review', 'other'] as const) totals.add({ kind }, '/a.jsonl');
  for (let n = 0; n < 30; n++) totals.add({ kind: 'unreadable', why: 'EACCES' }, `/${n}.jsonl`);
  expect(totals.all.sessions).toBe(0);
  expect(totals.leftOut).toEqual({ running: 0, unanswered: 1, reviews: 1, unreadable: 30 });
  // The list is bounded, the count is not.
  expect(totals.unreadable).toHaveLength(20);
  expect(totals.unreadable[0]).toEqual({ path: '/0.jsonl', why: 'EACCES' });
});

describe('the worst', () => {
  it('contradicted before stale before unbacked, then the latest; nothing that may be true', () => {
    const at = (day: string) => ({ id: day, time: `2026-11-${day}T10:00:00.000Z` });
    const { worst } = totalsOf([
      session([claim('test', 'unbacked')], at('01')),
      session([claim('test', 'stale')], at('02')),
      session([claim('test', 'undecidable')], at('03')),
      session([claim('test', 'backed'), claim('lint', 'contradicted')], at('04')),
      session([claim('test', 'stale')], at('05')),
      session([claim('test', 'backed')], at('06')),
    ]);
    expect(worst.map(({ session: id, kind, status }) => `${id} ${kind} ${status}`)).toEqual([
      '04 lint contradicted',
      '05 test stale',
      '02 test stale',
      '01 test unbacked',
    ]);
  });

  it('are ten at most, however many there are', () => {
    const at = (n: number) => ({ id: `s${n}`, time: new Date(Date.UTC(2026, 0, n + 1, 12)).toISOString() });
    const { worst } = totalsOf(Array.from({ length: 15 }, (_, n) => session([claim('test', 'stale')], at(n))));
    expect(worst.map((row) => row.session)).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5].map((n) => `s${n}`));
  });

  it('are one for each session, and the same in any order', () => {
    fc.assert(
      fc.property(fc.array(anySession, { maxLength: 30 }), (sessions) => {
        const numbered = sessions.map((one, at) => ({ ...one, id: `s${at}` }));
        const { worst, all } = totalsOf(numbered);
        expect(worst).toHaveLength(Math.min(10, unsupported(all)));
        expect(new Set(worst.map((row) => row.session)).size).toBe(worst.length);
        const statuses = (rows: { status: string }[]) => rows.map(({ status }) => status);
        expect(statuses(totalsOf(numbered.toReversed()).worst)).toEqual(statuses(worst));
      }),
    );
  });
});

it('every table adds up to the whole, and to the rows of --csv', () => {
  fc.assert(
    fc.property(fc.array(anySession, { maxLength: 40 }), (sessions) => {
      const { all, byProject, byWeek, byKind } = totalsOf(sessions);
      expect(all.sessions).toBe(sessions.length);
      expect(claiming(all)).toBe(sessions.filter(({ claims }) => claims.length > 0).length);
      for (const table of [byProject, byWeek])
        for (const column of ['sessions', ...STATUSES] as const)
          expect([...table.values()].reduce((sum, counts) => sum + counts[column], 0)).toBe(all[column]);
      const rows = sessions.flatMap((one, at) => rowsOf(one).map((row) => ({ ...row, at })));
      for (const status of UNSUPPORTED)
        expect(all[status]).toBeLessThanOrEqual(rows.filter((row) => row.status === status).length);
      for (const [kind, counts] of byKind)
        expect(counts.sessions).toBe(new Set(rows.filter((row) => row.kind === kind).map(({ at }) => at)).size);
    }),
  );
});

it('the subject is tests only if nothing else has that status', () => {
  const subject = (...kinds: Parameters<typeof claim>[0][]) =>
    totalsOf(kinds.map((kind) => session([claim(kind, 'stale')]))).subjectOf('stale');
  expect(subject('test', 'test')).toBe('tests');
  expect(subject('test', 'lint')).toBe('runs');
  // A claim that is not the worst of its session does not decide.
  expect(totalsOf([session([claim('test', 'stale'), claim('lint', 'unbacked')])]).subjectOf('stale')).toBe('tests');
});
