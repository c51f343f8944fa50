import { join, resolve } from 'node:path';
import { Problem } from '../problem.ts';
import type { Words } from '../words/words.ts';
import type { Env } from './env.ts';

/** Every path `ccc` knows. */
export interface Paths {
  configFile: string;
  prompt: string;
  /** Everything `ccc` writes is in here. */
  dir: string;
  journal: string;
  state(id: string): string;
  lock(id: string): string;
  log(id: string): string;
  reviewerSettings(name: string): string;
  /** Claude Code's own folder and user settings: read, never written by the hook. */
  claudeDir: string;
  claudeSettings: string;
}

export function pathsOf(env: Env, words: Words): Paths {
  if (env.home === undefined && env.claudeConfigDir === undefined) throw new Problem(words.noHome, words.noHomeFix);
  const claudeDir = resolve(env.claudeConfigDir ?? join(env.home as string, '.claude'));
  const configDir = env.configDir ? resolve(env.configDir) : claudeDir;
  const dir = join(configDir, 'ccc');
  return {
    configFile: join(configDir, 'ccc.json'),
    prompt: join(configDir, 'SUPERVISOR.md'),
    dir,
    journal: join(dir, 'reviews.jsonl'),
    state: (id) => join(dir, `supervisor-${id}.json`),
    lock: (id) => join(dir, `supervisor-${id}.lock`),
    log: (id) => join(dir, `supervisor-${id}.log`),
    reviewerSettings: (name) => join(dir, `reviewer-${name}.settings.json`),
    claudeDir,
    claudeSettings: join(claudeDir, 'settings.json'),
  };
}
