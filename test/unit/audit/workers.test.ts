import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AuditResult, AuditTask } from '../../../src/audit/audit-session.ts';
import { resultsOfWorkers } from '../../../src/audit/workers.ts';
import { processesWith } from '../../support/processes.ts';
import { temporaryFolder, write } from '../folder.ts';

/** Answers each task after a while that depends on it; `die` in the id ends the process, `hang` never answers. */
const WORKER = `
let rest = '';
process.stdin.setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id } = JSON.parse(line);
    if (id.startsWith('die')) process.exit(9);
    if (id.startsWith('hang')) return;
    const end = Date.now() + Number(id.split(' ')[1] ?? 0);
    while (Date.now() < end);
    process.stdout.write(JSON.stringify({ kind: 'audited', session: { id, pid: process.pid, cwd: process.cwd() } }) + '\\n');
  }
});
`;

function setUp() {
  const program = write(join(temporaryFolder(), 'worker.cjs'), WORKER);
  const controller = new AbortController();
  const start = (ids: string[], count: number) =>
    resultsOfWorkers(
      ids.map((id) => ({ id }) as AuditTask),
      { command: [process.execPath, program], env: process.env, count, signal: controller.signal },
    );
  const all = async (ids: string[], count = 2) => {
    const found: AuditResult[] = [];
    for await (const result of start(ids, count)) found.push(result);
    return found;
  };
  return { start, all, controller, left: () => processesWith(program) };
}

const idOf = (result: AuditResult) => (result.kind === 'audited' ? result.session.id : result.kind);

it('every result, in the order of the tasks, however long each takes', async () => {
  const { all, left } = setUp();
  const ids = Array.from({ length: 200 }, (_, at) => `${at} ${at % 7 === 0 ? 15 : 0}`);
  expect((await all(ids, 3)).map(idOf)).toEqual(ids);
  expect(left()).toEqual([]);
});

it('the work is spread over all processes', async () => {
  const { all } = setUp();
  const results = await all(
    Array.from({ length: 40 }, (_, at) => `${at} 10`),
    3,
  );
  const pids = results.map((result) => (result as { session: { pid?: number } }).session.pid);
  expect(new Set(pids).size).toBe(3);
});

it('they run in a folder that is there, whatever becomes of ours', async () => {
  const [result] = await setUp().all(['0']);
  expect(result).toMatchObject({ session: { cwd: '/' } });
});

it('a task that kills its process is unreadable, and the others are still done', async () => {
  const { all, left } = setUp();
  expect((await all(['0', 'die 1', '2', '3', 'die 4', '5'])).map(idOf)).toEqual([
    ...['0', 'unreadable', '2', '3', 'unreadable', '5'],
  ]);
  expect(left()).toEqual([]);
});

describe('no process is left', () => {
  it('if the caller stops early', async () => {
    const { start, left } = setUp();
    for await (const result of start(['0', 'hang', 'hang', 'hang'], 2)) {
      expect(idOf(result)).toBe('0');
      expect(left().length).toBeGreaterThan(0);
      break;
    }
    expect(left()).toEqual([]);
  });

  it('if it is aborted', async () => {
    const { start, left, controller } = setUp();
    const seen: string[] = [];
    for await (const result of start(['0', 'hang', 'hang', 'hang'], 2)) {
      seen.push(idOf(result));
      setTimeout(() => controller.abort(), 50);
    }
    expect(seen).toEqual(['0']);
    expect(left()).toEqual([]);
  });
});

it('a program that cannot be started, or always dies, is an error and no endless loop', async () => {
  const { all } = setUp();
  const ids = Array.from({ length: 100 }, () => 'die');
  await expect(all(ids)).rejects.toThrow('ended 1');
  const missing = resultsOfWorkers([{ id: '0' } as AuditTask, { id: '1' } as AuditTask], {
    ...{ command: ['/nowhere/ccc'], env: {}, count: 1, signal: new AbortController().signal },
  });
  // Its tasks cannot be read by anybody.
  const results: AuditResult[] = [];
  for await (const result of missing) results.push(result);
  expect(results.map(idOf)).toEqual(['unreadable', 'unreadable']);
});
