import { spawn } from 'node:child_process';
import { finish } from '../../test/support/processes.ts';
import type { Sandbox } from '../../test/support/sandbox.ts';
import { median, progress, type Row } from './rows.ts';
import { binary, NODE, npm } from './subjects.ts';

const ROUNDS = 45;

/** The hook while supervision is off: what everyone pays at every stop. */
export async function startUp(box: Sandbox): Promise<Row[]> {
  const input = JSON.stringify({ session_id: 'bench', hook_event_name: 'Stop' });
  const runs = {
    node: () => timed([NODE, '-e', '0'], box, input),
    npm: () => timed([...npm.command, 'supervisor-hook'], box, input),
    binary: () => timed([...binary.command, 'supervisor-hook'], box, input),
  };
  const times: Record<keyof typeof runs, number[]> = { node: [], npm: [], binary: [] };
  for (let i = -3; i < ROUNDS; i++) {
    progress(`start-up ${Math.max(0, i + 1)}/${ROUNDS}`);
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

async function timed(command: readonly (string | undefined)[], box: Sandbox, input: string): Promise<number> {
  const begun = performance.now();
  const child = spawn(command[0] as string, command.slice(1) as string[], { cwd: box.project, env: box.environment });
  await finish(child, input);
  return performance.now() - begun;
}
