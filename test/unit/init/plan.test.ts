import { chmodSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { missingPrograms } from '../../../src/init/plan.ts';
import { temporaryFolder, write } from '../folder.ts';

/** A folder as PATH names it. */
function programs(): string {
  const bin = temporaryFolder();
  for (const name of ['npm', 'uv', 'cmake']) {
    write(join(bin, name), '');
    chmodSync(join(bin, name), 0o755);
  }
  write(join(bin, 'go'), 'not a program');
  mkdirSync(join(bin, 'ruff'));
  return bin;
}

it.each<[runs: string[], missing: string[]]>([
  [['npm test', 'npm run lint'], []],
  [
    ['pytest -q', 'ruff check', 'pytest'],
    ['pytest', 'ruff'],
  ],
  [['uv run pytest -q'], []],
  [['go vet ./...', 'go test ./...'], ['go']],
  [['./gradlew test', './mvnw -q test'], []],
  [['cmake --preset a && cmake --build --preset b && ctest --preset c'], ['ctest']],
  [['CI=1 npm test | tee log; uv run "a b"'], ['tee']],
  [[], []],
])('%j', (runs, missing) => {
  const notes = (path: string) =>
    missingPrograms(
      runs.map((run) => ({ run })),
      path,
    );
  const expected = missing.map((program) => ({ kind: 'no-program', program }));
  expect(notes(['/nowhere', programs(), ''].join(delimiter))).toEqual(expected);
});

it('a folder that is not named in full finds nothing: it would be another one in each project', () =>
  expect(missingPrograms([{ run: 'npm test' }], ['.', 'bin', ''].join(delimiter))).toHaveLength(1));
