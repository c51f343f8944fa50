import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { newState, type State } from '../../../src/hook/rules/state.ts';
import { StateFiles } from '../../../src/hook/state-file.ts';
import type { JournalEntry } from '../../../src/journal/record.ts';
import { type EndedRun, endReport } from '../../../src/launch/end-of-run.ts';
import { approvalExitCode, type RunOutcome } from '../../../src/launch/run-outcome.ts';
import { temporaryFolder, write } from '../folder.ts';

const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
const RUN: EndedRun = {
  supervisorId: 'launch',
  clientPid: 7,
  startedAt: at(0),
  beganSupervised: true,
  filesRemoved: false,
  withoutScreen: true,
  onTerminal: true,
  namedProvider: undefined,
  alreadyTold: [],
};
const STOP = {
  ...{ session_id: 's', supervisor_id: 'launch', prompt_id: 'p1', event: 'Stop', client_pid: 7, time: at(2) },
  ...{ feedback: '', touched: [], tree: 'tree' },
};
const answer = (second: number) => ({ type: 'assistant', timestamp: at(second), message: { content: [] } });

/** What the hook that approves such a stop leaves in its state. */
const settled = (at: string, prompt = 'p1'): State => ({
  ...{ ...newState('s', true, at), count: 1, settledPromptId: prompt, client: { pid: 7, at } },
  approved: { treeFingerprint: 'tree', at },
});

