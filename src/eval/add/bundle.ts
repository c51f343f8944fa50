import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Variables } from '../../config/env.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { type NewCommit, newRepository, withoutGitConfiguration } from '../new-repository.ts';

/** A git bundle with these commits, one after the other. The originals are not used: their objects hold every secret. */
export async function bundleOf(
  commits: readonly NewCommit[],
  env: Variables,
  failure: () => Error,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  const { root, remove } = createTemporaryFolder('ccc-eval-');
  try {
    const folder = join(root, 'repository');
    mkdirSync(folder);
    const repository = await newRepository(folder, { env: withoutGitConfiguration(env, root), failure, signal });
    for (const commit of commits) await repository.commit(commit);
    const bundle = join(root, 'bundle');
    await repository.git('bundle', 'create', '-q', bundle, 'HEAD', '--branches');
    return readFileSync(bundle);
  } finally {
    remove();
  }
}
