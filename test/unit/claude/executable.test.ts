import { mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findClaude, locateClaude, ORIGINAL, WRAPPER_MARK } from '../../../src/claude/executable.ts';
import { readEnv } from '../../../src/config/env.ts';
import { UserError } from '../../../src/platform/user-error.ts';
import { startedAs, temporaryFolder, write } from '../folder.ts';

const find = (all: Record<string, string>) => findClaude(readEnv(all));
const program = (dir: string) => write(join(dir, 'claude'), '#!/bin/sh\n', 0o755);
/** The one the Agent SDK brought: what is found when nothing else is. */
const FROM_SDK = /node_modules\/@anthropic-ai\/claude-agent-sdk-[a-z0-9-]+\/claude$/;

describe('CCC_CLAUDE', () => {
  it('wins over PATH', () => {
    const [mine, other] = [program(temporaryFolder()), temporaryFolder()];
    program(other);
    expect(find({ CCC_CLAUDE: mine, PATH: other })).toBe(mine);
  });

  it.each<[why: string, make: (dir: string) => string]>([
    ['not there', (dir) => join(dir, 'claude')],
    ['not executable', (dir) => write(join(dir, 'claude'), '#!/bin/sh\n', 0o644)],
    ['a folder', (dir) => dir],
    [
      'a link to nowhere',
      (dir) => {
        symlinkSync(join(dir, 'nowhere'), join(dir, 'claude'));
        return join(dir, 'claude');
      },
    ],
  ])('%s: said, and nothing else is taken instead', (_, make) => {
    const path = make(temporaryFolder());
    const other = temporaryFolder();
    program(other);
    const look = () => find({ CCC_CLAUDE: path, PATH: other });
    expect(look).toThrow(UserError);
    expect(look).toThrow(expect.objectContaining({ message: expect.stringContaining(path), exitCode: 1 }));
  });

  it('empty counts as unset', () => {
    const dir = temporaryFolder();
    expect(find({ CCC_CLAUDE: '', PATH: dir })).toMatch(FROM_SDK);
    program(dir);
    expect(find({ CCC_CLAUDE: '', PATH: dir })).toBe(join(dir, 'claude'));
  });
});

describe('PATH', () => {
  it('the first that is a program', () => {
    const [none, folder, plain, first, second] = Array.from({ length: 5 }, temporaryFolder) as string[];
    mkdirSync(join(folder as string, 'claude'));
    write(join(plain as string, 'claude'), '#!/bin/sh\n', 0o644);
    program(first as string);
    program(second as string);
    expect(find({ PATH: [none, folder, plain, first, second].join(delimiter) })).toBe(join(first as string, 'claude'));
  });

  it('a link to a program is one', () => {
    const [dir, real] = [temporaryFolder(), program(temporaryFolder())];
    symlinkSync(real, join(dir, 'claude'));
    expect(find({ PATH: dir })).toBe(join(dir, 'claude'));
  });

  it.each<[why: string, entry: (dir: string) => string]>([
    ['relative', (dir) => relative(process.cwd(), dir)],
    ['relative with a dot', (dir) => `./${relative(process.cwd(), dir)}`],
  ])('%s entries are passed over: the folder we are in must not choose the program', (_, entry) => {
    const dir = temporaryFolder();
    program(dir);
    expect(find({ PATH: entry(dir) })).toMatch(FROM_SDK);
  });

  it.each(['', delimiter, '.', `.${delimiter}`])('%j leaves the one the SDK brought', (path) => {
    expect(find({ PATH: path })).toMatch(FROM_SDK);
  });
});

it('says what led to it', () => {
  const [mine, dir] = [program(temporaryFolder()), temporaryFolder()];
  const by = (all: Record<string, string>) => locateClaude(readEnv(all)).by;
  expect(by({ PATH: dir })).toBe('sdk');
  program(dir);
  expect(by({ PATH: dir })).toBe('PATH');
  expect(by({ CCC_CLAUDE: mine, PATH: dir })).toBe('CCC_CLAUDE');
});

it('is a program of that name', () => expect(basename(find({}))).toBe('claude'));

