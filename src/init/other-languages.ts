import { isObject } from '../platform/json/parse.ts';
import { type Detected, type Found, type Kind, NOTHING, objectIn, type Proposed, unfit } from './detected.ts';

const tool = (kind: Kind, by: string, run: string, file: string): Proposed => ({
  kind,
  by,
  run,
  reason: { kind: 'tool', file, tool: by },
});

const found = (...checks: Proposed[]): Found => ({ checks, notes: [] });

export function rubyChecks(signs: Detected): Found {
  const gems = signs.text('Gemfile');
  if (gems === undefined) return NOTHING;
  const has = (gem: string) => new RegExp(`^[ \\t]*gem[ \\t]*\\(?[ \\t]*["']${gem}`, 'm').test(gems);
  const rspec = signs.names.has('spec/') && (has('rspec') || signs.names.has('.rspec'));
  return found(
    ...(has('rubocop') && signs.names.has('.rubocop.yml')
      ? [tool('lint', 'rubocop', 'bundle exec rubocop', '.rubocop.yml')]
      : []),
    ...(rspec ? [tool('test', 'rspec', 'bundle exec rspec', 'Gemfile')] : []),
  );
}

/** Names that people give such scripts; only these are put into a command line. */
const NAMES: [name: string, kind: Kind][] = [
  ['lint', 'lint'],
  ['cs', 'lint'],
  ['phpstan', 'types'],
  ['typecheck', 'types'],
  ['check', 'types'],
  ['test', 'test'],
];

export const phpChecks = (signs: Detected): Found =>
  fromTasks(objectIn(signs.text('composer.json'))?.scripts, 'composer.json', 'composer', 'composer run-script');

/** `deno.jsonc` may have comments: those on lines of their own are taken out, and what is still no JSON is left alone. */
export function denoChecks(signs: Detected): Found {
  const file = ['deno.json', 'deno.jsonc'].find((name) => signs.text(name) !== undefined);
  if (file === undefined) return NOTHING;
  const text = signs
    .text(file)
    ?.replaceAll(/^[ \t]*\/\/.*$/gm, '')
    .replaceAll(/,(?=\s*[}\]])/g, '');
  return fromTasks(objectIn(text)?.tasks, file, 'deno', 'deno task');
}

function fromTasks(tasks: unknown, file: string, by: string, start: string): Found {
  const result: Found = { checks: [], notes: [] };
  for (const [name, kind] of NAMES) {
    const text = isObject(tasks) && Object.hasOwn(tasks, name) ? commandOf(tasks[name]) : '';
    if (text === '' || result.checks.some((check) => check.kind === kind)) continue;
    const why = unfit(text);
    if (why) result.notes.push({ kind: why, file, name });
    else result.checks.push({ kind, by, run: `${start} ${name}`, reason: { kind: 'task', file, name, text } });
  }
  return result;
}

/** A line, a list of them, or an object that holds one. */
function commandOf(task: unknown): string {
  if (typeof task === 'string') return task;
  if (Array.isArray(task)) return task.filter((line) => typeof line === 'string').join(' && ');
  return isObject(task) && typeof task.command === 'string' ? task.command : '';
}

export function elixirChecks(signs: Detected): Found {
  const file = 'mix.exs';
  const text = signs.text(file);
  if (text === undefined) return NOTHING;
  return found(...(/\{\s*:credo\b/.test(text) ? [tool('lint', 'credo', 'mix credo', file)] : []), {
    kind: 'test',
    by: 'mix',
    run: 'mix test',
    reason: { kind: 'file', file },
  });
}

export function dartChecks(signs: Detected): Found {
  const file = 'pubspec.yaml';
  const text = signs.text(file);
  if (text === undefined) return NOTHING;
  const by = /^[ \t]+sdk:[ \t]*flutter[ \t\r]*$/m.test(text) ? 'flutter' : 'dart';
  const reason = { kind: 'file' as const, file };
  return found(
    { kind: 'types', by, run: `${by} analyze`, reason },
    ...(signs.names.has('test/') ? [{ kind: 'test' as const, by, run: `${by} test`, reason }] : []),
  );
}
