import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { ancestry, parsePsLine, type RunningProcess, runningProcess } from '../../../src/platform/process-ancestry.ts';

const collect = async (pid: number) => {
  const found: RunningProcess[] = [];
  for await (const one of ancestry(pid)) found.push(one);
  return found;
};

describe('running processes', () => {
  it('this one, and the one that started it', async () => {
    const [self, parent] = await collect(process.pid);
    expect(self).toMatchObject({ pid: process.pid, parent: process.ppid });
    expect(parent?.pid).toBe(process.ppid);
    expect(Math.abs((self?.startedAt ?? 0) - performance.timeOrigin)).toBeLessThan(3000);
    expect(self?.args[0]).toContain('node');
  });

  it('one that was started just now, through another', async () => {
    const before = Date.now();
    const child = spawn('/bin/sh', ['-c', 'sleep 60 & echo $!; wait'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const [printed] = await once(child.stdout, 'data');
      const grandchild = Number(String(printed));
      const chain = await collect(grandchild);
      expect(chain.slice(0, 3).map(({ pid }) => pid)).toEqual([grandchild, child.pid, process.pid]);
      expect(chain[1]?.args.slice(0, 2)).toEqual(['/bin/sh', '-c']);
      expect(chain[0]?.startedAt).toBeGreaterThan(before - 3000);
      process.kill(grandchild);
    } finally {
      child.kill();
    }
  });

  it('none', async () => {
    expect(await runningProcess(2 ** 22 + 1)).toBeUndefined();
    expect(await collect(2 ** 22 + 1)).toEqual([]);
  });
});

describe('what ps prints', () => {
  const now = Date.parse('2026-11-17T12:00:00Z');
  it.each<[line: string, parent: number, secondsAgo: number, args: string[]]>([
    ['  501       00:07 /bin/sh -c ccc supervisor-hook\n', 501, 7, ['/bin/sh', '-c', 'ccc', 'supervisor-hook']],
    ['1 01:02:03 claude', 1, 3723, ['claude']],
    ['22 2-01:00:00 claude -p x', 22, 176_400, ['claude', '-p', 'x']],
  ])('%j', (line, parent, secondsAgo, args) =>
    expect(parsePsLine(7, line, now)).toEqual({ pid: 7, parent, args, startedAt: now - secondsAgo * 1000 }),
  );
  it.each(['', 'ps: illegal option'])('%j is nothing', (line) => expect(parsePsLine(7, line, now)).toBeUndefined());
});
