import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  appendLine,
  ensureDir,
  openUnnamed,
  readTextIfExists,
  replaceFile,
  writePrivate,
} from '../../../src/platform/private-file.ts';
import { modeOf, temporaryFolder, write } from '../folder.ts';

// The modes must come from us, not from what the user's umask happens to take away.
let umask: number;
beforeEach(() => {
  umask = process.umask(0);
});
afterEach(() => void process.umask(umask));

const ways: [name: string, write: (path: string, text: string) => void][] = [
  ['replaceFile', (path, text) => replaceFile(path, text)],
  ['appendLine', (path, text) => appendLine(path, text.trimEnd())],
  ['writePrivate', writePrivate],
];

describe('what is written', () => {
  it.each(ways)('%s: only the user can read it, nor look into its folder', (_, writeFile) => {
    const dir = join(temporaryFolder(), 'a', 'b');
    const path = join(dir, 'file');
    writeFile(path, 'text\n');
    expect(readFileSync(path, 'utf8')).toBe('text\n');
    expect(modeOf(path)).toBe(0o600);
    expect(modeOf(dir)).toBe(0o700);
    expect(modeOf(join(dir, '..'))).toBe(0o700);
  });

  it.each(ways)('%s: a folder that cannot be is an error', (_, writeFile) => {
    const file = write(join(temporaryFolder(), 'file'), '');
    expect(() => writeFile(join(file, 'below'), 'text')).toThrow(/ENOTDIR|EEXIST/);
  });
});

describe('replacing', () => {
  it('leaves a new file, private, and nothing beside it', () => {
    const path = write(join(temporaryFolder(), 'file'), 'old', 0o644);
    const before = statSync(path).ino;
    replaceFile(path, 'new');
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(statSync(path).ino).not.toBe(before);
    expect(modeOf(path)).toBe(0o600);
    expect(readdirSync(join(path, '..'))).toEqual(['file']);
  });

  it('does not mind what a killed process left', () => {
    const path = join(temporaryFolder(), 'file');
    write(`${path}.tmp`, 'left over', 0o644);
    replaceFile(path, 'new');
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(modeOf(path)).toBe(0o600);
  });

  it('does not write through a link that lies in its way', () => {
    const dir = temporaryFolder();
    const other = write(join(dir, 'other'), 'untouched');
    symlinkSync(other, join(dir, 'file.tmp'));
    replaceFile(join(dir, 'file'), 'new');
    expect(readFileSync(other, 'utf8')).toBe('untouched');
    expect(lstatSync(join(dir, 'file')).isFile()).toBe(true);
  });

  it('keeps the old text if the last check fails', () => {
    const path = write(join(temporaryFolder(), 'file'), 'old');
    const fail = () => {
      throw new Error('the lock was lost');
    };
    expect(() => replaceFile(path, 'new', fail)).toThrow('the lock was lost');
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(existsSync(`${path}.tmp`)).toBe(false);
  });

  it('does not replace a folder', () => {
    const dir = temporaryFolder();
    mkdirSync(join(dir, 'file'));
    expect(() => replaceFile(join(dir, 'file'), 'new')).toThrow(/EISDIR|EEXIST|ENOTEMPTY/);
    expect(readdirSync(dir)).toEqual(['file']);
  });
});

/** Something that nobody may open to write, and what looks after it. */
const inTheWay: [what: string, plant: (path: string) => () => void][] = [
  [
    'a pipe',
    (path) => {
      execFileSync('mkfifo', [path]);
      // So that a writer that opens it does not hang, but is noticed.
      const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
      return () => closeSync(fd);
    },
  ],
  [
    'a link',
    (path) => {
      const other = write(`${path}.other`, 'untouched');
      symlinkSync(other, path);
      return () => expect(readFileSync(other, 'utf8')).toBe('untouched');
    },
  ],
  [
    'a file that others may read',
    (path) => {
      write(path, 'old', 0o644);
      return () => {};
    },
  ],
];

describe.each(inTheWay)('%s that has the name', (_, plant) => {
  it('gives way to a private file', () => {
    const path = join(temporaryFolder(), 'file');
    const done = plant(path);
    writePrivate(path, 'new');
    done();
    expect(lstatSync(path).isFile()).toBe(true);
    expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual(['new', 0o600]);
  });

  it('is no place for a file without a name, and stays', () => {
    const path = join(temporaryFolder(), 'file');
    const done = plant(path);
    const before = lstatSync(path).ino;
    expect(() => openUnnamed(path, 'new')).toThrow('EEXIST');
    done();
    expect(lstatSync(path).ino).toBe(before);
  });
});

it('a file without a name is private, is in no folder, and is read from its beginning', () => {
  const dir = join(temporaryFolder(), 'a');
  const text = '你好'.repeat(100_000);
  const fd = openUnnamed(join(dir, 'file'), text);
  expect([readdirSync(dir), modeOf(dir), fstatSync(fd).mode & 0o777]).toEqual([[], 0o700, 0o600]);
  expect(readFileSync(fd, 'utf8')).toBe(text);
  closeSync(fd);
});

describe('appending', () => {
  it('adds one line after another', () => {
    const path = join(temporaryFolder(), 'file');
    appendLine(path, 'one');
    appendLine(path, 'two');
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
  });
});

describe('reading', () => {
  it.each([
    ['text', 'text 你好', 'text 你好'],
    ['nothing', '', ''],
  ])('%s', (_, text, expected) => expect(readTextIfExists(write(join(temporaryFolder(), 'f'), text))).toBe(expected));

  it('no file, no folder', () => {
    expect(readTextIfExists(join(temporaryFolder(), 'none'))).toBeUndefined();
    expect(readTextIfExists(join(temporaryFolder(), 'none', 'none'))).toBeUndefined();
  });

  it('a folder is an error', () => expect(() => readTextIfExists(temporaryFolder())).toThrow('EISDIR'));
});

it('a folder that is there stays as it is', () => {
  const dir = temporaryFolder();
  chmodSync(dir, 0o755);
  ensureDir(dir);
  expect(modeOf(dir)).toBe(0o755);
});
