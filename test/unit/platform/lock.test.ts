import { spawn } from 'node:child_process';
import { existsSync, lutimesSync, readdirSync, readlinkSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withLock } from '../../../src/platform/lock.ts';
import { UserError } from '../../../src/platform/user-error.ts';
import { modeOf, temporaryFolder, write } from '../folder.ts';

const IMPATIENT_MS = 150;
const newLock = () => join(temporaryFolder(), 'x.lock');
const filesBeside = (lock: string) => readdirSync(dirname(lock));

/** The name of this machine as it stands in a lock, learnt from a real one. */
function thisHost(): string {
  const path = newLock();
  return withLock(path, () => basename(readlinkSync(path)).split('.')[1] as string);
}

function age(lock: string, seconds: number): void {
  const then = Date.now() / 1000 - seconds;
  lutimesSync(lock, then, then);
}

async function livePid(): Promise<number> {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise((resolve) => child.once('spawn', resolve));
  return child.pid as number;
}

async function deadPid(): Promise<number> {
  const child = spawn('true', { stdio: 'ignore' });
  await new Promise((resolve) => child.once('exit', resolve));
  return child.pid as number;
}

describe('a free lock', () => {
  it('is there for as long as it is held', () => {
    const lock = newLock();
    const inside = withLock(lock, (stillHeld) => {
      stillHeld();
      return basename(readlinkSync(lock));
    });
    expect(inside).toMatch(new RegExp(`^${process.pid}\\.[A-Za-z0-9-]+\\.[a-z0-9]+$`));
    expect(filesBeside(lock)).toEqual([]);
  });

  it('is given back when the body throws', () => {
    const lock = newLock();
    const fail = () => {
      throw new Error('no');
    };
    expect(() => withLock(lock, fail)).toThrow('no');
    expect(filesBeside(lock)).toEqual([]);
    expect(withLock(lock, () => 7)).toBe(7);
  });

  it('brings its folder', () => {
    const lock = join(temporaryFolder(), 'a', 'b', 'x.lock');
    expect(withLock(lock, () => 7)).toBe(7);
    expect(modeOf(dirname(lock))).toBe(0o700);
  });
});

describe('a lock of someone else', () => {
  it.each<[why: string, holder: () => Promise<string> | string, ageSeconds: number, broken: boolean]>([
    ['of a dead process', async () => `${await deadPid()}.${thisHost()}.abc`, 0, true],
    ['of a process that had our own number', () => `${process.pid}.${thisHost()}.abc`, 0, true],
    ['of a live process', async () => `${await livePid()}.${thisHost()}.abc`, 0, false],
    ['of a live process, far too old', async () => `${await livePid()}.${thisHost()}.abc`, 61, true],
    ['of another machine', async () => `${await deadPid()}.another-host.abc`, 0, false],
    ['of another machine, nearly too old', async () => `${await deadPid()}.another-host.abc`, 50, false],
    ['of another machine, far too old', async () => `${await deadPid()}.another-host.abc`, 61, true],
    ['of nobody we understand', () => 'nonsense', 0, false],
    ['of nobody we understand, far too old', () => 'nonsense', 61, true],
  ])('%s (%#)', async (_, holder, ageSeconds, broken) => {
    const lock = newLock();
    const token = await holder();
    symlinkSync(token, lock);
    age(lock, ageSeconds);
    const take = () => withLock(lock, () => 'taken', { waitMs: IMPATIENT_MS });
    if (broken) {
      expect(take()).toBe('taken');
      expect(filesBeside(lock)).toEqual([]);
    } else {
      expect(take).toThrow(UserError);
      expect(take).toThrow(`is held by process ${token.split('.')[0]}`);
      expect(readlinkSync(lock)).toBe(token);
    }
  });

  it('is waited for', async () => {
    const lock = newLock();
    symlinkSync(`${await livePid()}.${thisHost()}.abc`, lock);
    const child = spawn('sh', ['-c', 'sleep 0.2; rm "$1"', 'sh', lock], { stdio: 'ignore' });
    expect(withLock(lock, () => 'taken', { waitMs: 10_000 })).toBe('taken');
    await new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(0)));
  });

  it('whoever was about to break it and died is broken first', async () => {
    const lock = newLock();
    symlinkSync(`${await deadPid()}.${thisHost()}.first`, lock);
    symlinkSync(`${await deadPid()}.${thisHost()}.second`, `${lock}.first`);
    expect(withLock(lock, () => 'taken', { waitMs: IMPATIENT_MS })).toBe('taken');
    expect(filesBeside(lock)).toEqual([]);
  });

  it('whoever is about to break it is let do so, within our patience', async () => {
    const lock = newLock();
    symlinkSync(`${await deadPid()}.${thisHost()}.first`, lock);
    symlinkSync(`${await livePid()}.${thisHost()}.second`, `${lock}.first`);
    expect(() => withLock(lock, () => 'taken', { waitMs: IMPATIENT_MS })).toThrow(UserError);
    expect(filesBeside(lock)).toEqual(['x.lock', 'x.lock.first']);
  });
});

