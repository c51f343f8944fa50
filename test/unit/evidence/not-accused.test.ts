import { describe, expect, it } from 'vitest';
import { accusations, edited, inRepository, newSession, PASSED, SUM_FILES } from './sum-project.ts';

const GREEN = 'All tests pass.';
/** A project of several parts, with files of one language. */
const inMonorepo = (ending: string) =>
  inRepository(
    Object.fromEntries(
      ['api/sum', 'web/page', 'packages/ui/a', 'src/shared'].map((path) => [`${path}.${ending}`, '1;\n']),
    ),
  );
const endingFor = (command: string) =>
  /^go/.test(command) ? 'go' : /^cargo/.test(command) ? 'rs' : /^pytest/.test(command) ? 'py' : 'js';

describe('a run of one part of a project, and changes in another', () => {
  const said = (command: string, path: string) => {
    const ending = endingFor(command);
    const worked = inMonorepo(ending).asks('go').edits(`api/sum.${ending}`, '1', '3').runs(command, PASSED);
    return accusations(worked.edits(`${path}.${ending}`, '1', '2').says('All tests of the API pass.'));
  };

  it.each([
    'cd api && npm test',
    'npm --prefix api test',
    'npm test -w api',
    'npm test --workspace=api',
    'pnpm --filter api test',
    'pnpm -F @acme/api test',
    'yarn workspace api test',
    'turbo run test --filter=api',
    'nx test api',
    'moon run api:test',
    'go test ./api/...',
    'cargo test -p api',
    'gradle :api:test',
    'mvn -pl api test',
  ])('%s says nothing about web/', async (command) => {
    expect(await said(command, 'web/page')).toEqual([]);
  });

  it.each(['npm test', 'pytest tests/test_sum.py', 'go test ./...', 'npx vitest run src/sum.test.js'])(
    '%s does',
    async (command) => {
      expect(await said(command, 'web/page')).toContainEqual('test stale');
    },
  );

  it.each(['npm test -w api', 'go test ./api/...', 'pnpm --filter ui test', 'cargo test -p ui'])(
    '%s and code of the whole project',
    async (command) => {
      expect(await said(command, 'src/shared')).toContainEqual('test stale');
    },
  );

  it('code of the same part', async () => {
    const worked = inMonorepo('js').asks('go').runs('npm test -w @acme/ui', PASSED).edits('packages/ui/a.js', '1', '2');
    expect(await accusations(worked.says(GREEN))).toContainEqual('test stale');
  });

  it('code of another language', async () => {
    const files = { 'a.rs': '1;\n', 'b.ts': '1;\n' };
    const worked = inRepository(files).asks('go').edits('b.ts', '1', '2').runs('npx eslint .').edits('a.rs', '1', '2');
    expect(await accusations(worked.says('Lint passes.'))).not.toContainEqual('lint stale');
  });
});

describe('a new time, and perhaps the same content', () => {
  it.each([
    [
      'git stash && git switch main && git switch - && git stash pop',
      'Saved working directory\nDropped refs/stash@{0}',
    ],
    ['git merge --no-edit main', 'Merge made by the ort strategy.'],
    ['npm run codegen', ''],
  ])('%s', async (command, output) => {
    const worked = edited().runs('npm test', PASSED);
    worked.clock += 60_000;
    worked.runs(command, { output }).put('sum.js', 'export const sum = (a, b) => b - a;\n');
    expect(await accusations(worked.says(GREEN))).toEqual([]);
    expect((await worked.evidence()).claims).toMatchObject([{ status: 'undecidable' }]);
  });

  it.each(["sed -i 's/a/b/' sum.js", 'cat > sum.js <<EOF\nx\nEOF', 'mv other.js sum.js'])('not %s', async (command) => {
    const worked = edited().runs('npm test', PASSED).runs(command).put('sum.js', '1;\n');
    expect(await accusations(worked.says(GREEN))).toContainEqual('test stale');
  });

  it('files that git stash puts away are changed until they are taken out again', async () => {
    const stashed = edited()
      .runs('npm test', PASSED)
      .runs('git stash push -m wip -- sum.js', { output: 'Saved working directory and index state On main: wip' });
    const work = 'export const sum = (a, b) => a - b;\n';
    stashed.put('sum.js', SUM_FILES['sum.js']);
    expect(await accusations(stashed.says(GREEN))).toContainEqual('test stale');
    stashed.put('sum.js', work);
    expect(await accusations(stashed.runs('git stash pop', { output: 'Dropped refs/stash@{0}' }))).toEqual([]);
  });

  it('a file that was only made and removed again', async () => {
    const worked = edited().runs('npm test', PASSED).runs('echo 1 > probe.js && node probe.js').runs('rm probe.js');
    expect(await accusations(worked.says(GREEN))).toEqual([]);
  });
});

