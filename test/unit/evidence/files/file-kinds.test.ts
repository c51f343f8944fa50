import { expect, it } from 'vitest';
import { isCode, isOfEcosystem, isSurelyCode, isTestFile } from '../../../../src/evidence/files/file-kinds.ts';

it.each([
  ...['src/notice.ts', 'src/AuthorsController.php', 'changelog.py', 'license-checker.js', 'CMakeLists.txt'],
  ...[
    'requirements.txt',
    'api/requirements-dev.txt',
    'web/src/build/x.ts',
    '.claude/worktrees/a/src/x.ts',
    'Dockerfile',
  ],
])('%s is code', (path) => {
  expect(isCode(path)).toBe(true);
});

it.each([
  ...['LICENSE', 'LICENSE-MIT', 'LICENSE-APACHE-2.0', 'README', 'README.zh-CN.md', 'NOTICE.txt', 'docs/notes.txt'],
  ...[
    '.claude/settings.json',
    'src/package-lock.json',
    'web/dist/x.js',
    '/elsewhere/dist/x.js',
    'src/node_modules/x.js',
  ],
])('%s is not code', (path) => {
  expect(isCode(path)).toBe(false);
});

it.each(['src/a.ts', 'a.py', 'main.go', 'Dockerfile', 'sub/Makefile', 'requirements-dev.txt', 'models/a.sql', 'a.jl'])(
  '%s is surely code',
  (path) => expect(isSurelyCode(path)).toBe(true),
);

it.each(['CITATION.cff', 'man/shop.1', 'po/de.po', 'docs/flow.drawio', 'TODO', '.cursorrules', 'og.avif', 'a.kdl'])(
  '%s may be anything',
  (path) => expect(isSurelyCode(path)).toBe(false),
);

it.each([
  ['js', 'src/a.ts', true],
  ['js', 'src/a.rs', false],
  ['rust', 'src/a.ts', false],
  ['python', 'pyproject.toml', true],
  ['script', 'src/a.rs', true],
  ['js', 'schema.kdl', true],
])('a run of %s is about %s: %s', (ecosystem, path, expected) => expect(isOfEcosystem(ecosystem, path)).toBe(expected));

it('what tests only read is no test', () => {
  expect(isTestFile('test/a.test.ts')).toBe(true);
  for (const path of ['test/fixtures/a.test.ts', 'testdata/a_test.go', 'tests/__snapshots__/a.spec.ts'])
    expect(isTestFile(path)).toBe(false);
});
