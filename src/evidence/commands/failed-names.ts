import { stripVTControlCharacters } from 'node:util';

const NAMED: RegExp[] = [
  /^[\t ]*--- FAIL: (\S+)/gm,
  // Go puts a tab and a package behind it.
  /^[\t ]*(?:FAIL|❯|×|✗|✘) +(\S+\.\w+)/gm,
  /^(?:FAILED|ERROR)[\t ]+(\S+\.py(?:::\S+)?)/gm,
  /^test (\S+) \.\.\. FAILED/gm,
  /^rspec (\S+)/gm,
];
const MAX_NAMES = 20;

/** The tests or test files that an output names as failed. Empty if it names none, or more than a few. */
export function failedNames(output: string): string[] {
  const text = stripVTControlCharacters(output);
  const names = [...new Set(NAMED.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name as string)))];
  return names.length > MAX_NAMES ? [] : names;
}

/** Whether a run with these targets included that test or file. */
export function isAmong(name: string, targets: readonly string[]): boolean {
  if (targets.length === 0) return true;
  const values = targets.map((target) => target.replace(/^-\S+ /, ''));
  return values.some((value) =>
    value
      .replace(/^\^?\(?(.*?)\)?\$?$/, '$1')
      .split('|')
      .some((one) => one !== '' && (name.includes(one.replace(/^\.\//, '')) || one.includes(name))),
  );
}
