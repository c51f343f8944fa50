import { describe, expect, it } from 'vitest';
import { telemetryRecord } from '../../../../src/deliver/telemetry-record.ts';
import { SessionList } from '../../../../src/history/sessions.ts';
import { Statistics, type Totals } from '../../../../src/history/statistics.ts';
import { type DecisionOutcome, outcomeOf } from '../../../../src/hook/rules/decision-outcome.ts';
import type { JournalEntry } from '../../../../src/journal/record.ts';
import { madeUpDecision } from '../../../support/made-up-journal.ts';

type Fields = Partial<JournalEntry>;

/** Every decision that the hook writes, under what it came to. Required keys: an outcome without one does not compile. */
const DECISIONS: Record<DecisionOutcome, Fields[]> = {
  approved: [{}, { touched: [], changed_settings: [] }],
  'files-changed': [{ touched: ['a.ts'] }, { touched: ['a.ts'], changed_settings: ['ccc.json'] }],
  'settings-changed': [{ changed_settings: ['ccc.json'] }],
  'sent-back': [
    { verdict: 'block' },
    { verdict: 'block', cause: 'check' },
    { verdict: 'block', cause: 'claims' },
    { verdict: 'block', touched: ['a.ts'] },
    { verdict: 'block', event: 'SubagentStop' },
    { verdict: 'block', event: 'PreToolUse', tool: 'AskUserQuestion' },
  ],
  failed: [
    { verdict: 'failed', cause: 'api' },
    { verdict: 'failed', cause: 'deadline' },
    { verdict: 'failed', cause: 'internal', event: 'PreToolUse', tool: 'AskUserQuestion' },
  ],
  'cut-off': [{ verdict: 'failed', cause: 'interrupted', touched: ['a.ts'] }],
  impossible: [{ cause: 'impossible' }, { cause: 'impossible', touched: ['a.ts'] }],
  stall: [{ cause: 'stall' }, { cause: 'stall', event: 'SubagentStop' }],
  limit: [{ cause: 'limit' }, { cause: 'limit', event: 'PreToolUse', tool: 'AskUserQuestion' }],
  budget: [{ cause: 'budget' }],
  overruled: [{ cause: 'overruled' }],
  answered: [{ cause: 'answered', event: 'PreToolUse', tool: 'AskUserQuestion' }],
  'plan-approved': [{ event: 'PreToolUse', tool: 'ExitPlanMode', plan_approved: true }],
  unattended: [{ verdict: 'block', cause: 'unattended', event: 'PreToolUse', tool: 'AskUserQuestion' }],
  'no-objection': [
    { event: 'SubagentStop' },
    { event: 'PreToolUse', tool: 'AskUserQuestion', touched: ['a.ts'] },
    { event: 'PreToolUse', tool: 'ExitPlanMode' },
  ],
  'not-reviewed': [{ cause: 'off' }, { cause: 'background' }, { cause: 'unchanged' }, { cause: 'command' }],
};

const TIME = '2026-11-14T09:00:00.000Z';
const lineOf = (fields: Fields) => madeUpDecision('aaaa1111', TIME, fields);
const cases = Object.entries(DECISIONS).flatMap(([outcome, all]) =>
  all.map((fields): [DecisionOutcome, Fields] => [outcome as DecisionOutcome, fields]),
);

describe('the outcome of a decision', () => {
  it.each(cases)('%s: %o', (outcome, fields) => {
    const line = lineOf(fields);
    expect(outcomeOf(line)).toBe(outcome);
    const { attributes, measurements } = telemetryRecord(line, false);
    expect(attributes).toMatchObject({ outcome, verdict: line.verdict, cause: line.cause });
    expect(new Set(measurements.map((one) => one.attributes.outcome))).toEqual(new Set([outcome]));
  });

  it('and nothing else says which files changed', () => {
    const line = lineOf({ touched: ['secret-name.ts'], changed_settings: ['secret-name'] });
    expect(JSON.stringify(telemetryRecord(line, true))).not.toContain('secret-name');
  });
});

/** Where the statistics count a decision. `false`: overruled verdicts are counted by another line. */
const COUNTED: Record<DecisionOutcome, keyof Totals | false> = {
  approved: 'approvals',
  'files-changed': 'doubted',
  'settings-changed': 'doubted',
  'sent-back': 'blocks',
  unattended: 'blocks',
  failed: 'failures',
  'cut-off': 'failures',
  impossible: 'impossible',
  stall: 'stalls',
  limit: 'limits',
  budget: 'limits',
  answered: 'answered',
  'plan-approved': 'noObjections',
  'no-objection': 'noObjections',
  overruled: false,
  'not-reviewed': false,
};
const FIGURES = [...new Set(Object.values(COUNTED))].filter((figure) => figure !== false);

it.each(cases)('is counted by the statistics as the same: %s, %o', (outcome, fields) => {
  const line = lineOf(fields);
  const statistics = new Statistics();
  statistics.add(line);
  const counted = FIGURES.filter((figure) => statistics.total[figure] === 1);
  // A call that the limit let through is not the end of the work, and the statistics count such ends.
  const isCounted = outcome !== 'limit' || line.event === 'Stop';
  expect(counted).toEqual(isCounted ? [COUNTED[outcome]].filter(Boolean) : []);
});

it.each(cases.filter(([outcome, { event }]) => event === undefined && outcome !== 'not-reviewed'))(
  'is what stands of a session after that stop: %s, %o',
  (outcome, fields) => {
    const sessions = new SessionList();
    sessions.add(lineOf(fields));
    expect(sessions.get('aaaa1111')?.outcome).toBe(outcome);
  },
);