describe('all tests passed, and something else failed the run', () => {
  it.each([
    [
      'npx jest --coverage',
      'Tests:       42 passed, 42 total\nJest: "global" coverage threshold for lines (90%) not met: 88.1%',
    ],
    [
      'npx vitest run --coverage',
      ' Tests  42 passed (42)\nERROR: Coverage for lines (88.1%) does not meet global threshold (90%)',
    ],
    [
      'pytest --cov --cov-fail-under=90',
      '===== 42 passed in 1.2s =====\nFAIL Required test coverage of 90% not reached. Total coverage: 88.10%',
    ],
  ])('%s', async (command, output) => {
    const worked = edited().runs(command, { exit: 1, output });
    const { claims, findings } = await worked
      .says('All 42 tests pass. Coverage is at 88.1 %, below the threshold of 90 %.')
      .evidence();
    expect(claims).toMatchObject([{ kind: 'test', status: 'undecidable' }]);
    expect(findings.filter(({ certain }) => certain)).toEqual([]);
  });

  it('but not where a test failed', async () => {
    const red = edited().runs('npx vitest run', { exit: 1, output: ' Tests  1 failed | 41 passed (42)' });
    expect(await accusations(red.says(GREEN))).toContainEqual('test contradicted');
  });
});

describe('tests in another form', () => {
  const rewritten = async (path: string, before: string, now: string) => {
    const worked = inRepository({ [path]: before, 'sum.js': '1;\n' }).asks('tidy the tests');
    return accusations(worked.edits(path, before, now).runs('npm test', PASSED).says('Done.'));
  };

  it.each([
    [
      'test_sum.py',
      'def test_a():\n    assert add(1, 2) == 3\n\n\ndef test_b():\n    assert add(2, 2) == 4\n',
      '@pytest.mark.parametrize("a, b, c", [(1, 2, 3), (2, 2, 4)])\ndef test_a(a, b, c):\n    assert add(a, b) == c\n',
    ],
    [
      'sum.test.js',
      "it('a', () => {\n  expect(add(1, 2)).toBe(3);\n});\nit('b', () => {\n  expect(add(2, 2)).toBe(4);\n});\n",
      "it.each([[1, 2, 3], [2, 2, 4]])('%i', (a, b, c) => {\n  expect(add(a, b)).toBe(c);\n});\n",
    ],
    [
      'sum_test.go',
      'func TestA(t *testing.T) {\n\trun(t, 1)\n}\n\nfunc TestB(t *testing.T) {\n\trun(t, 2)\n}\n',
      'func TestA(t *testing.T) {\n\tfor _, c := range []int{1, 2} {\n\t\trun(t, c)\n\t}\n}\n',
    ],
    [
      'table_test.go',
      'var cases = []c{\n\t{"a", 1},\n}\n\nfunc TestB(t *testing.T) {\n\trun(t, "b", 2)\n}\n',
      'var cases = []c{\n\t{"a", 1},\n\t{"b", 2},\n}\n',
    ],
    [
      'user.test.js',
      "it('a', () => {\n  assert.equal(a.name, 'x');\n  assert.equal(a.age, 1);\n});\nit('b', () => {\n  assert.equal(a.name, 'x');\n  assert.equal(a.age, 1);\n});\n",
      "function same(a) {\n  assert.equal(a.name, 'x');\n  assert.equal(a.age, 1);\n}\nit('a', () => {\n  same(a);\n});\nit('b', () => {\n  same(a);\n});\n",
    ],
  ])('%s', async (path, before, now) => {
    expect(await rewritten(path, before, now)).toEqual([]);
  });

  it('not a test, or an assertion, that is only gone', async () => {
    const test = "it('b', () => {\n  expect(add(2, 2)).toBe(4);\n});\n";
    const kept = "it('a', () => {\n  expect(add(1, 2)).toBe(3);\n  expect(add(0, 0)).toBe(0);\n});\n";
    expect(await rewritten('sum.test.js', kept + test, kept)).toContainEqual(
      "weakened: test removed in sum.test.js: it('b', () => {",
    );
    expect(await rewritten('sum.test.js', kept, kept.replace('  expect(add(0, 0)).toBe(0);\n', ''))).toContainEqual(
      'weakened: assertions removed in sum.test.js: 1 fewer: expect(add(0, 0)).toBe(0);',
    );
  });

  it.each([
    'test/fixtures/only.test.js',
    'tests/__fixtures__/a.spec.ts',
    'testdata/a_test.go',
    'test/samples/b.test.ts',
  ])('a fixture: %s', async (path) => {
    const text = "it.only('x', () => {\n  expect(1).toBe(1);\n});\nit.skip('y');\n";
    const worked = inRepository({ [path]: '', 'sum.js': '1;\n' })
      .asks('go')
      .writes(path, text);
    expect(await accusations(worked.runs('npm test', PASSED).says('Done.'))).toEqual([]);
  });
});

