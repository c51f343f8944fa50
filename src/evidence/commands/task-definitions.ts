import { join, relative, resolve } from 'node:path';
import { isWithin } from '../../platform/folders.ts';
import { readRegular } from '../../platform/regular-file.ts';
import { jsonTasks, justTasks, makeTasks, type TaskLines, taskfileTasks, tomlTasks } from './task-files.ts';
import type { ProjectTask } from './task-runners.ts';

/** The command line of a task, as the project's own files define it. */
export type FindTask = (task: ProjectTask, folder: string) => string | undefined;

interface TaskFile {
  names: string[];
  read(text: string): TaskLines;
}

const PACKAGE: TaskFile = { names: ['package.json'], read: (text) => withHooks(jsonTasks(text, 'scripts')) };
const MAKE: TaskFile = { names: ['GNUmakefile', 'makefile', 'Makefile'], read: makeTasks };
const JUST: TaskFile = { names: ['justfile', 'Justfile', '.justfile'], read: justTasks };
const TASKFILE: TaskFile = { names: ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml'], read: taskfileTasks };
const MISE: TaskFile = {
  names: ['mise.toml', '.mise.toml', '.config/mise.toml'],
  read: (text) => tomlTasks(text, /^tasks$/),
};
const PYPROJECT: TaskFile = {
  names: ['pyproject.toml', 'pixi.toml'],
  read: (text) =>
    tomlTasks(
      text,
      /^(?:tool\.(?:poe\.tasks|pdm\.scripts|rye\.scripts|taskipy\.tasks|pixi\.tasks|hatch\.envs\.[\w-]+\.scripts)|tasks)$/,
    ),
};

/** `pretest` runs before `test`, and `posttest` after it. */
const withHooks = (scripts: TaskLines): TaskLines => ({
  get: (name) => {
    const own = scripts.get(name);
    if (own === undefined) return undefined;
    return [scripts.get(`pre${name}`), own, scripts.get(`post${name}`)]
      .filter((line) => line !== undefined)
      .join(' && ');
  },
});

/** Which file defines the tasks of a runner. */
const FILES: Record<string, TaskFile> = {
  ...{ npm: PACKAGE, pnpm: PACKAGE, yarn: PACKAGE, bun: PACKAGE, vlt: PACKAGE },
  ...{ make: MAKE, gmake: MAKE, bmake: MAKE, just: JUST, task: TASKFILE, 'go-task': TASKFILE, mise: MISE, rtx: MISE },
  ...{ poe: PYPROJECT, pixi: PYPROJECT },
  composer: { names: ['composer.json'], read: (text) => jsonTasks(text, 'scripts') },
  deno: { names: ['deno.json', 'deno.jsonc'], read: (text) => jsonTasks(text, 'tasks') },
};

const MAX_BYTES = 256 * 1024;
const MAX_LINE = 4_000;

/** Looks into the files of a project, from a folder up to its root. Each file is read once. Nothing in it is run. */
export function projectTasks(root: string): FindTask {
  const read = new Map<string, TaskLines | undefined>();
  const tasksOf = (path: string, file: TaskFile) => {
    if (!read.has(path)) read.set(path, readTasks(path, file));
    return read.get(path);
  };
  return ({ runner, name }, folder) => {
    const file = FILES[runner];
    const start = resolve(root, folder);
    if (!file || !isWithin(root, start)) return undefined;
    for (let here = start; ; here = join(here, '..')) {
      for (const each of file.names) {
        const found = tasksOf(join(here, each), file)?.get(name);
        if (found !== undefined) return found.slice(0, MAX_LINE);
      }
      if (relative(root, here) === '') return undefined;
    }
  };
}

function readTasks(path: string, file: TaskFile): TaskLines | undefined {
  try {
    const content = readRegular(path, { maxBytes: MAX_BYTES });
    return content && content.size <= MAX_BYTES ? file.read(content.bytes.toString('utf8')) : undefined;
  } catch {
    // Missing, unreadable or not of its format: then only the name of the task is known.
    return undefined;
  }
}
