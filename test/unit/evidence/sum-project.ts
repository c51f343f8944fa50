import { join } from 'node:path';
import { WorkedSession } from '../../support/worked-session.ts';
import { temporaryFolder } from '../folder.ts';

const TEST = `import { sum } from './sum.js';
it('adds', () => {
  expect(sum(1, 2)).toBe(3);
  expect(sum(0, 0)).toBe(0);
});
it('adds negatives', () => {
  expect(sum(-1, -2)).toBe(-3);
});
`;
export const SUM_FILES = {
  'sum.js': 'export const sum = (a, b) => a + b;\n',
  'sum.test.js': TEST,
  'README.md': '# Sums\n',
  '.gitignore': 'dist/\n',
};
export const PASSED = { output: 'Tests  2 passed (2)' };
export const FAILED = { exit: 1, output: 'Tests  1 failed | 1 passed (2)' };

export function newSession(): WorkedSession {
  const dir = temporaryFolder();
  return new WorkedSession(join(dir, 'home'), join(dir, 'project'));
}

/** What is said for certain against the worker. */
export async function accusations(worked: WorkedSession): Promise<string[]> {
  const { findings, claims } = await worked.evidence();
  return [
    ...findings.filter(({ certain }) => certain).map(({ kind, text }) => `${kind}: ${text}`),
    ...claims
      .filter(({ status }) => ['stale', 'contradicted', 'unbacked'].includes(status))
      .map(({ kind, status }) => `${kind} ${status}`),
  ];
}

/** A session in a repository. */
export const inRepository = (files: Record<string, string> = SUM_FILES): WorkedSession =>
  newSession().repository(files);

/** A session in which code changed. */
export const edited = (): WorkedSession => inRepository().asks('subtract').edits('sum.js', 'a + b', 'a - b');
