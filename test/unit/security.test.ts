import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { split } from '../../scripts/markdown.ts';
import { ROOT } from '../support/builds.ts';

/** A row of the threat model: what is tried, what comes of it, how, and the test that shows it. */
interface Row {
  attempt: string;
  outcome: string;
  test: string;
}

const OUTCOMES = ['prevented', 'told', 'neither'];
/** What nothing is done about needs no test. */
const NO_TEST = '–';

const rows: Row[] = split(readFileSync(join(ROOT, 'SECURITY.md'), 'utf8')).prose.flatMap((line) => {
  const cells = line.startsWith('|') ? line.split('|').map((cell) => cell.trim()) : [];
  const [, attempt = '', outcome = '', , test = ''] = cells;
  return cells.length === 6 && attempt !== '' && !/^-+$/.test(attempt) && outcome !== 'outcome'
    ? [{ attempt, outcome, test }]
    : [];
});

describe('SECURITY.md', () => {
  it('has the threat model', () => expect(rows.length).toBeGreaterThan(40));

  it.each(rows)('“$attempt” is prevented, told or neither', ({ outcome }) =>
    expect(outcome.split(', ').every((word) => OUTCOMES.includes(word))).toBe(true),
  );

  it.each(rows.filter(({ outcome }) => outcome !== 'neither'))('“$attempt” names tests that exist', ({ test }) => {
    const named = [...test.matchAll(/`([\w/-]+)` “([^”]+)”/g)];
    expect(named, test).not.toEqual([]);
    for (const [, file = '', title = ''] of named) {
      const path = join(ROOT, 'test', `${file}.test.ts`);
      expect(existsSync(path), path).toBe(true);
      expect(readFileSync(path, 'utf8')).toContain(title);
    }
  });

  it('what is neither prevented nor told has no test', () =>
    expect(rows.filter(({ outcome, test }) => outcome === 'neither' && test !== NO_TEST)).toEqual([]));
});
