import { lutimesSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CleanOptions, DEFAULT_AGE_MS, removeOldFiles } from '../../../src/clean/clean.ts';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { withLock } from '../../../src/platform/lock.ts';
import { hostTag } from '../../../src/platform/process-alive.ts';
import { cpuMs } from '../cpu-time.ts';
import { temporaryFolder, write } from '../folder.ts';

const OLD = new Date(Date.now() - DEFAULT_AGE_MS - 60_000);
/** No process has it: above every limit of the systems we run on. */
const NO_PID = 2 ** 22 + 7;

function setUp() {
  const paths = pathsOf(readEnv({ HOME: temporaryFolder() }));
  mkdirSync(paths.dir, { recursive: true });
  const old = (name: string, text = 'x') => {
    const path = write(join(paths.dir, name), text);
    utimesSync(path, OLD, OLD);
    return path;
  };
  return {
    paths,
    old,
    link: (target: string, name: string) => {
      symlinkSync(target, join(paths.dir, name));
      lutimesSync(join(paths.dir, name), OLD, OLD);
    },
    names: () => readdirSync(paths.dir).sort(),
    clean: (options: Partial<CleanOptions> = {}) => removeOldFiles(paths, { ageMs: DEFAULT_AGE_MS, ...options }),
  };
}

describe('removing old files', () => {
  it('removes what is old and recognized, and says what; everything else stays', () => {
    const { paths, old, link, names, clean } = setUp();
    old('supervisor-a.json', '{"a": 1}');
    old('supervisor-a.json.corrupt-2026-01-02T03-04-05-678Z');
    old('supervisor-a.log');
    link(`${NO_PID}.${hostTag()}.token123456`, 'supervisor-a.lock');
    old('checks-0123456789abcdef.json');
    old(`reviewer-${hostTag()}.${NO_PID}.settings.json`);
    old('launch-elsewhere.12.settings.json');
    for (const name of ['reviews.jsonl', 'trusted.json', 'installed.json', 'take-over-asked', 'notes.txt']) old(name);
    old('backups/settings-0123456789ab.json');
    write(paths.state('b'), '{}');
    const { removed, failed } = clean();
    expect(failed).toEqual([]);
    expect(removed.map(({ kind }) => kind).sort()).toEqual(
      ['checks', 'launch', 'lock', 'log', 'reviewer', 'state', 'state'].sort(),
    );
    expect(removed.find(({ name }) => name === 'supervisor-a.json')?.bytes).toBe(8);
    expect(names()).toEqual(
      [
        'backups',
        'installed.json',
        'notes.txt',
        'reviews.jsonl',
        'supervisor-b.json',
        'take-over-asked',
        'trusted.json',
      ].sort(),
    );
    expect(clean()).toEqual({ removed: [], failed: [] });
  });

  it('a dry run says the same and removes nothing', () => {
    const { old, link, names, clean } = setUp();
    old('supervisor-a.json');
    link(`${NO_PID}.${hostTag()}.token123456`, 'supervisor-a.lock');
    const before = names();
    const planned = clean({ dryRun: true });
    expect(names()).toEqual(before);
    expect(clean().removed.map(({ name }) => name)).toEqual(planned.removed.map(({ name }) => name));
    expect(names()).toEqual([]);
  });

  it('without a folder there is nothing to do', () => {
    const paths = pathsOf(readEnv({ HOME: temporaryFolder() }));
    expect(removeOldFiles(paths, { ageMs: DEFAULT_AGE_MS })).toEqual({ removed: [], failed: [] });
  });

  it('follows no link', () => {
    const { paths, link, names, clean } = setUp();
    const precious = write(join(paths.claudeDir, 'precious.json'), 'mine');
    utimesSync(precious, OLD, OLD);
    link(precious, 'supervisor-a.json');
    link(precious, 'supervisor-a.log');
    expect(clean().removed).toEqual([]);
    expect(names()).toEqual(['supervisor-a.json', 'supervisor-a.log']);
    expect(readFileSync(precious, 'utf8')).toBe('mine');
  });
});

