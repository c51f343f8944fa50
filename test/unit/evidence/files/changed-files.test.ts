import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectAt } from '../../../../src/evidence/files/changed-files.ts';
import { realPath } from '../../../../src/platform/folders.ts';
import { temporaryFolder } from '../../folder.ts';

it('shows the project’s own files relative to it, and others in full', () => {
  const folder = realPath(temporaryFolder());
  const { displayPath } = projectAt(folder, undefined);
  expect(displayPath(join(folder, 'src/a.ts'))).toBe('src/a.ts');
  expect(displayPath(join(folder, '..cache/a.ts'))).toBe('..cache/a.ts');
  expect(displayPath('/etc/hosts')).toBe('/etc/hosts');
  expect(displayPath(folder)).toBe(folder);
});
