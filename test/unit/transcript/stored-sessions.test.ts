import { mkdirSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { findSession, sessionsIn, sessionsLike } from '../../../src/transcript/stored-sessions.ts';
import { temporaryFolder, write } from '../folder.ts';

const A = 'aaaa1111-0000-4000-8000-000000000000';
const B = 'aaaa2222-0000-4000-8000-000000000000';
const C = 'bbbb3333-0000-4000-8000-000000000000';

function stored() {
  const home = temporaryFolder();
  const paths = pathsOf(readEnv({ HOME: home }));
  const put = (project: string, id: string, cwd: string | undefined, at: number) => {
    const path = join(paths.claudeDir, 'projects', project, `${id}.jsonl`);
    write(path, `${JSON.stringify({ type: 'user', ...(cwd ? { cwd } : {}) })}\n`);
    utimesSync(path, at, at);
    return path;
  };
  return {
    paths,
    a: put('-home-me-my-app', A, '/home/me/my.app', 1000),
    b: put('-home-me-my-app', B, '/home/me/my.app', 2000),
    c: put('-other', C, '/other', 3000),
  };
}

it('by its id, of any project, or by enough of it', () => {
  const { paths, a, c } = stored();
  expect(findSession(paths, { id: A })).toEqual({ id: A, transcript: a, folder: '/home/me/my.app' });
  expect(findSession(paths, { id: 'bbbb' })).toEqual({ id: C, transcript: c, folder: '/other' });
  expect(findSession(paths, { id: 'aaaa1' })?.id).toBe(A);
});

it('not by a beginning that several have, or none', () => {
  const { paths } = stored();
  expect(findSession(paths, { id: 'aaaa' })).toBeUndefined();
  expect(
    sessionsLike(paths, 'aaaa')
      .map(({ id }) => id)
      .sort(),
  ).toEqual([A, B]);
  for (const id of ['cccc', '../-other/bbbb', '']) expect(findSession(paths, { id })).toBeUndefined();
  expect(sessionsLike(paths, '')).toEqual([]);
  // A link that leads to itself is no session, and keeps no other from being found.
  const loop = join(paths.claudeDir, 'projects', '-loop');
  mkdirSync(loop);
  symlinkSync('aaaa-loop.jsonl', join(loop, 'aaaa-loop.jsonl'));
  expect(sessionsLike(paths, 'aaaa').map(({ id }) => id)).not.toContain('aaaa-loop');
});

it('the latest of a folder', () => {
  const { paths, b } = stored();
  expect(findSession(paths, { folder: '/home/me/my.app' })).toEqual({
    id: B,
    transcript: b,
    folder: '/home/me/my.app',
  });
  expect(findSession(paths, { folder: '/home/you' })).toBeUndefined();
  expect(findSession(pathsOf(readEnv({ HOME: '/nonexistent' })), { folder: '/home/you' })).toBeUndefined();
});

it('all of a folder, the latest first', () => {
  const { paths, a, b } = stored();
  expect(sessionsIn(paths, '/home/me/my.app')).toEqual([
    { id: B, transcript: b, at: new Date(2_000_000) },
    { id: A, transcript: a, at: new Date(1_000_000) },
  ]);
  expect(sessionsIn(paths, '/home/you')).toEqual([]);
});
