import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import type { Summary } from '../../../src/hook/rules/summary.ts';
import { launchMessages } from '../../../src/i18n/launch.ts';
import { closingLine, dryRunText } from '../../../src/launch/report.ts';

const KEY = 'not-a-real-key-0123456789';

describe('what --dry-run shows', () => {
  const shown = (settings: Record<string, unknown>) =>
    dryRunText(
      { claude: '/bin/claude', args: [], env: {}, settings, supervisorId: 's', provider: 'p', notices: [] },
      readEnv({ HOME: '/home/u', MY_KEY: KEY }),
    );

  it('masks a key', () => {
    const text = shown({ env: { ANTHROPIC_AUTH_TOKEN: KEY } });
    expect(text).not.toContain(KEY);
    expect(text).toContain('"ANTHROPIC_AUTH_TOKEN": "****6789"');
  });

  it('shows the name of a variable that holds the key', () => {
    const apiKeyHelper = 'printf %s "${ANTHROPIC_AUTH_TOKEN:-$ANTHROPIC_API_KEY}"';
    expect(shown({ env: {}, apiKeyHelper })).toContain(JSON.stringify(apiKeyHelper));
  });
});

describe('the closing line of -p agrees with the last journal entry', () => {
  const summary = (
    mode: Summary['mode'],
    lastCause: string,
    outcome: NonNullable<Summary['last']>['outcome'] = 'block',
  ): Summary => ({
    mode,
    count: 2,
    max: 2,
    last: {
      verdict: outcome === 'block' || outcome === 'failed' ? outcome : 'allow',
      outcome,
      feedback: 'No tests.\nAdd some.',
      time: '2026-01-01T00:00:00.000Z',
    },
    reviews: 2,
    decisions: 2,
    costUsd: 0.0123,
    lastCause,
    notices: [],
    overrules: [],
  });

  it.each<[summary: Summary, line: string]>([
    [summary('on', 'verdict', 'allow'), 'ccc: reviewed and approved (2 reviews, $0.012).'],
    [summary('on', 'verdict', 'block'), 'ccc: NOT approved: the run ended after the work was sent back: No tests.'],
    [summary('on', 'verdict', 'failed'), 'ccc: NOT reviewed: the review failed: No tests.'],
    [summary('on', 'unchanged', 'allow'), 'ccc: NOT reviewed: nothing changed since the last approval'],
    [summary('paused', 'limit', 'block'), 'ccc: NOT approved: limit of 2 rounds reached'],
    [summary('on', 'stall', 'stall'), 'ccc: NOT approved: gave up after the same objection several times'],
    [summary('paused', 'stall', 'stall'), 'ccc: NOT approved: gave up after the same objection several times'],
    [summary('on', 'overruled', 'overruled'), 'ccc: overruled by you, NOT approved by the reviewer: No tests.'],
    [summary('paused', 'overruled', 'overruled'), 'ccc: overruled by you, NOT approved by the reviewer: No tests.'],
    // Overruled after the last stop.
    [summary('on', 'review', 'overruled'), 'ccc: overruled by you, NOT approved by the reviewer: No tests.'],
    [summary('paused', 'budget', 'budget'), 'ccc: NOT reviewed: review budget used up'],
    [{ ...summary('on', 'off'), decisions: 0 }, 'ccc: NOT reviewed: the hook was never called'],
  ])('%j', (given, line) => expect(closingLine(given, launchMessages.en)).toContain(line));

  it('is missing where nothing was judged', () =>
    expect(closingLine({ ...summary('on', 'background'), last: null }, launchMessages.en)).toBeUndefined());
});
