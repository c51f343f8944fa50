import { type ChildProcess, spawn } from 'node:child_process';
import { isReviewRequest } from '../../src/sandbox/scripted-replies.ts';
import { finish } from '../../test/support/processes.ts';
import { CLAUDE, type Sandbox } from '../../test/support/sandbox.ts';
import type { ScriptedApi } from '../../test/support/scripted-api.ts';
import { peakMemory } from './peak-memory.ts';
import { median, progress, type Row } from './rows.ts';
import { binary, npm } from './subjects.ts';

const ROUNDS = 9;

/** From the start of the hook to the reviewer's first request, and what it takes. */
export async function reviews(box: Sandbox, api: ScriptedApi): Promise<Row[]> {
  const done = await box.claude(['-p', 'make it work', '--output-format', 'json', '--allowedTools', 'Bash']);
  const { session_id } = JSON.parse(done.stdout);
  const worker = api.requests.filter((request) => !isReviewRequest(request)).at(-1);
  const transcript = box.files(box.claudeDir).find((file) => file.endsWith(`${session_id}.jsonl`)) as string;
  const last = { transcript_path: transcript, cwd: box.project, last_assistant_message: 'Done.' };
  const input = { session_id, hook_event_name: 'Stop', effort: { level: 'medium' }, ...last };
  const env = { CCC_SUPERVISOR: '1', CLAUDE_PROJECT_DIR: box.project };
  box.config({ max_iterations: 100 });

  const toFirstRequest = async (child: ChildProcess, text: object | null) => {
    const begun = Date.now();
    const seen = api.requests.length;
    const peak = peakMemory(child);
    await finish(child, text);
    return { ms: (api.requests[seen]?.at ?? Number.NaN) - begun, bytes: api.requests[seen]?.bytes ?? 0, peak: peak() };
  };
  const start = (command: readonly string[]) =>
    spawn(command[0] as string, command.slice(1), { cwd: box.project, env: { ...box.environment, ...env } });
  const runs = {
    bare: () =>
      toFirstRequest(
        start([CLAUDE, '-p', 'again', '--resume', session_id, '--fork-session', '--no-session-persistence']),
        null,
      ),
    npm: () => toFirstRequest(start([...npm.command, 'supervisor-hook']), input),
    binary: () => toFirstRequest(start([...binary.command, 'supervisor-hook']), input),
  };
  const results: Record<keyof typeof runs, Awaited<ReturnType<typeof toFirstRequest>>[]> = {
    bare: [],
    npm: [],
    binary: [],
  };
  for (let i = -1; i < ROUNDS; i++) {
    progress(`reviews ${Math.max(0, i + 1)}/${ROUNDS}`);
    for (const name of ['bare', 'npm', 'binary'] as const) {
      const result = await runs[name]();
      if (i >= 0) results[name].push(result);
    }
  }
  const ms = (name: keyof typeof runs) => median(results[name].map((result) => result.ms));
  const peak = (name: keyof typeof runs) => median(results[name].map((result) => result.peak));
  const overhead = (name: 'npm' | 'binary', label: string): Row => ({
    name: `hook start to first review request, ${label}`,
    value: `${ms(name)} ms`,
    ratio: ms(name) / ms('bare'),
    aim: '<= 1.3 x the bare client',
    met: ms(name) / ms('bare') <= 1.3,
  });
  const memory = (name: 'npm' | 'binary', label: string): Row => ({
    name: `peak memory of the reviewing hook process, ${label}`,
    value: `${peak(name).toFixed(1)} MB`,
    aim: '<= 60 MB',
    met: peak(name) <= 60,
  });
  const reviewBytes = median(results.npm.map((result) => result.bytes));
  return [
    { name: 'claude -p --resume --fork-session, to its first request', value: `${ms('bare')} ms`, ratio: 1 },
    overhead('npm', 'npm package'),
    overhead('binary', 'binary'),
    memory('npm', 'npm package'),
    memory('binary', 'binary'),
    { name: "the agent's last request", value: `${worker?.bytes} bytes` },
    { name: 'the review request', value: `${reviewBytes} bytes (+${reviewBytes - (worker?.bytes ?? 0)})` },
  ];
}
