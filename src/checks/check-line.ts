import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseShellLine, withoutAssignments } from '../platform/shell.ts';
import { runSync } from '../platform/spawn.ts';

/** What is known of a check's line without running it. */
export interface CheckLine {
  /** Its first program, if the shell cannot find or start that; what comes later is reached only if something has run. */
  missing: string | undefined;
  /** Whether the shell can parse it. */
  isValid(): boolean;
}

interface LineContext {
  folder: string;
  env: Record<string, string>;
}

const SHELL_MS = 5_000;

/**
 * Asked of the shell before the check runs: a script that runs can print what a shell would, exit as it would, and
 * remove itself.
 */
export function checkLineOf(run: string, context: LineContext): CheckLine {
  const program = firstProgram(run);
  return {
    missing: program !== undefined && !isFound(program, context) ? program : undefined,
    isValid: () => shellSucceeds(['-n', '-c', run], context),
  };
}

/** Undefined if only running the line would show it. */
function firstProgram(run: string): string | undefined {
  const [first] = parseShellLine(run);
  const words = first?.programs[0] ?? [];
  const command = withoutAssignments(words);
  const isKnown =
    first?.definition === undefined && !words.slice(0, -command.length).some((word) => /^PATH=/.test(word));
  const program = command[0] === 'exec' ? command[1] : command[0];
  return isKnown && program !== undefined && /^[\w./+@%:,][\w./+@%:,-]*$/.test(program) ? program : undefined;
}

const isFound = (program: string, context: LineContext): boolean =>
  program.includes('/')
    ? isProgram(resolve(context.folder, program))
    : shellSucceeds(['-c', 'command -v "$1"', 'sh', program], context);

const shellSucceeds = (args: string[], { folder, env }: LineContext): boolean => {
  const { end } = runSync('/bin/sh', args, { cwd: folder, env, timeoutMs: SHELL_MS });
  return end.kind === 'exited' && end.code === 0;
};

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
