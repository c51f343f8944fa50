import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import * as pty from '@lydell/node-pty';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BUILDS } from '../support/builds.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { useSandbox } from '../support/scenario.ts';
import { until } from '../support/wait.ts';

const COMMANDS = [
  'demo',
  'supervisor-hook',
  'supervisor-mode',
  'status',
  'log',
  'report',
  'stats',
  'dashboard',
  'overrule',
  'statusline',
  'init',
  'install',
  'trust',
  'uninstall',
  'provider',
].concat([
  'audit',
  'evidence',
  'eval',
  'review',
  'validate',
  'patch',
  'doctor',
  'clean',
  'completion',
  'help',
  'version',
]);
const PROVIDERS = ['kimi', 'my.glm-5', 'x_Y'];
const SESSION = '0b1c2d3e-0000-4000-8000-000000000000';
/** The file of the folder one is in: the sign that completion was left to the shell. */
const FILES = ['some-file.txt'];

/** What is typed, the last word being the one at the cursor, and what is offered there. */
const LINES: [line: string, offered: string[]][] = [
  ['ccc ', [...COMMANDS, ...PROVIDERS]],
  ['ccc pa', ['patch']],
  ['ccc stat', ['stats', 'status', 'statusline']],
  ['ccc evidence --s', ['--session']],
  ['ccc evidence --session ', [SESSION]],
  ['ccc review --context ', ['auto', 'evidence', 'fork']],
  ['ccc k', ['kimi']],
  ['ccc nothing-like-this', []],
  ['ccc -', ['--dry-run', '--require-approval', '--provider', '--help', '--version']],
  ['ccc --provider ', PROVIDERS],
  ['ccc --provider kimi ', FILES],
  ['ccc --dry-run ', PROVIDERS],
  ['ccc --dry-run kimi ', FILES],
  ['ccc kimi ', FILES],
  ['ccc kimi --add-dir some', FILES],
  ['ccc --continue ', FILES],
  ['ccc -- ', FILES],
  ['ccc patch --r', ['--reset']],
  ['ccc patch --reset --', ['--reset', '--status', '--dry-run', '--json', '--help']],
  ['ccc patch ', []],
  ['ccc install --scope ', ['user', 'project', 'local']],
  ['ccc install --scope user --d', ['--dry-run']],
  ['ccc install --scope u', ['user']],
  ['ccc provider ', ['list', 'add', 'remove', 'use', 'show']],
  ['ccc provider use ', PROVIDERS],
  ['ccc provider use kimi ', []],
  ['ccc provider add kim', ['kimi', 'kimi-coding']],
  ['ccc supervisor-mode ', ['on', 'off']],
  ['ccc completion ', ['bash', 'zsh', 'fish']],
  ['ccc help pro', ['provider']],
];

const has = (shell: string) => spawnSync(shell, ['--version']).status === 0;
const sorted = (names: string[]) => [...names].sort();

