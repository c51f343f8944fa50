import { USUAL_COLUMNS } from './output.ts';

/** What the terminal can show. */
export interface TerminalStyle {
  colour: boolean;
  utf8: boolean;
  columns: number;
}

export const terminalStyle = (
  variables: Variables,
  screen: { stdout: boolean; columns: number | undefined },
): TerminalStyle => ({
  colour: screen.stdout && !variables.NO_COLOR && variables.TERM !== 'dumb',
  utf8: isUtf8(variables),
  columns: screen.columns || USUAL_COLUMNS,
});

type Variables = Readonly<Record<string, string | undefined>>;

/** The first of these that is set decides the character set. */
export const localeOf = (all: Variables): string => all.LC_ALL || all.LC_CTYPE || all.LANG || '';

export const isUtf8 = (all: Variables): boolean => /utf-?8/i.test(localeOf(all));
