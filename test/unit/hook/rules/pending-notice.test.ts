import { expect, it } from 'vitest';
import { type PendingNotice, withNotice, withoutNotices } from '../../../../src/hook/rules/pending-notice.ts';

type Noted = { pendingNotices?: PendingNotice[] | undefined };
const noted = (...notices: PendingNotice[]): PendingNotice[] =>
  notices.reduce<Noted>(withNotice, {}).pendingNotices ?? [];
const byHand = (at: number): PendingNotice => ({ kind: 'by-hand', at: `${at}` });
const changed = (at: number, what: string): PendingNotice => ({ kind: 'settings-changed', at: `${at}`, what });
const flood = Array.from({ length: 100 }, (_, i) => byHand(i));

it('what is done a hundred times hides nothing of another kind', () => {
  expect(noted(...flood, changed(100, '/SUPERVISOR.md')).at(-1)).toEqual(changed(100, '/SUPERVISOR.md'));
});

it('of one kind the first ones and the last are kept', () => {
  expect(noted(...flood)).toEqual([0, 1, 2, 3, 99].map(byHand));
});

it('every file that has changed is named', () => {
  const all = noted(...['a', 'b', 'c', 'd', 'e, f', 'f, g'].map((what, i) => changed(i, what)));
  expect(all.map(({ what }) => what)).toEqual(['a', 'b', 'c', 'd', 'e, f, g']);
});

it('what comes while the others are told is told later', () => {
  const state: Noted = { pendingNotices: noted(...flood) };
  const told = state.pendingNotices ?? [];
  expect(withoutNotices(withNotice(state, byHand(100)), told)?.pendingNotices).toEqual([byHand(100)]);
});
