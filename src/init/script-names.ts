import { parseShellLine, type ShellWords, withoutAssignments } from '../platform/shell.ts';

/** The scripts of package.json that a command runs, in whatever words: `npm t`, `pnpm test`, `npm run test -- --ci`. */
export function scriptsOf(run: string): string[] {
  const steps = parseShellLine(run).map(({ programs: [first = []] }) => first);
  // From there on it is about another folder.
  const away = steps.findIndex(([name = '']) => /^(?:cd|pushd)$/.test(name));
  return steps.slice(0, away === -1 ? undefined : away).flatMap((step) => scriptOf(step) ?? []);
}

/** Change what is printed, not what is run. */
const HARMLESS = /^(?:-s|-q|-d|--silent|--quiet|--verbose|--if-present|--color|--no-color|--loglevel=\S+)$/;

const TEST = ['test', 't', 'tst'];

/** Undefined if it is none, or if an option may take it to another folder. */
function scriptOf(step: ShellWords): string | undefined {
  const [manager = '', ...rest] = withoutAssignments(step);
  const own = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  const words = own.filter((word) => !HARMLESS.test(word));
  if (!/^(?:npm|pnpm|yarn|bun)$/.test(manager) || words.some((word) => word.startsWith('-'))) return undefined;
  const [verb = '', name] = words;
  if (['run', 'run-script'].includes(verb)) return name;
  // `bun test` is bun's own.
  if (manager === 'bun' && verb === 'test') return undefined;
  if (TEST.includes(verb)) return 'test';
  return manager === 'npm' ? undefined : verb;
}
