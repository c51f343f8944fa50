import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FileHashes, type HashedFiles } from '../../../src/git/file-hashes.ts';
import { temporaryFolder, write } from '../folder.ts';

const later = () => Date.now() + 60_000;

it('what has not changed since is not read again', () => {
  const path = write(join(temporaryFolder(), 'f'), 'one');
  const first = new FileHashes(undefined, later);
  const id = first.of(path, 'sha1');
  expect([...first.seen.keys()]).toEqual([path]);
  const forged: HashedFiles = new Map([...first.seen].map(([name, { stat }]) => [name, { stat, id: 'as before' }]));
  expect(new FileHashes(forged).of(path, 'sha1')).toBe('as before');
  expect(new FileHashes(forged).seen.size).toBe(0);
  utimesSync(path, 9, 9);
  expect(new FileHashes(forged).of(path, 'sha1')).toBe(id);
  writeFileSync(path, 'two');
  expect(new FileHashes(forged).of(path, 'sha1')).not.toBe(id);
});

it('a file that has only just changed may change again unseen: it is read again', () => {
  const path = write(join(temporaryFolder(), 'f'), 'one');
  const ids = new FileHashes();
  ids.of(path, 'sha1');
  expect(ids.seen.size).toBe(0);
});
