import { chmodSync, linkSync, mkdirSync, symlinkSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { hasSessions, isSessionOf, listSessionFiles } from '../../../src/audit/session-files.ts';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { temporaryFolder, write } from '../folder.ts';

function setUp() {
  const paths = pathsOf(readEnv({ HOME: temporaryFolder() }));
  const projects = join(paths.claudeDir, 'projects');
  const store = (path: string, cwd = '/home/me/shop') => write(join(projects, path), `${JSON.stringify({ cwd })}\n`);
  const names = (folder?: string) => listSessionFiles(paths, folder).files.map(({ id }) => id);
  return { paths, projects, store, names };
}

it('without a storage there are none; something else in its place is an error', () => {
  const { names, projects } = setUp();
  expect(names()).toEqual([]);
  write(projects, 'a file');
  expect(names).toThrow('ENOTDIR');
});

it('the latest first, those of subagents and other files left out', () => {
  const { projects, store, names } = setUp();
  for (const [at, id] of ['old', 'new', 'middle'].entries()) {
    const time = { old: 1, middle: 2, new: 3 }[id] as number;
    utimesSync(store(`-p${at}/${id}.jsonl`), time, time);
  }
  store('-p0/agent-a1b2.jsonl');
  store('-p0/old/subagents/agent-c3.jsonl');
  store('-p0/notes.json');
  store('beside.jsonl');
  mkdirSync(join(projects, '-p0', 'folder.jsonl'));
  expect(names()).toEqual(['new', 'middle', 'old']);
});

it('a file with several names is listed once', () => {
  const { projects, store, names } = setUp();
  const file = store('-p/m.jsonl');
  for (const link of ['-p/a.jsonl', '-p/z.jsonl']) symlinkSync(file, join(projects, link));
  symlinkSync(join(projects, '-p'), join(projects, '-a'));
  expect(names()).toEqual(['m']);
  linkSync(file, join(projects, '-p', 'b.jsonl'));
  expect(names()).toHaveLength(1);
});

it('what cannot be read is named', () => {
  const { paths, projects, store } = setUp();
  store('-p/good.jsonl');
  symlinkSync('nowhere', join(projects, '-p', 'dangling.jsonl'));
  symlinkSync('loop.jsonl', join(projects, '-p', 'loop.jsonl'));
  symlinkSync('/dev/zero', join(projects, '-p', 'device.jsonl'));
  const { files, unreadable } = listSessionFiles(paths, undefined);
  expect(files.map(({ id }) => id)).toEqual(['good']);
  expect(unreadable.map(({ path, why }) => `${basename(path)} ${why}`).sort()).toEqual([
    'dangling.jsonl ENOENT',
    'device.jsonl not a regular file',
    'loop.jsonl ELOOP',
  ]);
});

it.skipIf(process.getuid?.() === 0)('a folder that cannot be listed is named, the storage itself is an error', () => {
  const { paths, projects, store } = setUp();
  store('-p/x.jsonl');
  chmodSync(join(projects, '-p'), 0);
  expect(listSessionFiles(paths, undefined).unreadable).toMatchObject([{ why: 'EACCES' }]);
  chmodSync(projects, 0);
  expect(() => listSessionFiles(paths, undefined)).toThrow('EACCES');
  chmodSync(projects, 0o700);
  chmodSync(join(projects, '-p'), 0o700);
});

it('of a folder: also those below it, candidates by the name that the client gives its directory', () => {
  const { paths, store, names } = setUp();
  store('-home-me-shop/a.jsonl');
  store('-home-me-shop-api/b.jsonl', '/home/me/shop/api');
  store('-home-me-shop-api/c.jsonl', '/home/me/shop-api');
  store('-home-me-other/d.jsonl', '/home/me/other');
  expect(names('/home/me/shop').sort()).toEqual(['a', 'b', 'c']);
  const transcript = '/storage/-home-me-shop-api/s1.jsonl';
  expect(isSessionOf('/home/me/shop', transcript, '/home/me/shop/api')).toBe(true);
  expect(isSessionOf('/home/me/shop', transcript, '/home/me/shop-api')).toBe(false);
  // It does not say where it began.
  expect(isSessionOf('/home/me/shop', transcript, undefined)).toBe(false);
  expect(isSessionOf('/home/me/shop/api', transcript, undefined)).toBe(true);
  expect(hasSessions(paths, '/home/me/shop')).toBe(true);
  expect(hasSessions(paths, '/home/me')).toBe(true);
  expect(hasSessions(paths, '/home/me/shop/src')).toBe(false);
  expect(hasSessions(paths, '/home/me/sho')).toBe(false);
});

it('of a folder with a long path, whose directory name the client cuts', () => {
  const { paths, store } = setUp();
  const folder = `/home/me/${'long/'.repeat(60)}end`;
  store(`${folder.replaceAll('/', '-').slice(0, 200)}-1x2y3z/a.jsonl`, folder);
  expect(hasSessions(paths, folder)).toBe(true);
});

it('of a folder that is reached through a link', () => {
  const { paths, store } = setUp();
  const dir = temporaryFolder();
  mkdirSync(join(dir, 'real'));
  symlinkSync(join(dir, 'real'), join(dir, 'link'));
  store(`${join(dir, 'real').replaceAll(/[^A-Za-z0-9]/g, '-')}/a.jsonl`, join(dir, 'real'));
  expect(hasSessions(paths, join(dir, 'link'))).toBe(true);
});
