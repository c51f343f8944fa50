import { lstatSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ensureDir } from './private-file.ts';
import { hostTag, isRunning } from './process-alive.ts';
import { errorCode, UserError } from './user-error.ts';

/** A lock is held for milliseconds. Older than this it is stale, even if a process has the pid of its holder again. */
const STALE_MS = 60_000;
const WAIT_MS = 15_000;

export interface LockOptions {
  waitMs?: number;
  /** The names of files beside the lock, where the caller has listed the folder already. */
  siblings?: readonly string[];
}

/**
 * Runs `body` while no other process holds the same lock. The lock is a symbolic link whose target names the holder: one
 * system call creates and labels it, so a killed process leaves no incomplete lock, only a stale one. `assertHeld`
 * throws if the lock was lost (the machine slept while it was held). See docs/adr/0003.
 */
export function withLock<T>(path: string, body: (assertHeld: () => void) => T, options: LockOptions = {}): T {
  const me = newToken();
  acquire(path, me, options.waitMs ?? WAIT_MS);
  try {
    return body(() => {
      if (holderOf(path) !== me) throw lockError(path, 'was taken over while it was held');
    });
  } finally {
    if (holderOf(path) === me) {
      removeStaleClaims(path, options.siblings ?? readdirSync(dirname(path)));
      rmSync(path, { force: true });
    }
  }
}

function acquire(path: string, me: string, waitMs: number): void {
  const until = Date.now() + waitMs;
  for (let wait = 1; ; wait = Math.min(wait * 1.5, 25)) {
    if (tryTake(path, me)) return;
    const holder = holderOf(path);
    if (holder !== undefined && isDead(path, holder) && breakStale(path, holder, me)) continue;
    if (Date.now() > until) throw lockError(path, `is held by process ${pidOf(holder ?? '?')}`);
    pause(wait * (0.5 + Math.random()));
  }
}

/**
 * If two processes each checked that a lock is stale and then removed it, the second could remove a new lock. So the
 * right to remove the lock of a dead holder is itself a link (a claim), named after that holder, and passes on only if
 * its owner dies too. Returns false if another process has the claim.
 */
function breakStale(path: string, dead: string, me: string): boolean {
  const claims: string[] = [];
  for (let previous = dead; ; ) {
    const claim = `${path}.${previous.split('.').at(-1)}`;
    // Claims that name each other in a circle can only have been made by hand.
    if (claims.includes(claim)) return false;
    claims.push(claim);
    if (tryTake(claim, me)) break;
    const owner = holderOf(claim);
    if (owner === undefined || !isDead(claim, owner)) return false;
    previous = owner;
  }
  if (holderOf(path) === dead) rmSync(path, { force: true });
  for (const claim of claims) rmSync(claim, { force: true });
  return true;
}

/** Removes claims of processes that were killed. Safe for the holder of the lock: no claim is about its own lock. */
function removeStaleClaims(path: string, siblings: readonly string[]): void {
  const prefix = `${basename(path)}.`;
  for (const name of siblings) {
    // An id may contain dots, so the files of another id can begin with the name of this lock.
    const rest = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    if (!/^[a-z0-9]{9,}$/.test(rest)) continue;
    const claim = join(dirname(path), name);
    if (!lstatSync(claim, { throwIfNoEntry: false })?.isSymbolicLink()) continue;
    const owner = holderOf(claim);
    if (owner !== undefined && isDead(claim, owner)) rmSync(claim, { force: true });
  }
}

function tryTake(path: string, me: string): boolean {
  try {
    // A junction needs no privilege on Windows; elsewhere the type is ignored.
    symlinkSync(me, path, 'junction');
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    if (errorCode(error) !== 'ENOENT') throw error;
    ensureDir(dirname(path));
    return tryTake(path, me);
  }
}

function holderOf(path: string): string | undefined {
  try {
    return basename(readlinkSync(path));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function isDead(path: string, token: string): boolean {
  const [pid, host] = token.split('.');
  // Our own pid in another token: that process has ended, and we were given its pid.
  if (host === hostTag() && (Number(pid) === process.pid || !isRunning(Number(pid)))) return true;
  try {
    return Date.now() - lstatSync(path).mtimeMs > STALE_MS;
  } catch {
    return false;
  }
}

const newToken = () =>
  `${process.pid}.${hostTag()}.${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;

const pidOf = (token: string) => token.split('.')[0];

const pause = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const lockError = (path: string, what: string) =>
  new UserError(`the lock ${path} ${what}`, 'If no ccc process is running, remove the lock and try again.', {
    code: 'locked',
  });