describe('ourselves in the place of claude', () => {
  const wrapper = (dir: string) => write(join(dir, 'claude'), `${WRAPPER_MARK} and so on\n`, 0o755);
  const original = (dir: string) => write(join(dir, ORIGINAL), '#!/bin/sh\n', 0o755);

  it('on PATH, the wrapper stands for the original beside it', () => {
    const dir = temporaryFolder();
    wrapper(dir);
    expect(find({ PATH: dir })).toMatch(FROM_SDK);
    expect(find({ PATH: dir })).not.toContain(dir);
    original(dir);
    expect(find({ PATH: dir })).toBe(join(dir, ORIGINAL));
  });

  it('a wrapper without its original leaves the next claude', () => {
    const [dir, other] = [temporaryFolder(), temporaryFolder()];
    wrapper(dir);
    program(other);
    expect(find({ PATH: [dir, other].join(delimiter) })).toBe(join(other, 'claude'));
  });

  it('CCC_CLAUDE may name it', () => {
    const dir = temporaryFolder();
    const path = wrapper(dir);
    expect(() => find({ CCC_CLAUDE: path })).toThrow(UserError);
    original(dir);
    expect(find({ CCC_CLAUDE: path })).toBe(join(dir, ORIGINAL));
  });

  it('a link to it stands for what is beside it, not beside the link', () => {
    const [dir, links] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(wrapper(dir), join(links, 'claude'));
    original(dir);
    expect(find({ PATH: links })).toBe(join(dir, ORIGINAL));
  });

  it('an original that is a link to another patched claude is followed', () => {
    const [first, second] = [temporaryFolder(), temporaryFolder()];
    wrapper(first);
    symlinkSync(wrapper(second), join(first, ORIGINAL));
    original(second);
    expect(find({ PATH: first })).toBe(join(second, ORIGINAL));
  });

  it('wrappers that stand for each other have an end', () => {
    const dir = temporaryFolder();
    symlinkSync(wrapper(dir), join(dir, ORIGINAL));
    expect(find({ PATH: dir })).toMatch(FROM_SDK);
  });

  it('a link to ccc itself is passed over', () => {
    const dir = temporaryFolder();
    const path = join(dir, 'claude');
    symlinkSync(program(temporaryFolder()), path);
    expect(find({ PATH: dir })).toBe(path);
    const other = join(temporaryFolder(), 'claude');
    startedAs(path);
    // The SDK is looked for from where we are, which is nowhere now.
    expect(() => find({ PATH: dir })).toThrow(UserError);
    expect(() => find({ CCC_CLAUDE: path })).toThrow(UserError);
    symlinkSync(program(temporaryFolder()), other);
    expect(find({ PATH: [dir, dirname(other)].join(delimiter) })).toBe(other);
  });

  it('a text that only begins in the same way is a client', () => {
    const dir = temporaryFolder();
    const path = write(join(dir, 'claude'), WRAPPER_MARK.slice(0, -1), 0o755);
    expect(find({ PATH: dir })).toBe(path);
  });
});

describe("behind the wrapper, the versions of Claude Code's own installer", () => {
  const LATER = new Date(Date.now() + 60_000);
  const EARLIER = new Date(Date.now() - 60_000);

  function patched() {
    const dir = temporaryFolder();
    const version = (name: string, time = EARLIER, text = '#!/bin/sh\n', mode = 0o755) => {
      const path = write(join(dir, 'share/claude/versions', name), text, mode);
      utimesSync(path, time, time);
      return realpathSync(path);
    };
    mkdirSync(join(dir, 'bin'));
    symlinkSync(version('2.1.10'), join(dir, 'bin', ORIGINAL));
    write(join(dir, 'bin/claude'), `${WRAPPER_MARK}\n`, 0o755);
    return { version, bin: join(dir, 'bin'), original: join(dir, 'bin', ORIGINAL) };
  }

  it('one that was there before stays unused', () => {
    const { version, bin, original } = patched();
    version('2.1.11');
    expect(find({ PATH: bin })).toBe(original);
  });

  it('one that was installed since is started, also when the wrapper names the original', () => {
    const { version, bin, original } = patched();
    const newer = version('2.1.9', LATER);
    expect([find({ PATH: bin }), find({ CCC_CLAUDE: original })]).toEqual([newer, newer]);
  });

  it('one that was installed since is started also if the old one is gone', () => {
    const { version, bin, original } = patched();
    rmSync(realpathSync(original));
    expect(find({ PATH: bin })).toMatch(FROM_SDK);
    const newer = version('2.1.11', LATER);
    expect(find({ PATH: bin })).toBe(newer);
  });

  it('the last of several', () => {
    const { version, bin } = patched();
    version('2.1.11', new Date(LATER.getTime() - 1000));
    const last = version('2.1.12', LATER);
    version('2.1.13', new Date(LATER.getTime() - 2000));
    expect(find({ PATH: bin })).toBe(last);
  });

  it.each<[what: string, name: string, text?: string, mode?: number]>([
    ['an empty file, which the installer makes first', '2.1.11', ''],
    ['what is not executable yet', '2.1.11', '#!/bin/sh\n', 0o644],
    ['a temporary file', '2.1.11.tmp.42.1'],
    ['anything else', 'notes'],
  ])('%s is not a version', (_, name, text, mode) => {
    const { version, bin, original } = patched();
    version(name, LATER, text, mode);
    expect(find({ PATH: bin })).toBe(original);
  });

  it('a link into any other folder is what it is', () => {
    const { version, bin, original } = patched();
    const dir = temporaryFolder();
    renameSync(join(bin, 'claude'), join(dir, 'claude'));
    symlinkSync(write(join(dir, 'lib/2.1.10'), '#!/bin/sh\n', 0o755), join(dir, ORIGINAL));
    version('2.1.11', LATER);
    utimesSync(write(join(dir, 'lib/2.1.11'), '#!/bin/sh\n', 0o755), LATER, LATER);
    expect(find({ PATH: dir })).toBe(join(dir, ORIGINAL));
    expect(original).not.toContain(dir);
  });
});
