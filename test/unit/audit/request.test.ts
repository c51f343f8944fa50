import { describe, expect, it } from 'vitest';
import { parseCount, parseSince } from '../../../src/audit/request.ts';
import { run } from '../../../src/commands/audit.ts';
import { readEnv } from '../../../src/config/env.ts';
import { temporaryFolder } from '../folder.ts';

const NOW = new Date(2026, 10, 17, 12, 0);

describe('--since', () => {
  it.each([
    ['12h', new Date(2026, 10, 17, 0, 0)],
    ['2w', new Date(NOW.getTime() - 14 * 24 * 3_600_000)],
    ['30d', new Date(NOW.getTime() - 30 * 24 * 3_600_000)],
    ['2026-11-17', new Date(2026, 10, 17)],
    ['2024-02-29', new Date(2024, 1, 29)],
  ])('%s', (text, time) => expect(parseSince(text, NOW)).toEqual(time));

  it.each(['', '0d', '30', 'd', '30m', '-1d', '1.5d', '999999d', '30d ', '2026-02-30', '2026-13-01'])(
    '%j is none',
    (text) => expect(parseSince(text, NOW)).toBeUndefined(),
  );
  it('a day that is still to come', () => expect(parseSince('2026-11-18', NOW)).toBe('future'));
  it.each(['2025-02-29', '2026-1-1', '17.11.2026', 'yesterday', '2026-11-01T10:00'])('%j is none', (text) =>
    expect(parseSince(text, NOW)).toBeUndefined(),
  );
});

it.each([
  ['1', 1],
  ['100', 100],
  ['0', undefined],
  ['-3', undefined],
  ['1e3', undefined],
  ['ten', undefined],
  ['', undefined],
  ['99999999999', undefined],
])('--last %j', (text, count) => expect(parseCount(text)).toBe(count));

describe('what cannot be understood is an error with the fix', () => {
  const options = { last: undefined, since: undefined, project: undefined, all: true, json: false, csv: false };
  it.each([
    [{ last: '0' }, 'audit: invalid value "0" for --last', /--last 100/],
    [{ since: 'yesterday' }, 'audit: --since: "yesterday" is not a time that ccc understands', /30d/],
    [{ since: '2999-01-01' }, 'audit: --since: "2999-01-01" is in the future', /30d/],
  ])('%j', async (given, message, fix) => {
    const env = readEnv({ HOME: temporaryFolder(), CCC_LANG: 'en' });
    await expect(run({ ...options, ...given }, env)).rejects.toMatchObject({
      ...{ message, exitCode: 2, code: 'usage' },
      fix: expect.stringMatching(fix),
    });
  });
});
