import { lutimesSync, mkdirSync, readdirSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSandboxFolder } from '../../../src/sandbox/folder.ts';
import { modeOf, temporaryFolder, write } from '../folder.ts';

describe('the sandbox folder', () => {
  let temporary: string;
  beforeEach(() => {
    temporary = temporaryFolder();
    vi.stubEnv('TMPDIR', temporary);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('is private, and gone with everything in it', () => {
    const folder = createSandboxFolder();
    for (const dir of [folder.root, folder.home, folder.claudeDir, folder.cccDir, folder.project, folder.tmp])
      expect([dir, modeOf(dir)]).toEqual([dir, 0o700]);
    write(join(folder.project, 'deep', 'file'), 'x');
    folder.remove();
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('goes with the process at the latest', () => {
    const before = process.listenerCount('exit');
    const folder = createSandboxFolder();
    process.listeners('exit').at(-1)?.call(process, 0);
    expect(readdirSync(temporary)).toEqual([]);
    folder.remove();
    expect(process.listenerCount('exit')).toBe(before);
  });

  it('takes along what a killed one left, and nothing else', () => {
    const old = new Date(Date.now() - 2 * 60 * 60 * 1000);
    for (const name of ['ccc-sandbox-old', 'ccc-sandbox-new', 'something-else']) {
      mkdirSync(join(temporary, name));
      if (name !== 'ccc-sandbox-new') utimesSync(join(temporary, name), old, old);
    }
    write(join(temporary, 'kept', 'file'), 'x');
    symlinkSync(join(temporary, 'kept'), join(temporary, 'ccc-sandbox-link'));
    lutimesSync(join(temporary, 'ccc-sandbox-link'), old, old);
    createSandboxFolder().remove();
    expect(readdirSync(temporary).sort()).toEqual(['ccc-sandbox-link', 'ccc-sandbox-new', 'kept', 'something-else']);
    expect(readdirSync(join(temporary, 'kept'))).toEqual(['file']);
  });
});
