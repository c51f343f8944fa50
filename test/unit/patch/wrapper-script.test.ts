import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wrapperScript } from '../../../src/patch/wrapper-script.ts';
import { temporaryFolder, write } from '../folder.ts';

/** A folder name that a careless script would break on. */
const ODD = `a "b" 'c' $HOME \`id\` \\ 目录 *;&`;
const ARGS = ['', 'two words', '-p', "it's", '$HOME', '*', '--', '--as-claude', '中文', 'a\nb'];
/** Says who it is, its CCC_CLAUDE, and each argument in brackets. */
const recorder = (who: string) => `#!/bin/sh\nprintf '%s ' ${who} "\${CCC_CLAUDE-none}"; printf '[%s]' "$@"\n`;
const bracketed = (words: string[]) => words.map((word) => `[${word}]`).join('');

function set(kind: 'program' | 'node script') {
  const dir = join(temporaryFolder(), ODD);
  const facts = {
    claude: join(dir, 'claude'),
    original: join(dir, 'claude.ccc-original'),
    ccc: join(dir, 'ccc'),
    nodes: kind === 'program' ? [] : [join(dir, 'no such node'), join(dir, 'node')],
  };
  write(facts.original, recorder('original'), 0o755);
  write(facts.ccc, kind === 'program' ? recorder('ccc') : '#!/usr/bin/env node\n', 0o755);
  // Stands in for Node, because what is looked at here is only which one is started, and how.
  if (kind === 'node script') write(join(dir, 'node'), recorder('node'), 0o755);
  write(facts.claude, wrapperScript(facts), 0o755);
  const run = (shell: string[], env: Record<string, string> = {}) => {
    const [command, ...first] = [...shell, facts.claude];
    const { status, stdout, stderr } = spawnSync(command as string, [...first, ...ARGS], {
      encoding: 'utf8',
      cwd: dir,
      // No PATH: nothing may be looked for there.
      env: { PATH: '', LANG: 'C.UTF-8', CCC_CLAUDE: '/somewhere/else', ...env },
    });
    return { status, stdout, stderr };
  };
  return { ...facts, dir, run };
}

/** Whatever `/bin/sh` is here, and the two shells that it is on most machines. */
const SHELLS = [[], ['/bin/dash'], ['/bin/bash', '--posix'], ['/bin/bash']].filter(
  ([shell]) => shell === undefined || existsSync(shell),
);

describe.each(SHELLS.map((shell) => ({ name: shell.join(' ') || 'started as it is', shell })))('$name', ({ shell }) => {
  it('starts ccc with every argument, and names the original', () => {
    const { run, original } = set('program');
    const asClaude = bracketed(['--as-claude', ...ARGS]);
    expect(run(shell)).toEqual({ status: 0, stdout: `ccc ${original} ${asClaude}`, stderr: '' });
  });

  it('a ccc that is a script for Node is run by the first recorded one that is there', () => {
    const { run, original, ccc } = set('node script');
    const asClaude = bracketed([ccc, '--as-claude', ...ARGS]);
    expect(run(shell)).toEqual({ status: 0, stdout: `node ${original} ${asClaude}`, stderr: '' });
  });

  it.each<[what: string, kind: 'program' | 'node script', spoil: (made: ReturnType<typeof set>) => void, own: number]>([
    ['ccc is gone', 'program', ({ ccc, dir }) => renameSync(ccc, join(dir, 'away')), 0],
    ['ccc is empty', 'program', ({ ccc }) => void write(ccc, '', 0o755), 0],
    ['ccc is not executable', 'program', ({ ccc }) => chmodSync(ccc, 0o644), 0],
    ['its node is gone', 'node script', ({ dir }) => renameSync(join(dir, 'node'), join(dir, 'away')), 0],
    ['ccc became a script for Node', 'program', ({ ccc }) => void write(ccc, '#!/usr/bin/env node\n', 0o755), 0],
    // Here exec itself fails, and the shell has something to say as well.
    ['its interpreter is gone', 'program', ({ ccc }) => void write(ccc, '#!/no/such/thing\n', 0o755), 1],
  ])('%s: the original with the same arguments, and why, in one line', (_, kind, spoil, more) => {
    const made = set(kind);
    spoil(made);
    const { status, stdout, stderr } = made.run(shell);
    expect([status, stdout]).toEqual([0, `original ${made.original} ${bracketed(ARGS)}`]);
    const lines = stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(1 + more);
    expect(lines.at(-1)).toMatch(/^claude: cannot start ccc \(.*\), so this is claude without it\./);
  });

  it('the line says how to undo it, and that works', () => {
    const made = set('program');
    renameSync(made.ccc, join(made.dir, 'away'));
    const undo = /undo the patch: (mv .*)\n$/.exec(made.run(shell).stderr)?.[1] as string;
    expect(spawnSync('/bin/sh', ['-c', undo]).status).toBe(0);
    expect([existsSync(made.original), readFileSync(made.claude, 'utf8')]).toEqual([false, recorder('original')]);
  });

  it('in Chinese where that is the language', () => {
    const made = set('program');
    renameSync(made.ccc, join(made.dir, 'away'));
    expect(made.run(shell, { CCC_LANG: 'zh' }).stderr).toMatch(/^claude：无法启动 ccc（/);
    expect(made.run(shell, { LC_ALL: 'zh_CN.UTF-8' }).stderr).toContain('无法启动');
    expect(made.run(shell, { CCC_LANG: 'en', LANG: 'zh_CN.UTF-8' }).stderr).toContain('cannot start ccc');
  });

  it('the original is gone: ccc is left to look for another claude', () => {
    const made = set('program');
    renameSync(made.original, join(made.dir, 'away'));
    expect(made.run(shell).stdout).toBe(`ccc none ${bracketed(['--as-claude', ...ARGS])}`);
  });

  it('both are gone: not a success', () => {
    const made = set('program');
    renameSync(made.original, join(made.dir, 'away'));
    renameSync(made.ccc, join(made.dir, 'away'));
    expect(made.run(shell)).toMatchObject({ status: 127, stdout: '' });
  });
});
