import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { diagnoseDisk, diagnoseSpace, diagnoseTemporaryFolder, diagnoseWriting } from '../../../src/doctor/disk.ts';
import { doctorMessages } from '../../../src/i18n/doctor.ts';
import { linuxOnly } from '../../support/linux-only.ts';
import { temporaryFolder } from '../folder.ts';
import { decision } from '../history/lines.ts';

const words = doctorMessages.en;
const MB = 1024 * 1024;

it.each([
  [0, 'problem'],
  [50 * MB - 1, 'problem'],
  [50 * MB, 'warning'],
  [500 * MB - 1, 'warning'],
  [500 * MB, 'ok'],
  [undefined, 'note'],
])('%s bytes free: %s', (free, level) => expect(diagnoseSpace('/x', free, words).level).toBe(level));

it('what cannot be written is a problem', () => {
  expect(diagnoseWriting('/x', undefined, words).level).toBe('ok');
  expect(diagnoseWriting('/x', 'ENOSPC', words)).toMatchObject({
    level: 'problem',
    what: expect.stringContaining('ENOSPC'),
  });
});

describe('on a real disk', () => {
  const look = (configDir: string) =>
    Object.fromEntries(
      diagnoseDisk(pathsOf(readEnv({ HOME: configDir, CCC_CONFIG_DIR: configDir })), words).map((diagnosis) => [
        diagnosis.id,
        diagnosis,
      ]),
    );

  it('a folder that is there: tried, measured, left as it was', () => {
    const dir = temporaryFolder();
    mkdirSync(join(dir, 'ccc', 'backups'), { recursive: true });
    writeFileSync(join(dir, 'ccc', 'backups', 'big'), Buffer.alloc(3 * MB));
    const found = look(dir);
    expect(found['disk.writable']).toMatchObject({ level: 'ok', what: expect.stringContaining(join(dir, 'ccc')) });
    expect(found['disk.used']?.what).toContain('uses 3.0 MB');
    expect(found['disk.space']?.what).toMatch(/\d [GM]B free/);
    expect(readdirSync(join(dir, 'ccc'))).toEqual(['backups']);
  });

  it('a folder that is not there yet is not made by looking', () => {
    const dir = join(temporaryFolder(), 'a', 'b');
    const found = look(dir);
    expect(found['disk.writable']?.level).toBe('ok');
    expect(existsSync(join(dir, '..'))).toBe(false);
  });

  linuxOnly('a folder that not even root can write to').it('a place where nothing can be written', () => {
    expect(look('/proc/sys')['disk.writable']).toMatchObject({ level: 'problem', fix: expect.stringMatching(/\S/) });
  });

  it('a journal that was not put aside is told, with where to look', () => {
    const dir = temporaryFolder();
    const [journal, reviews] = [join(dir, 'ccc', 'reviews.jsonl'), join(dir, 'ccc', 'reviews')];
    mkdirSync(reviews, { recursive: true });
    writeFileSync(journal, Buffer.alloc(2 * MB - 1));
    expect(look(dir)['disk.journal']).toBeUndefined();
    writeFileSync(journal, Buffer.alloc(2 * MB));
    expect(look(dir)['disk.journal']).toMatchObject({
      level: 'warning',
      what: expect.stringContaining(`${journal} has 2.0 MB and should have been rotated at 1.0 MB`),
      fix: expect.stringContaining(`is in ${reviews}.`),
    });
    mkdirSync(join(reviews, 'lock'));
    expect(look(dir)['disk.journal']?.fix).toContain(`is in ${join(reviews, 'lock')}.`);
    rmSync(journal);
    symlinkSync(join(dir, 'elsewhere'), journal);
    expect(look(dir)['disk.journal']?.what).toContain(`${journal} is a link`);
  });

  it('lines of the journal that cannot be read are counted; the one that is being written is none', () => {
    const dir = temporaryFolder();
    const journal = join(dir, 'ccc', 'reviews.jsonl');
    const good = JSON.stringify(decision());
    mkdirSync(join(dir, 'ccc'), { recursive: true });
    writeFileSync(journal, `${good}\n${good.slice(0, 50)}`);
    expect(look(dir)['disk.journal-lines']).toBeUndefined();
    writeFileSync(journal, `${good}\ngarbage\n${good}\n{"v":9,"time":"2026-01-01T00:00:00.000Z"}\n`);
    expect(look(dir)['disk.journal-lines']).toMatchObject({
      level: 'note',
      what: `2 lines of the journal cannot be read and are left out: ${journal}`,
    });
  });

  it('a temporary folder can be made', () => expect(diagnoseTemporaryFolder(words)).toEqual([]));
});
