import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refusalReason, type Surroundings } from '../../../src/review/read-only.ts';
import { temporaryFolder, write } from '../folder.ts';

/** A project in which only the repositories in `programs` make git run something. */
const around = (programs: string[] = [], more: Partial<Surroundings> = {}): Surroundings => ({
  folders: ['/project'],
  env: { HOME: '/home/user' },
  gitRunsPrograms: async (folder) => programs.includes(folder),
  ...more,
});

describe('what a reviewer may call', () => {
  it.each<[tool: string, input: unknown]>([
    ['Read', { file_path: '/a' }],
    ['Grep', { pattern: 'x' }],
    ['Glob', {}],
    ['LS', {}],
    ['NotebookRead', {}],
    ['BashOutput', {}],
    ['ToolSearch', {}],
    ['Bash', { command: 'git diff' }],
    ['Bash', { command: 'ls', run_in_background: false }],
    ['Bash', null],
    ['Bash', undefined],
  ])('%s %j', async (tool, input) => expect(await refusalReason(tool, input, around())).toBeUndefined());
});

describe('what it may not', () => {
  it.each([
    'Write',
    'Edit',
    'MultiEdit',
    'NotebookEdit',
    'Task',
    'Agent',
    'KillShell',
    'SlashCommand',
    'Skill',
    'ExitPlanMode',
    'AskUserQuestion',
    'WebFetch',
    'WebSearch',
    'TodoWrite',
    'mcp__files__write',
    'read',
    '',
    'toString',
  ])('%s', async (tool) => expect(await refusalReason(tool, {}, around())).toContain(`${tool} is not available`));

  it('work in the background', async () =>
    expect(await refusalReason('Bash', { command: 'sleep 100', run_in_background: true }, around())).toContain(
      'background',
    ));
});

const refusal = (command: string, surroundings = around()) => refusalReason('Bash', { command }, surroundings);

describe('where a repository makes git run programs', () => {
  it.each([
    ['git diff', true],
    ['cd a && git -C b status', true],
    ['git -C /elsewhere status', true],
    ['cat .gitignore', false],
    ['ls', false],
  ])('the project itself: %s', async (command, refused) =>
    expect((await refusal(command, around(['/project'])))?.includes('names programs')).toBe(refused || undefined),
  );

  it.each([
    ['git diff', false],
    ['git -C nested status', true],
    ['git -C . -C nested status', true],
    ['git -C /project/nested log', true],
    ["git -C 'nested' status", true],
    ['cd nested && git diff', true],
    ['cd ./nested; ls; git log', true],
    ['pushd nested && git diff', true],
    ['(cd other && ls); cd nested && git diff', true],
    ['cd -P nested && git diff', true],
    ['cd other && git -C ../nested status', true],
    ['timeout 5 git -C nested status', true],
    ['/usr/bin/git -C nested status', true],
    ['git status && git -C nested diff', true],
    ['git status | head; git -C nested diff | cat', true],
    ['cd other && git diff', false],
    ['cat nested/README', false],
  ])('one inside it: %s', async (command, refused) =>
    expect((await refusal(command, around(['/project/nested'])))?.includes('names programs')).toBe(
      refused || undefined,
    ),
  );

  it('the shell stands in it since an earlier call', async () =>
    expect(
      await refusal('git diff', around(['/project/nested'], { folders: ['/project', '/project/nested'] })),
    ).toContain('names programs'));
});

describe('a folder that is not written out is refused', () => {
  it.each([
    'git -C $DIR status',
    'git -C "$DIR" status',
    'cd $DIR && git status',
    'cd && git status',
    'cd - && git status',
    'cd ~ && git status',
    'cd nest* && git status',
    'cd {nested,} && git status',
    'git -C',
    'ls $(git -C nested diff)',
    'cat <(git diff)',
    'echo `git -C nested diff`',
    `${'cd a && '.repeat(50)}git diff`,
  ])('%s', async (command) => expect(await refusal(command)).toMatch(/cannot be told/));
});

describe('git in another form than the plain one is refused', () => {
  it.each([
    'git -c core.fsmonitor=x status',
    'git -ccore.fsmonitor=x status',
    'git --config-env=diff.external=X diff',
    'git --git-dir=nested/.git diff',
    'git --git-dir nested/.git diff',
    'git --work-tree nested diff',
    'git --exec-path=. status',
    'git --attr-source=HEAD diff',
    'git --bare log',
    'git -p log',
    'git --paginate log',
    'GIT_DIR=nested/.git git diff',
    'env GIT_DIR=nested/.git git diff',
    'export GIT_EXTERNAL_DIFF=x; git diff',
    'git diff --ext-diff',
    'git diff --ext',
    'git log -p --ext-diff',
    'git show --textconv',
    'git show --textc',
    'git cat-file --filters HEAD:a',
    'git diff --output=x',
    'git diff --outp x',
    'git grep -O x',
    'git grep -Oless x',
    'git grep -nO x',
    'git grep --open-files-in-pager=less x',
    'git ls-remote --upload-pack=x .',
    'git ls-remote --exec=x .',
    'git log --help',
    'git --help log',
  ])('%s', async (command) => expect(await refusal(command)).toContain('plain form'));

  it.each([
    'git log -c -p',
    'git diff -O orderfile',
    'git diff --text',
    'git diff --no-ext-diff --no-textconv',
    'git log --oneline --output-indicator-new=+',
    'git rev-list --objects --filter=blob:none HEAD',
    'git --no-pager log',
    'git -P diff',
    'git --no-optional-locks status',
    'git --version',
    'git show HEAD:src/a.ts',
    'git diff -- --ext-diff',
    'git grep -n output',
    'git log --exclude=x --all',
  ])('but not %s', async (command) => expect(await refusal(command)).toBeUndefined());
});

