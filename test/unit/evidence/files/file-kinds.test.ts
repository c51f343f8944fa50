import { expect, it } from 'vitest';
import { isCode } from '../../../../src/evidence/files/file-kinds.ts';

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
