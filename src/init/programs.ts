import { delimiter, isAbsolute, join } from 'node:path';
import type { Check } from '../checks/check.ts';
import { isProgram } from '../platform/program-file.ts';
import { parseShellLine, withoutAssignments } from '../platform/shell.ts';
import type { Note } from './detected.ts';

/** Programs of these checks that are not to be found here. PATH is only looked through: nothing is run. */
export function missingPrograms(checks: Pick<Check, 'run'>[], path: string): Note[] {
  const folders = path.split(delimiter).filter(isAbsolute);
  const programs = new Set(checks.flatMap(({ run }) => programsOf(run)));
  return [...programs]
    .filter((program) => !folders.some((folder) => isProgram(join(folder, program))))
    .map((program) => ({ kind: 'no-program', program }));
}

/** The first word of each step. What is named with its folder comes with the repository. */
const programsOf = (run: string) =>
  parseShellLine(run)
    .flatMap(({ programs }) => programs.map((words) => withoutAssignments(words)[0] ?? ''))
    .filter((program) => program !== '' && !program.includes('/'));
