import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { gitEnv } from '../../support/git-env.ts';
import { temporaryFolder, write } from '../folder.ts';

export interface HostileRepository {
  folder: string;
  env: Record<string, string | undefined>;
  /** The file that a program of the repository would make. */
  marker: string;
  git(...args: string[]): string;
}

/** A repository with two commits and an uncommitted change; `prepare` puts the trap into it. */
export function hostileRepository(prepare: (repository: HostileRepository) => void): HostileRepository {
  const dir = temporaryFolder();
  const folder = join(dir, 'repository');
  const env = { ...gitEnv(join(dir, 'home')), GIT_CONFIG_GLOBAL: '/dev/null' };
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' });
  // All contents have the same length: git tells files of different length apart without reading them.
  write(join(folder, 'a.txt'), 'one\n');
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'one');
  write(join(folder, 'a.txt'), 'two\n');
  git('commit', '-qam', 'two');
  write(join(folder, 'a.txt'), 'six\n');
  const repository = { folder, env, git, marker: join(dir, 'ran') };
  prepare(repository);
  rmSync(repository.marker, { force: true });
  return repository;
}

/** A trap and a command that springs it. */
export type Trap = [what: string, command: string[], prepare: (repository: HostileRepository) => void];

const remote =
  (url: (marker: string) => string, ...settings: [string, (marker: string) => string][]) =>
  ({ git, marker }: HostileRepository) => {
    git('remote', 'add', 'origin', url(marker));
    git('config', 'protocol.allow', 'always');
    for (const [key, value] of settings) git('config', key, value(marker));
  };

const setting =
  (key: string, value: (marker: string) => string = (marker) => `touch ${marker}; cat`) =>
  ({ git, marker }: HostileRepository) =>
    void git('config', key, value(marker));

const withAttributes = (attributes: string, key: string) => (repository: HostileRepository) => {
  write(join(repository.folder, '.gitattributes'), `*.txt ${attributes}\n`);
  setting(key)(repository);
};

/** The repository that another one has under `sub`, as a submodule has it. */
function submodule({ folder, git }: HostileRepository, prepare: (inside: HostileRepository) => void): void {
  const inside = hostileRepository(() => {});
  cpSync(inside.folder, join(folder, 'sub'), { recursive: true });
  const at = join(folder, 'sub');
  const innerGit = (...args: string[]) => git('-C', at, ...args);
  git('add', 'sub');
  git('commit', '-qm', 'sub');
  prepare({ ...inside, folder: at, git: innerGit });
}

/** Then the index is refreshed and written. */
function onlyTimesDiffer(folder: string): void {
  write(join(folder, 'a.txt'), 'two\n');
  utimesSync(join(folder, 'a.txt'), 1, 1);
}

