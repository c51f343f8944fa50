import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../folder.ts';

export interface Repository {
  folder: string;
  env: Record<string, string | undefined>;
  git(...args: string[]): string;
}

/** A real one, with a home of its own: nothing of this machine's configuration is read. */
export function repository(at: string = join(temporaryFolder(), 'project'), ...init: string[]): Repository {
  mkdirSync(at, { recursive: true });
  const env = {
    HOME: join(at, '..', 'home'),
    PATH: process.env.PATH,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@example.com',
  };
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: at, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  git('init', '-q', ...init);
  return { folder: at, env, git };
}
