import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allow, block, isReviewRequest, repliesByRole } from '../../src/sandbox/scripted-replies.ts';
import { NPM_PACKAGE, ROOT } from '../support/builds.ts';
import { CLAUDE, Sandbox } from '../support/sandbox.ts';
import { type ScriptedApi, startScriptedApi, textReply } from '../support/scripted-api.ts';
import { Screen } from '../support/terminal.ts';

const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const MINUTES = 60_000;

/** Every command that the README tells people to type: lines of its sh blocks, and code in its text. */
function commandsIn(text: string): string[] {
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'));
  const rest = text.replaceAll(/```[\s\S]*?```/g, '');
  const inline = [...rest.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  const typed = inline.filter((code) =>
    /^(?:ccc|claude|npm|CCC_\w+=\S+ ccc|\/supervisor\w*|\/overrule)(?: |$)/.test(code),
  );
  return [...new Set([...blocks, ...typed])];
}

/** Where each of them is run. What needs the screen, or is what runs this test, is named with its place. */
const ELSEWHERE: Record<string, string> = {
  ccc: 'on the screen, below',
  '/supervisor fix the login': 'on the screen, below',
  '/supervisor': 'on the screen, below',
  '/supervisoroff': 'on the screen, below',
  '/overrule the tests need a database': 'on the screen, below',
  claude: 'the client itself',
  'npm ci && npm test': 'this run',
  'npm ci': 'part of the first command',
  'npm run test:all': 'what runs this test',
  'npm run bench': 'not a test: it prints figures',
  'ccc eval eval': 'asks a model about every case; test/scenario/eval.test.ts runs it on a few',
  'ccc -p "…"': 'stands for CCC_SUPERVISOR=1 ccc -p "make the tests pass"',
  'ccc provider': 'stands for its subcommands',
  'ccc kimi': 'here, with -p: it would open the screen',
  'ccc --continue': 'here, with -p: it would open the screen',
  'claude kimi': 'here, with -p: it would open the screen',
  'claude plugin marketplace add <this repository>': 'here, with the folder of this repository',
};

describe('what the README says, in a fresh clone with an empty home', () => {
  let api: ScriptedApi;
  let box: Sandbox;
  let clone: string;
  const ran: string[] = [];

  beforeAll(async () => {
    api = await startScriptedApi(() => textReply('ok'));
    box = new Sandbox(NPM_PACKAGE, api.url);
    clone = join(box.dir, 'clone');
    expect(spawnSync('git', ['clone', '--quiet', ROOT, clone]).status).toBe(0);
    mkdirSync(join(box.dir, 'tmp'));
    mkdirSync(join(box.dir, 'bin'));
    symlinkSync(CLAUDE, join(box.dir, 'bin', 'claude'));
  }, 2 * MINUTES);
  afterAll(async () => {
    await box.close();
    await api.close();
  });

  /** Only what npm needs to reach its registry is taken from outside. */
  const environment = () => ({
    ...box.environment,
    CCC_CLAUDE: '',
    KIMI_API_KEY: 'kimi-key-from-a-variable',
    TMPDIR: join(box.dir, 'tmp'),
    PATH: [
      join(box.dir, 'prefix', 'bin'),
      join(box.dir, 'bin'),
      dirname(process.execPath),
      '/usr/local/bin',
      '/usr/bin',
      '/bin',
    ].join(':'),
    npm_config_prefix: join(box.dir, 'prefix'),
    npm_config_update_notifier: 'false',
    ...Object.fromEntries(
      ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'].flatMap((name) =>
        process.env[name] ? [[name, process.env[name]]] : [],
      ),
    ),
  });

  /** Types a line of the README, or one that stands for it. */
  function type(line: string, typed = line, cwd = clone) {
    ran.push(line);
    // The scripted API answers in this process, so it must not be kept waiting.
    return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
      const child = box.spawn('bash', ['-c', typed], { cwd, env: environment() });
      let [stdout, stderr] = ['', ''];
      child.stdout?.on('data', (data) => (stdout += data));
      child.stderr?.on('data', (data) => (stderr += data));
      child.once('close', (code) => resolve({ code, stdout, stderr }));
    });
  }
  const fine = async (line: string, typed?: string, cwd?: string) => {
    const done = await type(line, typed, cwd);
    expect(done, `${line}\n${done.stdout}\n${done.stderr}`).toMatchObject({ code: 0 });
    return done.stdout;
  };

  it('the first commands: the audit of no sessions, and the demo to its closing words', {
    timeout: 10 * MINUTES,
  }, async () => {
    expect(await fine('npm ci && npm run build && node dist/ccc.cjs audit')).toContain(
      'No Claude Code sessions found.',
    );
    const shown = await fine('npm run demo');
    expect(shown).toMatch(/Sent back 2 times[\s\S]*price\.sh is really fixed, and sh test\.sh really passes\./);
    expect(shown).toMatch(/3 reviews, 12 requests/);
    expect(box.files(box.claudeDir)).toEqual([]);
    expect(existsSync(join(clone, 'price.sh'))).toBe(false);
  });

  it('both ways of installing', { timeout: 10 * MINUTES }, async () => {
    // The packages are there already; the README's line would fetch them again.
    await fine('npm ci && npm run build', 'npm run build');
    await fine('npm install --global .');
    expect((await fine('ccc --help')).length).toBeGreaterThan(500);
    await fine('npm ci && npm run build:bin', 'npm run build:bin');
    await fine('mkdir -p ~/.local/bin && cp dist/bin/ccc ~/.local/bin/');
    expect(spawnSync(join(box.home, '.local/bin/ccc'), ['--version'], { env: environment() }).status).toBe(0);
  });

  it('everyday use', { timeout: 5 * MINUTES }, async () => {
    const { project } = box;
    api.script = repliesByRole({
      worker: [textReply('Done.'), textReply('Done, and run.')],
      reviewer: [block('Run them.'), allow()],
    });
    expect(await fine('CCC_SUPERVISOR=1 ccc -p "make the tests pass"', undefined, project)).toBe('Done, and run.\n');
    expect(await fine('ccc log')).toMatch(/Run them\.[\s\S]*approved/);
    expect(await fine('ccc report')).toMatch(/Approved[\s\S]*make the tests pass/);
    ran.push('ccc dashboard');
    const page = box.spawn('bash', ['-c', 'exec ccc dashboard --no-open'], { cwd: project, env: environment() });
    const [address] = await once(page.stdout as NodeJS.ReadableStream, 'data');
    expect(String(address)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=/);
    const ended = once(page, 'exit');
    page.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(await fine('ccc --continue', 'ccc --continue -p more', project)).toBe('Done, and run.\n');
    const requiring = 'CCC_SUPERVISOR=1 ccc --require-approval -p';
    expect(await fine(`${requiring} "…"`, `${requiring} "go on"`, project)).toBe('Done, and run.\n');
    expect(await fine('ccc status', undefined, project)).toContain('No Claude Code session');
    await fine('ccc doctor', undefined, project);
  });

  it('checks and evidence', { timeout: 5 * MINUTES }, async () => {
    const shop = join(box.dir, 'shop');
    box.write('shop/package.json', { name: 'shop', scripts: { test: 'grep -q 10 price.txt' } });
    box.write('shop/price.txt', '10\n');
    api.script = repliesByRole({ worker: [textReply('Done, all tests pass.')], reviewer: [allow('Seen.')] });
    await type('', 'ccc -p "fix the price"', shop);
    ran.pop();
    // Nobody is at a terminal here to say yes: it shows, and the file is written as a person would.
    expect(await fine('ccc init', undefined, shop)).toContain('test: npm test');
    const { text } = JSON.parse((await type('', 'ccc init --json', shop)).stdout);
    ran.pop();
    const brought = join(shop, '.claude', 'ccc.json');
    expect(existsSync(brought)).toBe(false);
    box.write(brought, text);
    expect(await type('ccc trust --show', undefined, shop)).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('Not trusted'),
    });
    expect(await fine('ccc trust', undefined, shop)).toContain('Trusted: in use from the next stop on');
    expect(await fine('ccc evidence', undefined, shop)).toContain('the last message says that tests pass, but no test');
    expect(await fine('ccc audit', undefined, shop)).toMatch(
      /^In your only session in .*, there is no run of the tests/,
    );
    expect(await fine('ccc audit --all', undefined, shop)).toMatch(/^In 1 of your \d+ sessions, there is no run/);
    expect(await fine('ccc review', undefined, shop)).toMatch(/test \(npm test\): passed[\s\S]*Verdict: approved/);
    writeFileSync(join(shop, 'price.txt'), '12\n');
    const asked = api.requests.length;
    const sentBack = await type('ccc review --json', undefined, shop);
    expect([sentBack.code, JSON.parse(sentBack.stdout)]).toEqual([
      3,
      expect.objectContaining({ verdict: 'block', cause: 'check' }),
    ]);
    expect(api.requests.length).toBe(asked);
  });

  it('another provider', { timeout: 5 * MINUTES }, async () => {
    const { project } = box;
    await fine("ccc provider add kimi --key '${KIMI_API_KEY}'", undefined, project);
    expect(readFileSync(join(box.claudeDir, 'ccc.json'), 'utf8')).toContain('"${KIMI_API_KEY}"');
    // The real host must not be called from a test.
    await fine('ccc provider add kimi --key …', `ccc provider add kimi --url ${api.url}`, project);
    ran.pop();
    expect(await fine('ccc validate kimi', undefined, project)).toContain('kimi');
    api.requests.length = 0;
    expect(await fine('ccc kimi', 'ccc kimi -p hello', project)).toContain('Done');
    expect(api.requests.at(-1)?.headers.authorization).toBe('Bearer kimi-key-from-a-variable');
    expect(await fine('ccc provider list --presets', undefined, project)).toContain('deepseek');
    await fine('ccc provider use kimi', undefined, project);
    expect(await fine('ccc --dry-run kimi', undefined, project)).not.toContain('kimi-key-from');
    await fine('ccc provider use --none', undefined, project);
    ran.pop();
  });

  it('plain claude', { timeout: 5 * MINUTES }, async () => {
    const { project } = box;
    const settings = join(box.claudeDir, 'settings.json');
    await fine('ccc install', undefined, project);
    expect(readFileSync(settings, 'utf8')).toContain('supervisor-hook');
    await fine('ccc uninstall', undefined, project);
    expect(existsSync(settings)).toBe(false);
    await fine('ccc patch', undefined, project);
    expect(await fine('claude kimi', 'claude kimi -p hello', project)).toContain('Done');
    await fine('ccc patch --reset', undefined, project);
    await fine('claude plugin marketplace add <this repository>', `claude plugin marketplace add '${clone}'`, project);
    await fine('claude plugin install ccc@ccc-supervisor', undefined, project);
    await fine('ccc completion --help', undefined, project);
    await fine('ccc help install', undefined, project);
    await fine('ccc supervisor-hook --help', undefined, project);
    // Taken out again: the screen below is one without the plugin.
    await type('', 'claude plugin uninstall ccc@ccc-supervisor', project);
    ran.pop();
  });

  it('in the session', { timeout: 5 * MINUTES }, async () => {
    api.script = repliesByRole({
      worker: [textReply('A plan.'), textReply('Fixed.'), textReply('With a database.'), textReply('Off.')],
      reviewer: [block('Do it.'), allow(), allow()],
    });
    box.env.PATH = environment().PATH;
    const screen = new Screen(box, [], ['ccc']);
    try {
      await screen.shows('❯');
      await screen.type('/supervisor fix the login');
      await screen.shows('reviewed and approved (round 2 of 20');
      expect(api.requests.filter(isReviewRequest).length).toBeGreaterThanOrEqual(2);
      await screen.type('/overrule the tests need a database');
      // The screen may break the line anywhere behind it.
      await screen.shows('Overruled by you:');
      await screen.type('/supervisoroff');
      await screen.shows('supervision was turned off');
    } finally {
      await screen.close();
    }
  });

  it('is all of it', () => {
    const here = new Set([...ran, ...Object.keys(ELSEWHERE)]);
    expect(commandsIn(README).filter((command) => !here.has(command))).toEqual([]);
    expect([...here].filter((command) => !commandsIn(README).includes(command))).toEqual([]);
  });

  it('is the same in Chinese', () => {
    const chinese = readFileSync(join(ROOT, 'README.zh-CN.md'), 'utf8');
    const translated: Record<string, string> = {
      '/supervisor 修好登录': '/supervisor fix the login',
      '/overrule 测试需要数据库': '/overrule the tests need a database',
      'CCC_SUPERVISOR=1 ccc -p "让测试通过"': 'CCC_SUPERVISOR=1 ccc -p "make the tests pass"',
      'claude plugin marketplace add <本仓库>': 'claude plugin marketplace add <this repository>',
    };
    expect(
      commandsIn(chinese)
        .map((command) => translated[command] ?? command)
        .sort(),
    ).toEqual(commandsIn(README).sort());
  });
});
