import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Variables } from '../config/env.ts';
import { git } from '../git/git.ts';
import type { StoredFiles } from './read-case.ts';
import { writeFiles } from './write-files.ts';

interface Options {
  /** Without git's user configuration, see `withoutGitConfiguration`. */
  env: Variables;
  signal?: AbortSignal | undefined;
  /** What is thrown if git fails. */
  failure(): Error;
}

export interface NewCommit {
  files: StoredFiles;
  /** The root of the workspace, for the placeholders in the files. */
  root?: string;
  message: string;
  date: Date;
}

/** A repository that is being made in an empty folder. There are no hooks, and no configuration but what is written here. */
export interface NewRepository {
  /** Resolves to the output; throws if git fails. */
  git(...args: string[]): Promise<string>;
  commit(commit: NewCommit): Promise<void>;
}

const GIT_MS = 30_000;
export const AUTHOR = { name: 'Case', email: 'case@example.com' };

export async function newRepository(folder: string, options: Options): Promise<NewRepository> {
  const runGit = async (where: string, args: readonly string[], env = options.env) => {
    const result = await git(where, args, env, { timeoutMs: GIT_MS, signal: options.signal, mayFetchFiles: true });
    if (result.code !== 0) throw options.failure();
    return result.stdout.toString('utf8');
  };
  await runGit(folder, ['init', '-q', '--template=', '.']);
  // Not `git init -b`, which git 2.27 does not know.
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  // The user's own ignore rules and attributes are read unless other files are named.
  const keys = ['hooksPath', 'excludesFile', 'attributesFile'].map((key) => `\t${key} = /dev/null\n`);
  appendFileSync(join(folder, '.git', 'config'), `[core]\n${keys.join('')}`);
  return {
    git: (...args) => runGit(folder, args),
    commit: async ({ files, root, message, date }) => {
      // Elsewhere than in the work tree, which stays empty.
      const there = `${folder}.commit`;
      writeFiles(files, { folder: there, ...(root !== undefined && { root }) });
      const inThere = [`--git-dir=${join(folder, '.git')}`, `--work-tree=${there}`];
      // Forced: what is ignored may be committed all the same.
      await runGit(there, [...inThere, 'add', '-A', '-f', '.']);
      const words = ['commit', '-q', '--allow-empty', '--allow-empty-message', '--cleanup=verbatim', '-m', message];
      await runGit(there, [...inThere, ...words], { ...options.env, ...authorAt(date) });
      rmSync(there, { recursive: true });
    },
  };
}

const authorAt = (date: Date): Variables => {
  const time = `${Math.floor(date.getTime() / 1000)} +0000`;
  return {
    ...{ GIT_AUTHOR_NAME: AUTHOR.name, GIT_AUTHOR_EMAIL: AUTHOR.email, GIT_AUTHOR_DATE: time },
    ...{ GIT_COMMITTER_NAME: AUTHOR.name, GIT_COMMITTER_EMAIL: AUTHOR.email, GIT_COMMITTER_DATE: time },
  };
};

/**
 * The user's own configuration could name programs for attributes that the files have, and would make the figures differ
 * from machine to machine. Above `root` git looks for no repository.
 */
export const withoutGitConfiguration = (env: Variables, root: string): Variables => ({
  ...env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_PARAMETERS: undefined,
  GIT_CONFIG_COUNT: undefined,
  GIT_ATTR_NOSYSTEM: '1',
  GIT_CEILING_DIRECTORIES: root,
});
