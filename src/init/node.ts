import { isObject } from '../platform/json/parse.ts';
import {
  brokenJson,
  type CheckKind,
  type Detection,
  fromFile,
  isSafeName,
  type Note,
  type ProjectFiles,
  type ProposedCheck,
  parseJsonObject,
  unsuitable,
} from './detection.ts';
import { TYPESCRIPT_PATHS } from './paths.ts';

const FILE = 'package.json';

const MAX_SCRIPT = 4000;

/** Usual names of scripts of each kind; the first one that exists and is suitable is proposed. */
const NAMES: Record<CheckKind, readonly string[]> = {
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

/** Scripts of the package.json at the root. */
export function nodeChecks(files: ProjectFiles): Detection {
  const file = parseJsonObject(files.text(FILE));
  if (file === undefined) return { checks: [], notes: brokenJson(FILE, files.text(FILE)) };
  const manager = managerOf(files, file);
  const scripts = isObject(file.scripts) ? file.scripts : {};
  const checks: ProposedCheck[] = [];
  const notes: Note[] = [];
  for (const kind of Object.keys(NAMES) as CheckKind[]) {
    for (const name of NAMES[kind]) {
      const text = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
      if (typeof text !== 'string' || text.trim() === '' || text.length > MAX_SCRIPT || isPlaceholder(text)) continue;
      // A `check` that runs the others would run everything twice.
      if (name === 'check' && /\b(?:run(?:-s|-p)?|npm|pnpm|yarn|bun)\s+(?:\S+\s+)*?(?:test|lint|build)\b/.test(text))
        continue;
      const why = unsuitable(text);
      if (why) {
        notes.push({ kind: why, file: FILE, name });
        continue;
      }
      const run = name === 'test' && manager === 'npm' ? 'npm test' : `${manager} run ${name}`;
      const paths = isCompiler(text) ? { paths: TYPESCRIPT_PATHS } : {};
      checks.push({ kind, tool: manager, run, ...paths, reason: { kind: 'script', file: FILE, name, text } });
      break;
    }
  }
  const compiler = compilerCheck(files, file, manager, checks);
  return { checks: withoutCompilerTwice([...checks, ...compiler]), notes: [...notes, ...oddNames(scripts)] };
}

/** Scripts that look like checks but whose names are not safe in a command line. */
const oddNames = (scripts: Record<string, unknown>): Note[] =>
  Object.keys(scripts)
    .filter((name) => !isSafeName(name) && /^(?:test|lint|check|types?|build)\b/.test(name))
    .slice(0, 3)
    .map((name) => ({ kind: 'odd-name', file: FILE, name }));

/** Nothing but the TypeScript compiler. */
const isCompiler = (text: string) => /^(?:vue-)?tsc(?:\s+[\w./=-]+)*$/.test(text.trim());

/** What `npm init` writes. */
const isPlaceholder = (text: string) => /no test specified/.test(text);

function managerOf(files: ProjectFiles, file: Record<string, unknown>): Manager {
  const locked = LOCKS.find(([lock]) => files.names.has(lock))?.[1];
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
  files: ProjectFiles,
  file: Record<string, unknown>,
  manager: Manager,
  checks: ProposedCheck[],
): ProposedCheck[] {
  const config = files.text('tsconfig.json');
  const has = (section: unknown) => isObject(section) && Object.hasOwn(section, 'typescript');
  if (config === undefined || checks.some(({ kind }) => kind === 'types')) return [];
  if (!has(file.devDependencies) && !has(file.dependencies)) return [];
  // With `references` alone, tsc --noEmit checks nothing.
  if (/"references"\s*:/.test(config)) return [];
  return [fromFile('types', manager, TSC[manager], 'tsconfig.json', TYPESCRIPT_PATHS)];
}

const withoutCompilerTwice = (checks: ProposedCheck[]) =>
  checks.filter(
    ({ kind, reason }) =>
      kind !== 'build' ||
      reason.kind !== 'script' ||
      !/^tsc(?:\s+-(?:p|-project)\s+\S+)?$/.test(reason.text.trim()) ||
      !checks.some((other) => other.kind === 'types'),
  );
