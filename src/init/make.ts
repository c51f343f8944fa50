import { type Detected, type Found, type Kind, NOTHING, unfit } from './detected.ts';

const KIND: [name: string, kind: Kind][] = [
  ['lint', 'lint'],
  ['typecheck', 'types'],
  ['types', 'types'],
  ['test', 'test'],
  ['check', 'test'],
];

/** Targets of a Makefile, read as text: make itself would run what is in `$(shell …)`. */
export function makeChecks(signs: Detected): Found {
  const file = ['GNUmakefile', 'makefile', 'Makefile'].find((name) => signs.text(name) !== undefined);
  if (file === undefined) return NOTHING;
  return fromRecipes(
    recipesIn(signs.text(file) ?? '', /^([A-Za-z0-9_.-]+(?:[ \t]+[A-Za-z0-9_.-]+)*)[ \t]*::?(?![:=])/),
    file,
    'make',
  );
}

/** Recipes of a justfile that need nothing to be given. */
export function justChecks(signs: Detected): Found {
  const file = ['justfile', 'Justfile', '.justfile'].find((name) => signs.text(name) !== undefined);
  if (file === undefined) return NOTHING;
  return fromRecipes(
    recipesIn(
      signs.text(file) ?? '',
      /^@?([A-Za-z_][\w-]*)(?:[ \t]+[A-Za-z_]\w*[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|\w+))*[ \t]*:(?!=)/,
    ),
    file,
    'just',
  );
}

/** Those names that say something to us, each with the lines below it. */
function recipesIn(text: string, heading: RegExp): Map<string, string> {
  const recipes = new Map<string, string>();
  let names: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const found = heading.exec(line)?.[1];
    if (found !== undefined) {
      const all = found.split(/[ \t]+/);
      names = KIND.flatMap(([name]) => (all.includes(name) ? [name] : []));
      for (const name of names) recipes.set(name, `${recipes.get(name) ?? ''}${line.slice(line.indexOf(':') + 1)}`);
    } else if (/^[ \t]/.test(line)) for (const name of names) recipes.set(name, `${recipes.get(name) ?? ''}\n${line}`);
    else if (line.trim() !== '' && !line.startsWith('#')) names = [];
  }
  return recipes;
}

function fromRecipes(recipes: Map<string, string>, file: string, by: 'make' | 'just'): Found {
  const found: Found = { checks: [], notes: [] };
  for (const [name, kind] of KIND) {
    const recipe = recipes.get(name);
    if (recipe === undefined || found.checks.some((check) => check.kind === kind)) continue;
    const why = unfit(recipe);
    if (why) found.notes.push({ kind: why, file, name });
    else found.checks.push({ kind, by, run: `${by} ${name}`, reason: { kind: 'target', file, name } });
  }
  return found;
}
