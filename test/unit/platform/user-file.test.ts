import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  missingFolder,
  readUsersFile,
  removeUsersFile,
  replaceUsersFile,
  resolveLinks,
} from '../../../src/platform/user-file.ts';
import { modeOf, temporaryFolder, write } from '../folder.ts';

const folder = () => realpathSync(temporaryFolder());
const ready = () => {};

describe('through links', () => {
  it('to the file itself, also where it is not there yet', () => {
    const dir = folder();
    const real = write(join(dir, 'real/file'), 'x');
    symlinkSync('real', join(dir, 'linked'));
    symlinkSync('../linked/file', join(dir, 'real/again'));
    symlinkSync('nowhere/file', join(dir, 'dangling'));
    expect(resolveLinks(real)).toBe(real);
    expect(resolveLinks(join(dir, 'linked/again'))).toBe(real);
    expect(resolveLinks(join(dir, 'linked/new'))).toBe(join(dir, 'real/new'));
    expect(resolveLinks(join(dir, 'linked/no/such/new'))).toBe(join(dir, 'real/no/such/new'));
    expect(resolveLinks(join(dir, 'dangling'))).toBe(join(dir, 'nowhere/file'));
  });

  it('in a circle: an error, not a hang', () => {
    const dir = folder();
    symlinkSync('b', join(dir, 'a'));
    symlinkSync('a', join(dir, 'b'));
    expect(() => resolveLinks(join(dir, 'a'))).toThrow('ELOOP');
  });
});

describe('reading', () => {
  it.each<[what: string, make: (path: string) => unknown, outcome: string | undefined | RegExp]>([
    ['a file', (path) => writeFileSync(path, '\uFEFFé🙂\r\n'), '\uFEFFé🙂\r\n'],
    ['no file', () => {}, undefined],
    ['a folder', (path) => mkdirSync(path), /EISDIR/],
    ['bytes that are not UTF-8', (path) => writeFileSync(path, Buffer.from([0x22, 0xff, 0x22])), /EILSEQ/],
    ['UTF-16', (path) => writeFileSync(path, '\uFEFF{}', 'utf16le'), /EILSEQ/],
  ])('%s', (_, make, outcome) => {
    const path = join(folder(), 'file');
    make(path);
    if (outcome instanceof RegExp) expect(() => readUsersFile(path)).toThrow(outcome);
    else expect(readUsersFile(path)).toBe(outcome);
  });

  it('a device is not waited for', () => expect(() => readUsersFile('/dev/zero')).toThrow('ENOTSUP'));
});

describe('replacing', () => {
  it('keeps mode and owner, leaves nothing beside it', () => {
    const path = write(join(folder(), 'file'), 'old', 0o664);
    const { uid, gid, mode } = statSync(path);
    replaceUsersFile(path, 'new', ready);
    expect(statSync(path)).toMatchObject({ uid, gid, mode });
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(readdirSync(join(path, '..'))).toEqual(['file']);
  });

  it('makes a private file in a private folder where there was none', () => {
    const path = join(folder(), 'a/b/file');
    replaceUsersFile(path, 'new', ready);
    expect([modeOf(path), modeOf(join(path, '..'))]).toEqual([0o600, 0o700]);
  });

  it('does nothing if the last check fails', () => {
    const path = write(join(folder(), 'file'), 'old');
    const refuse = () => {
      expect(readFileSync(path, 'utf8')).toBe('old');
      throw new Error('not now');
    };
    expect(() => replaceUsersFile(path, 'new', refuse)).toThrow('not now');
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(join(path, '..'))).toEqual(['file']);
  });
});

it('removing takes the folders that were made for it, as far as they are empty', () => {
  const dir = folder();
  const path = join(dir, 'a/b/file');
  expect(missingFolder(path)).toBe(join(dir, 'a'));
  replaceUsersFile(path, 'x', ready);
  expect(missingFolder(path)).toBeUndefined();
  write(join(dir, 'a/other'), 'x');
  removeUsersFile(path, join(dir, 'a'), ready);
  expect([existsSync(join(dir, 'a/b')), existsSync(join(dir, 'a/other'))]).toEqual([false, true]);
});
