import { isObject } from '../platform/json/parse.ts';
import {
  type Detected,
  type Found,
  isPlain,
  type Kind,
  NOTHING,
  type Note,
  objectIn,
  type Proposed,
  unfit,
} from './detected.ts';

const FILE = 'package.json';

/** Longer than anybody writes. */
const MAX_SCRIPT = 4000;

/** What a script of each kind is called; the first that is there and fit counts. */
const NAMES: Record<Kind, readonly string[]> = {
  lint: ['lint', 'lint:check', 'check:lint'],
  types: ['typecheck', 'type-check', 'types', 'check:types', 'check-types', 'types:check', 'tsc', 'check'],
  test: ['test', 'test:unit', 'test:ci', 'unit'],
  build: ['build'],
};

type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun';

const LOCKS: [file: string, manager: Manager][] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
];

/** The root's own scripts. */
export function nodeChecks(signs: Detected): Found {
  const file = objectIn(signs.text(FILE));
  if (file === undefined) return NOTHING;
  const manager = managerOf(signs, file);
  const scripts = isObject(file.scripts) ? file.scripts : {};
  const checks: Proposed[] = [];
  const notes: Note[] = [];
  for (const kind of Object.keys(NAMES) as Kind[]) {
    for (const name of NAMES[kind]) {
      const text = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
      if (typeof text !== 'string' || text.trim() === '' || text.length > MAX_SCRIPT || isPlaceholder(text)) continue;
      // A `check` that calls the others would do everything twice.
      if (name === 'check' && /\b(?:run(?:-s|-p)?|npm|pnpm|yarn|bun)\s+(?:\S+\s+)*?(?:test|lint|build)\b/.test(text))
        continue;
      const why = unfit(text);
      if (why) {
        notes.push({ kind: why, file: FILE, name });
        continue;
      }
      const run = name === 'test' && manager === 'npm' ? 'npm test' : `${manager} run ${name}`;
      checks.push({ kind, by: manager, run, reason: { kind: 'script', file: FILE, name, text } });
      break;
    }
  }
  const compiler = compilerCheck(signs, file, manager, checks);
  return { checks: withoutCompilerTwice([...checks, ...compiler]), notes: [...notes, ...oddNames(scripts)] };
}

/** Scripts that look meant and whose names are not words: nobody's shell gets to see those. */
const oddNames = (scripts: Record<string, unknown>): Note[] =>
  Object.keys(scripts)
    .filter((name) => !isPlain(name) && /^(?:test|lint|check|types?|build)\b/.test(name))
    .slice(0, 3)
    .map((name) => ({ kind: 'odd-name', file: FILE, name }));

/** What `npm init` writes. */
const isPlaceholder = (text: string) => /no test specified/.test(text);

function managerOf(signs: Detected, file: Record<string, unknown>): Manager {
  const locked = LOCKS.find(([lock]) => signs.names.has(lock))?.[1];
  const named = /^(npm|pnpm|yarn|bun)@/.exec(String(file.packageManager ?? ''))?.[1] as Manager | undefined;
  return locked ?? named ?? 'npm';
}

const TSC: Record<Manager, string> = {
  npm: 'npx --no-install tsc --noEmit',
  pnpm: 'pnpm exec tsc --noEmit',
  yarn: 'yarn run tsc --noEmit',
  bun: 'bun run tsc --noEmit',
};

function compilerCheck(
  signs: Detected,
  file: Record<string, unknown>,
  manager: Manager,
  checks: Proposed[],
): Proposed[] {
  const config = signs.text('tsconfig.json');
  const has = (section: unknown) => isObject(section) && Object.hasOwn(section, 'typescript');
  if (config === undefined || checks.some(({ kind }) => kind === 'types')) return [];
  if (!has(file.devDependencies) && !has(file.dependencies)) return [];
  // One that only refers to others checks nothing by itself.
  if (/"references"\s*:/.test(config)) return [];
  return [{ kind: 'types', by: manager, run: TSC[manager], reason: { kind: 'file', file: 'tsconfig.json' } }];
}

const withoutCompilerTwice = (checks: Proposed[]) =>
  checks.filter(
    ({ kind, reason }) =>
      kind !== 'build' ||
      reason.kind !== 'script' ||
      !/^tsc(?:\s+-(?:p|-project)\s+\S+)?$/.test(reason.text.trim()) ||
      !checks.some((other) => other.kind === 'types'),
  );
