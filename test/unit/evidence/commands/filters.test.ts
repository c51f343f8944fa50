import { expect, it } from 'vitest';
import { shownPatterns } from '../../../../src/evidence/commands/filters.ts';
import { logOf } from '../../../../src/evidence/commands/log-file.ts';
import { type Pipeline, parseShellLine } from '../../../../src/platform/shell.ts';

/** Whether a line that the first program prints is shown in the end. */
function isShown(command: string, line: string): boolean {
  const pipelines = parseShellLine(command);
  const [first] = pipelines;
  const [[name = ''] = [], ...behind] = first?.programs ?? [];
  const log = logOf(pipelines, 0);
  const isLost = log?.readers.length === 0;
  return shownPatterns(name, [...behind, ...(log?.shownBy ?? [])], first as Pipeline, isLost).every((pattern) =>
    pattern.test(line),
  );
}

const ERROR = "qz.ts(1,2): error TS2304: Cannot find name 'x'.";

it.each([
  'tsc',
  'tsc | tail -5',
  'tsc | head',
  'tsc | head -n 3',
  'tsc | grep error',
  'tsc | grep -E "error|warning" | head -4',
  'tsc | grep -v node_modules',
  'tsc > out.txt; cat out.txt',
  'tsc > out.txt; grep TS out.txt',
  'tsc 2>/dev/null',
])('%s shows an error', (command) => expect(isShown(command, ERROR)).toBe(true));

it.each([
  'tsc | tail -1',
  'tsc | tail -n2',
  'tsc | head -0',
  'tsc | head -n 0',
  'tsc | head -c 0',
  'tsc | tail -n +2',
  'tsc | tail -n +50',
  'tsc | sed -n 100,200p',
  'tsc | wc -l',
  'tsc | grep -c error',
  'tsc | grep -q error',
  'tsc | grep src/a',
  'tsc | grep -v error',
  'tsc > /dev/null',
  'tsc &> /dev/null',
  'tsc > out.txt',
  'tsc > out.txt; wc -l out.txt',
  'tsc > out.txt; grep warning out.txt',
  'go 2> /dev/null',
])('%s does not', (command) => expect(isShown(command, ERROR)).toBe(false));
