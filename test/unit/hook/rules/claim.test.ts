import { expect, it } from 'vitest';
import { claim } from '../../../../src/hook/rules/claim.ts';
import type { State } from '../../../../src/hook/rules/state.ts';

const START = Date.UTC(2026, 0, 1, 12);
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();
const NOW = at(1000);
const SETTLED = {
  settledPromptId: 'p',
  approved: { treeFingerprint: 't', at: at(0) },
  objection: { text: 'x', treeFingerprint: 't', times: 1 },
};
const state = (fields: Partial<State>): State => ({
  sessionId: 's',
  enabled: true,
  count: 2,
  createdAt: at(0),
  updatedAt: at(500),
  ...SETTLED,
  ...fields,
});
const claimed = (fields: Partial<State>, startedAt: number | undefined = START + 100_000) =>
  claim(state(fields), { pid: 7, startedAt }, NOW);

it.each<[why: string, fields: Partial<State>, startedAt: number | undefined]>([
  ['its own', { client: { pid: 7, at: at(50) } }, START],
  ['one that it resumes', { client: { pid: 6, at: at(50) } }, START + 100_000],
  ['one whose times cannot be compared', { client: { pid: 6, at: at(500) } }, Number.NaN],
])('%s keeps what it was approved for', (_, fields, startedAt) => {
  const result = claim(state(fields), { pid: 7, startedAt: startedAt || undefined }, NOW);
  expect(result).toMatchObject({ ...SETTLED, client: { pid: 7 } });
  expect(result.pendingNotices).toBeUndefined();
});

it('one that another client used meanwhile: nothing of that counts, and it is told', () => {
  const result = claimed({ client: { pid: 6, at: at(200) } });
  expect(result).toMatchObject({ count: 2, enabled: true, client: { pid: 7, at: NOW } });
  expect([result.approved, result.settledPromptId, result.objection]).toEqual([undefined, undefined, undefined]);
  expect(result.pendingNotices).toEqual([{ kind: 'other-client', at: NOW }]);
});

it('one of an earlier process with the same id is claimed anew', () => {
  const result = claimed({ client: { pid: 7, at: at(50) } });
  expect(result).toMatchObject({ ...SETTLED, client: { pid: 7, at: NOW } });
  expect(result.pendingNotices).toBeUndefined();
});

it('one whose last use lies in the future: a clock was wrong, and that is nobody’s doing', () => {
  const result = claimed({ client: { pid: 6, at: at(5000) } });
  expect(result.approved).toBeUndefined();
  expect(result.pendingNotices).toBeUndefined();
});

it('one without a client, as after supervisor-mode on: nothing to tell', () => {
  const result = claimed({});
  expect(result.approved).toBeUndefined();
  expect(result.pendingNotices).toBeUndefined();
});

it('a client that does not say who it is changes nothing', () => {
  const current = state({ client: { pid: 6, at: at(200) } });
  expect(claim(current, undefined, NOW)).toBe(current);
});

it('that it is paused is told again to the client that resumes it', () => {
  const paused = { pauseNotified: true };
  expect(claimed({ ...paused, client: { pid: 6, at: at(50) } }).pauseNotified).toBeUndefined();
  expect(claimed({ ...paused, client: { pid: 7, at: at(200) } }).pauseNotified).toBe(true);
});
