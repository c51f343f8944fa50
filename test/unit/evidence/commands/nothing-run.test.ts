import { describe, expect, it } from 'vitest';
import { partOutcome } from '../../../../src/evidence/commands/outcome.ts';
import { commandParts } from '../../../../src/evidence/commands/parts.ts';

/** How the runs of a command that ended well came out; none if it had no run of a kind in it. */
const outcomes = (command: string, output: string) =>
  commandParts(command)
    .filter(({ kind }) => kind !== 'other')
    .map((part) => partOutcome(part, { outcome: { kind: 'ok' }, output }).kind);

describe('nothing was run by', () => {
  it.each([
    ['npm test -- -v', 'v20.1.0'],
    ['npm test -h', 'Run npm test'],
    ['npm test --usage', 'Usage: npm test'],
    ['seq 0 | xargs -I{} npm test', ''],
    ['make -s test', ''],
    ['setsid -f npm test', ''],
    ['prove --dry t/', 't/a.t'],
    ['prove -D t/', 't/a.t'],
    ['NODE_TEST_CONTEXT=child-v8 node --test', ''],
    ["node -e 'process.exit(0)' -- --test", ''],
    ['node run.js --test', ''],
    ['docker run -d app npm test', '3f2a'],
    ['docker compose run -d app npm test', '3f2a'],
    ['docker exec -d app npm test', ''],
    ['docker exec -itd app npm test', ''],
    ['ssh -f host npm test', ''],
    ['mvn -fn test', '[INFO] BUILD SUCCESS'],
    ['mvn verify -Dmaven.test.failure.ignore', '[INFO] BUILD SUCCESS'],
    ['mvn verify -Dmaven.test.failure.ignore=true', '[INFO] BUILD SUCCESS'],
    ['./gradlew test -m', 'BUILD SUCCESSFUL in 1s'],
    ['./gradlew test -x test', 'BUILD SUCCESSFUL in 1s'],
    ['./gradlew test --continue', 'There were failing tests. See the report at: x\nBUILD SUCCESSFUL in 3s'],
    ['./gradlew test', 'There were failing tests. See the report at: x\nBUILD SUCCESSFUL in 3s'],
    ['go test -exec true ./...', 'ok  \texample.com/a\t0.01s'],
    ['go test -n ./...', 'mkdir -p $WORK'],
    ['tox --notest', '  congratulations :)'],
    ['turbo run test --dry', 'Tasks to Run'],
    ['turbo run test --dry=json', '{}'],
    ['rake -n test', '** Execute (dry run) test'],
    ['task --dry test', 'task: [test] go test'],
    ['pnpm --filter none test', 'No projects matched the filters in "/p"'],
    ['lein test', 'Ran 0 tests containing 0 assertions.\n0 failures, 0 errors.'],
    ['mix test --only none', '5 tests, 0 failures, 5 excluded'],
    ['pytest --collectonly', '5 tests collected in 0.1s'],
    ['stack build --no-run-tests', 'Completed'],
    ['stack test --no-run-tests', 'Completed'],
    ['bats -c test', '5'],
    ['pytest', '5 skipped in 0.01s'],
    ['python -m unittest', 'Ran 5 tests in 0.01s\n\nOK (skipped=5)'],
    ['rspec', '5 examples, 0 failures, 5 pending'],
    ['npx playwright test', '  5 skipped'],
    ['npx vitest run -v', 'vitest/3.0.0'],
    ['npx jest -h', 'Usage: jest'],
    ['npx tsc --noCheck', ''],
    ['npx tsc --listFilesOnly', '/p/a.ts'],
    ['npx eslint --no-error-on-unmatched-pattern none', ''],
  ])('%s', (command, output) => expect(outcomes(command, output)).not.toContain('ok'));
});

describe('only the end is shown by', () => {
  it.each([
    ['npm test --workspaces | tail -5', 'Tests  2 passed (2)'],
    ['npm test -ws 2>&1 | tail -5', 'Tests  2 passed (2)'],
    ['pnpm -r test | tail', 'Tests  2 passed (2)'],
    ['pnpm --recursive test 2>&1 | tail -20', 'Tests  2 passed (2)'],
    ['yarn workspaces run test | tail -5', 'Tests  2 passed (2)'],
    ['cargo test --no-fail-fast | tail -3', 'test result: ok. 0 passed; 0 failed; 0 ignored'],
    ['(npx vitest run; npx jest) | tail -3', 'Tests:       2 passed, 2 total'],
    ['{ npx vitest run; npx jest; } 2>&1 | tail -3', 'Tests:       2 passed, 2 total'],
    ['for p in a b; do npm test -w $p; done | tail -3', 'Tests  2 passed (2)'],
    ['npx tsc | tail -n +50', ''],
    ['npx tsc | sed -n 100,200p', ''],
    ['npx tsc | tail -c 0', ''],
    ["npx tsc | awk 'NR > 50'", ''],
  ])('%s', (command, output) => expect(outcomes(command, output)).not.toContain('ok'));
});

describe('a run that shows what it did counts:', () => {
  it.each([
    ['npm test', 'Tests  2 passed (2)'],
    ['pytest -v', '2 passed, 1 skipped in 0.01s'],
    ['python -m unittest -v', 'Ran 5 tests in 0.01s\n\nOK (skipped=2)'],
    ['rspec', '5 examples, 0 failures, 2 pending'],
    ['make test', 'ok'],
    ['make -s test', 'Tests  2 passed (2)'],
    ['go test -v ./... 2>&1 | tail -5', 'ok  \texample.com/a\t0.01s'],
    ['npm test -w api 2>&1 | tail -5', 'Tests  2 passed (2)'],
    ['pnpm -r test', 'Tests  2 passed (2)'],
    ['node --import tsx --test', '# pass 2\n# fail 0'],
    ['npx tsc | tail -5', ''],
    ['npx tsc | head -20', ''],
    ['git ls-files | xargs npx eslint', ''],
  ])('%s', (command, output) => expect(outcomes(command, output)).toContain('ok'));
});
