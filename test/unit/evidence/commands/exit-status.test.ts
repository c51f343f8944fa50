import { expect, it } from 'vitest';
import { echoedByStatus } from '../../../../src/evidence/commands/exit-status.ts';
import { parseShellLine } from '../../../../src/platform/shell.ts';

it.each([
  ['make && echo BUILT', { onSuccess: 'BUILT' }],
  ['make || echo BROKEN', { onFailure: 'BROKEN' }],
  ['make && echo "all good" || echo bad', { onSuccess: 'all good', onFailure: 'bad' }],
  ['make; echo done', {}],
  ['make && ls', {}],
  ['make && echo $HOME', {}],
  ['make && echo x | tee log', {}],
])('%s', (command, expected) => expect(echoedByStatus(parseShellLine(command), 0)).toEqual(expected));
