import { resolve } from 'node:path';
import { readRegular } from '../platform/regular-file.ts';
import type { GitResult } from './git.ts';
import type { GitReader } from './git-reader.ts';

const MOST_BYTES = 256 * 1024;

/**
 * What git ignores by files that are no part of the work tree. Whoever adds to them takes files out of sight: what was
 * seen before and what is seen after are not the same then. Empty if there is no rule.
 */
export async function ignoreRules(folder: string, looking: GitReader): Promise<string> {
  const [own, named] = await Promise.all([
    looking.git(folder, ['rev-parse', '--git-path', 'info/exclude']),
    looking.git(folder, ['config', '--type=path', '--get', 'core.excludesFile']),
  ]);
  return [own, named]
    .flatMap((said) => (said.code === 0 ? [rulesIn(resolve(folder, line(said)))] : []))
    .filter((rules) => rules !== '')
    .join('\0');
}

const line = ({ stdout }: GitResult) => stdout.toString('utf8').replace(/\n$/, '');

/** Comments and empty lines are none: git puts some there itself. */
function rulesIn(path: string): string {
  const part = readRegular(path, { maxBytes: MOST_BYTES, followsLinks: true });
  if (part === undefined) return '';
  const rules = part.bytes.toString('utf8').split('\n');
  return rules.filter((rule) => rule.trim() !== '' && !rule.startsWith('#')).join('\n');
}