/** Ends a run with this stop in the journal; `transcript` is what is there of the conversation. */
async function endWith(
  stop: Partial<JournalEntry>,
  transcript: object[] | 'a folder' | undefined,
  run: Partial<EndedRun> = {},
) {
  const env = readEnv({ HOME: temporaryFolder() });
  const paths = pathsOf(env);
  write(paths.journal, `${JSON.stringify({ ...STOP, ...stop })}\n`);
  new StateFiles(paths, 'en').update('launch', () => ({ next: settled(at(2)) }));
  const path = join(paths.claudeDir, 'projects', 'p', 's.jsonl');
  if (transcript === 'a folder') mkdirSync(path, { recursive: true });
  else if (transcript) write(path, transcript.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  return endReport({ ...RUN, ...run }, env, paths);
}

const approved = (context: JournalEntry['context']) => ({ verdict: 'allow', cause: 'review', context }) as const;
const UNCHANGED = { verdict: 'allow', cause: 'unchanged', context: null } as const;
const KEPT = [answer(1)];

describe('after the last approved stop', () => {
  type Row = [what: string, stop: Partial<JournalEntry>, transcript: object[] | 'a folder' | undefined];
  it.each<[...Row, kind: RunOutcome['kind'], exitCode: number]>([
    ['a transcript that ends with it', approved('fork'), KEPT, 'approved', 0],
    ['an answer in the transcript', approved('fork'), [...KEPT, answer(3)], 'unrecorded', 4],
    ['a transcript that is gone, and the reviewer had the conversation', approved('fork'), undefined, 'unrecorded', 4],
    ['a transcript that is gone, and the reviewer had the evidence', approved('evidence'), undefined, 'unrecorded', 4],
    ['something else in the place of the transcript', approved('fork'), 'a folder', 'unrecorded', 4],
    ['a transcript that is gone, and nothing had changed', UNCHANGED, undefined, 'unrecorded', 4],
    ['no transcript, as there was none for the reviewer', approved('fresh'), undefined, 'approved', 0],
  ])('%s', async (_, stop, transcript, kind, exitCode) => {
    const { outcome, lines } = await endWith(stop, transcript);
    expect(outcome).toEqual({ kind });
    expect(outcome && approvalExitCode(outcome)).toBe(exitCode);
    expect(lines.join('\n').includes('NOT')).toBe(exitCode !== 0);
  });
});

describe('an approval in the journal', () => {
  type Line = Partial<JournalEntry>;
  const end = async (lines: Line[], states: Record<string, State | string>, run: Partial<EndedRun> = {}) => {
    const env = readEnv({ HOME: temporaryFolder() });
    const paths = pathsOf(env);
    for (const [id, state] of Object.entries(states))
      if (typeof state === 'string') write(paths.state(id), state);
      else new StateFiles(paths, 'en').update(id, () => ({ next: state }));
    const stops = lines.map((line) => JSON.stringify({ ...STOP, ...approved('fresh'), ...line }));
    write(paths.journal, `${stops.join('\n')}\n`);
    return { ...(await endReport({ ...RUN, ...run }, env, paths)), paths };
  };
  const edited = JSON.stringify({
    ...{ session_id: 's', enabled: true, count: 1, created_at: at(1), updated_at: at(2), settled_prompt_id: 'p1' },
    ...{ approved: { tree: 'tree', at: at(2) }, seal: '0000000000000000' },
  });
  const { approved: _, ...recovered } = settled(at(2));

  it.each<[what: string, lines: Line[], states: Record<string, State | string>, kind: RunOutcome['kind']]>([
    ['in the state of the run', [{}], { launch: settled(at(2)) }, 'approved'],
    [
      'without a prompt id',
      [{ prompt_id: null }],
      { launch: { ...settled(at(2)), settledPromptId: null } },
      'approved',
    ],
    [
      'in a state of its client, under another id',
      [{ supervisor_id: 's.7' }],
      { launch: newState('s', true, at(1)), 's.7': settled(at(2)) },
      'approved',
    ],
    ['of a prompt that the state does not know', [{}], { launch: settled(at(2), 'p0') }, 'unconfirmed'],
    ['of a state that knows of none', [{}], { launch: newState('s', true, at(1)) }, 'unconfirmed'],
    ['of no state', [{}], {}, 'unconfirmed'],
    ['of an edited state', [{}], { launch: edited }, 'unconfirmed'],
    ['of a damaged state', [{}], { launch: '{' }, 'unconfirmed'],
    ['of a state that was rebuilt by the journal', [{}], { launch: recovered }, 'unconfirmed'],
    ['under an id that has no state', [{ supervisor_id: 'made-up' }], { launch: settled(at(2)) }, 'unconfirmed'],
    [
      'under the id of another client',
      [{ supervisor_id: 'other' }],
      { launch: newState('s', true, at(1)), other: { ...settled(at(2)), client: { pid: 8, at: at(2) } } },
      'unconfirmed',
    ],
    ['copied from an earlier run', [{ time: at(3) }], { launch: settled('2025-12-31T00:00:00.000Z') }, 'unconfirmed'],
    ['of another session', [{ session_id: 'none' }], { launch: settled(at(2)) }, 'unconfirmed'],
    ['of other files', [{ tree: 'other' }], { launch: settled(at(2)) }, 'unconfirmed'],
    ['of no files', [{ tree: null }], { launch: settled(at(2)) }, 'unconfirmed'],
    ['copied from one of this run', [{}, { time: at(3) }], { launch: settled(at(2)) }, 'unconfirmed'],
    ['again for the same prompt', [{}, { time: at(3) }], { launch: settled(at(3)) }, 'approved'],
    ['of files that changed meanwhile', [{ touched: ['a'] }], { launch: recovered }, 'files-changed'],
    // That is no approval, so nothing has to confirm it.
    ['of files that changed meanwhile, of no state', [{ touched: ['a'] }], {}, 'files-changed'],
  ])('%s', async (_, lines, states, kind) => {
    const { outcome, lines: said } = await end(lines, states);
    expect(outcome?.kind).toBe(kind);
    expect(outcome && approvalExitCode(outcome)).toBe({ approved: 0, 'files-changed': 3 }[kind as string] ?? 4);
    expect(said.join('\n').includes('the state of the session does not')).toBe(kind === 'unconfirmed');
  });

  it('under an id that leads elsewhere touches nothing there', async () => {
    const id = '../../outside';
    const { outcome, paths } = await end([{ supervisor_id: id }], { launch: newState('s', true, at(1)), [id]: '{' });
    expect(outcome?.kind).toBe('unconfirmed');
    expect(readFileSync(paths.state(id), 'utf8')).toBe('{');
  });
});

describe('after a session on the screen', () => {
  const ON_SCREEN = { withoutScreen: false };
  const SPENT = { cost_usd: 0.02, duration_ms: 1, request: 'Add a cart' };

  it('says what stands of it, what it cost and how to go on', async () => {
    const { lines } = await endWith({ ...approved('fork'), ...SPENT }, KEPT, ON_SCREEN);
    expect(lines).toEqual([
      'ccc: reviewed and approved: Add a cart',
      'ccc: 1 round in this run (1 approved), $0.020. For all sessions: ccc report',
      expect.stringContaining('ccc --resume s'),
    ]);
  });

  it.each<[what: string, stop: Partial<JournalEntry>, transcript: object[], first: RegExp]>([
    ['sent back', { verdict: 'block', cause: 'review', feedback: 'Run it.' }, KEPT, /sent back.*Run it\.$/],
    [
      'impossible',
      { verdict: 'allow', cause: 'impossible', feedback: 'No key.' },
      KEPT,
      /^ccc: NOT approved: .*No key\.$/,
    ],
    ['a failed review', { verdict: 'failed', cause: 'timeout', feedback: 'Too slow.' }, KEPT, /NOT reviewed.*Too slow/],
    ['more work', approved('fork'), [...KEPT, answer(3)], /^ccc: NOT reviewed: what the agent did after/],
    ['hostile text', { verdict: 'block', cause: 'review', feedback: '\x1b[2J\x07' }, KEPT, /<U\+001B>\[2J<U\+0007>$/],
    ['a long text', { verdict: 'block', cause: 'review', feedback: 'x'.repeat(999) }, KEPT, /^.{299}…$/],
  ])('that it is not approved: %s', async (_, stop, transcript, first) => {
    const { lines } = await endWith({ ...stop, ...SPENT }, transcript, ON_SCREEN);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(first);
    expect(lines[0]).not.toContain('approved: Add a cart');
  });

  it.each<[what: string, stop: Partial<JournalEntry>, run: Partial<EndedRun>]>([
    ['nothing was reviewed', { verdict: 'allow', cause: 'background' }, {}],
    ['stderr is no terminal', approved('fork'), { onTerminal: false }],
    ['the line is of another client', { ...approved('fork'), client_pid: 8, supervisor_id: 'other' }, {}],
  ])('is as short as before if %s', async (_, stop, run) => {
    const { lines } = await endWith({ ...stop, ...SPENT }, KEPT, { ...ON_SCREEN, ...run });
    expect(lines.join('\n')).not.toMatch(/ccc report|approved/);
  });

  it('never in a run without a screen', async () => {
    const { lines } = await endWith({ ...approved('fork'), ...SPENT }, KEPT);
    expect(lines).toEqual(['ccc: reviewed and approved (1 review, $0.020).']);
  });
});
