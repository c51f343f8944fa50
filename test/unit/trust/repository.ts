import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type Env, readEnv } from '../../../src/config/env.ts';
import { type Paths, pathsOf } from '../../../src/config/paths.ts';
import { temporaryFolder, write } from '../folder.ts';

/** A home, and a folder beside it in which repositories are made. */
export interface World {
  home: string;
  at(...names: string[]): string;
  env: Env;
  paths: Paths;
}

export function world(variables: Record<string, string> = {}): World {
  const dir = realpathSync(temporaryFolder());
  const home = join(dir, 'home');
  mkdirSync(join(home, '.claude'), { recursive: true });
  const env = readEnv({ HOME: home, PATH: '/usr/bin:/bin', ...variables });
  return { home, at: (...names) => join(dir, ...names), env, paths: pathsOf(env) };
}

/** What git takes for a work tree, without running it. */
export function gitAt(folder: string): string {
  write(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  return folder;
}

export const CHECKS = '{"supervisor": {"checks": [{"name": "test", "run": "npm test"}], "stall_after": 3}}';

/** A repository that brings its own configuration. */
export function repositoryAt(folder: string, config: string | undefined = CHECKS, prompt?: string): string {
  gitAt(folder);
  if (config !== undefined) write(join(folder, '.claude', 'ccc.json'), config);
  if (prompt !== undefined) write(join(folder, '.claude', 'SUPERVISOR.md'), prompt);
  return folder;
}
