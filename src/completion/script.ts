import { quoteForShell } from '../platform/shell-quote.ts';
import type { Context } from './contexts.ts';

export interface ScriptFacts {
  contexts: Context[];
  /** What each of our commands is for, where the shell shows that. */
  about: Readonly<Record<string, string>>;
  /** The ways to start this program, by full paths: a name would let the folder one is in choose the program. */
  programs: string[][];
}

/** A provider of another name can be typed, but is not offered: a shell could take it for something else. */
export const OFFERED_NAME = /^[A-Za-z0-9._][A-Za-z0-9._-]*$/;

/** One after the other until one of them can be started; nothing is said if none can. For bash and zsh. */
export const askingForProviders = (programs: string[][]) =>
  `{ ${programs.map((words) => `${words.map(quoteForShell).join(' ')} completion --providers`).join(' || ')}; } </dev/null 2>/dev/null`;
