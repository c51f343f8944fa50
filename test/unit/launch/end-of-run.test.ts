import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
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
  namedProvider: undefined,
  alreadyTold: [],
};
const STOP = { session_id: 's', supervisor_id: 'launch', event: 'Stop', client_pid: 7, time: at(2), feedback: '' };
const answer = (second: number) => ({ type: 'assistant', timestamp: at(second), message: { content: [] } });

/** Ends a run with this stop in the journal; `transcript` is what is there of the conversation. */
async function endWith(stop: Partial<JournalEntry>, transcript: object[] | 'a folder' | undefined) {
  const env = readEnv({ HOME: temporaryFolder() });
  const paths = pathsOf(env);
  write(paths.journal, `${JSON.stringify({ ...STOP, ...stop })}\n`);
  const path = join(paths.claudeDir, 'projects', 'p', 's.jsonl');
  if (transcript === 'a folder') mkdirSync(path, { recursive: true });
  else if (transcript) write(path, transcript.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  return endReport(RUN, env, paths);
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
