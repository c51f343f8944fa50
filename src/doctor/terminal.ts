import type { Env } from '../config/env.ts';
import type { DoctorMessages } from '../i18n/doctor.ts';
import { isUtf8, localeOf } from '../platform/terminal-style.ts';
import { type Finding, note, ok } from './findings.ts';

const ENOUGH_COLUMNS = 80;

export interface TerminalFacts {
  /** Whether stdout or stderr is a terminal. */
  isOne: boolean;
  columns: number | undefined;
}

export function terminalFindings({ isOne, columns }: TerminalFacts, env: Env, messages: DoctorMessages): Finding[] {
  const { TERM } = env.all;
  const findings: Finding[] = [];
  if (!isOne) findings.push(note('terminal.is_one', messages.noTerminal, messages.noTerminalFix));
  // A terminal that does not know its size says 0.
  else if (columns && columns < ENOUGH_COLUMNS)
    findings.push(note('terminal.width', messages.narrow(columns), messages.narrowFix(ENOUGH_COLUMNS)));
  if (isOne && (!TERM || TERM === 'dumb'))
    findings.push(note('terminal.kind', messages.plainTerm(TERM || '""'), messages.plainTermFix));
  if (!isUtf8(env.all))
    findings.push(note('terminal.locale', messages.notUtf8(localeOf(env.all) || '""'), messages.notUtf8Fix));
  return findings.length > 0 ? findings : [ok('terminal.is_one', messages.terminal(columns, TERM ?? ''))];
}
