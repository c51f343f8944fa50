import { delimiter, isAbsolute, join } from 'node:path';
import type { Check } from '../checks/check.ts';
import { isProgram } from '../platform/program-file.ts';
import { parseShellLine, withoutAssignments } from '../platform/shell.ts';
import type { Note } from './detection.ts';

/** Programs that these checks start and that are not on PATH. Nothing is run. */
export function missingPrograms(checks: Pick<Check, 'run'>[], path: string): Note[] {
  const folders = path.split(delimiter).filter(isAbsolute);
  const programs = new Set(checks.flatMap(({ run }) => programsOf(run)));
  return [...programs]
    .filter((program) => !folders.some((folder) => isProgram(join(folder, program))))
    .map((program) => ({ kind: 'no-program', program }));
}

/** Without those that are named by a path: they come with the repository. */
const programsOf = (run: string) =>
  parseShellLine(run)
    .flatMap(({ programs }) => programs.map((words) => withoutAssignments(words)[0] ?? ''))
    .filter((program) => program !== '' && !program.includes('/'));
