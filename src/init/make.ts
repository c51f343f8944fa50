import { type CheckKind, type Detection, NOTHING, type ProjectFiles, unsuitable } from './detection.ts';

const TARGETS: [name: string, kind: CheckKind][] = [
  ['lint', 'lint'],
  ['typecheck', 'types'],
  ['types', 'types'],
  ['test', 'test'],
  ['check', 'test'],
];

/** Targets of a Makefile, read as text, because make itself runs what is in `$(shell …)`. */
export function makeChecks(files: ProjectFiles): Detection {
  const file = ['GNUmakefile', 'makefile', 'Makefile'].find((name) => files.text(name) !== undefined);
  if (file === undefined) return NOTHING;
  return fromRecipes(
    recipesIn(files.text(file) ?? '', /^([A-Za-z0-9_.-]+(?:[ \t]+[A-Za-z0-9_.-]+)*)[ \t]*::?(?![:=])/),
    file,
    'make',
  );
}

/** Recipes of a justfile that need no argument. */
export function justChecks(files: ProjectFiles): Detection {
  const file = ['justfile', 'Justfile', '.justfile'].find((name) => files.text(name) !== undefined);
  if (file === undefined) return NOTHING;
  return fromRecipes(
    recipesIn(
      files.text(file) ?? '',
      /^@?([A-Za-z_][\w-]*)(?:[ \t]+[A-Za-z_]\w*[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|\w+))*[ \t]*:(?!=)/,
    ),
    file,
    'just',
  );
}

/** The recipes whose names we know, each with the lines below it. */
function recipesIn(text: string, heading: RegExp): Map<string, string> {
  const recipes = new Map<string, string>();
  let names: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const found = heading.exec(line)?.[1];
    if (found !== undefined) {
      const all = found.split(/[ \t]+/);
      names = TARGETS.flatMap(([name]) => (all.includes(name) ? [name] : []));
      for (const name of names) recipes.set(name, `${recipes.get(name) ?? ''}${line.slice(line.indexOf(':') + 1)}`);
    } else if (/^[ \t]/.test(line)) for (const name of names) recipes.set(name, `${recipes.get(name) ?? ''}\n${line}`);
    else if (line.trim() !== '' && !line.startsWith('#')) names = [];
  }
  return recipes;
}

function fromRecipes(recipes: Map<string, string>, file: string, tool: 'make' | 'just'): Detection {
  const found: Detection = { checks: [], notes: [] };
  for (const [name, kind] of TARGETS) {
    const recipe = recipes.get(name);
    if (recipe === undefined || found.checks.some((check) => check.kind === kind)) continue;
    const why = unsuitable(recipe);
    if (why) found.notes.push({ kind: why, file, name });
    else found.checks.push({ kind, tool, run: `${tool} ${name}`, reason: { kind: 'target', file, name } });
  }
  return found;
}
