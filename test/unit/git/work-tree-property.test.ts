import { chmodSync, existsSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changedBetween, readWorkTree, type WorkTree } from '../../../src/git/work-tree.ts';
import { bySize } from '../../support/builds.ts';
import { write } from '../folder.ts';
import { repository } from './repository.ts';

const NAMES = ['a', 'b', 'x/c', 'x/d'];
const name = fc.constantFrom(...NAMES);

type Step =
  | { do: 'write'; name: string; text: string }
  | { do: 'delete' | 'touch' | 'run' | 'rest' | 'add'; name: string }
  | { do: 'rename'; name: string; to: string };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('write' as const), name, text: fc.constantFrom('1', '2', '33') }),
  },
  fc.record({ do: fc.constantFrom('delete', 'touch', 'run', 'rest', 'add'), name }),
  fc.record({ do: fc.constant('rename' as const), name, to: name }),
);

it('the fingerprint is equal exactly if the contents are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, fc.boolean()), { minLength: 1, maxLength: 10 }), async (steps) => {
      const repo = repository();
      const trees: { tree: WorkTree; contents: Map<string, string> }[] = [];
      for (const [next, look] of steps) {
        take(next, repo);
        if (!look) continue;
        const tree = await readWorkTree(repo.folder, repo.env, trees.at(-1)?.tree);
        trees.push({ tree, contents: contentsOf(repo.folder) });
      }
      for (const one of trees)
        for (const other of trees) {
          const changed = NAMES.filter((path) => one.contents.get(path) !== other.contents.get(path));
          expect(changedBetween(one.tree, other.tree)).toEqual(changed);
          expect(one.tree.fingerprint === other.tree.fingerprint).toBe(changed.length === 0);
        }
    }),
    { numRuns: bySize(10, 40) },
  );
});

function take(next: Step, { folder, git }: ReturnType<typeof repository>): unknown {
  const path = join(folder, next.name);
  if (next.do === 'write') write(path, next.text);
  if (!existsSync(path)) return undefined;
  switch (next.do) {
    case 'write':
      return path;
    case 'delete':
      return rmSync(path);
    case 'touch':
      return utimesSync(path, 1000, 1000);
    case 'run':
      return chmodSync(path, 0o755);
    case 'rest':
      return chmodSync(path, 0o600);
    case 'add':
      return git('add', '--all', '.');
    case 'rename':
      write(join(folder, next.to), '');
      return renameSync(path, join(folder, next.to));
  }
}

const contentsOf = (folder: string) =>
  new Map(
    NAMES.map((path) => [path, join(folder, path)] as const)
      .filter(([, full]) => existsSync(full))
      .map(([path, full]) => [path, `${(statSync(full).mode & 0o100) > 0} ${readFileSync(full, 'utf8')}`]),
  );
