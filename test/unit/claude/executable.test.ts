import { mkdirSync, symlinkSync } from 'node:fs';
import { basename, delimiter, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findClaude, locateClaude } from '../../../src/claude/executable.ts';
import { readEnv } from '../../../src/config/env.ts';
import { Problem } from '../../../src/problem.ts';
import { wordsIn } from '../../../src/words/words.ts';
import { temporaryFolder, write } from '../folder.ts';

const find = (all: Record<string, string>) => findClaude(readEnv(all), wordsIn('en'));
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
    expect(look).toThrow(Problem);
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
  const by = (all: Record<string, string>) => locateClaude(readEnv(all), wordsIn('en')).by;
  expect(by({ PATH: dir })).toBe('sdk');
  program(dir);
  expect(by({ PATH: dir })).toBe('PATH');
  expect(by({ CCC_CLAUDE: mine, PATH: dir })).toBe('CCC_CLAUDE');
});

it('is a program of that name', () => expect(basename(find({}))).toBe('claude'));