/** Traps that the environment alone disarms. */
export const DISARMED: Trap[] = [
  ['a command as remote', ['ls-remote'], remote((marker) => `ext::touch ${marker}`)],
  [
    'core.sshCommand',
    ['ls-remote'],
    remote(() => 'ssh://localhost/x', ['core.sshCommand', (marker) => `touch ${marker}; false`]),
  ],
  [
    'a remote that stands for another',
    ['ls-remote'],
    remote(
      () => 'https://example.com/x',
      ['url.ext::.insteadOf', () => 'https://'],
      ['url.ext::touch /nowhere .insteadOf', () => 'none'],
      ['remote.origin.url', (marker) => `https://touch ${marker}`],
    ),
  ],
  [
    "a remote's upload-pack",
    ['ls-remote', 'other'],
    ({ git, marker, folder }) => {
      git('remote', 'add', 'other', folder);
      git('config', 'remote.other.uploadpack', `touch ${marker}; false`);
    },
  ],
  ['a remote helper', ['ls-remote'], remote((marker) => `touch ${marker}`, ['remote.origin.vcs', () => 'ext'])],
  [
    'a lazy fetch',
    ['log', '-p'],
    (repository) => {
      const { git, folder } = repository;
      const blob = git('rev-parse', 'HEAD~:a.txt').trim();
      rmSync(join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2)), { force: true });
      remote((marker) => `ext::touch ${marker}`)(repository);
      git('config', 'core.repositoryFormatVersion', '1');
      git('config', 'extensions.partialClone', 'origin');
      git('config', 'remote.origin.promisor', 'true');
    },
  ],
  ['core.fsmonitor', ['status'], setting('core.fsmonitor', (marker) => `touch ${marker}; false`)],
  [
    'a hook',
    ['diff'],
    ({ folder, marker }) => {
      const hook = join(folder, '.git/hooks/post-index-change');
      write(hook, `#!/bin/sh\ntouch ${marker}\n`);
      chmodSync(hook, 0o755);
      onlyTimesDiffer(folder);
    },
  ],
  [
    'a hook elsewhere',
    ['diff'],
    ({ folder, git, marker }) => {
      write(join(folder, 'hooks/post-index-change'), `#!/bin/sh\ntouch ${marker}\n`, 0o755);
      git('config', 'core.hooksPath', 'hooks');
      onlyTimesDiffer(folder);
    },
  ],
  [
    'a program for signatures',
    ['log', '-1'],
    (repository) => {
      const { folder, git, env } = repository;
      const signed = git('cat-file', 'commit', 'HEAD').replace(
        '\n\n',
        '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n',
      );
      const words = ['hash-object', '-t', 'commit', '-w', '--stdin'];
      const id = execFileSync('git', words, { cwd: folder, env, input: signed, encoding: 'utf8' });
      git('update-ref', 'HEAD', id.trim());
      git('config', 'log.showSignature', 'true');
      const program = join(folder, '.git/gpg');
      write(program, `#!/bin/sh\ntouch ${repository.marker}\n`, 0o755);
      git('config', 'gpg.program', program);
    },
  ],
  [
    'a bare repository among the files',
    ['-C', 'docs', 'diff'],
    (repository) => {
      const { folder, git, marker } = repository;
      cpSync(join(folder, '.git'), join(folder, 'docs'), { recursive: true });
      write(join(folder, 'docs/index.txt'), '');
      git('config', '-f', 'docs/config', 'core.worktree', folder);
      git('config', '-f', 'docs/config', 'diff.external', `touch ${marker}; true`);
      // The copied index is newer than the change, so git trusts it if the change was written in the same clock tick.
      utimesSync(join(folder, 'a.txt'), 1, 1);
    },
  ],
];

/** Traps with names of their own, which no environment can disarm: they have to be found. */
export const TO_BE_FOUND: Trap[] = [
  ['diff.external', ['diff'], setting('diff.external', (marker) => `touch ${marker}; true`)],
  ['a diff driver', ['diff'], withAttributes('diff=trap', 'diff.trap.command')],
  ['a text conversion', ['diff'], withAttributes('diff=trap', 'diff.trap.textconv')],
  ['a clean filter', ['status'], withAttributes('filter=trap', 'filter.trap.clean')],
  [
    'a merge driver',
    ['log', '-p', '--remerge-diff'],
    (repository) => {
      const { git, folder } = repository;
      git('checkout', '-q', '-f', '-b', 'other', 'HEAD~');
      write(join(folder, 'a.txt'), 'ten\n');
      git('commit', '-qam', 'four');
      git('merge', '-q', '-s', 'ours', 'master', '-m', 'merged');
      withAttributes('merge=trap', 'merge.trap.driver')(repository);
    },
  ],
  [
    'the configuration of one work tree',
    ['diff'],
    ({ git, marker }) => {
      git('config', 'extensions.worktreeConfig', 'true');
      git('config', '--worktree', 'diff.external', `touch ${marker}; true`);
    },
  ],
  [
    'an included file',
    ['diff'],
    ({ git, folder, marker }) => {
      write(join(folder, 'planted'), `[diff]\n\texternal = touch ${marker}; true\n`);
      git('config', 'includeIf.onbranch:*.path', '../planted');
    },
  ],
  [
    'a filter in a submodule',
    ['status'],
    (repository) =>
      submodule(repository, (inside) =>
        withAttributes('filter=trap', 'filter.trap.clean')({ ...inside, marker: repository.marker }),
      ),
  ],
  [
    'a filter in a submodule of a submodule',
    ['status'],
    (repository) =>
      submodule(repository, (inside) => {
        submodule(inside, (deepest) =>
          withAttributes('filter=trap', 'filter.trap.clean')({ ...deepest, marker: repository.marker }),
        );
      }),
  ],
];