describe('what was left beside a lock', () => {
  it.each<[why: string, name: string, place: (path: string) => Promise<unknown> | unknown, swept: boolean]>([
    [
      'by a breaker that died',
      'x.lock.mi2k3j4abcd1',
      async (path) => symlinkSync(`${await deadPid()}.${thisHost()}.z`, path),
      true,
    ],
    [
      'by a breaker at work',
      'x.lock.mi2k3j4abcd1',
      async (path) => symlinkSync(`${await livePid()}.${thisHost()}.z`, path),
      false,
    ],
    ['by somebody else: a file', 'x.lock.bak', (path) => write(path, ''), false],
    ['by another id', 'x.lock.id.json', (path) => write(path, '{}'), false],
    [
      'by the lock of another id',
      'x.lock.id.lock',
      async (path) => symlinkSync(`${await deadPid()}.${thisHost()}.z`, path),
      false,
    ],
  ])('%s', async (_, name, place, swept) => {
    const lock = newLock();
    await place(join(dirname(lock), name));
    expect(withLock(lock, () => 'done')).toBe('done');
    expect(filesBeside(lock)).toEqual(swept ? [] : [name]);
  });
});

describe('a lock that is lost while it is held', () => {
  it.each<[why: string, lose: (lock: string) => void, left: string[]]>([
    ['removed', (lock) => unlinkSync(lock), []],
    [
      'taken over',
      (lock) => {
        rmSync(lock);
        symlinkSync('1.another-host.abc', lock);
      },
      ['x.lock'],
    ],
  ])('%s', (_, lose, left) => {
    const lock = newLock();
    const body = (stillHeld: () => void) => {
      lose(lock);
      stillHeld();
    };
    expect(() => withLock(lock, body)).toThrow('was taken over while it was held');
    expect(filesBeside(lock)).toEqual(left);
  });
});

describe('what cannot be a lock is an error at once', () => {
  it.each<[why: string, place: (dir: string) => string]>([
    ['a file', (dir) => write(join(dir, 'x.lock'), '')],
    ['below a file', (dir) => join(write(join(dir, 'file'), ''), 'x.lock')],
    [
      'below a link to nowhere',
      (dir) => {
        symlinkSync(join(dir, 'nowhere', 'at all'), join(dir, 'link'));
        return join(dir, 'link', 'x.lock');
      },
    ],
  ])('%s', (_, place) => {
    const lock = place(temporaryFolder());
    let ran = false;
    const take = () =>
      withLock(lock, () => {
        ran = true;
      });
    const start = performance.now();
    expect(take).toThrow(/EINVAL|ENOTDIR|EEXIST|ENOENT/);
    expect(performance.now() - start).toBeLessThan(5000);
    expect(ran).toBe(false);
    expect(existsSync(join(dirname(lock), 'nowhere'))).toBe(false);
  });
});
