import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { GitReader } from '../../../src/git/git-reader.ts';
import { temporaryFolder, write } from '../folder.ts';

it('where git has once taken too long it is not asked again', async () => {
  const folder = temporaryFolder();
  const calls = write(join(folder, 'calls'), '');
  write(
    join(folder, 'bin/git'),
    `#!/bin/sh\necho call >> ${calls}\ncase "$PWD" in */fast) ;; *) sleep 300 ;; esac\n`,
    0o755,
  );
  write(join(folder, 'fast/file'), '');
  const looking = new GitReader({ PATH: `${join(folder, 'bin')}:${process.env.PATH}` });
  expect(await looking.git(folder, ['status'], { timeoutMs: 1000 })).toMatchObject({ code: null, late: true });
  expect(await looking.git(folder, ['status'])).toMatchObject({ code: null, late: true });
  expect(readFileSync(calls, 'utf8')).toBe('call\n');
  expect(await looking.git(join(folder, 'fast'), ['status'])).toMatchObject({ code: 0, late: false });
  expect([looking.late, looking.isTimeUp()]).toEqual([true, false]);
});
