import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { writeLongTranscript } from '../../test/support/long-transcript.ts';
import { processesWith } from '../../test/support/processes.ts';
import { NO_API, Sandbox } from '../../test/support/sandbox.ts';
import { sleep } from '../../test/support/wait.ts';
import { median, progress, type Row } from './rows.ts';
import { NODE, npm } from './subjects.ts';

const SESSIONS = 500;
const FEW = 200;
const ROUNDS = 5;
const LIMIT = 1.3;

/** `ccc audit` over many sessions, against reading and parsing all of their lines with as many processes. */
export async function auditOfManySessions(): Promise<Row[]> {
  progress('audit');
  const box = new Sandbox(npm, NO_API);
  const folder = (name: string) => join(box.dir, name, '.claude', 'projects', '-project');
  try {
    for (const [home, count] of [
      ['many', SESSIONS],
      ['few', FEW],
    ] as const) {
      mkdirSync(folder(home), { recursive: true });
      // As in real sessions, about half of them end with a claim.
      for (let n = 0; n < count; n++)
        writeLongTranscript(
          join(folder(home), `s${n}.jsonl`),
          1e6,
          n % 2 === 0 ? 'Done. All tests pass.' : 'Which one?',
        );
    }
    const probe = join(box.dir, 'parse.mjs');
    const source = join(import.meta.dirname, 'audit-probe.ts');
    execFileSync(process.execPath, ['build', source, '--target', 'node', '--outfile', probe]);
    const cores = availableParallelism();
    const times: { parse: number[]; audit: number[] } = { parse: [], audit: [] };
    let peaks = { many: 0, few: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      progress(`audit ${round + 1}/${ROUNDS}`);
      times.parse.push((await measured(box, 'many', [probe, folder('many'), String(cores)])).ms);
      const audit = await measured(box, 'many', [npm.command[1], 'audit', '--all', '--json']);
      const few = await measured(box, 'few', [npm.command[1], 'audit', '--all', '--json']);
      const { sessions, end_with_claim } = JSON.parse(audit.stdout);
      if (sessions !== SESSIONS || end_with_claim !== SESSIONS / 2) throw new Error('not every session was audited');
      times.audit.push(audit.ms);
      peaks = { many: Math.max(peaks.many, audit.peakMb), few: Math.max(peaks.few, few.peakMb) };
    }
    const [parse, audit] = [median(times.parse), median(times.audit)];
    const all = `${SESSIONS} sessions of 1 MB`;
    return [
      {
        name: `reading and parsing every line of ${all}, ${cores} processes`,
        value: `${parse.toFixed(0)} ms`,
        ratio: 1,
      },
      {
        name: `ccc audit over ${all}`,
        value: `${audit.toFixed(0)} ms`,
        ratio: audit / parse,
        ...{ aim: `<= ${LIMIT} x`, met: audit / parse <= LIMIT },
      },
      {
        name: `peak memory of its largest process, ${FEW} and ${SESSIONS} sessions`,
        value: `${peaks.few.toFixed(0)}, ${peaks.many.toFixed(0)} MB`,
        ratio: peaks.many / peaks.few,
        ...{ aim: '<= 1.2 x', met: peaks.many / peaks.few <= 1.2 },
      },
    ];
  } finally {
    rmSync(box.dir, { recursive: true });
    box.dispose();
  }
}

/** Runs a script on Node with a home of its own: how long it takes, and the most memory that one of its processes has. */
async function measured(box: Sandbox, home: string, args: string[]) {
  const mark = `HOME=${join(box.dir, home)}`;
  const begun = performance.now();
  const child = spawn(NODE, args, { env: { ...box.environment, HOME: join(box.dir, home) }, cwd: box.project });
  let stdout = '';
  child.stdout.on('data', (data) => {
    stdout += data;
  });
  let ms = 0;
  const ended = once(child, 'close').then(() => {
    ms = performance.now() - begun;
  });
  let peak = 0;
  while (ms === 0) {
    for (const pid of processesWith(mark)) peak = Math.max(peak, peakOf(pid));
    await Promise.race([ended, sleep(100)]);
  }
  return { ms, stdout, peakMb: peak / 1024 };
}

/** The most memory that a process has had, in kB. */
function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
