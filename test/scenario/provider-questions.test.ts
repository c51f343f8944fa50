import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SMOKE_BUILDS } from '../support/builds.ts';
import { useSandbox } from '../support/scenario.ts';
import { Screen } from '../support/terminal.ts';

const DOWN = '\x1b[B';
const ENTER = '\r';
const CTRL_C = '\x03';
const ESC = '\x1b';

describe.each(SMOKE_BUILDS)('ccc provider on a terminal, $name', (build) => {
  const box = useSandbox(build);
  let screen: Screen;
  let file: string;
  beforeEach(() => {
    file = join(box.claudeDir, 'ccc.json');
  });
  afterEach(async () => {
    await screen.close();
  });
  const open = (...args: string[]) => {
    screen = new Screen(box, ['provider', ...args], build.command);
  };
  const answer = async (question: string, keys: string) => {
    await screen.shows(question);
    screen.press(keys);
  };
  const config = () => JSON.parse(readFileSync(file, 'utf8'));

  it('asks for everything: a preset, a variable, the usual model, current', async () => {
    open('add');
    await answer('Which service?', DOWN);
    await answer('● kimi', ENTER);
    await answer('Where does the key come from?', ENTER);
    await answer('KIMI_API_KEY', ENTER);
    await answer('kimi-k2.7-code', ENTER);
    await answer('Make kimi the current provider?', ENTER);
    expect(await screen.ended()).toBe(0);
    expect(config()).toMatchObject({
      current_provider: 'kimi',
      providers: { kimi: { env: { ANTHROPIC_AUTH_TOKEN: `\${KIMI_API_KEY}`, ANTHROPIC_MODEL: 'kimi-k2.7-code' } } },
    });
    await screen.shows('Start it: ccc kimi');
  });

  it('asks for a service of its own; what is typed as the key is not shown', async () => {
    open('add');
    await screen.shows('Which service?');
    // The last of the list is above the first.
    screen.press('\x1b[A');
    await answer('● Another service', ENTER);
    await answer('Name of the provider', `mine${ENTER}`);
    await answer('URL, without', `llm.example.test${ENTER}`);
    await answer('Where does the key come from?', DOWN);
    await answer('● From a command', DOWN);
    await answer('● Type it', ENTER);
    await answer('Key (not shown)', `secret-0123456789${ENTER}`);
    await answer('Model to use', `big${ENTER}`);
    await answer('Make mine the current provider?', `n`);
    expect(await screen.ended()).toBe(0);
    expect(config()).toMatchObject({
      providers: {
        mine: {
          env: {
            ANTHROPIC_BASE_URL: 'https://llm.example.test',
            ANTHROPIC_AUTH_TOKEN: 'secret-0123456789',
            ANTHROPIC_MODEL: 'big',
            ANTHROPIC_DEFAULT_HAIKU_MODEL: 'big',
          },
        },
      },
    });
    expect(config()).not.toHaveProperty('current_provider');
    await screen.shows('The key is stored in ccc.json');
    expect(screen.text()).not.toContain('secret');
  });

  it('asks only for what is missing', async () => {
    open('add', 'glm', '--model', 'glm-x');
    await answer('Where does the key come from?', DOWN);
    await answer('● From a command', ENTER);
    await answer('Command that prints the key', `pass show glm${ENTER}`);
    expect(await screen.ended()).toBe(0);
    expect(config().providers.glm).toMatchObject({
      env: { ANTHROPIC_BASE_URL: 'https://open.bigmodel.cn/api/anthropic', ANTHROPIC_MODEL: 'glm-x' },
      api_key_command: 'pass show glm',
    });
  });

  it.each([
    ['Ctrl-C at the first question', async () => {}, CTRL_C],
    ['Esc at the first question', async () => {}, ESC],
    [
      'Ctrl-C at the last but one',
      async () => {
        screen.press(DOWN);
        await answer('● kimi', ENTER);
        await answer('Where does the key come from?', ENTER);
        await answer('KIMI_API_KEY', ENTER);
        await screen.shows('Model to use');
      },
      CTRL_C,
    ],
  ])('%s changes nothing and exits 130', async (_, walk, key) => {
    open('add');
    await screen.shows('Which service?');
    await walk();
    screen.press(key);
    expect(await screen.ended()).toBe(130);
    expect(existsSync(file)).toBe(false);
    expect(box.files(box.claudeDir)).toEqual([]);
  });

  it('lets one pick which to use', async () => {
    box.write(file, { providers: { one: { env: {} }, two: { env: {} } } });
    open('use');
    await answer('Which provider?', DOWN);
    await answer('● two', ENTER);
    expect(await screen.ended()).toBe(0);
    expect(config().current_provider).toBe('two');
  });

  it('asks in Chinese', async () => {
    box.env.LANG = 'zh_CN.UTF-8';
    open('add');
    await answer('哪个服务', CTRL_C);
    expect(await screen.ended()).toBe(130);
  });

  it('with --json it asks nothing', async () => {
    open('add', '--json');
    expect(await screen.ended()).toBe(2);
    await screen.shows('missing name of the provider');
  });
});
