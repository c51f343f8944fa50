import type { Listed } from './facts.ts';

/** How many of each are told. There may be any number of them. */
export const MOST = {
  verdicts: 8,
  files: 100,
  commands: 60,
  unresolved: 20,
  todos: 30,
  marks: 40,
  background: 20,
  checks: 20,
  after: 20,
  betweenVerdicts: 10,
};

/** How many characters of each. */
export const LONGEST = {
  latestRequest: 4_000,
  firstRequest: 1_000,
  sentence: 400,
  command: 300,
  name: 200,
  lastMessage: 3_000,
  checkOutput: 2_000,
};

export const listed = <T>(all: T[], most: number): Listed<T> => ({ total: all.length, items: all.slice(0, most) });
