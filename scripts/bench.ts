/** `npm run bench`: figures as ratios within one run, in a clean environment, so that a noisy machine cancels out. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isReview } from '../src/rehearsal/roles.ts';
import { CLAUDE, finish, Sandbox, VARIANTS } from '../test/support/sandbox.ts';
import { type ScriptedApi, say, startScriptedApi, use } from '../test/support/scripted-api.ts';

const asJson = process.argv.includes('--json');
const ROUNDS = { startUp: 45, review: 9 };
// This script runs on Bun; what it measures runs on Node.
const NODE = process.env.npm_node_execpath ?? execFileSync('which', ['node'], { encoding: 'utf8' }).trim();
const nodeVersion = () => execFileSync(NODE, ['--version'], { encoding: 'utf8' }).trim();
const [npm, binary] = [{ ...VARIANTS[0], command: [NODE, VARIANTS[0].command[1]] }, VARIANTS[1]];

interface Row {
  name: string;
  value: string;
  ratio?: number;
  aim?: string;
  met?: boolean;
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
const progress = (text: string) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text}`);

async function main() {
  const api = await startScriptedApi((request) =>
    isReview(request)
      ? say('{"allow_stop": true, "feedback": "fine"}')
      : request.lastUserText.includes('evidence')
        ? say('Done.')
        : use('Bash', { command: 'echo evidence', description: 'show' }),
  );
  const box = new Sandbox(npm, api.url);
  try {
    const rows = [...(await startUp(box)), ...(await reviews(box, api))];
    if (asJson)
      console.log(
        JSON.stringify({ node: nodeVersion(), platform: `${process.platform}-${process.arch}`, rows }, null, 2),
      );
    else print(rows);
  } finally {
    progress('');
    box.dispose();
    await api.close();
  }
}

/** The hook while supervision is off: what everyone pays at every stop. */
async function startUp(box: Sandbox): Promise<Row[]> {
  const input = JSON.stringify({ session_id: 'bench', hook_event_name: 'Stop' });
  const runs = {
    node: () => timed([NODE, '-e', '0'], box, input),
    npm: () => timed([...npm.command, 'supervisor-hook'], box, input),
    binary: () => timed([...binary.command, 'supervisor-hook'], box, input),
  };
  const times: Record<keyof typeof runs, number[]> = { node: [], npm: [], binary: [] };
  for (let i = -3; i < ROUNDS.startUp; i++) {
    progress(`start-up ${Math.max(0, i + 1)}/${ROUNDS.startUp}`);
    for (const name of ['node', 'npm', 'binary'] as const) {
      const ms = await runs[name]();
      if (i >= 0) times[name].push(ms);
    }
  }
  const base = median(times.node);
  const row = (name: string, values: number[], aim: number): Row => ({
    name,
    value: `${median(values).toFixed(1)} ms`,
    ratio: median(values) / base,
    aim: `<= ${aim} x node -e 0`,
    met: median(values) / base <= aim,
  });
  return [
    { name: 'node -e 0', value: `${base.toFixed(1)} ms`, ratio: 1 },
    row('pass-through hook, npm package', times.npm, 1.7),
    row('pass-through hook, binary', times.binary, 0.5),
  ];
}

async function reviews(box: Sandbox, api: ScriptedApi): Promise<Row[]> {
  const done = await box.claude(['-p', 'make it work', '--output-format', 'json', '--allowedTools', 'Bash']);
  const { session_id } = JSON.parse(done.stdout);
  const worker = api.requests.filter((request) => !isReview(request)).at(-1);
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
  for (let i = -1; i < ROUNDS.review; i++) {
    progress(`reviews ${Math.max(0, i + 1)}/${ROUNDS.review}`);
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
    value: `${peak(name).toFixed(0)} MB`,
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
    { name: "the worker's last request", value: `${worker?.bytes} bytes` },
    { name: 'the review request', value: `${reviewBytes} bytes (+${reviewBytes - (worker?.bytes ?? 0)})` },
  ];
}

async function timed(command: readonly (string | undefined)[], box: Sandbox, input: string): Promise<number> {
  const begun = performance.now();
  const child = spawn(command[0] as string, command.slice(1) as string[], { cwd: box.project, env: box.environment });
  await finish(child, input);
  return performance.now() - begun;
}

/** The highest resident size of one process, children not counted; read while it lives. */
function peakMemory(child: ChildProcess): () => number {
  let peak = 0;
  const look = () => {
    try {
      const kb = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
      peak = Math.max(peak, Number(kb ?? 0) / 1024);
    } catch {
      clearInterval(timer);
    }
  };
  const timer = setInterval(look, 5);
  child.once('exit', () => clearInterval(timer));
  return () => peak;
}

function print(rows: Row[]) {
  progress('');
  const width = Math.max(...rows.map((row) => row.name.length));
  for (const { name, value, ratio, aim, met } of rows) {
    const verdict = met === undefined ? '' : met ? 'met' : 'MISSED';
    console.log(
      `${name.padEnd(width)}  ${value.padStart(22)}  ${ratio ? `${ratio.toFixed(2)} x` : ''}`.padEnd(width + 36) +
        `${aim ?? ''}  ${verdict}`.trimEnd(),
    );
  }
}

await main();
