import { expect, it } from 'vitest';
import { removedBy } from '../../../../src/evidence/commands/removals.ts';

it.each<[command: string, path: string, removed: boolean]>([
  ['rm src/a.ts', 'src/a.ts', true],
  ['git rm -q src/a.ts', 'src/a.ts', true],
  ['cd web && rm -rf dist/', 'web/dist/x.js', true],
  ['rm ./src/*.js', 'src/x.js', true],
  ['rm /project/src/a.ts', 'src/a.ts', true],
  ['rm "src/with a blank.ts"', 'src/with a blank.ts', true],
  ['for f in src/a.ts src/b.ts; do rm "$f"; done', 'src/b.ts', true],
  ["bash -c 'rm src/a.ts'", 'src/a.ts', true],
  ['x=$(rm src/a.ts)', 'src/a.ts', true],
  ['rm src/b.ts', 'src/a.ts', false],
  ['rm rc/a.ts', 'src/a.ts', false],
  ['cat src/a.ts', 'src/a.ts', false],
  ['echo "rm src/a.ts', 'src/a.ts', true],
])('%s takes away %s: %s', (command, path, removed) =>
  expect(removedBy(['npm test', command])(`/project/${path}`, path)).toBe(removed),
);