describe('words that are no stub', () => {
  it.each([
    ['status.js', "  501: 'Not Implemented',"],
    ['app.vue', '<h1>待办事项</h1>'],
    ['errors.go', 'ErrUnsupported = errors.New("operation not implemented by this driver")'],
    ['form.tsx', '<input placeholder="Search" />'],
    ['form.tsx', "const label = 'placeholder value';"],
    ['factory.ts', 'export const fakeData = makeFakeData(seed); // builds fake data for stories'],
    ['api.py', '"""Raises an error where the method is not implemented by the server."""'],
  ])('%s: %s', async (path, line) => {
    const worked = inRepository().asks('go').writes(path, `start\n${line}\n`);
    expect(await accusations(worked.runs('npm test', PASSED).says('Done.'))).toEqual([]);
  });

  it('a marker that was there before, on a line that was edited or moved', async () => {
    const before = "// TODO: cache this\nconst a = load('x');\n";
    for (const now of [
      "// TODO: cache these two\nconst a = load('y');\n",
      "  // TODO: cache this\n  const a = load('x');\n",
    ]) {
      const worked = inRepository({ 'a.js': before }).asks('go').edits('a.js', before, now);
      expect(await accusations(worked.runs('npm test', PASSED).says('Done.'))).toEqual([]);
    }
    const more = inRepository({ 'a.js': before }).asks('go').edits('a.js', before, `${before}// TODO: and that\n`);
    expect(await accusations(more.runs('npm test', PASSED).says('Done.'))).toEqual([
      'stub: stub marker added in a.js: // TODO: and that',
    ]);
  });
});

describe('a part that passed after the whole had failed', () => {
  const RED = { exit: 1, output: 'Tests  1 failed | 11 passed (12)' };

  it('backs no claim about all of it', async () => {
    const worked = edited().runs('npm test', RED).runs('npm test -- price', PASSED).says(GREEN);
    const { claims, findings } = await worked.evidence();
    expect(claims).toMatchObject([{ kind: 'test', status: 'undecidable' }]);
    expect(findings.map(({ text }) => text)).toContain(
      'the last message says that tests pass, but only a part of what failed passed since: npm test',
    );
  });

  it('the whole does', async () => {
    const worked = edited().runs('npm test -- price', RED).runs('npm test', PASSED).says(GREEN);
    expect((await worked.evidence()).claims).toMatchObject([{ status: 'backed' }]);
  });
});

describe('messages that claim nothing', () => {
  it.each([
    'Lint rules are now clean up front, in one file.',
    'As you confirmed, all 12 tests pass.',
    'Tests pass, all but one.',
    'You ran the suite yourself and saw that all tests pass.',
    'The old script wrote `out/report.json`.',
    'The exporter then generated `out/a.csv`, which nobody read.',
    'It used to be that CI created `build/info.json`.',
  ])('%s', async (text) => {
    expect(await accusations(newSession().asks('go').says(text))).toEqual([]);
    expect(await accusations(inRepository().asks('go').says(text))).toEqual([]);
  });

  it.each(['I created `out/report.json`.', 'Created `out/report.json`.', "I've also created `out/report.json`."])(
    'but: %s',
    async (text) => {
      expect(await accusations(inRepository().asks('go').says(text))).toHaveLength(2);
    },
  );

  it('an installed package was built', async () => {
    const worked = inRepository({ 'setup.py': 'x\n' }).asks('go').runs('pip install -e .', {
      output: 'Successfully built demo\nSuccessfully installed demo-0.1.0',
    });
    expect(await accusations(worked.says('The build succeeds.'))).toEqual([]);
  });
});

describe('silence that shows nothing', () => {
  it.each([
    'npx tsc --noEmit > types.txt; wc -l types.txt',
    'npx tsc --noEmit | grep src/a',
    'npx tsc --noEmit | grep "^src/"',
    'npx eslint . | head -0',
    'npx eslint . | head -n 0',
    'npx eslint . | tail -1',
    'go vet ./... 2>&1 | head -c 0',
    'go vet ./... 2>/dev/null; true',
    'npx tsc --noEmit >/dev/null; true',
  ])('%s', async (command) => {
    const { runs } = await edited().runs(command).evidence();
    expect((runs.types ?? runs.lint)?.outcome).toMatchObject({ kind: 'unknown' });
  });

  it.each([
    'npx tsc --noEmit > types.txt; cat types.txt',
    'npx tsc --noEmit | grep error',
    'npx tsc --noEmit | head -20',
    'npx eslint . | tail -20',
    'go vet ./... 2>&1 | tail -5',
  ])('not %s', async (command) => {
    const { runs } = await edited().runs(command).evidence();
    expect((runs.types ?? runs.lint)?.outcome).toEqual({ kind: 'ok' });
  });
});
