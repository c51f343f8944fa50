import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { finish } from '../../test/support/processes.ts';
import { NO_API, Sandbox } from '../../test/support/sandbox.ts';
import { sleep } from '../../test/support/wait.ts';
import { serveDashboard } from './dashboard.ts';
import { FEW_LINES, MANY_LINES, writeLines } from './made-up-lines.ts';
import { peakMemory } from './peak-memory.ts';
import { median, progress, type Row } from './rows.ts';
import { npm } from './subjects.ts';

const LOG_MS = 200;
const ROUNDS = { hook: 31, short: 9, whole: 3 };
/** There is no client to start, so that the review fails at once and the journal is most of what an event does. */
const NO_REVIEWER = { CCC_SUPERVISOR: '1', CCC_CLAUDE: '/no/claude/here' };

/** What reads the journal, beside one that is empty, and the hook, which must not grow with it, also beside a short one. */
export async function journalOfMillionLines(): Promise<Row[]> {
  progress('journal');
  const [empty, short, full] = [new Sandbox(npm, NO_API), new Sandbox(npm, NO_API), new Sandbox(npm, NO_API)];
  try {
    const { bytes, lastSession } = writeLines(join(full.cccDir, 'reviews.jsonl'), MANY_LINES);
    writeLines(join(short.cccDir, 'reviews.jsonl'), FEW_LINES);
    const megabytes = (bytes / 1e6).toFixed(0);
    return [
      { name: `a journal of ${MANY_LINES.toLocaleString('en')} lines`, value: `${megabytes} MB` },
      ...(await ofTheCommands(empty, full, lastSession)),
      ...(await ofTheDashboard(full, lastSession)),
      ...(await ofTheHook([empty, short, full])),
    ];
  } finally {
    for (const box of [empty, short, full]) {
      rmSync(box.dir, { recursive: true });
      box.dispose();
    }
  }
}

async function ofTheCommands(empty: Sandbox, full: Sandbox, session: string): Promise<Row[]> {
  const rows: Row[] = [];
  const compare = async (args: string[], rounds: number, aimMs?: number) => {
    const [without, with_] = (await alternate(rounds, [empty, full], (box) => measured(box, args))).map(medians);
    const { ms, peak } = with_ as Figures;
    rows.push({
      name: `ccc ${args.map((arg) => (arg === session ? 'SESSION' : arg)).join(' ')}`,
      value: `${ms.toFixed(0)} ms, ${peak.toFixed(0)} MB`,
      ratio: ms / (without as Figures).ms,
      ...(aimMs === undefined ? {} : { aim: `<= ${aimMs} ms`, met: ms <= aimMs }),
    });
  };
  await compare(['log'], ROUNDS.short, LOG_MS);
  await compare(['log', session], ROUNDS.whole);
  await compare(['report', '--since', '12h'], ROUNDS.short);
  await compare(['report', '--since', '52w'], 1);
  await compare(['status', '--all'], ROUNDS.short);
  await compare(['overrule', '--session', session, '--dry-run'], ROUNDS.short);
  await compare(['stats'], ROUNDS.whole);
  return rows;
}

