import { expect, it } from 'vitest';
import { tasksIn } from '../../../../src/evidence/commands/task-runners.ts';

it.each<[line: string, names: string[], rest: string[]]>([
  ['npm test', ['test'], []],
  ['npm t -- a.test.ts', ['test'], ['a.test.ts']],
  ['npm it', ['test'], []],
  ['npm run -s lint', ['lint'], []],
  ['npm --prefix web run build', ['build'], []],
  ['pnpm -r test', ['test'], []],
  ['pnpm --filter web build', ['build'], []],
  ['yarn lint --fix', ['lint'], []],
  ['yarn workspace web test', ['test'], []],
  ['yarn workspaces foreach -A run build', ['build'], []],
  ['bun run check', ['check'], []],
  ['turbo run lint test', ['lint', 'test'], []],
  ['nx test app', ['test'], ['app']],
  ['nx run app:test', ['test'], ['--package', 'app']],
  ['nx run-many -t lint test --parallel', ['lint', 'test'], []],
  ['nx affected --target=test,lint', ['test', 'lint'], []],
  ['moon run web:test', ['test'], ['--package', 'web']],
  ['moon run :test', ['test'], []],
  ['moon ci', ['ci'], []],
  ['mise run lint ::: test unit', ['lint', 'test'], []],
  ['mise test', ['test'], []],
  ['composer run-script test', ['test'], []],
  ['composer test', ['test'], []],
  ['just test a.py', ['test'], ['a.py']],
  ['make -j4 lint test V=1', ['lint', 'test'], []],
  ['task lint test', ['lint', 'test'], []],
  ['earthly ./web+test', ['test'], []],
  ['act -j lint', ['lint'], []],
  ['lefthook run pre-commit', ['pre-commit'], []],
  ['poe test -q', ['test'], []],
])('%s runs %j of %j', (line, names, rest) => {
  const [program = '', ...args] = line.split(' ');
  expect(tasksIn(program, args)).toEqual({ kind: 'tasks', names, rest });
});

it.each([
  ['npm install'],
  ['npm view jest'],
  ['pnpm add vitest'],
  ['pnpm'],
  ['yarn'],
  ['yarn why jest'],
  ['nx graph'],
  ['mise install'],
  ['mise tasks'],
  ['composer require phpunit/phpunit'],
  ['just --list'],
  ['task --list'],
  ['rake -T'],
  ['act -l'],
  ['lefthook install'],
])('%s runs no task', (line) => {
  const [program = '', ...args] = line.split(' ');
  expect(tasksIn(program, args)).toEqual({ kind: 'nothing' });
});

it.each([
  ['pnpm vitest run', ['vitest', 'run']],
  ['yarn tsc -p .', ['tsc', '-p', '.']],
  ['bun scripts/test.ts', ['node', 'scripts/test.ts']],
  ['bun build src/a.ts', ['esbuild', 'src/a.ts']],
  ['pixi run pytest -q', ['pytest']],
])('%s runs a program', (line, words) => {
  const [program = '', ...args] = line.split(' ');
  expect(tasksIn(program, args)).toEqual({ kind: 'program', words });
});
