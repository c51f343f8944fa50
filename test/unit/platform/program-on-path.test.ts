import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { programOnPath, safePath } from '../../../src/platform/program-on-path.ts';
import { temporaryFolder, write } from '../folder.ts';

/** The current folder is a repository that has programs; `outside` has the same, and is the user's. */
let root: string;
let repository: string;
let outside: string;
beforeEach(() => {
  root = temporaryFolder();
  [repository, outside] = [join(root, 'repository'), join(root, 'outside')];
  for (const dir of [repository, join(repository, 'bin'), outside]) write(join(dir, 'tool'), '', 0o755);
  mkdirSync(join(root, 'repository-2'));
  symlinkSync(outside, join(repository, 'link-out'));
  symlinkSync(repository, join(root, 'link-in'));
  const spy = vi.spyOn(process, 'cwd').mockReturnValue(repository);
  onTestFinished(() => spy.mockRestore());
});
const resolved = (path: string) => path.replaceAll('ROOT', root);

describe('a program of the current folder is not found', () => {
  it.each<[what: string, path: string]>([
    ['by a dot', '.'],
    ['by an empty part', ''],
    ['by an empty part at the end', '/nowhere:'],
    ['by a relative part', 'bin'],
    ['by its whole path', 'ROOT/repository'],
    ['below it', 'ROOT/repository/bin'],
    ['with dots in its path', 'ROOT/outside/../repository'],
    ['through a link to it', 'ROOT/link-in/bin'],
    ['through a link of it', 'ROOT/repository/link-out'],
    ['through both', 'ROOT/link-in/link-out'],
  ])('%s', (_, path) => {
    expect(programOnPath('tool', resolved(path))).toBeUndefined();
    expect(programOnPath('tool', resolved(`${path}:ROOT/outside`))).toBe(join(outside, 'tool'));
    expect(safePath(resolved(`${path}:ROOT/outside:ROOT/repository-2`)).replace('/nowhere:', '')).toBe(
      resolved('ROOT/outside:ROOT/repository-2'),
    );
  });
});

it('a file that cannot be run, a folder, and no PATH are no program', () => {
  mkdirSync(join(root, 'folder', 'tool'), { recursive: true });
  write(join(root, 'data', 'tool'), '');
  expect(programOnPath('tool', resolved('ROOT/folder:ROOT/data'))).toBeUndefined();
  expect(programOnPath('tool', undefined)).toBeUndefined();
});

it('in the root of the file system every folder but relative ones counts', () => {
  vi.mocked(process.cwd).mockReturnValue('/');
  expect(safePath(`.::${outside}`)).toBe(outside);
});
