import { expect, it } from 'vitest';
import { withoutShown } from '../../../src/commands/log-follow.ts';
import { decision } from '../history/lines.ts';

const at = (minute: number) => decision({ time: `2026-01-02T03:0${minute}:00.000Z` });

it('shows what was written while the entries were read once', () => {
  expect(withoutShown([at(1), at(2)], [at(2), at(3)])).toEqual([at(3)]);
  expect(withoutShown([at(1)], [at(2)])).toEqual([at(2)]);
  expect(withoutShown([at(1)], [])).toEqual([]);
});
