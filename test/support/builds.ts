import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** One of the ways `ccc` is built: its name in test names, and how it is started. */
export interface Build {
  readonly name: string;
  readonly command: readonly string[];
}

export const NPM_PACKAGE = {
  name: 'npm package',
  command: [process.execPath, join(ROOT, 'dist/ccc.cjs')],
} as const satisfies Build;
export const SINGLE_BINARY = { name: 'single binary', command: [join(ROOT, 'dist/bin/ccc')] } as const satisfies Build;
export const ALL_BUILDS: readonly Build[] = [NPM_PACKAGE, SINGLE_BINARY];

/**
 * The builds that a run covers. Unless it is told, the scenarios run on the single binary, which starts faster, and the
 * smoke set, a few of them, on the npm package too.
 */
const covered = chosen<{ scenarios: readonly Build[]; smoke: readonly Build[] }>('CCC_TEST_BUILDS', 'default', {
  default: { scenarios: [SINGLE_BINARY], smoke: ALL_BUILDS },
  npm: { scenarios: [NPM_PACKAGE], smoke: [NPM_PACKAGE] },
  binary: { scenarios: [SINGLE_BINARY], smoke: [SINGLE_BINARY] },
  all: { scenarios: ALL_BUILDS, smoke: ALL_BUILDS },
});
export const BUILDS = covered.scenarios;
export const SMOKE_BUILDS = covered.smoke;

/** Whether property tests and stress tests run at their full size. */
export const IS_FULL = chosen('CCC_TEST_SIZE', 'short', { short: false, full: true });

/** How many of something this run takes. */
export const bySize = (short: number, full: number): number => (IS_FULL ? full : short);

/** The rows of a table that this run takes: all of them, or the first, which differ most from each other. */
export const sample = <T>(short: number, rows: readonly T[]): T[] => rows.slice(0, IS_FULL ? undefined : short);

/** The same build, started from a shell script that gets it as "$@": for redirections, a umask, a mount. */
export const throughShell = (build: Build, script: string): Build => ({
  name: build.name,
  command: ['/bin/sh', '-c', script, 'sh', ...build.command],
});

function chosen<T>(variable: string, fallback: string, choices: Record<string, T>): T {
  const value = process.env[variable] || fallback;
  const choice = choices[value];
  if (choice === undefined)
    throw new Error(`${variable} is "${value}": write one of ${Object.keys(choices).join(', ')}`);
  return choice;
}
