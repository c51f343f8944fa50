import type { CheckedKind } from '../evidence.ts';
import { type Purpose, purpose } from './purpose.ts';
import { kindOfTaskName } from './task-names.ts';

export const isKind = (kind: string): kind is CheckedKind => !['harmless', 'unclear'].includes(kind);

/** The order in which the kinds of several tasks are named. */
const BY_WEIGHT: CheckedKind[] = ['test', 'build', 'types', 'lint'];

/** What tasks are run for, by their names. */
export function byTaskName(ecosystem: string, names: string[], runner = ''): Purpose {
  const kinds = names.map((name) =>
    /make|ninja/.test(runner)
      ? name === 'all'
        ? 'build'
        : name === 'check'
          ? 'test'
          : kindOfTaskName(name)
      : kindOfTaskName(name),
  );
  const [kind = 'other' as const, ...moreKinds] = BY_WEIGHT.filter((each) => kinds.includes(each));
  const tasks = runner === '' ? [] : names.map((name) => ({ runner, name }));
  return purpose(kind, ecosystem, {
    isOpaque: kind === 'other' && kinds.includes('unclear'),
    moreKinds,
    tasks,
    rewrites: isFormat(names),
  });
}

const isFormat = (names: string[]) =>
  names.some(
    (name) => /(?:^|[:_-])(?:fmt|format|prettier|fix)(?:$|[:_-])/i.test(name) && kindOfTaskName(name) === 'harmless',
  );
