import { expect, it } from 'vitest';
import { partOutcome } from '../../../../src/evidence/commands/outcome.ts';
import { analyseCommand } from '../../../../src/evidence/commands/parts.ts';

const partsOf = (command: string, definition: string) => analyseCommand(command, { findTask: () => definition }).parts;

it('what is given to a task narrows what its definition runs', () => {
  expect(partsOf('npm test', 'vitest run')[0]?.targets).toEqual([]);
  expect(partsOf('npm test -- price', 'vitest run')[0]?.targets).toEqual(['price']);
});

it('the status that is printed behind a task is that of its definition', () => {
  const end = { outcome: { kind: 'ok' }, output: 'some text\nexit: 1' } as const;
  const [part] = partsOf('npm test; echo "exit: $?"', 'vitest run');
  expect(part && partOutcome(part, end)).toEqual({ kind: 'failed', exit: 1 });
});

it('the status of a definition with several parts may be that of any', () => {
  const end = { outcome: { kind: 'ok' }, output: 'some text\nexit: 1' } as const;
  const outcomes = partsOf('npm test; echo "exit: $?"', 'tsc && vitest run').map((part) => partOutcome(part, end).kind);
  expect(outcomes).not.toContain('failed');
});

it('what is always printed behind a task says nothing of it', () => {
  const end = { outcome: { kind: 'ok' }, output: '12 passed' } as const;
  const [part] = partsOf('npm test; echo "12 passed"', 'vitest run');
  expect(part && partOutcome(part, end).kind).toBe('unknown');
});

it('a step of which nothing is known stays one beside a known step', () => {
  const { parts, opaque } = analyseCommand('make verify', { findTask: () => 'cc -o verify a.c && ./verify' });
  expect(parts.map(({ kind }) => kind)).toEqual(['build']);
  expect(opaque.map(({ ecosystem }) => ecosystem)).toEqual(['verify']);
});
