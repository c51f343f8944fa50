import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { launchMessages } from '../../../src/i18n/launch.ts';
import { closingLine, dryRunText, resumeLine } from '../../../src/launch/report.ts';
import { approvalExitCode, type RunOutcome } from '../../../src/launch/run-outcome.ts';

const KEY = 'not-a-real-key-0123456789';

const LOG = '/home/u/.claude/ccc/supervisor-s.log';

describe('what --dry-run shows', () => {
  const shown = (settings: Record<string, unknown>) =>
    dryRunText(
      {
        claude: '/bin/claude',
        args: [],
        env: {},
        settings,
        supervisorId: 's',
        provider: 'p',
        hooksOff: undefined,
        reviewsStops: true,
        notices: [],
      },
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

describe('the closing line', () => {
  const summary = { reviews: 2, costUsd: 0.0123, max: 2 };
  it.each<[outcome: RunOutcome, line: string]>([
    [{ kind: 'approved' }, 'ccc: reviewed and approved (2 reviews, $0.012).'],
    [{ kind: 'unchanged' }, 'ccc: NOT reviewed: nothing changed since the last approval'],
    [{ kind: 'sent-back', why: 'No.' }, 'ccc: NOT approved: the run ended after the work was sent back: No.'],
    [{ kind: 'stalled', why: 'No.' }, 'ccc: NOT approved: gave up after the same objection several times'],
    [{ kind: 'budget' }, 'ccc: NOT approved: review budget used up'],
    [{ kind: 'limit', why: 'No.' }, 'ccc: NOT approved: limit of 2 rounds reached'],
    [{ kind: 'overruled', why: 'No.' }, 'ccc: overruled by you, NOT approved by the reviewer: No.'],
    [{ kind: 'off' }, 'ccc: NOT approved: supervision was turned off during the run'],
    [
      { kind: 'failed', why: 'No.' },
      'ccc: NOT reviewed: the review failed: No. (log: /home/u/.claude/ccc/supervisor-s.log)',
    ],
    [{ kind: 'background' }, 'ccc: NOT reviewed: the run ended while subagents'],
    [{ kind: 'not-judged', why: 'plan mode' }, 'ccc: NOT reviewed: plan mode'],
    [{ kind: 'unrecorded' }, 'ccc: NOT reviewed: the agent went on after the last stop that was recorded'],
    [{ kind: 'no-stop', called: false }, 'ccc: NOT reviewed: the hook was never called'],
    [{ kind: 'no-stop', called: true }, 'ccc: NOT reviewed: no stop was recorded'],
    [{ kind: 'settings-changed', files: ['a', 'b'] }, 'ccc: approved, but what decides how the work is reviewed'],
    [{ kind: 'files-removed' }, 'ccc: files of this run were removed'],
    [{ kind: 'cut-off' }, 'ccc: NOT reviewed: a review was cut off'],
    [{ kind: 'journal-unreadable', code: 'EACCES' }, 'cannot read the journal (EACCES)'],
  ])('%j', (outcome, line) => expect(closingLine(outcome, summary, LOG, launchMessages.en)).toContain(line));

  it('says NOT approved with exit 3, NOT reviewed with exit 4', () => {
    const kinds = ['sent-back', 'stalled', 'budget', 'limit', 'off', 'failed', 'background', 'not-judged'] as const;
    for (const kind of [...kinds, 'unrecorded', 'no-stop', 'journal-unreadable'] as const) {
      const outcome = { kind, why: 'No.', code: 'EACCES' } as RunOutcome;
      const word = { 3: 'ccc: NOT approved', 4: 'ccc: NOT reviewed' }[approvalExitCode(outcome)] ?? '?';
      expect(closingLine(outcome, summary, LOG, launchMessages.en)).toContain(word);
    }
  });

  it('in Chinese has the punctuation of Chinese', () => {
    expect(closingLine({ kind: 'approved' }, summary, LOG, launchMessages.zh)).toBe(
      'ccc：审查通过（审查 2 次，$0.012）。',
    );
    expect(closingLine({ kind: 'approved' }, { ...summary, costUsd: 0 }, LOG, launchMessages.zh)).toContain(
      '（审查 2 次）',
    );
  });
});

it.each([
  [undefined, 'ccc --resume s-1'],
  ['my provider', "ccc --provider 'my provider' --resume s-1"],
])('how to resume, under the provider %s', (provider, command) => {
  const line = (mode: 'on' | 'off' | 'paused') => resumeLine('s-1', { mode, provider }, launchMessages.en);
  expect(line('on')).toBe(`ccc: to resume this session supervised: ${command}`);
  expect(line('paused')).toMatch(/is paused at its limit.*\/supervisor.* To resume: ccc/);
  expect(line('off')).toBe(`ccc: supervision of this session is off. To resume it: ${command}`);
});
