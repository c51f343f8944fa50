import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writableByOthers } from '../../../src/trust/compare-with-trusted.ts';
import { repositoryFilesFor } from '../../../src/trust/repository-files.ts';
import { repositoryAt, world } from './repository.ts';

it.each<[what: string, path: string, mode: number, open: boolean]>([
  ['a file that everybody may write', '.claude/ccc.json', 0o666, true],
  ['its folder', '.claude', 0o777, true],
  ['the repository', '.', 0o777, true],
  ['what only the user may write', '.claude/ccc.json', 0o644, false],
])('%s', async (_, path, mode, open) => {
  const w = world();
  const p = repositoryAt(w.at('p'));
  for (const name of ['.', '.claude']) chmodSync(join(p, name), 0o755);
  chmodSync(join(p, path), mode);
  const files = repositoryFilesFor(p, w.env);
  expect(files && writableByOthers(files)).toEqual(open ? [join(p, path)] : []);
});
