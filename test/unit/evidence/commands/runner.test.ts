import { describe, expect, it } from 'vitest';
import { partOutcome } from '../../../../src/evidence/commands/outcome.ts';
import { analyseCommand } from '../../../../src/evidence/commands/parts.ts';
import type { Runner } from '../../../../src/evidence/commands/runner.ts';
import type { RunOutcome } from '../../../../src/evidence/evidence.ts';

const CI: Runner = { command: './ci.sh', kind: 'test', passed: 'ALL GREEN', failed: 'BROKEN' };
const partsOf = (command: string, runner: Runner, definition?: string) =>
  analyseCommand(command, { runners: [runner], findTask: () => definition });

describe('a command that the user names', () => {
  it.each<[command: string, named: string, isNamed: boolean]>([
    ['./ci.sh', './ci.sh', true],
    ['./ci.sh --fast', './ci.sh', true],
    ['cd app && CI=1 sudo timeout 60 ./ci.sh', './ci.sh', true],
    ['bash -c "./ci.sh && ls"', './ci.sh', true],
    ['npx verify all', 'verify all', true],
    ['./scripts/verify-api.sh', './scripts/verify-*', true],
    ['bash ./ci.sh', './ci.sh', true],
    ['bash ci.sh --fast', './ci.sh', true],
    ['/home/user/shop/ci.sh', './ci.sh', true],
    ['bash other.sh ci.sh', './ci.sh', false],
    ['./ci.sh.old', './ci.sh', false],
    ['cat ./ci.sh', './ci.sh', false],
    ['verify', 'verify all', false],
    ['./scriptsXverify-api.sh', './scripts.verify-*', false],
  ])('%s, named as %s: %s', (command, named, isNamed) => {
    const { parts } = partsOf(command, { command: named, kind: 'types' });
    expect(parts.map(({ kind }) => kind).includes('types')).toBe(isNamed);
  });

  it('may have run nothing else', () => {
    expect(partsOf('./ci.sh', { command: './other.sh', kind: 'test' }).opaque).toHaveLength(1);
    expect(partsOf('./ci.sh', CI).opaque).toEqual([]);
  });

  it('counts more than the definition of a task', () =>
    expect(
      partsOf('npm run verify', { command: 'npm run verify', kind: 'test' }, 'eslint .').parts.map(({ kind }) => kind),
    ).toEqual(['test']));
});

describe('how it ended', () => {
  const OK: RunOutcome = { kind: 'ok' };
  it.each<[why: string, command: string, outcome: RunOutcome, output: string, expected: RunOutcome]>([
    ['its exit code', './ci.sh', OK, 'done', OK],
    ['its text, although it exits with 0', './ci.sh', OK, '2 tests BROKEN', { kind: 'failed', exit: null }],
    [
      'its exit code, whatever it prints',
      './ci.sh',
      { kind: 'failed', exit: 1 },
      'ALL GREEN',
      { kind: 'failed', exit: 1 },
    ],
    ['its text behind a pipe', './ci.sh | tail -1', OK, 'ALL GREEN', OK],
    ['both texts', './ci.sh | tail -2', OK, 'ALL GREEN\nBROKEN', { kind: 'failed', exit: null }],
    ['no text behind a pipe', './ci.sh | tail -1', OK, 'done', { kind: 'unknown', why: 'hidden by a pipe' }],
  ])('%s', (_, command, outcome, output, expected) => {
    const [part] = partsOf(command, CI).parts.filter(({ kind }) => kind === 'test');
    expect(part && partOutcome(part, { outcome, output })).toEqual(expected);
  });
});
