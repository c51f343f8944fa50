import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Variables } from '../config/env.ts';
import { CaseError } from './case-file.ts';
import { AUTHOR, type NewRepository, newRepository } from './new-repository.ts';
import { placesBelow } from './places.ts';
import { BUNDLE, CASE_FILE, type EvalCase } from './read-case.ts';

interface RestoreOptions {
  /** Of the workspace. */
  root: string;
  /** A moment before the session. */
  before: Date;
  env: Variables;
  signal: AbortSignal | undefined;
}

/**
 * Makes the repository of a case: its commits, and an index like the last of them. Nothing is checked out, so no filter
 * runs; the caller writes the work tree.
 */
export async function restoreHistory(evalCase: EvalCase, options: RestoreOptions): Promise<void> {
  const { base, bundle, file, folder } = evalCase;
  if (base === undefined && bundle === undefined && file.git === undefined) return;
  const { root, before, env, signal } = options;
  const failure = () =>
    bundle
      ? new CaseError(join(folder, BUNDLE), { code: 'bundle' })
      : new CaseError(join(folder, CASE_FILE), { code: 'git' });
  const repository = await newRepository(placesBelow(root).repository, { env, signal, failure });
  if (base) await repository.commit({ files: base, root, message: 'Before the session', date: before });
  else if (bundle) await unpack(bundle, repository, root, failure);
  // As the last commit, and without any file's time: every file is compared by its content.
  if (base || bundle) await repository.git('read-tree', 'HEAD');
}

/** All refs of the bundle, with HEAD where it was. */
async function unpack(bundle: Buffer, repository: NewRepository, root: string, failure: () => Error): Promise<void> {
  const file = join(root, BUNDLE);
  writeFileSync(file, bundle, { flag: 'wx', mode: 0o600 });
  const refs = idAndText(await repository.git('bundle', 'list-heads', file));
  const head = refs.find(({ text }) => text === 'HEAD')?.id;
  if (head === undefined) throw failure();
  const checked = ['-c', 'transfer.fsckObjects=true', '-c', 'gc.auto=0', '-c', 'maintenance.auto=false'];
  await repository.git(
    ...[...checked, 'fetch', '-q', '--update-head-ok', '--no-recurse-submodules', file, '+refs/*:refs/*'],
  );
  rmSync(file);
  const branches = refs.filter(({ text, id }) => text.startsWith('refs/heads/') && id === head);
  const branch = branches.find(({ text }) => text === 'refs/heads/main') ?? branches[0];
  await (branch
    ? repository.git('symbolic-ref', 'HEAD', branch.text)
    : repository.git('update-ref', '--no-deref', 'HEAD', head));
  await writeHeadLog(repository, root);
}

/** Lines that begin with the id of an object. */
const idAndText = (output: string) =>
  output
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ id: line.slice(0, line.indexOf(' ')), text: line.slice(line.indexOf(' ') + 1) }));

/**
 * A bundle has no log of HEAD, and the evidence learns from that log which commits the session made. The dates of the
 * commits say the same, unless history was rewritten.
 */
async function writeHeadLog(repository: NewRepository, root: string): Promise<void> {
  const commits = idAndText(await repository.git('log', '--first-parent', '--reverse', '--format=%H %ct', 'HEAD'));
  const lines = commits.map(({ id, text: seconds }, at) => {
    const from = commits[at - 1]?.id ?? '0'.repeat(id.length);
    return `${from} ${id} ${AUTHOR.name} <${AUTHOR.email}> ${seconds} +0000\tcommit\n`;
  });
  const logs = join(placesBelow(root).repository, '.git', 'logs');
  mkdirSync(logs, { recursive: true });
  writeFileSync(join(logs, 'HEAD'), lines.join(''));
}
