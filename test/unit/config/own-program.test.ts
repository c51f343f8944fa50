import { symlinkSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { installedFile, installedNodes, installedProgram } from '../../../src/config/own-program.ts';
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
