import { expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { diagnoseTerminal, type TerminalFacts } from '../../../src/doctor/diagnose.ts';
import { doctorMessages } from '../../../src/i18n/doctor.ts';
import { isUtf8 } from '../../../src/platform/terminal-style.ts';

const GOOD = { TERM: 'xterm-256color', LANG: 'en_US.UTF-8' };
const WIDE: TerminalFacts = { isTerminal: true, columns: 120 };

it.each<[what: string, facts: TerminalFacts, env: Record<string, string>, notes: string[]]>([
  ['a good one', WIDE, GOOD, []],
  ['just wide enough', { isTerminal: true, columns: 80 }, GOOD, []],
  ['of unknown size', { isTerminal: true, columns: 0 }, GOOD, []],
  ['narrow', { isTerminal: true, columns: 79 }, GOOD, ['terminal.width']],
  ['none', { isTerminal: false, columns: undefined }, GOOD, ['terminal.is_one']],
  ['none, and no TERM either', { isTerminal: false, columns: undefined }, { LANG: 'C.UTF-8' }, ['terminal.is_one']],
  ['dumb', WIDE, { ...GOOD, TERM: 'dumb' }, ['terminal.kind']],
  ['without TERM', WIDE, { LANG: 'C.utf8' }, ['terminal.kind']],
  ['with another locale', WIDE, { ...GOOD, LC_ALL: 'C' }, ['terminal.locale']],
  ['without a locale', WIDE, { TERM: 'xterm' }, ['terminal.locale']],
])('%s', (_, facts, env, notes) => {
  const diagnoses = diagnoseTerminal(facts, readEnv(env), doctorMessages.en);
  expect(diagnoses.filter(({ level }) => level !== 'ok').map(({ id }) => id)).toEqual(notes);
  expect(diagnoses.every(({ level }) => level === 'ok' || level === 'note')).toBe(true);
  expect(diagnoses).not.toEqual([]);
});

it.each([
  [{ LANG: 'zh_CN.UTF-8' }, true],
  [{ LANG: 'zh_CN.utf8' }, true],
  [{ LANG: 'C.UTF-8', LC_CTYPE: 'POSIX' }, false],
  [{ LANG: 'C', LC_CTYPE: 'en_US.UTF-8' }, true],
  [{ LANG: 'C.UTF-8', LC_ALL: '' }, true],
  [{}, false],
])('UTF-8 under %j: %s', (env, expected) => expect(isUtf8(env)).toBe(expected));
