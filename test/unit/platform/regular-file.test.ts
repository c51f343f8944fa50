import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRegular, readBytesIfExists, readRegular, readRegularOrThrow } from '../../../src/platform/regular-file.ts';
import { errorCode } from '../../../src/platform/user-error.ts';
import { temporaryFolder, write } from '../folder.ts';

function codeOf(body: () => unknown): string | undefined {
  try {
    body();
  } catch (error) {
    return errorCode(error);
  }
  return undefined;
}

describe('a regular file', () => {
  it('is read up to the limit, from either end', () => {
    const file = write(join(temporaryFolder(), 'file'), 'abcdef');
    const text = (maxBytes: number, from?: 'start' | 'end') =>
      readRegular(file, { maxBytes, ...(from && { from }) })?.bytes.toString();
    expect(readRegular(file, { maxBytes: 4 })?.size).toBe(6);
    expect([text(4), text(4, 'end'), text(100), text(100, 'end')]).toEqual(['abcd', 'cdef', 'abcdef', 'abcdef']);
  });

  it('is found behind a link only if links are followed', () => {
    const dir = temporaryFolder();
    write(join(dir, 'file'), 'abc');
    symlinkSync('file', join(dir, 'link'));
    expect(readRegular(join(dir, 'link'), { maxBytes: 9 })).toBeUndefined();
    expect(readRegular(join(dir, 'link'), { maxBytes: 9, followsLinks: true })?.bytes.toString()).toBe('abc');
  });
});

it('a whole file is read up to 16 MB, and one that is larger is refused', () => {
  const file = write(join(temporaryFolder(), 'file'), '');
  truncateSync(file, 16 * 1024 ** 2);
  expect(readBytesIfExists(file)).toHaveLength(16 * 1024 ** 2);
  truncateSync(file, 16 * 1024 ** 2 + 1);
  expect(codeOf(() => readBytesIfExists(file))).toBe('EFBIG');
});

describe('anything else', () => {
  it('is refused, and a pipe that nobody writes to does not block', () => {
    const dir = temporaryFolder();
    execFileSync('mkfifo', [join(dir, 'pipe')]);
    mkdirSync(join(dir, 'folder'));
    for (const [name, code] of [
      [join(dir, 'pipe'), 'ENOTSUP'],
      [join(dir, 'folder'), 'EISDIR'],
      [join(dir, 'missing'), 'ENOENT'],
      ['/dev/zero', 'ENOTSUP'],
    ] as const) {
      expect([name, codeOf(() => openRegular(name))]).toEqual([name, code]);
      expect([name, codeOf(() => readRegularOrThrow(name, { maxBytes: 9 }))]).toEqual([name, code]);
      expect(readRegular(name, { maxBytes: 9, followsLinks: true })).toBeUndefined();
    }
  });
});