describe.each(BUILDS)('ccc completion, $name', (build) => {
  const box = useSandbox(build);
  let ran: string;
  beforeEach(() => {
    ran = join(box.dir, 'ran');
    const providers = [...PROVIDERS, 'two words', `$(touch ${ran})`, '`id`', '-x', '中文', 'a;b', '*', "it's", ''];
    box.write(join(box.claudeDir, 'ccc.json'), {
      providers: Object.fromEntries(providers.map((name) => [name, { env: {} }])),
    });
    const sessions = join(box.claudeDir, 'projects', box.project.replaceAll(/[^A-Za-z0-9]/g, '-'));
    for (const name of [SESSION, '$(touch${IFS}ran)', 'x;touch ran;', 'a b', 'c:d', '-rf'])
      box.write(join(sessions, `${name}.jsonl`), '{}');
    box.write('project/some-file.txt', '');
    // A folder that has programs of the names a script might start, and a PATH that begins with that folder.
    for (const name of ['ccc', 'node', 'env', 'cat', 'grep', 'sed'])
      chmodSync(box.write(`project/${name}`, `#!/bin/sh\ntouch '${ran}'\n`), 0o755);
    box.env.PATH = '.:/usr/local/bin:/usr/bin:/bin';
  });
  afterEach(() => {
    expect(existsSync(ran), 'a program of the current folder, or a name, was run').toBe(false);
  });

  const scriptFor = async (shell: string, env: Record<string, string> = {}) => {
    const { code, stdout, stderr } = await box.ccc(['completion', shell], '', env);
    expect([code, stderr]).toEqual([0, '']);
    return box.write(`ccc.${shell}`, stdout);
  };
  const run = (shell: string, args: string[]) => {
    const options = { cwd: box.project, env: box.environment, encoding: 'utf8' as const, timeout: 120_000 };
    const { status, stdout, stderr } = spawnSync(shell, args, options);
    expect([status, stderr]).toEqual([0, '']);
    return stdout;
  };

  /** Each line's answer, one after the other: names, or the files where none of ours belong. */
  function inBash(script: string, lines: string[][]): string[][] {
    const ask = lines.map((words) => `ask ${words.map((word) => `'${word}'`).join(' ')}`).join('\n');
    const out = run('bash', [
      '--norc',
      '--noprofile',
      '-c',
      `source '${script}'
       compopt() { ours=1; }
       ask() {
         COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=\${#COMP_LINE} COMPREPLY=() ours=
         _ccc
         [[ -n $ours ]] || COMPREPLY=($(compgen -f some))
         echo "\${COMPREPLY[*]}"
       }
       ${ask}`,
    ]);
    return out.split('\n').map((line) => line.split(' ').filter(Boolean));
  }

  it('bash: offers what belongs there', async () => {
    const script = await scriptFor('bash');
    const answers = inBash(
      script,
      LINES.map(([line]) => line.split(' ')),
    );
    expect(LINES.map(([line], i) => [line, sorted(answers[i] ?? [])])).toEqual(
      LINES.map(([line, offered]) => [line, sorted(offered)]),
    );
  });

  it('bash: --scope=user, which it breaks into three words', async () => {
    const script = await scriptFor('bash');
    const answers = inBash(script, [
      ['ccc', 'install', '--scope', '='],
      ['ccc', 'install', '--scope', '=', 'pro'],
      ['ccc', 'install', '--scope', '=', 'user', '--j'],
    ]);
    expect(answers.slice(0, 3)).toEqual([['user', 'project', 'local'], ['project'], ['--json']]);
  });

  it('bash: nothing is run when it is loaded, but the definition', async () => {
    const script = await scriptFor('bash');
    const trace = `set -T; trap 'echo "$BASH_COMMAND"' DEBUG; source '${script}'`;
    const out = run('bash', ['--norc', '--noprofile', '-c', trace]);
    expect(out.trim().split('\n')).toEqual([`source '${script}'`, 'complete -o default -F _ccc ccc']);
  });

  it('bash: it survives odd options of the shell', async () => {
    const script = await scriptFor('bash');
    const out = run('bash', [
      '--norc',
      '--noprofile',
      '-c',
      `set -euo pipefail; shopt -s nullglob failglob extglob nocasematch 2>/dev/null; IFS=,
       source '${script}'; compopt() { :; }
       COMP_WORDS=(ccc k) COMP_CWORD=1; _ccc; echo "\${COMPREPLY[*]}"`,
    ]);
    expect(out).toBe('kimi\n');
  });

  it('bash: Tab in a real terminal', async () => {
    const script = await scriptFor('bash');
    const shell = new Typing(box, 'bash', ['--norc', '--noprofile', '-i']);
    try {
      await shell.load(`source '${script}'`);
      await typesInto(shell);
      await shell.press('ccc install --scope \t\t', /local +project +user/);
    } finally {
      shell.close();
    }
  });

  it('--providers: names that can be typed as they are; nothing, in silence, when anything is wrong', async () => {
    expect(await box.ccc(['completion', '--providers'])).toMatchObject({
      code: 0,
      stdout: `${PROVIDERS.join('\n')}\n`,
      stderr: '',
    });
    for (const [text, env] of [
      ['{ broken', {}],
      ['{ "providers": 3 }', {}],
      ['', {}],
      ['{}', { CCC_CONFIG_DIR: '/nowhere/at/all' }],
      ['{}', { CCC_CONFIG_DIR: '/dev/null' }],
    ] as const) {
      box.write(join(box.claudeDir, 'ccc.json'), text);
      expect(await box.ccc(['completion', '--providers'], '', env)).toMatchObject({ code: 0, stdout: '', stderr: '' });
    }
    // The rest is offered all the same.
    const [first] = inBash(await scriptFor('bash'), [['ccc', '']]);
    expect(sorted(first ?? [])).toEqual(sorted(COMMANDS));
  });

  it.each([
    [[], 2, 'missing argument SHELL\nUse bash, zsh or fish.'],
    [['tcsh'], 2, '"tcsh"'],
    [['bash', 'zsh'], 2, 'zsh'],
  ])('completion %j is wrong usage, and says which shells there are', async (args, code, says) => {
    const run = await box.ccc(['completion', ...args]);
    expect([run.code, run.stdout]).toEqual([code, '']);
    expect(run.stderr).toContain(says);
  });

  it.each(['en', 'zh'])('--help in %s says for each shell where it goes', async (CCC_LANG) => {
    const { stdout } = await box.ccc(['completion', '--help'], '', { CCC_LANG });
    for (const line of [
      'eval "$(ccc completion bash)"',
      'eval "$(ccc completion zsh)"',
      'ccc completion fish | source',
      '~/.local/share/bash-completion/completions/ccc',
      '"${fpath[1]}/_ccc"',
      '~/.config/fish/completions/ccc.fish',
    ])
      expect(stdout).toContain(line);
  });

  const ZSH = has('zsh');
  it(ZSH ? 'zsh: offers what belongs there' : 'zsh is not installed: only that its script asks ccc', async () => {
    const script = await scriptFor('zsh');
    if (!ZSH) return expect(run('/bin/cat', [script])).toContain(' __complete zsh ');
    const answers = inZsh(
      script,
      LINES.map(([line]) => line.split(' ')),
    );
    expect(LINES.map(([line], i) => [line, answers[i]])).toEqual(
      LINES.map(([line, offered]) => [line, sorted(offered)]),
    );
    expect(inZsh(script, [['ccc', 'install', '--scope=pro']])).toEqual([['project']]);
  });

  /** Its own completion functions are played here, because they work only at the press of a key; for that see below. */
  function inZsh(script: string, lines: string[][]): string[][] {
    const ask = lines.map((words) => `ask ${words.map((word) => `'${word}'`).join(' ')}`).join('\n');
    const out = run('zsh', [
      '-f',
      '-c',
      `setopt extendedglob
       source '${script}'
       compset() { :; }
       compadd() { shift; print -l -- $@ >&3; }
       _describe() { print -l -- \${(P)2%%:*} >&3; }
       _files() { print -l some*(N) >&3; }
       ask() {
         words=("$@") CURRENT=$#
         local -a found
         found=(\${(f)"$(_ccc 3>&1 >/dev/null)"})
         print -- \${(M)found:#\${words[-1]##--*=}*}
       }
       ${ask}`,
    ]);
    return out
      .split('\n')
      .slice(0, -1)
      .map((line) => sorted(line.split(' ').filter(Boolean)));
  }

  it(
    ZSH ? 'zsh: Tab in a real terminal, sourced and from fpath' : 'zsh is not installed: only that its script names it',
    async () => {
      const script = await scriptFor('zsh');
      if (!ZSH) return expect(run('/bin/cat', [script])).toMatch(/^#compdef ccc\n/);
      box.write('functions/_ccc', run('/bin/cat', [script]));
      for (const load of [
        `autoload -U compinit; compinit -D -u; source '${script}'`,
        `fpath=('${join(box.dir, 'functions')}' $fpath); autoload -U compinit; compinit -D -u`,
      ]) {
        const shell = new Typing(box, 'zsh', ['-f', '-i']);
        try {
          await shell.load(load);
          await typesInto(shell);
        } finally {
          shell.close();
        }
      }
    },
  );

  const FISH = has('fish');
  it(FISH ? 'fish: offers what belongs there' : 'fish is not installed: only that its script asks ccc', async () => {
    const script = await scriptFor('fish');
    if (!FISH) return expect(run('/bin/cat', [script])).toContain(' __complete fish ');
    const lines = [...LINES, ['ccc install --scope=pro', ['--scope=project']] as const];
    const out = run('fish', [
      '--no-config',
      '-c',
      `source '${script}'\n${lines.map(([line]) => `complete -C '${line}'; echo ==`).join('\n')}`,
    ]);
    const answers = out.split('==\n').map((answer) =>
      sorted(answer.split('\n').flatMap((line) => line.split('\t')[0] || [])).filter(
        // Everything in the folder is a file; one of them stands for all.
        (name) => !['ccc', 'node', 'env', 'cat', 'grep', 'sed'].some((file) => name.startsWith(file)),
      ),
    );
    expect(lines.map(([line], i) => [line, answers[i]])).toEqual(
      lines.map(([line, offered]) => [line, sorted([...offered])]),
    );
  });
});

/** The same in every shell. */
async function typesInto(shell: Typing): Promise<void> {
  await shell.becomes('ccc pat\t', 'patch');
  await shell.becomes('ccc patch --re\t', 'patch --reset');
  await shell.becomes('ccc com\tba\t', 'completion bash');
  await shell.becomes('ccc provider use x\t', 'provider use x_Y');
  await shell.becomes('ccc kimi some\t', 'kimi some-file.txt');
  await shell.becomes('ccc install --scope=pro\t', 'install --scope=project');
}

/** A shell in a real terminal. */
class Typing {
  private shown = '';
  private readonly shell: pty.IPty;

  constructor(box: Sandbox, program: string, args: string[]) {
    const env = { ...box.environment, TERM: 'dumb', PS1: 'ready> ' };
    this.shell = pty.spawn(program, args, { cols: 120, rows: 40, cwd: box.project, env });
    this.shell.onData((data) => {
      this.shown += data;
    });
  }

  /** Loads the script, and lets `ccc` only tell what was typed behind it. */
  async load(command: string): Promise<void> {
    await until('a prompt', () => this.shown.length > 0);
    await this.press(`${command}; ccc() { echo "typed:$*:"; }; ccc 1 && echo $((40 + 2))\r`, '42');
  }

  /** Presses keys, Tab among them, and Enter; the completed line is what came of it. */
  becomes = (keys: string, line: string) => this.press(`${keys}\r`, `typed:${line}:`);

  async press(keys: string, brings: string | RegExp): Promise<void> {
    this.shown = '';
    this.shell.write(keys);
    const has = () => (typeof brings === 'string' ? this.shown.includes(brings) : brings.test(this.shown));
    await until(`${brings}`, has).catch((error) => {
      throw new Error(`${error.message}; shown: ${JSON.stringify(this.shown)}`);
    });
  }

  close(): void {
    this.shell.kill('SIGKILL');
  }
}