describe('nothing of what is running is removed', () => {
  it('of a session that the client has a record of', () => {
    const { paths, old, clean } = setUp();
    old('supervisor-session-1.json');
    old('supervisor-session-1.log');
    const record = { pid: process.pid, sessionId: 'session-1', cwd: '/', startedAt: 1 };
    write(join(paths.claudeSessions, `${process.pid}.json`), JSON.stringify(record));
    expect(clean().removed).toEqual([]);
  });

  it.each([
    ['its client', NO_PID, process.pid],
    ['its launcher', process.pid, NO_PID],
  ])('of a launch: %s is running', (_, launcher, client_pid) => {
    const { old, clean } = setUp();
    const record = { supervisor_id: 'launched', client_pid, cwd: '/', provider: null, started_at: OLD.toISOString() };
    old(`launch-${hostTag()}.${launcher}.json`, JSON.stringify(record));
    old(`launch-${hostTag()}.${launcher}.settings.json`);
    old('supervisor-launched.json');
    expect(clean().removed).toEqual([]);
  });

  it('of a launch that a background session of the client may be restarted from', () => {
    const { paths, old, clean } = setUp();
    const settings = old('launch-elsewhere.12.settings.json');
    write(join(paths.claudeJobs, 'one', 'state.json'), JSON.stringify({ args: ['--settings', settings] }));
    expect(clean().removed).toEqual([]);
  });

  it('of a reviewer', () => {
    const { old, clean } = setUp();
    old(`reviewer-${hostTag()}.${process.pid}.settings.json`);
    expect(clean().removed).toEqual([]);
  });

  it('of a session that this process is in', () => {
    const { old, clean } = setUp();
    old('supervisor-mine.json');
    expect(clean({ alsoRunning: ['mine'] }).removed).toEqual([]);
  });

  it('of a session whose lock is held', () => {
    const { paths, old, clean } = setUp();
    old('supervisor-a.json');
    withLock(paths.lock('a'), () => expect(clean()).toEqual({ removed: [], failed: [] }));
    expect(clean().removed.map(({ name }) => name)).toEqual(['supervisor-a.json']);
  });
});

describe('limits', () => {
  it('stops after the number of files', () => {
    const { old, names, clean } = setUp();
    for (let i = 0; i < 20; i++) old(`supervisor-s${i}.json`);
    expect(clean({ maxFiles: 5 }).removed).toHaveLength(5);
    expect(names()).toHaveLength(15);
  });

  it('stops when the time is over', () => {
    const { old, clean } = setUp();
    for (let i = 0; i < 20; i++) old(`supervisor-s${i}.json`);
    expect(clean({ maxCpuMs: -1 }).removed).toEqual([]);
  });

  it('needs no more time for each file when there are many', async () => {
    const msPerFile = async (count: number) => {
      const { old, names, clean } = setUp();
      for (let i = 0; i < count; i++) old(`supervisor-s${i}.json`);
      const ms = await cpuMs(clean);
      expect(names()).toEqual([]);
      return ms / count;
    };
    const few = await msPerFile(400);
    // Where the folder is listed for each file, each of ten times as many takes more than three times as long.
    expect(await msPerFile(4000)).toBeLessThan(2 * few);
  });

  it('keeps the state of a supervised session for 30 days: it may be running where it cannot be seen', () => {
    const { paths, names, clean } = setUp();
    write(paths.state('on'), '{"enabled": true, "count": 1}');
    write(paths.state('off'), '{"enabled": false, "count": 1}');
    clean({ ageMs: -60_000 });
    expect(names()).toEqual(['supervisor-on.json']);
  });

  it('leaves a state whose lock was not made by us, and says nothing of it, also in a dry run', () => {
    const { old, names, clean } = setUp();
    old('supervisor-a.json');
    old('supervisor-a.lock');
    expect(clean({ dryRun: true })).toEqual({ removed: [], failed: [] });
    expect(clean()).toEqual({ removed: [], failed: [] });
    expect(names()).toEqual(['supervisor-a.json', 'supervisor-a.lock']);
  });
});
