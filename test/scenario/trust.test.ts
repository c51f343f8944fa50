import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { BUILDS, ROOT } from '../support/builds.ts';
import { useSandbox } from '../support/scenario.ts';

const CHECKS = {
  supervisor: {
    checks: [{ name: 'test', run: 'npm test', timeout_seconds: 90, paths: ['src/**', 'package.json'] }],
    runners: [{ command: './dev verify', kind: 'test', passed: 'VERIFIED' }],
    stall_after: 3,
    claims: 'block',
    enabled: true,
  },
  providers: {},
};

describe.each(BUILDS)('ccc trust, $name', (build) => {
  const box = useSandbox(build);
  let root: string;
  beforeEach(() => {
    root = realpathSync(box.project);
  });

  const bring = (config: string | object = CHECKS, prompt?: string) => {
    box.write('project/.git/HEAD', 'ref: refs/heads/main\n');
    box.write('project/.claude/ccc.json', config);
    if (prompt !== undefined) box.write('project/.claude/SUPERVISOR.md', prompt);
  };
  const trusted = () => join(box.cccDir, 'trusted.json');
  const changedFiles = (before: Record<string, string>) => {
    const after = box.contents();
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((path) => before[path] !== after[path]);
  };

  it('shows exactly what it trusts, pins it, and writes nothing else', async () => {
    bring(CHECKS, 'Look at the tests.\nTwice.\n');
    const before = box.contents();
    const { code, stdout, stderr } = await box.ccc(['trust']);
    expect([code, stderr]).toEqual([0, '']);
    for (const words of [
      `Folder: ${root}`,
      '    test: npm test',
      '      timeout: 90 s',
      '      only if changed: src/**, package.json',
      '    test: ./dev verify\n      passed: VERIFIED\n',
      '    stall_after: 3\n    claims: block\n',
      'Ignored (a repository may only set checks, max_turns, max_cost_usd, stall_after, claims, runners):',
      '    providers\n    supervisor.enabled\n',
      '  | Look at the tests.\n  | Twice.\n',
      `ccc trust --remove ${root}`,
    ])
      expect(stdout).toContain(words);
    expect(changedFiles(before)).toEqual([trusted()]);
    expect((await box.ccc(['trust', '--show'])).code).toBe(0);
  });

  it('--show and --dry-run trust nothing: 3, then 0, then 3 again after a change, which is shown', async () => {
    bring();
    const before = box.contents();
    const shown = await box.ccc(['trust', '--show']);
    expect([shown.code, (await box.ccc(['trust', '--dry-run'])).code]).toEqual([3, 3]);
    expect(shown.stdout).toContain('Not trusted');
    expect(changedFiles(before)).toEqual([]);
    await box.ccc(['trust']);
    expect((await box.ccc(['trust', '--show'])).code).toBe(0);

    bring(JSON.stringify(CHECKS, null, 2).replace('npm test', 'npm run all'), 'New.');
    const changed = await box.ccc(['trust', '--show']);
    expect(changed.code).toBe(3);
    expect(changed.stdout).toMatch(/ {2}- +"run": "npm test",\n {2}\+ +"run": "npm run all",/);
    expect(changed.stdout).toContain('.claude/SUPERVISOR.md is new.');
    expect((await box.ccc(['trust', '--list'])).stdout).toBe(`changed  ${root}\n`);
  });

  it('from a folder below, and by name', async () => {
    bring();
    mkdirSync(join(box.project, 'deep', 'er'), { recursive: true });
    expect((await box.ccc(['trust', 'deep/er'])).stdout).toContain(`Folder: ${root}\n`);
    expect((await box.ccc(['trust', '--show', root])).code).toBe(0);
  });

  it('the command it names is for the folder that was named, and none is named that would be refused', async () => {
    bring();
    const last = async (...args: string[]) =>
      (await box.ccc(['trust', '--show', ...args])).stdout.trim().split('\n').at(-1);
    expect([await last(), await last(root)]).toEqual([
      'Not trusted: ignored. To trust it: ccc trust',
      `Not trusted: ignored. To trust it: ccc trust ${root}`,
    ]);
    bring('{');
    expect(await last()).toBe('Not trusted: ignored.');
  });

  it('what is foreign can do nothing to the screen, in both languages', async () => {
    const evil = '\x1b[2J\x1b[1;1HTrusted.\u202e\r';
    bring(
      { supervisor: { checks: [{ name: `a${evil}`, run: `b${evil}\nc${evil}`, paths: [evil] }], [evil]: 1 } },
      evil,
    );
    for (const CCC_LANG of ['en', 'zh'])
      for (const args of [['--show'], [], ['--list'], ['--remove']]) {
        const { stdout, stderr } = await box.ccc(['trust', ...args], '', { CCC_LANG });
        for (const sign of ['\x1b', '\r', '\u202e']) expect(stdout + stderr).not.toContain(sign);
      }
    expect((await box.ccc(['trust', '--show'])).stdout).toContain('  | <U+001B>[2J<U+001B>[1;1HTrusted.');
  });

  it('--remove takes it back, also where the folder is gone; --list says how each stands', async () => {
    bring();
    await box.ccc(['trust']);
    box.write('other/.claude/SUPERVISOR.md', 'x');
    const other = join(realpathSync(box.dir), 'other');
    await box.ccc(['trust', other]);
    expect((await box.ccc(['trust', '--list'])).stdout).toBe(`trusted  ${root}\ntrusted  ${other}\n`);
    rmSync(other, { recursive: true });
    expect((await box.ccc(['trust', '--list'])).stdout).toBe(`trusted  ${root}\ngone     ${other}\n`);
    expect((await box.ccc(['trust', '--remove', other])).stdout).toBe(`No longer trusted: ${other}\n`);
    expect((await box.ccc(['trust', '--remove'])).code).toBe(0);
    expect((await box.ccc(['trust', '--list'])).stdout).toBe('No trusted folders.\n');
    expect(await box.ccc(['trust', '--remove'])).toMatchObject({ code: 0, stdout: `Was not trusted: ${root}\n` });
    expect((await box.ccc(['trust', '--show'])).code).toBe(3);
  });

  it('--json is one document, the same in every language', async () => {
    bring(CHECKS, 'Look.');
    const json = async (...args: string[]) => {
      const [en, zh] = [
        await box.ccc(['trust', '--json', ...args]),
        await box.ccc(['trust', '--json', ...args], '', { CCC_LANG: 'zh' }),
      ];
      expect(zh.stdout.replaceAll(/"before": .*/g, '')).toBe(en.stdout.replaceAll(/"before": .*/g, ''));
      return JSON.parse(en.stdout);
    };
    expect(await json('--show')).toMatchObject({
      root,
      standing: 'untrusted',
      files: [{ file: '.claude/ccc.json' }, { file: '.claude/SUPERVISOR.md' }],
      checks: CHECKS.supervisor.checks,
      runners: CHECKS.supervisor.runners,
      brakes: { stall_after: 3, claims: 'block' },
      ignored: ['providers', 'supervisor.enabled'],
      prompt: 'Look.',
      faults: [],
    });
    const { trusted_at: _, ...given } = JSON.parse((await box.ccc(['trust', '--json'])).stdout);
    expect(given).toMatchObject({ standing: 'trusted', before: 'untrusted' });
    expect(await json('--list')).toMatchObject({ folders: [{ root, standing: 'trusted' }] });
    expect(JSON.parse((await box.ccc(['trust', '--json', '--remove'])).stdout)).toEqual({
      ...{ root, removed: true, roots: [root] },
    });
    expect(await json('--remove')).toEqual({ root, removed: false, roots: [root] });
  });

  it('in a session of Claude Code it only shows', async () => {
    bring();
    const inside = { CLAUDECODE: '1' };
    const before = box.contents();
    for (const args of [[], ['--json'], ['--remove'], ['deep/..']]) {
      const { code, stdout, stderr } = await box.ccc(['trust', ...args], '', inside);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain('terminal of your own');
    }
    expect((await box.ccc(['trust', '--show'], '', inside)).code).toBe(3);
    expect((await box.ccc(['trust', '--list'], '', inside)).code).toBe(0);
    expect(changedFiles(before)).toEqual([]);
  });

  it.each<[what: string, lay: () => void, args: string[], code: number, words: string]>([
    ['nothing to trust', () => {}, [], 1, 'ccc init'],
    ['the user’s own configuration', () => box.config({}), ['../home'], 1, 'nothing to trust'],
    ['no such folder', () => {}, ['nowhere'], 1, 'no such folder'],
    ['broken', () => bring('{\n  "supervisor": {,\n}'), [], 1, '.claude/ccc.json:2:18'],
    ['of the wrong kind', () => bring('[]'), [], 1, 'write one JSON object'],
    ['a link out of it', () => linkOut('ccc.json'), [], 1, 'points outside the repository'],
    ['.claude a link out of it', () => linkOut(''), [], 1, 'points outside the repository'],
    ['a pipe', () => pipe(), [], 1, 'not a regular file'],
    ['too big', () => bring(`{}${' '.repeat(300_000)}`), [], 1, '256 kB'],
    ['two wishes', () => bring(), ['--show', '--remove'], 2, '--show and --remove cannot be used together'],
    ['a list of one folder', () => bring(), ['--list', '.'], 2, '--list takes no folder'],
    ['an unknown option', () => bring(), ['--lst'], 2, '--list'],
  ])('refuses: %s', async (_, lay, args, code, words) => {
    lay();
    const outcome = await box.ccc(['trust', ...args]);
    expect([outcome.code, outcome.stdout]).toEqual([code, '']);
    expect(outcome.stderr).toContain(words);
    expect(readdirSync(box.claudeDir).filter((name) => name === 'ccc')).toEqual([]);
  });

  const linkOut = (name: string) => {
    bring();
    renameSync(join(box.project, '.claude', name), join(box.dir, 'outside'));
    symlinkSync(join(box.dir, 'outside'), join(box.project, '.claude', name).replace(/\/$/, ''));
  };
  const pipe = () => {
    bring();
    rmSync(join(box.project, '.claude', 'ccc.json'));
    execFileSync('mkfifo', [join(box.project, '.claude', 'ccc.json')]);
  };

  it('warns where others may write', async () => {
    bring();
    chmodSync(join(box.project, '.claude', 'ccc.json'), 0o666);
    const { code, stdout } = await box.ccc(['trust']);
    expect(code).toBe(0);
    expect(stdout).toContain(`Warning: writable by others: ${join(root, '.claude', 'ccc.json')}`);
  });

  it('a damaged store is kept aside, and reported', async () => {
    bring();
    box.write(trusted(), 'not JSON');
    const show = await box.ccc(['trust', '--show']);
    expect([show.code, readFileSync(trusted(), 'utf8')]).toEqual([3, 'not JSON']);
    expect(show.stderr).toContain('nothing is trusted');
    const given = await box.ccc(['trust']);
    expect([given.code, (await box.ccc(['trust', '--show'])).code]).toEqual([0, 0]);
    const [aside] = readdirSync(box.cccDir).filter((name) => name.startsWith('trusted.json.corrupt-'));
    expect(given.stderr).toContain(aside ?? '?');
    expect(readFileSync(join(box.cccDir, aside ?? '?'), 'utf8')).toBe('not JSON');
  });

  it('a store that cannot be written: exit 1 and the fix', async () => {
    bring();
    box.write(box.cccDir, 'a file where the folder should be');
    const { code, stderr } = await box.ccc(['trust']);
    expect(code).toBe(1);
    expect(stderr).toContain('Check its permissions');
  });

  it.each([
    ['en', 'docs/guide.md'],
    ['zh', 'docs/guide.zh-CN.md'],
  ])('prints what the guide shows, %s', async (CCC_LANG, guide) => {
    const samples = readFileSync(join(ROOT, guide), 'utf8').match(/(?<=^```text\n)[^`]*(?=^```)/gm) ?? [];
    const sampleWith = (words: string) => samples.find((sample) => sample.includes(words));
    const printed = async (...args: string[]) =>
      (await box.ccc(args, '', { CCC_LANG })).stdout.replaceAll(root, '/home/user/shop');
    box.write('project/.git/HEAD', 'ref: refs/heads/main\n');
    box.write('project/package.json', { scripts: { lint: 'node --check price.js', test: 'node --test' } });
    // The guide leaves out what the file would be.
    const proposal = sampleWith('node --check price.js') ?? 'no sample';
    expect((await printed('init')).slice(0, proposal.length)).toBe(proposal);
    await box.ccc(['init', '--yes']);
    await box.ccc(['trust', '--remove']);
    expect(await printed('trust')).toBe(sampleWith('sha256'));
  });

  it('many at once: none is lost', async () => {
    const names = Array.from({ length: 8 }, (_, i) => `r${i}`);
    for (const name of names) box.write(`${name}/.claude/ccc.json`, CHECKS);
    const done = await Promise.all(names.map((name) => box.ccc(['trust', join(box.dir, name)])));
    expect(done.map(({ code }) => code)).toEqual(names.map(() => 0));
    const { folders } = JSON.parse((await box.ccc(['trust', '--list', '--json'])).stdout);
    expect(
      folders.map(({ root: at, standing }: { root: string; standing: string }) => `${at} ${standing}`).sort(),
    ).toEqual(names.map((name) => `${join(realpathSync(box.dir), name)} trusted`));
    expect(readdirSync(box.cccDir)).toEqual(['trusted.json']);
  });
});
