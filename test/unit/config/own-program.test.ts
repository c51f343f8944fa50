import { symlinkSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  installedFile,
  installedNodes,
  installedProgram,
  startsThisProgram,
  thisProgram,
} from '../../../src/config/own-program.ts';
import { startedAs, temporaryFolder, write } from '../folder.ts';

describe('the ccc on PATH', () => {
  let own: string;
  beforeEach(() => {
    own = startedAs(write(join(temporaryFolder(), 'ccc.cjs'), '', 0o755));
  });

  it('is the name to write down if it is this one', () => {
    const dir = join(temporaryFolder(), "it's");
    write(join(dir, 'x'), '');
    symlinkSync(own, join(dir, 'ccc'));
    expect(installedFile(dir)).toBe(join(dir, 'ccc'));
    expect(installedProgram(dir)).toBe(`'${join(dir, 'ccc').replace("'", `'\\''`)}'`);
  });

  it('another one, none, or one in a relative entry is not', () => {
    const [other, linked] = [temporaryFolder(), temporaryFolder()];
    write(join(other, 'ccc'), '#!/bin/sh\n', 0o755);
    symlinkSync(own, join(linked, 'ccc'));
    for (const path of [other, '', relative(process.cwd(), linked)]) expect(installedFile(path)).toBe(own);
  });
});

describe('the Node that runs us', () => {
  it('by its own path, and by the name on PATH if it is the same', () => {
    const [other, same] = [temporaryFolder(), temporaryFolder()];
    write(join(other, 'node'), '#!/bin/sh\n', 0o755);
    symlinkSync(process.execPath, join(same, 'node'));
    expect(installedNodes([other, same].join(delimiter))).toEqual([process.execPath, join(same, 'node')]);
    expect(installedNodes(other)).toEqual([process.execPath]);
  });
});

describe('a hook command of this program', () => {
  let own: string;
  beforeEach(() => {
    own = startedAs(write(join(temporaryFolder(), 'ccc.cjs'), '', 0o755));
  });
  const linked = () => {
    const link = join(temporaryFolder(), 'ccc');
    symlinkSync(own, link);
    return link;
  };

  it.each<[what: string, command: () => unknown, is: boolean]>([
    ['as a launch writes it', () => `${thisProgram()} supervisor-hook`, true],
    ['by a link', () => `"${linked()}" supervisor-hook`, true],
    ['by Node, quoted in another way', () => `'${process.execPath}' "${own}" supervisor-hook`, true],
    ['another file', () => `${write(join(temporaryFolder(), 'ccc'), '', 0o755)} supervisor-hook`, false],
    ['by another program', () => `/bin/true ${own} supervisor-hook`, false],
    ['behind another command', () => `: ; ${own} supervisor-hook`, false],
    ['in front of another', () => `${own} supervisor-hook || true`, false],
    ['with more arguments', () => `${own} supervisor-hook --help`, false],
    ['with a variable', () => `CCC_SUPERVISOR_HOOK=1 ${own} supervisor-hook`, false],
    ['as a comment', () => `# ${own} supervisor-hook`, false],
    ['by a name on PATH', () => 'ccc supervisor-hook', false],
    ['not a string', () => 7, false],
  ])('%s', (_, command, is) => expect(startsThisProgram(command(), 'supervisor-hook')).toBe(is));

  it('with several arguments: all of them, in their order', () => {
    const starts = (rest: string) => startsThisProgram(`${own} ${rest}`, 'supervisor-hook', '--background');
    expect(starts('supervisor-hook --background')).toBe(true);
    for (const rest of ['supervisor-hook', '--background supervisor-hook', 'other --background'])
      expect(starts(rest)).toBe(false);
  });
});