async function ofTheDashboard(box: Sandbox, session: string): Promise<Row[]> {
  const begun = performance.now();
  const { url, child, stop } = await serveDashboard(box);
  const peak = peakMemory(child);
  try {
    const ask = async (path: string, more: Record<string, string> = {}) => {
      const asked = performance.now();
      const query = new URLSearchParams({ ...Object.fromEntries(url.searchParams), ...more });
      const response = await fetch(`${url.origin}${path}?${query}`);
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      const answer = (await response.json()) as { progress?: number };
      return { answer, ms: performance.now() - asked };
    };
    await ask('/api/sessions');
    const first = performance.now() - begun;
    while (((await ask('/api/statistics')).answer.progress ?? 0) < 1) await sleep(50);
    const loaded = performance.now() - begun;
    const times = async (path: string, more?: Record<string, string>) => {
      const all: number[] = [];
      for (let i = 0; i < ROUNDS.short; i++) all.push((await ask(path, more)).ms);
      return `${median(all).toFixed(0)} ms`;
    };
    const rows: Row[] = [
      { name: 'ccc dashboard: from its start to a first answer', value: `${first.toFixed(0)} ms` },
      { name: 'ccc dashboard: until every line is in it', value: `${loaded.toFixed(0)} ms` },
      { name: 'ccc dashboard: the list of sessions', value: await times('/api/sessions') },
      { name: 'ccc dashboard: a search in it', value: await times('/api/sessions', { q: 'Task 4711' }) },
      { name: 'ccc dashboard: the charts', value: await times('/api/statistics') },
      { name: 'ccc dashboard: one session', value: await times('/api/session', { id: session }) },
    ];
    return [...rows, { name: 'ccc dashboard: peak memory', value: `${peak().toFixed(0)} MB` }];
  } finally {
    await stop();
  }
}

const AIM = 1.05;

async function ofTheHook(boxes: [empty: Sandbox, short: Sandbox, full: Sandbox]): Promise<Row[]> {
  let sessions = 0;
  const run = (env: Record<string, string>, session: () => string) => (box: Sandbox) =>
    measured(box, ['supervisor-hook'], { session_id: session(), hook_event_name: 'Stop' }, env);
  const another = () => `bench-${++sessions}`;
  const compare = async (name: string, hook: (box: Sandbox) => Promise<Figures>): Promise<Row[]> => {
    const [empty, short, full] = (await alternate(ROUNDS.hook, boxes, hook)).map(medians) as [
      Figures,
      Figures,
      Figures,
    ];
    const few = `${FEW_LINES.toLocaleString('en')} lines`;
    const value = ({ ms, peak }: Figures) => `${ms.toFixed(1)} ms, ${peak.toFixed(0)} MB`;
    const ratio = full.ms / short.ms;
    const memory = full.peak / short.peak;
    return [
      { name: `${name}, ${few}, to an empty journal`, value: value(short), ratio: short.ms / empty.ms },
      { name: `${name}, to ${few}`, value: value(full), ratio, aim: `<= ${AIM} x`, met: ratio <= AIM },
      { name: 'its memory', value: value(full), ratio: memory, aim: `<= ${AIM} x`, met: memory <= AIM },
    ];
  };
  return [
    ...(await compare(
      'hook while supervision is off',
      run({}, () => 'bench'),
    )),
    ...(await compare('the same, first event of a session', run({}, another))),
    ...(await compare('hook with supervision on, first event of a session', run(NO_REVIEWER, another))),
  ];
}

interface Figures {
  ms: number;
  /** In MB. */
  peak: number;
}

const medians = (runs: Figures[]): Figures => ({
  ms: median(runs.map(({ ms }) => ms)),
  peak: median(runs.map(({ peak }) => peak)),
});

/** The figures of each, in turns, so that a busy moment falls on all; the first two turns are not counted. */
async function alternate<T>(rounds: number, boxes: Sandbox[], run: (box: Sandbox) => Promise<T>): Promise<T[][]> {
  const results: T[][] = boxes.map(() => []);
  for (let round = -2; round < rounds; round++) {
    progress(`journal ${Math.max(0, round + 1)}/${rounds}`);
    for (const [at, box] of boxes.entries()) {
      const result = await run(box);
      if (round >= 0) results[at]?.push(result);
    }
  }
  return results;
}

async function measured(
  box: Sandbox,
  args: string[],
  input: object | null = null,
  env: Record<string, string> = {},
): Promise<Figures> {
  const begun = performance.now();
  const child = spawn(npm.command[0] as string, [npm.command[1], ...args], {
    env: { ...box.environment, ...env },
    cwd: box.project,
  });
  const peak = peakMemory(child);
  await finish(child, input);
  return { ms: performance.now() - begun, peak: peak() };
}