describe('a program whose name is not written plainly is refused', () => {
  it.each([
    'g""it diff',
    "g''it diff",
    'gi\\t diff',
    '"g"it show HEAD',
    '"git" diff',
    "'git' log",
    'g\\\nit diff',
    "$'\\x67it' diff",
    "env $'g\\151t' diff",
    'x=it; g$x diff',
    'g${y}it diff',
    '$(echo git) diff',
    '/usr/bin/gi? diff',
    '/usr/bin/g{i,}t diff',
    'ls; X=1 g""it diff',
    'cat a | "grep" b',
    'if true; then g""it diff; fi',
    `echo ${'x'.repeat(4000)}; cat a`,
  ])('%s', async (command) => expect(await refusal(command)).toContain('plainly'));

  it.each(['env g""it diff', 'xargs gi\\t diff', 'nice "g"it diff', 'cat a | xargs -n1 g""it show'])(
    'as an argument it is git: %s',
    async (command) => expect(await refusal(command, around(['/project']))).toContain('names programs'),
  );

  it.each([
    'grep -rn "git" src',
    "rg 'a|b' src | head -20",
    'X="a b" cat "my file.txt"',
    '[ -f a ] && cat a',
    '[[ -f a ]] || echo none',
    'for f in *.ts; do wc -l "$f"; done',
    '(cd src && ls)',
    'find . -name "*.ts" | xargs wc -l',
    'ls 2>/dev/null; cat a&&cat b',
    'if [ -f a ]; then cat a; else echo "no"; fi',
    './scripts/show.sh --all',
    'x=1; echo $x',
    "cut -d$'\\t' -f1 a",
    '! grep -q x a',
    'while read -r l; do echo "$l"; done < a',
  ])('but not %s', async (command) => expect(await refusal(command)).toBeUndefined());
});

describe('places that hold credentials', () => {
  const home = around([], { folders: ['/home/user'] });
  it.each<[tool: string, input: object]>([
    ['Read', { file_path: '/home/user/.ssh/id_ed25519' }],
    ['Read', { file_path: '/home/user/project/../.ssh/id_ed25519' }],
    ['Read', { file_path: '/home/user/.claude/.credentials.json' }],
    ['Read', { file_path: '/home/user/.claude/ccc.json' }],
    ['Read', { file_path: '/home/user/.claude/ccc/launch-1.settings.json' }],
    ['Read', { file_path: '/home/user/.netrc' }],
    ['Read', { file_path: '/proc/self/environ' }],
    ['Read', { file_path: '/proc/12/task/12/environ' }],
    ['Grep', { pattern: 'x', path: '/home/user/.aws' }],
    ['NotebookRead', { notebook_path: '/home/user/.aws/credentials' }],
    ['Bash', { command: 'cat ~/.aws/credentials' }],
    ['Bash', { command: 'cat "$HOME/.netrc"' }],
    ['Bash', { command: 'cat .git-credentials | head' }],
    ['Bash', { command: 'head /proc/$PPID/environ' }],
    ['Bash', { command: 'tr a b </proc/self/environ' }],
    ['Bash', { command: 'strings --file=/proc/1/environ' }],
    ['Bash', { command: 'cat .config/gh/hosts.yml' }],
    ['Bash', { command: 'cat .ss?/id_ed25519' }],
    ['Bash', { command: 'cat .s*/id*' }],
    ['Bash', { command: 'cat ./.s[s]h/id_ed25519' }],
    ['Bash', { command: 'grep -r "" .ss?' }],
    ['Bash', { command: 'cat .{ssh,x}/id_ed25519' }],
    ['Bash', { command: 'cat {.ssh/id,x/y}_ed25519' }],
    ['Bash', { command: 'cat /home/*/.s?h/id_ed25519' }],
    ['Bash', { command: 'cat ~/.clau*/.cred*' }],
    ['Bash', { command: 'a=.s; cat ${a}sh/id_ed25519' }],
    ['Bash', { command: 'cat /proc/self/env*' }],
    ['Bash', { command: 'cat /proc/[0-9]*/environ' }],
  ])('%s %j is refused', async (tool, input) =>
    expect(await refusalReason(tool, input, home)).toContain('credentials'),
  );

  it.each<[tool: string, input: object]>([
    ['Read', { file_path: '/home/user/project/.env' }],
    ['Read', { file_path: '/home/user/project/.npmrc' }],
    ['Read', { file_path: '/home/user/project/.ssh/README' }],
    ['Read', { file_path: '/home/user/.claude/projects/x/y.jsonl' }],
    ['Grep', { pattern: '\\.netrc', path: '/home/user/project' }],
    ['Bash', { command: 'grep -rn "/.aws/credentials" project' }],
    ['Bash', { command: 'cat /proc/cpuinfo' }],
    ['Bash', { command: 'cat *' }],
    ['Bash', { command: 'wc -l project/*.ts' }],
    ['Bash', { command: 'cat project/.s*/x' }],
    ['Bash', { command: 'for f in project/*; do cat $f; done' }],
    ['Bash', { command: 'ls project/{a,b}*' }],
  ])('%s %j is not', async (tool, input) => expect(await refusalReason(tool, input, home)).toBeUndefined());

  it('a link to one, and another config folder', async () => {
    const folder = temporaryFolder();
    const env = { HOME: join(folder, 'home'), CLAUDE_CONFIG_DIR: join(folder, 'claude') };
    write(join(folder, 'home/.netrc'), 'x');
    symlinkSync(join(folder, 'home/.netrc'), join(folder, 'notes'));
    for (const file_path of ['notes', 'claude/.credentials.json'])
      expect(await refusalReason('Read', { file_path }, around([], { folders: [folder], env }))).toContain(
        'credentials',
      );
  });
});
