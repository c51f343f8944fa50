import type { Env } from '../config/env.ts';
import type { DoctorMessages } from '../i18n/doctor.ts';
import { isUtf8, localeOf } from '../platform/terminal-style.ts';
import { type Finding, note, ok } from './finding.ts';

const ENOUGH_COLUMNS = 80;

export interface TerminalFacts {
  /** Whether one of our streams is one. */
  isOne: boolean;
  columns: number | undefined;
}

export function terminalFindings({ isOne, columns }: TerminalFacts, env: Env, words: DoctorMessages): Finding[] {
  const { TERM } = env.all;
  const findings: Finding[] = [];
  if (!isOne) findings.push(note('terminal.is_one', words.noTerminal, words.noTerminalFix));
  // A terminal that does not know its size says 0.
  else if (columns && columns < ENOUGH_COLUMNS)
    findings.push(note('terminal.width', words.narrow(columns), words.narrowFix(ENOUGH_COLUMNS)));
  if (isOne && (!TERM || TERM === 'dumb'))
    findings.push(note('terminal.kind', words.plainTerm(TERM || '""'), words.plainTermFix));
  if (!isUtf8(env.all))
    findings.push(note('terminal.locale', words.notUtf8(localeOf(env.all) || '""'), words.notUtf8Fix));
  return findings.length > 0 ? findings : [ok('terminal.is_one', words.terminal(columns, TERM ?? ''))];
}
