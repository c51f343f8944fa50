import { expect, it } from 'vitest';
import { needsUser } from '../../../src/history/needs-user.ts';
import type { SessionOutcome } from '../../../src/history/session-history.ts';

it.each<[outcome: SessionOutcome, isOver: boolean, isRunning: boolean]>([
  ['files-changed', true, true],
  ['settings-changed', true, true],
  ['limit', true, true],
  ['stall', true, true],
  ['budget', true, true],
  ['impossible', true, true],
  ['failed', true, true],
  ['api-error', true, true],
  ['sent-back', true, false],
  ['approved', false, false],
  ['overruled', false, false],
  ['off', false, false],
  ['not-reviewed', false, false],
])('%s needs the user: %s, while it runs: %s', (outcome, isOver, isRunning) =>
  expect([needsUser(outcome, false), needsUser(outcome, true)]).toEqual([isOver, isRunning]),
);
