import { expect, it } from 'vitest';
import { namedIn } from '../../../../src/evidence/claims/named-runs.ts';
import type { CheckedKind } from '../../../../src/evidence/evidence.ts';
import { edited, PASSED } from '../sum-project.ts';

it.each<[quote: string, kind: CheckedKind, command: string, isNamed: boolean]>([
  ['`cargo clippy` — no warnings', 'lint', 'cd api && cargo clippy --all', true],
  ['`cargo clippy` — no warnings', 'lint', 'cargo fmt --check', false],
  ['ESLint is clean.', 'lint', 'npx eslint .', true],
  ['ESLint is clean.', 'lint', 'npx stylelint src', false],
  ['The unit tests pass.', 'test', 'npm test', true],
  ['The unit tests pass.', 'test', 'npx playwright test', false],
  ['The e2e tests pass.', 'test', 'npm run e2e', true],
])('%j (%s) and %s: %s', (quote, kind, command, isNamed) => expect(namedIn(quote, kind)?.(command)).toBe(isNamed));

it('most claims name none', () => expect(namedIn('All tests pass and lint is clean.', 'test')).toBeUndefined());

it('a claim about one tool is not judged by the failure of another', async () => {
  const red = { exit: 1, output: '1 problem' };
  const worked = edited().runs('npx eslint .').runs('npx stylelint src', red).runs('npm test', PASSED);
  const statuses = async (text: string) =>
    (await worked.says(text).evidence()).claims.map(({ kind, status }) => `${kind}: ${status}`);
  expect(await statuses('ESLint is clean; stylelint still has one problem.')).toEqual(['lint: backed']);
  expect(await statuses('Stylelint is clean.')).toEqual(['lint: contradicted']);
});
