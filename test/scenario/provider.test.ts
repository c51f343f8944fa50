import { chmodSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { BUILDS } from '../support/builds.ts';
import { useSandbox } from '../support/scenario.ts';

const KEY = 'sk-made-up-0123456789-wxyz';
/** A reference as it is written into the file. */
const ref = (name: string) => `\${${name}}`;
const REF = ref('K');

describe.each(BUILDS)('ccc provider, $name', (build) => {
  const box = useSandbox(build);
  let file: string;
  beforeEach(() => {
    file = join(box.claudeDir, 'ccc.json');
  });

  const provider = (...args: string[]) => box.ccc(['provider', ...args], null);
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await provider(...args, '--json');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    return JSON.parse(stdout);
  };
  const text = () => readFileSync(file, 'utf8');
  const mode = (path: string) => statSync(path).mode & 0o777;

  it('a preset is written out, to be seen and changed by hand', async () => {
    const added = await provider('add', 'kimi', '--key', ref('KIMI_API_KEY'), '--use');
    expect(added).toMatchObject({ code: 0, stdout: '' });
    expect(added.stderr).toContain('Added kimi to');
    expect(added.stderr).not.toContain('history');
    expect(text()).toBe(`{
  "providers": {
    "kimi": {
      "env": {
        "ANTHROPIC_BASE_URL": "https://api.moonshot.cn/anthropic",
        "ANTHROPIC_AUTH_TOKEN": "\${KIMI_API_KEY}",
        "ANTHROPIC_MODEL": "kimi-k2.7-code",
        "ANTHROPIC_DEFAULT_HAIKU_MODEL": "kimi-k2.7-code",
        "ANTHROPIC_DEFAULT_SONNET_MODEL": "kimi-k2.7-code",
        "ANTHROPIC_DEFAULT_OPUS_MODEL": "kimi-k2.7-code"
      }
    }
  },
  "current_provider": "kimi"
}
`);
    expect(mode(file)).toBe(0o600);
    expect(box.files(box.cccDir)).toEqual([]);

    expect((await provider('list')).stdout).toBe(
      `* kimi  api.moonshot.cn  kimi-k2.7-code  key from ${ref('KIMI_API_KEY')} (not set)\n`,
    );
    box.env.KIMI_API_KEY = KEY;
    expect((await provider()).stdout).toBe(
      `* kimi  api.moonshot.cn  kimi-k2.7-code  key from ${ref('KIMI_API_KEY')}\n`,
    );
    expect(await json('list')).toEqual({
      current: 'kimi',
      providers: [
        {
          name: 'kimi',
          current: true,
          url: 'https://api.moonshot.cn/anthropic',
          model: 'kimi-k2.7-code',
          key: { from: 'variable', variable: 'KIMI_API_KEY', set: true },
        },
      ],
    });
  });

  it('what there is stays byte for byte; only what was asked for changes', async () => {
    const before = `// mine
{
\t"supervisor": {"enabled": true}, // on
\t"providers": {
\t\t// the cheap one
\t\t"glm": {
\t\t\t"env": {
\t\t\t\t"ANTHROPIC_BASE_URL": "https://example.test", // moved
\t\t\t\t"ANTHROPIC_AUTH_TOKEN": "\${OLD}",
\t\t\t\t"ANTHROPIC_MODEL": "m1",
\t\t\t},
\t\t\t"model": "opus"
\t\t}
\t},
\t"later": [1,2,  3]
}
`;
    box.write(file, before);
    expect((await provider('add', 'glm', '--model', 'm2', '--env', 'MORE=1')).code).toBe(0);
    expect(text()).toBe(
      before.replace(
        '"ANTHROPIC_MODEL": "m1",\n',
        `"ANTHROPIC_MODEL": "m2",
\t\t\t\t"ANTHROPIC_DEFAULT_HAIKU_MODEL": "m2",
\t\t\t\t"ANTHROPIC_DEFAULT_SONNET_MODEL": "m2",
\t\t\t\t"ANTHROPIC_DEFAULT_OPUS_MODEL": "m2",
\t\t\t\t"MORE": "1",
`,
      ),
    );
  });

  it('a command takes the place of a key that was written down', async () => {
    await provider('add', 'mine', '--preset', 'deepseek', '--key', KEY);
    expect(text()).toContain(KEY);
    expect(await json('add', 'mine', '--key-command', 'pass show deepseek')).toMatchObject({
      name: 'mine',
      added: false,
      key: { from: 'command' },
      api_key_command: 'pass show deepseek',
    });
    expect(text()).not.toContain(KEY);
    expect((await provider('add', 'mine', '--key', ref('DEEPSEEK'))).code).toBe(0);
    expect(text()).not.toContain('pass show');
    expect(await json('show', 'mine')).toMatchObject({
      env: {
        ANTHROPIC_BASE_URL: 'https://api.deepseek.com/anthropic',
        ANTHROPIC_AUTH_TOKEN: ref('DEEPSEEK'),
        ANTHROPIC_DEFAULT_HAIKU_MODEL: 'deepseek-v4-flash',
      },
    });
  });

  it('a key that was typed is in the file, said so, and shown nowhere', async () => {
    const typed = await provider('add', 'glm', '--key', KEY, '--env', 'ANTHROPIC_CUSTOM_HEADERS=x-org: organisation-7');
    expect(typed.stderr).toMatch(/key is stored in ccc\.json.*history of your shell/);
    const piped = await box.ccc(['provider', 'add', 'zai', '--key-stdin', '--json'], `${KEY}\n`);
    expect(piped.code).toBe(0);
    expect(piped.stderr).toMatch(/key is stored in ccc\.json/);
    expect(piped.stderr).not.toMatch(/history/);
    expect(JSON.parse(text()).providers.zai.env.ANTHROPIC_AUTH_TOKEN).toBe(KEY);

    const said = [typed, piped];
    for (const args of [
      ['list'],
      ['show', 'glm'],
      ['show', 'glm', '--json'],
      ['list', '--json'],
      ['use', 'zai', '--json'],
    ])
      said.push(await provider(...args));
    for (const { code, stdout, stderr } of said) {
      expect(code).toBe(0);
      expect(stdout + stderr).not.toContain(KEY.slice(0, -4));
      expect(stdout + stderr).not.toContain('organisation-7');
    }
    expect(await json('show', 'glm')).toMatchObject({
      key: { from: 'file' },
      env: { ANTHROPIC_AUTH_TOKEN: '****wxyz', ANTHROPIC_CUSTOM_HEADERS: 'x-org: ****on-7' },
    });
  });

  it('use, use --none, remove', async () => {
    for (const name of ['kimi', 'glm']) await provider('add', name, '--key', REF);
    expect((await provider('use', 'glm')).stderr).toContain('glm is now the current provider');
    expect(JSON.parse(text()).current_provider).toBe('glm');
    expect(await json('use', '--none')).toEqual({ current: null });
    expect(JSON.parse(text())).not.toHaveProperty('current_provider');
    await provider('use', 'kimi');
    expect(await json('remove', 'glm')).toEqual({ removed: 'glm', current: 'kimi' });
    expect((await provider('remove', 'kimi')).stderr).toMatch(/Removed kimi\. No provider is current/);
    expect(JSON.parse(text())).toEqual({ providers: {} });
  });

  it.each<[what: string, args: string[], code: number, says: RegExp]>([
    ['an unknown subcommand', ['ad'], 2, /"ad"\nDid you mean add\? Use list, add, remove, use or show/],
    ['an unknown provider', ['use', 'kimmi'], 1, /unknown provider "kimmi"\nDid you mean kimi\? Configured: kimi\./],
    ['a preset that is not added', ['show', 'glm'], 1, /add it first: ccc provider add glm/],
    ['removing what is not there', ['remove', 'x'], 1, /Configured: kimi/],
    ['which one?', ['use'], 2, /missing name of a provider\nFor example: ccc provider use kimi/],
    ['a name and none', ['use', 'kimi', '--none'], 2, /a name and --none cannot be used together/],
    ['nothing at all', ['add'], 2, /missing name of the provider\n.*ccc provider add kimi --key/],
    [
      'no key',
      ['add', 'zai'],
      2,
      /zai needs a key\nAdd --key '\$\{ZAI_API_KEY\}' .*--key-command COMMAND.*--key-stdin/,
    ],
    ['neither URL nor key', ['add', 'mine'], 2, /mine needs a URL and a key\nAdd --url .*--preset.* and --key/],
    ['nothing to change', ['add', 'kimi'], 2, /exists already.*\nSay what to change: --url, --key/],
    ['an unknown preset', ['add', 'x', '--preset', 'kimmi'], 2, /unknown preset "kimmi"\nDid you mean kimi\?/],
    ['an unknown option', ['add', 'x', '--kye', 'y'], 2, /--kye[\s\S]*ccc provider add --help/],
    ['a bad name', ['add', '.x', '--key', 'k'], 2, /".x" cannot be the name/],
    ['a bad URL', ['add', 'x', '--url', 'example.com', '--key', 'k'], 2, /--url is not a URL\n.*https:\/\//],
    ['a bad variable', ['add', 'x', '--env', 'A-B=c'], 2, /--env needs NAME=VALUE/],
    ['an empty key', ['add', 'x', '--key', ''], 2, /key is empty\n.*--key '\$\{KIMI_API_KEY\}'/],
    ['an empty model', ['add', 'x', '--model', ''], 2, /--model is empty/],
    ['a variable without braces', ['add', 'x', '--key', '$MY'], 2, /without braces[\s\S]*'\$\{MY\}'/],
    ['a key with a line break', ['add', 'x', '--key', 'a\nb'], 2, /character that keys do not have/],
    [
      'two keys',
      ['add', 'x', '--key', 'a', '--key-command', 'b'],
      2,
      /--key and --key-command cannot be used together/,
    ],
    ['settings and more', ['add', '--from-settings', '--url', 'http://x'], 2, /only --use and --json/],
    ['no settings to take over', ['add', '--from-settings'], 1, /no provider in its "env"[\s\S]*ccc provider add/],
  ])('%s: a sentence, a fix, the exit code', async (_, args, code, says) => {
    await provider('add', 'kimi', '--key', REF);
    const before = box.contents();
    const result = await provider(...args);
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toMatch(says);
    expect(box.contents()).toEqual(before);
  });

  it('a key without its flag is not repeated', async () => {
    const result = await provider('add', 'kimi', KEY);
    expect(result.code).toBe(2);
    expect(result.stderr).toContain('--key');
    expect(result.stderr).not.toContain(KEY);
  });

  it.each([
    ['broken', '{\n  "providers": {\n    "a": ,\n  }\n}\n', /ccc\.json:3:10: value expected/],
    ['cut off', '{"providers": {', /ccc\.json:1:16: /],
    ['a list of providers', '{\n "providers": []\n}', /ccc\.json:2:15: providers cannot be used\nWrite an object/],
    ['no name', '{"current_provider": 1}', /ccc\.json:1:22: current_provider/],
    [
      'a provider with dots',
      '{"providers": {"a.b": {"env": {"X": []}}}}',
      /ccc\.json:1:37: providers\.a\.b\.env\.X.*\nWrite a string/,
    ],
  ])('a file that is wrong (%s) is refused with its place and never written', async (_, content, says) => {
    box.write(file, content);
    for (const args of [['list'], ['add', 'kimi', '--key', REF], ['use', '--none'], ['remove', 'a']]) {
      const result = await provider(...args);
      expect(result).toMatchObject({ code: 1, stdout: '' });
      expect(result.stderr).toMatch(says);
    }
    expect(text()).toBe(content);
  });

  it('a link is written through, and others can no longer read what it leads to', async () => {
    const real = box.write('dotfiles/ccc.json', '{}\n');
    chmodSync(real, 0o644);
    symlinkSync('../../dotfiles/ccc.json', file);
    const result = await provider('add', 'kimi', '--key', REF);
    expect(result.stderr).toMatch(/was readable by others \(mode 0644\); changed to 0600/);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(real, 'utf8')).providers).toHaveProperty('kimi');
    expect(mode(real)).toBe(0o600);
    expect((await provider('add', 'glm', '--key', REF)).stderr).not.toContain('0600');
  });

  it('a folder that is not there is made for its owner alone', async () => {
    const dir = join(box.dir, 'deep/er');
    expect((await box.ccc(['provider', 'add', 'glm', '--key', REF], null, { CCC_CONFIG_DIR: dir })).code).toBe(0);
    expect(mode(dir)).toBe(0o700);
    expect(mode(join(dir, 'ccc.json'))).toBe(0o600);
  });

  it('a place that cannot be written is said', async () => {
    const dir = join(box.write('a-file', ''), 'below');
    const result = await box.ccc(['provider', 'add', 'glm', '--key', REF], null, { CCC_CONFIG_DIR: dir });
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toMatch(/cannot (?:write|read) .*ccc\.json \(ENOTDIR\)\n.*CCC_CONFIG_DIR/);
  });

  it('many at once: none is lost', async () => {
    const names = Array.from({ length: 8 }, (_, i) => `p${i}`);
    const results = await Promise.all(names.map((name) => provider('add', name, '--preset', 'glm', '--key', REF)));
    expect(results.map(({ code }) => code)).toEqual(names.map(() => 0));
    expect(Object.keys(JSON.parse(text()).providers).sort()).toEqual(names);
    expect(box.files(box.cccDir)).toEqual([]);
  });

  it('the original’s file works unchanged', async () => {
    box.write(file, {
      settings: { permissions: {} },
      supervisor: { enabled: true },
      claude_args: ['--verbose'],
      current_provider: 'glm',
      providers: {
        glm: { env: { ANTHROPIC_BASE_URL: 'https://x.test', ANTHROPIC_AUTH_TOKEN: KEY, ANTHROPIC_MODEL: 'glm-4' } },
      },
    });
    expect((await provider('list')).stdout).toBe('* glm  x.test  glm-4  key in ccc.json\n');
    expect(await json('show', 'glm')).toMatchObject({ name: 'glm', current: true });
  });

  it('a name that somebody wrote by hand can be used, whatever it is', async () => {
    box.write(file, { providers: { '智谱 1': { env: { ANTHROPIC_BASE_URL: 'https://x.test' } } } });
    expect((await provider('add', '智谱 1', '--key', REF, '--use')).code).toBe(0);
    expect(JSON.parse(text())).toMatchObject({
      current_provider: '智谱 1',
      providers: { '智谱 1': { env: { ANTHROPIC_AUTH_TOKEN: REF } } },
    });
    expect((await provider('list')).stdout).toMatch(/^\* 智谱 1 {2}x\.test /);
  });

  it('a name that is taken by a command is said to be', async () => {
    expect((await provider('add', 'mcp', '--preset', 'glm', '--key', REF)).stderr).toContain('ccc --provider mcp');
    expect((await provider('add', 'doctor', '--preset', 'glm', '--key', REF)).stderr).toMatch(
      /command of ccc: .*ccc --provider doctor/,
    );
  });

  it('settings.json is taken over by name, and left alone', async () => {
    const settings = `{
  // mine
  "env": { "ANTHROPIC_BASE_URL": "https://x.test", "ANTHROPIC_AUTH_TOKEN": "${KEY}", "OTHER": "1" },
  "model": "opus"
}`;
    const path = box.write(join(box.claudeDir, 'settings.json'), settings);
    const result = await provider('add', 'default', '--from-settings');
    expect(result).toMatchObject({ code: 0, stdout: '' });
    expect(result.stderr).toContain('default is now the current provider');
    expect(JSON.parse(text())).toEqual({
      providers: {
        default: { env: { ANTHROPIC_BASE_URL: 'https://x.test', ANTHROPIC_AUTH_TOKEN: KEY, OTHER: '1' } },
      },
      current_provider: 'default',
    });
    expect(readFileSync(path, 'utf8')).toBe(settings);
    await provider('add', 'kimi', '--key', REF, '--use');
    await provider('add', '--from-settings');
    expect(JSON.parse(text()).current_provider).toBe('kimi');
  });

  it('speaks Chinese; what programs read stays the same', async () => {
    box.env.LANG = 'zh_CN.UTF-8';
    expect((await provider('add', 'kimi', '--key', REF)).stderr).toContain('已把 kimi 加入');
    expect((await provider('list', '--presets')).stdout).toMatch(/智谱 GLM/);
    const chinese = (await provider('list', '--presets', '--json')).stdout;
    box.env.LANG = 'C.UTF-8';
    expect((await provider('list', '--presets', '--json')).stdout).toBe(chinese);
  });

  it('a folder in the place of the file', async () => {
    mkdirSync(file);
    const result = await provider('add', 'kimi', '--key', REF);
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toMatch(/cannot read .*ccc\.json \(EISDIR\)/);
  });
});
