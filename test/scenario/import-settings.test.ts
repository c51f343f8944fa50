import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BUILDS, NPM_PACKAGE, ROOT, SINGLE_BINARY } from '../support/builds.ts';
import { finish } from '../support/processes.ts';
import { useSandbox } from '../support/scenario.ts';
import { Screen } from '../support/terminal.ts';

const KEY = 'key-0123456789-abcdef';
const SETTINGS = `{
  // as it has always been
  "env": { "ANTHROPIC_BASE_URL": "https://llm.example.test/api", "ANTHROPIC_AUTH_TOKEN": "${KEY}", "N": 1 }
}
`;

/** What a launch does at its start: the offer, then a program that has the terminal. */
const LAUNCH = `
import { spawn } from 'node:child_process';
import { readEnv } from '${ROOT}/src/config/env.ts';
import { pathsOf } from '${ROOT}/src/config/paths.ts';
import { offerImport } from '${ROOT}/src/providers/import-settings.ts';
const env = readEnv();
offerImport(env, pathsOf(env)).then((outcome) => {
  console.log('then: ' + outcome);
  if (outcome === 'cancelled') process.exit(130);
  spawn('/bin/sh', ['-c', 'read line; echo "heard: $line"'], { stdio: 'inherit' }).on('exit', () => process.exit(0));
});
`;

/** It is built as `ccc` is. */
const FLAGS: Record<string, string[]> = {
  [NPM_PACKAGE.name]: ['--target', 'node', '--format', 'cjs'],
  [SINGLE_BINARY.name]: ['--compile'],
};

describe.each(BUILDS)('the offer at the first start, $name', ({ name }) => {
  const flags = FLAGS[name] ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'ccc-launch-'));
  const program = join(folder, 'launch.cjs');
  const command = flags.includes('--compile') ? [program] : [process.execPath, program];
  beforeAll(() => {
    const source = join(folder, 'launch.ts');
    writeFileSync(source, LAUNCH);
    const bun = join(ROOT, 'node_modules/.bin/bun');
    execFileSync(bun, ['build', source, ...flags, '--outfile', program], { cwd: ROOT, stdio: 'pipe' });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const box = useSandbox({ name, command });
  let screen: Screen | undefined;
  beforeEach(() => {
    screen = undefined;
  });
  afterEach(async () => {
    await screen?.close();
  });

  const file = (path: string) => join(box.claudeDir, path);
  const open = () => {
    screen = new Screen(box, [], command);
    return screen;
  };
  /** It goes on without a question, and what is typed reaches the program that is started. */
  const goesOn = async (shown: Screen) => {
    await shown.shows('then: go on');
    await shown.type('hello');
    await shown.shows('heard: hello');
    expect(await shown.ended()).toBe(0);
  };

  it('yes: the provider "default", current; settings.json stays unchanged', async () => {
    box.write(file('settings.json'), SETTINGS);
    const shown = open();
    await shown.shows('sets up llm.example.test');
    await shown.shows('settings.json stays unchanged');
    shown.press('\r');
    await goesOn(shown);
    expect(JSON.parse(readFileSync(file('ccc.json'), 'utf8'))).toEqual({
      providers: {
        default: { env: { ANTHROPIC_BASE_URL: 'https://llm.example.test/api', ANTHROPIC_AUTH_TOKEN: KEY, N: '1' } },
      },
      current_provider: 'default',
    });
    expect(statSync(file('ccc.json')).mode & 0o777).toBe(0o600);
    expect(readFileSync(file('settings.json'), 'utf8')).toBe(SETTINGS);
    expect(shown.text()).not.toContain(KEY);
    await shown.close();
    await goesOn(open());
  });

  it('no: nothing is written but that it was asked, and it is not asked again', async () => {
    box.write(file('settings.json'), SETTINGS);
    const shown = open();
    await shown.shows('sets up llm.example.test');
    shown.press('n');
    await goesOn(shown);
    expect(box.files(box.claudeDir)).toEqual([file('ccc/take-over-asked'), file('settings.json')]);
    await shown.close();
    const again = open();
    await goesOn(again);
    expect(again.text()).not.toContain('sets up');
  });

  it('Ctrl-C: nothing is written, and it is asked again', async () => {
    box.write(file('settings.json'), SETTINGS);
    for (let round = 0; round < 2; round++) {
      const shown = open();
      await shown.shows('sets up llm.example.test');
      shown.press('\x03');
      await shown.shows('then: cancelled');
      expect(await shown.ended()).toBe(130);
      await shown.close();
    }
    expect(box.files(box.claudeDir)).toEqual([file('settings.json')]);
  });

  it.each<[why: string, settings: string | undefined, config?: string]>([
    ['there is a ccc.json', SETTINGS, '{}'],
    ['there is a broken ccc.json', SETTINGS, '{'],
    ['there is no settings.json', undefined],
    ['settings.json is broken', '{"env": {'],
    ['settings.json has no env', '{"model": "opus"}'],
    ['its env is about other things', '{"env": {"FOO": "1", "ANTHROPIC_MODEL": "opus"}}'],
    ['its env is not an object', '{"env": ["ANTHROPIC_BASE_URL"]}'],
  ])('is not made if %s', async (_, settings, config) => {
    if (settings !== undefined) box.write(file('settings.json'), settings);
    if (config !== undefined) box.write(file('ccc.json'), config);
    const before = box.contents(box.claudeDir);
    await goesOn(open());
    expect(box.contents(box.claudeDir)).toEqual(before);
  });

  it('is not made where nobody can answer', async () => {
    box.write(file('settings.json'), SETTINGS);
    const { code, stdout, stderr } = await finish(box.start([]), 'hello\n');
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'then: go on\nheard: hello\n', stderr: '' });
    expect(existsSync(file('ccc.json'))).toBe(false);
  });

  it('is made in Chinese', async () => {
    box.env.LANG = 'zh_CN.UTF-8';
    box.write(file('settings.json'), SETTINGS);
    const shown = open();
    await shown.shows('settings.json 不会改动');
    shown.press('n');
    await goesOn(shown);
  });
});
