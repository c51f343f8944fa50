/** What each task runs, as one command line; undefined if there is no such task. */
export interface TaskLines {
  get(name: string): string | undefined;
}

/** `scripts` of package.json and composer.json, `tasks` of deno.json. */
export function jsonTasks(text: string, key: string): TaskLines {
  const tasks: unknown = JSON.parse(text)[key];
  if (typeof tasks !== 'object' || tasks === null) return new Map();
  return new Map(
    Object.entries(tasks).flatMap(([name, value]): [string, string][] => {
      const line = typeof value === 'object' && value !== null && 'command' in value ? value.command : value;
      const lines = (Array.isArray(line) ? line : [line]).filter((each) => typeof each === 'string');
      return lines.length > 0 ? [[name, lines.map(withoutAt).join(' && ')]] : [];
    }),
  );
}

/** Composer's `@php artisan test`, and `@lint` for another script. */
const withoutAt = (line: string) =>
  line.replace(/^@(php|composer)\b/, '$1').replace(/^@(?!putenv\b)(?=[\w-])/, 'composer run ');

/** Targets of a Makefile with their recipes, those of their prerequisites first. */
export function makeTasks(text: string): TaskLines {
  // Which branch is taken is not known: both count.
  const unconditional = text.replaceAll(/^(?:ifn?eq|ifn?def|else|endif)\b.*\n?/gm, '');
  const ignores = /^\.IGNORE\b/m.test(text);
  const recipes = indented(unconditional, /^([\w./-]+(?::[\w./-]+)*)\s*::?(?!=)\s*([^#=]*)/, /^\t([@+-]*)(.*)$/);
  const expand = makeVariables(text);
  for (const [target, recipe] of recipes)
    recipe.lines = recipe.lines.map((line) => {
      const expanded = expand(line, target);
      return ignores ? whateverHappens(expanded) : expanded;
    });
  return joined(recipes);
}

/** What make's own variables for programs stand for, unless the file sets them. */
const MAKE_PROGRAMS = {
  ...{ CC: 'cc', CXX: 'c++', CPP: 'cpp', FC: 'f77', AR: 'ar', AS: 'as', LD: 'ld' },
  ...{ RM: 'rm -f', INSTALL: 'install' },
};
const MAKE_VARIABLE = /^(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*[:?]{0,2}=[ \t]*(.*)$/gm;
const MAX_VALUE = 200;

/** `$(CXX)` is a variable of make, and not a command in a command as a shell would read it; `$@` is the target. */
function makeVariables(text: string): (line: string, target: string) => string {
  const variables = new Map<string, string>(Object.entries(MAKE_PROGRAMS));
  for (const [, name = '', value = ''] of text.matchAll(MAKE_VARIABLE))
    if (value.length <= MAX_VALUE && !value.includes('$')) variables.set(name, value.trim());
  return (line, target) =>
    line.replaceAll(/\$(?:\((\w+|@)\)|\{(\w+|@)\}|(@|\$))/g, (all, round, curly, single) => {
      const name = round ?? curly ?? single;
      // `$$` is a dollar sign for the shell, so `$$@` is no target.
      return name === '@' ? target : (variables.get(name) ?? all);
    });
}

/** Recipes of a justfile: `test *args="-q": build`. */
export function justTasks(text: string): TaskLines {
  const heading = /^@?([\w-]+)(?:[ \t](?:"[^"\n]*"|'[^'\n]*'|[^:"'\n])*)?:(?!=)\s*([^#]*)/;
  return joined(indented(text, heading, /^[ \t]+([@-]*)(.*)$/));
}

interface Recipe {
  needs: string[];
  lines: string[];
}

function indented(text: string, heading: RegExp, step: RegExp): Map<string, Recipe> {
  const recipes = new Map<string, Recipe>();
  let current: Recipe | undefined;
  for (const line of text.replaceAll(/\\\r?\n\s*/g, ' ').split(/\r?\n/)) {
    const [, marks = '', command] = (current && step.exec(line)) || [];
    const [, name, needs = ''] = command === undefined ? (heading.exec(line) ?? []) : [];
    if (current && command !== undefined)
      current.lines.push(marks.includes('-') ? whateverHappens(command) : inOwnShell(command));
    else if (name !== undefined) {
      current = recipes.get(name) ?? { needs: [], lines: [] };
      // `(build "release")` is a recipe with an argument.
      current.needs.push(...needs.split(/[\s()]+/).filter(Boolean));
      recipes.set(name, current);
    } else if (line.trim() !== '') current = undefined;
  }
  return recipes;
}

/** A line that may fail: `-rm x`. */
const whateverHappens = (line: string) => `((${line}) || true)`;

/** Each line has a shell of its own: a `cd` in it ends with it. */
const inOwnShell = (line: string) => (/(?:^|[;&] *)cd /.test(line) ? `(${line})` : line);

const MAX_TASKS = 200;

/** Joined when it is asked for: there may be thousands. Each task is run once, after what it needs. */
function joined(recipes: Map<string, Recipe>): TaskLines {
  const collect = (name: string, seen: Set<string>, lines: string[]): string[] => {
    const recipe = recipes.get(name);
    if (!recipe || seen.has(name) || seen.size >= MAX_TASKS) return lines;
    seen.add(name);
    for (const need of recipe.needs) collect(need, seen, lines);
    lines.push(...recipe.lines);
    return lines;
  };
  return { get: (name) => (recipes.has(name) ? asLine(collect(name, new Set(), [])) : undefined) };
}

/** A step that fails ends the task. */
const asLine = (lines: string[]) =>
  lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .join(' && ');

/** The mark of a text of several lines in YAML. */
const BLOCK = /(?:^|\s)[|>][+-]?$/;

/** `tasks:` of a Taskfile: `cmds` as a list or one `cmd`, and what it depends on. */
export function taskfileTasks(text: string): TaskLines {
  const recipes = new Map<string, Recipe>();
  let current: Recipe | undefined;
  let list: 'cmds' | 'deps' | undefined;
  let isInTasks = false;
  // How far the names of the tasks, the keys of a task, and what holds a text of several lines are indented.
  let names = 0;
  let keys = 0;
  let block = Number.POSITIVE_INFINITY;
  for (const line of text.split(/\r?\n/)) {
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    const content = line.trim();
    if (content === '' || content.startsWith('#')) continue;
    if (indent === 0) isInTasks = content === 'tasks:';
    if (indent === 0 || !isInTasks) continue;
    if (names === 0) names = indent;
    if (indent > block) {
      if (list === 'cmds') current?.lines.push(content);
      continue;
    }
    block = BLOCK.test(content) ? indent : Number.POSITIVE_INFINITY;
    const step = content.replace(BLOCK, '');
    const [, name, inline = ''] = indent <= names ? (/^["']?([\w:./*-]+?)["']?:(?:\s+(.*))?$/.exec(step) ?? []) : [];
    if (name !== undefined) {
      current = { needs: [], lines: inline === '' ? [] : [unquoted(inline)] };
      recipes.set(name, current);
      list = undefined;
      keys = 0;
    } else if (current) {
      if (keys === 0) keys = indent;
      // `silent: true` below a command belongs to that command.
      if (indent <= keys || step.startsWith('-')) list = addStep(current, list, step);
    }
  }
  return joined(recipes);
}

function addStep(recipe: Recipe, list: 'cmds' | 'deps' | undefined, content: string): 'cmds' | 'deps' | undefined {
  const [, key, value = ''] = /^(cmds|deps|cmd):\s*(.*)$/.exec(content) ?? [];
  if (key !== undefined) {
    const items =
      /^\[(.*)\]$/
        .exec(value)?.[1]
        ?.split(',')
        .map((item) => unquoted(item)) ?? (value ? [unquoted(value)] : []);
    if (key === 'deps') recipe.needs.push(...items);
    else recipe.lines.push(...items.map(inOwnShell));
    return key === 'deps' ? 'deps' : 'cmds';
  }
  const [, item] = /^-\s+(?:cmd:\s*)?(.+)$/.exec(content) ?? [];
  if (item === undefined) return /^\w+:/.test(content) ? undefined : list;
  const [, task] = /^task:\s*(\S+)/.exec(item) ?? [];
  if (task !== undefined) recipe.needs.push(unquoted(task));
  else if (list === 'deps') recipe.needs.push(unquoted(item));
  else if (list === 'cmds') recipe.lines.push(inOwnShell(unquoted(item)));
  return list;
}

/** Tasks in TOML: `name = "…"`, `name = { cmd = "…" }`, `name.cmd = "…"`, or a table of its own with `run`. */
export function tomlTasks(text: string, isTasks: RegExp): TaskLines {
  const recipes = new Map<string, Recipe>();
  const recipe = (name: string) => {
    const found = recipes.get(name) ?? { needs: [], lines: [] };
    recipes.set(name, found);
    return found;
  };
  let table: string[] = [];
  for (const [, heading, key = '', value = ''] of text.matchAll(TOML_LINE)) {
    if (heading !== undefined) {
      table = keysIn(heading);
      continue;
    }
    const path = [...table, ...keysIn(key)];
    const isIn = (parents: string[]) => isTasks.test(parents.join('.'));
    if (isIn(path.slice(0, -1))) addToml(recipe(path.at(-1) ?? ''), 'run', value);
    else if (isIn(path.slice(0, -2))) addToml(recipe(path.at(-2) ?? ''), path.at(-1) ?? '', value);
  }
  return joined(recipes);
}

/** The parts of `a."b:c".d`. */
const keysIn = (path: string): string[] =>
  [...path.matchAll(/"([^"]+)"|'([^']+)'|([\w:-]+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );

const STRING = String.raw`"(?:[^"\\\n]|\\.)*"|'[^'\n]*'`;
/** It may have several lines, with comments. A bracket in a string does not end it. */
const LIST = String.raw`\[(?:${STRING}|#[^\n]*|[^\]"'#]){0,2000}\]`;
const INLINE_TABLE = String.raw`\{(?:${LIST}|${STRING}|[^}\n"'[]){0,2000}\}`;
const LONG_STRING = String.raw`"""[\s\S]{0,8000}?"""|'''[\s\S]{0,8000}?'''`;
/** A table's heading, or a key with a string, a list or an inline table. */
const TOML_LINE = new RegExp(
  String.raw`^[ \t]*(?:\[\[?([\w.:"' -]+)\]|((?:"[^"\n]+"|'[^'\n]+'|[\w.-])+)[ \t]*=[ \t]*(${LONG_STRING}|${LIST}|${INLINE_TABLE}|${STRING}))`,
  'gm',
);
const INLINE_KEY = new RegExp(String.raw`([\w-]+)\s*=\s*(${LIST}|${STRING})`, 'g');

const STRINGS = /"""([\s\S]*?)"""|'''([\s\S]*?)'''|"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'/g;
const stringsIn = (value: string) =>
  [...value.replaceAll(/^[ \t]*#.*$/gm, '').matchAll(STRINGS)].map((match) =>
    (match.slice(1).find((part) => part !== undefined) ?? '').replaceAll('\\"', '"'),
  );

function addToml(recipe: Recipe, key: string, value: string): void {
  if (value.startsWith('{')) {
    for (const [, inner = '', text = ''] of value.matchAll(INLINE_KEY)) addToml(recipe, inner, text);
    return;
  }
  const texts = stringsIn(value);
  if (/^(?:run|cmd|shell|script|composite|chain|sequence)$/.test(key)) {
    const lines = texts.flatMap((text) => text.split('\n'));
    // A list holds command lines, or names other tasks.
    recipe.lines.push(...lines);
    recipe.needs.push(...lines);
  } else if (/^(?:depends|deps|depends-on|depends_on)$/.test(key)) recipe.needs.push(...texts);
}

const unquoted = (text: string) => text.trim().replace(/^(["'])(.*)\1$/, '$2');
