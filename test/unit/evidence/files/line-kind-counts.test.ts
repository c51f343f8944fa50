import { describe, expect, it } from 'vitest';
import { renderEvidence } from '../../../../src/evidence/render/text.ts';
import type { WorkedSession } from '../../../support/worked-session.ts';
import { inRepository, newSession, PASSED } from '../sum-project.ts';

/** What is found of tests and stubs, after a green run. */
const found = async (worked: WorkedSession) => {
  const seen = await worked.runs('npm test', PASSED).says('Done.').evidence();
  return seen.findings.map(({ certain, text }) => `${certain ? 'certain' : 'unsure'}: ${text}`);
};
/** In a repository, and without one. */
const both = (): WorkedSession[] => [inRepository(), newSession()];

describe('stub markers', () => {
  it.each([
    ['TODO.md', '# TODO\n- [ ] TODO: all of it'],
    ['todos.json', '{"title": "TODO: FIXME"}'],
    ['settings.toml', '# TODO: tune\nlimit = 1'],
    ['deploy.yaml', '# TODO: tune\nlimit: 1'],
    ['state.js', "const TODO = 'todo';"],
    ['list.ts', 'export class TodoList {}'],
    ['list.js', '/** Sets the TODO at this index to DONE. */'],
    ['list.py', 'STATES = ["TODO", "DOING", "DONE"]'],
    ['mask.go', 'const mask = "XXX-XXX"'],
    ['call.py', 'except NotImplementedError:'],
  ])('none in %s: %s', async (path, text) => {
    for (const worked of both()) expect(await found(worked.writes(path, `${text}\n`))).toEqual([]);
  });

  it.each([
    ['a.js', '// TODO: the rest'],
    ['a.js', 'return 0; // fixed value, TODO(ann): compute it'],
    ['a.go', 'panic("TODO")'],
    ['a.py', '# FIXME'],
    ['a.rs', 'todo!()'],
    ['a.lua', '-- todo: index'],
  ])('certain in %s: %s', async (path, text) => {
    for (const worked of both())
      expect(await found(worked.writes(path, `start\n${text}\n`))).toEqual([
        `certain: stub marker added in ${path}: ${text}`,
      ]);
  });

  it.each([
    ['todo-list.js', '// TODO items are sorted by date'],
    ['base.py', 'raise NotImplementedError'],
    ['View.java', 'throw new UnsupportedOperationException();'],
  ])('to look into in %s: %s', async (path, text) => {
    for (const worked of both())
      expect(await found(worked.writes(path, `start\n${text}\n`))).toEqual([
        `unsure: stub marker added in ${path}: ${text}`,
      ]);
  });
});

describe('skipped tests', () => {
  it.each([
    ['a_test.go', 'func TestA(t *testing.T) {\n\tif testing.Short() {\n\t\tt.Skip()\n\t}\n}'],
    ['a_test.go', 'func TestA(t *testing.T) {\n\tif os.Getenv("X") == "" {\n\t\tt.Skip("no X")\n\t}\n}'],
    ['a_test.go', 'func TestA(t *testing.T) {\n\tif testing.Short() { t.Skip() }\n}'],
    ['test_a.py', 'np = pytest.importorskip("numpy")\ndef test_a():\n    assert np'],
    ['test_a.py', '@pytest.mark.skipif(os.name == "nt", reason="x")\ndef test_a():\n    assert f()'],
    ['a.test.ts', "it.skipIf(process.platform === 'win32')('links', () => {\n  expect(1).toBe(1);\n});"],
    ['a_spec.rb', 'it "x" do\n  skip "no key" unless ENV["KEY"]\nend'],
  ])('not by a guard in a new file %s: %j', async (path, text) => {
    for (const worked of both()) expect(await found(worked.writes(path, `${text}\n`))).toEqual([]);
  });

  it('a guard in a test that was there is to be looked into', async () => {
    const before = 'func TestA(t *testing.T) {\n\tcheck(t)\n}\n';
    const guard = '\tif testing.Short() {\n\t\tt.Skip("slow")\n\t}\n\tcheck(t)\n';
    const worked = inRepository({ 'a_test.go': before }).edits('a_test.go', '\tcheck(t)\n', guard);
    expect(await found(worked)).toEqual(['unsure: test skipped in a_test.go: t.Skip("slow")']);
  });

  it('one that always holds is none, and a plain skip is certain', async () => {
    const before = 'def test_a():\n    assert f()\n';
    const skipped = (line: string) =>
      found(inRepository({ 'test_a.py': before }).edits('test_a.py', 'def test_a', `${line}\ndef test_a`));
    expect(await skipped('@pytest.mark.skipif(True, reason="x")')).toEqual([
      'certain: test skipped in test_a.py: @pytest.mark.skipif(True, reason="x")',
    ]);
    expect(await skipped('@pytest.mark.skip')).toEqual(['certain: test skipped in test_a.py: @pytest.mark.skip']);
    expect(await skipped('@unittest.skipUnless(HAS_DB, "x")')).toEqual([
      'unsure: test skipped in test_a.py: @unittest.skipUnless(HAS_DB, "x")',
    ]);
  });

  it('a new test that never runs is to be looked into', async () => {
    const worked = inRepository().writes('new.test.js', "it.skip('later', () => {\n  expect(1).toBe(1);\n});\n");
    expect(await found(worked)).toEqual(["unsure: test skipped in new.test.js: it.skip('later', () => {"]);
    const beside = inRepository().edits('sum.test.js', "it('adds negatives'", "it.todo('big');\nit('adds negatives'");
    expect(await found(beside)).toEqual(["unsure: test skipped in sum.test.js: it.todo('big');"]);
  });
});

describe('assertions that only moved', () => {
  const FIRST = '  expect(sum(1, 2)).toBe(3);\n  expect(sum(0, 0)).toBe(0);\n';

  it('to another file', async () => {
    const worked = inRepository()
      .edits('sum.test.js', FIRST, '')
      .writes('zero.test.js', `it('zero', () => {\n${FIRST}});\n`);
    expect(await found(worked)).toEqual([]);
  });

  it('into a helper of the same file: nothing certain', async () => {
    const worked = inRepository()
      .edits('sum.test.js', FIRST, '  expectSums([[1, 2, 3], [0, 0, 0]]);\n')
      .edits('sum.test.js', "it('adds',", "const expectSums = (all) => all.forEach(check);\nit('adds',");
    for (const line of await found(worked)) expect(line).toMatch(/^unsure: assertions removed/);
  });

  it('into a helper of another file: nothing certain', async () => {
    const worked = inRepository()
      .edits('sum.test.js', FIRST, '  sums([[1, 2, 3], [0, 0, 0]]);\n')
      .writes(
        'tests/helpers.js',
        'export const sums = (all) =>\n  all.forEach(([a, b, c]) => expect(sum(a, b)).toBe(c));\n',
      );
    expect(await found(worked)).toEqual([
      'unsure: assertions removed in sum.test.js: 2 fewer: expect(sum(1, 2)).toBe(3);',
    ]);
  });

  it('into nothing: certain, and the reviewer is told so', async () => {
    const worked = inRepository().edits('sum.test.js', FIRST, '');
    expect(await found(worked)).toEqual([
      'certain: assertions removed in sum.test.js: 2 fewer: expect(sum(1, 2)).toBe(3);',
    ]);
    expect(renderEvidence(await worked.evidence())).toMatch(/^## Certain\n- assertions removed in sum\.test\.js/);
  });
});
