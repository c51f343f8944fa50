import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isWithin, realFolder, realPath } from '../../../src/platform/folders.ts';
import { temporaryFolder } from '../folder.ts';

describe('isWithin', () => {
  it.each<[folder: string, path: string, within: boolean]>([
    ['/a', '/a', true],
    ['/a', '/a/b', true],
    ['/a', '/a/b/c', true],
    ['/a/', '/a/b', true],
    ['/', '/a', true],
    ['/a', '/a/..x', true],
    ['/a', '/a/..x/y', true],
    ['/a', '/a/...', true],
    ['/a', '/', false],
    ['/a', '/b', false],
    ['/a', '/ab', false],
    ['/a/b', '/a', false],
    ['/a/b', '/a/c', false],
    ['/a', '/a/../b', false],
  ])('%s, %s: %s', (folder, path, within) => expect(isWithin(folder, path)).toBe(within));
});

describe('links', () => {
  it('are followed, and what does not exist stays as it is', () => {
    const dir = realPath(temporaryFolder());
    mkdirSync(join(dir, 'folder'));
    writeFileSync(join(dir, 'file'), '');
    symlinkSync('folder', join(dir, 'link'));
    expect(realPath(join(dir, 'link'))).toBe(join(dir, 'folder'));
    expect(realPath(join(dir, 'missing'))).toBe(join(dir, 'missing'));
    expect(realFolder(join(dir, 'link'))).toBe(join(dir, 'folder'));
    expect(realFolder(join(dir, 'file'))).toBeUndefined();
    expect(realFolder(join(dir, 'missing'))).toBeUndefined();
  });
});
