import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLaunchConfig } from '../../../src/config/launch-config.ts';
import { temporaryFolder, write } from '../folder.ts';

const read = (text: string) => readLaunchConfig(write(join(temporaryFolder(), 'ccc.json'), text), 'en');
const NONE = { settings: {}, claudeArgs: [], otel: {}, current: undefined, providers: new Map() };

describe('a file that can be used', () => {
  it.each([
    ['empty', ''],
    ['white space', ' \n'],
    ['a byte order mark', '\uFEFF'],
    ['an empty object', '{}'],
    ['only of other things', '{"supervisor": {"enabled": true}, "unknown": 1}'],
    ['null for what is absent', '{"settings": null, "claude_args": null, "current_provider": null, "providers": null}'],
    ['an empty name for none', '{"current_provider": ""}'],
  ])('%s: nothing is configured', async (_, text) => expect(await read(text)).toEqual(NONE));

  it('none at all', async () => expect(await readLaunchConfig(join(temporaryFolder(), 'x'), 'en')).toEqual(NONE));

  it('the original’s', async () =>
    expect(
      await read(`// by hand
      {
        "settings": {"permissions": {"allow": []}},
        "supervisor": {"max_iterations": 3},
        "claude_args": ["--verbose"],
        "otel": {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318", "OTEL_EXPORTER_OTLP_TIMEOUT": 500},
        "current_provider": "glm",
        "providers": {"glm": {"env": {"ANTHROPIC_BASE_URL": "https://x", "N": 7, "B": true}, "model": "opus"},},
      }`),
    ).toEqual({
      settings: { permissions: { allow: [] } },
      claudeArgs: ['--verbose'],
      otel: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_EXPORTER_OTLP_TIMEOUT: '500' },
      current: 'glm',
      providers: new Map([
        [
          'glm',
          {
            name: 'glm',
            env: { ANTHROPIC_BASE_URL: 'https://x', N: '7', B: 'true' },
            settings: { model: 'opus' },
            apiKeyCommand: undefined,
          },
        ],
      ]),
    }));

  it('a provider’s own parts', async () =>
    expect(
      (await read('{"providers": {"a.b": {"api_key_command": "pass", "apiKeyHelper": "x"}, "c": {"env": null}}}'))
        .providers,
    ).toEqual(
      new Map([
        ['a.b', { name: 'a.b', env: {}, settings: { apiKeyHelper: 'x' }, apiKeyCommand: 'pass' }],
        ['c', { name: 'c', env: {}, settings: {}, apiKeyCommand: undefined }],
      ]),
    ));
});

describe('a file that cannot: where, what, and what to write', () => {
  it.each<[why: string, text: string, place: string, key: string, fix: RegExp]>([
    ['a list', '[]', '1:1', 'the file', /object/],
    ['a string', '"x"', '1:1', 'the file', /object/],
    ['settings', '{"settings": []}', '1:14', 'settings', /object/],
    ['claude_args', '{"claude_args": "--verbose"}', '1:17', 'claude_args', /list of strings/],
    ['one of them', '{\n"claude_args": ["a",\n 2]}', '3:2', 'claude_args.1', /list of strings/],
    ['current_provider', '{"current_provider": 7}', '1:22', 'current_provider', /name of a provider/],
    ['providers', '{"providers": []}', '1:15', 'providers', /object/],
    ['a provider', '{"providers": {"a": "x"}}', '1:21', 'providers.a', /object/],
    ['a provider that is a list', '{"providers": {"a": []}}', '1:21', 'providers.a', /object/],
    ['its env', '{"providers": {"a": {"env": []}}}', '1:29', 'providers.a.env', /object/],
    ['a variable', '{"providers": {"a.b": {"env": {"X": {}}}}}', '1:37', 'providers.a.b.env.X', /a string/],
    ['a variable that is null', '{"providers": {"a": {"env": {"X": null}}}}', '1:35', 'providers.a.env.X', /a string/],
    ['its command', '{"providers": {"a": {"api_key_command": []}}}', '1:41', 'providers.a.api_key_command', /command/],
  ])('%s', async (_, text, place, key, fix) =>
    expect(read(text)).rejects.toMatchObject({
      message: expect.stringMatching(new RegExp(`ccc\\.json:${place}: ${key} cannot be used$`)),
      fix: expect.stringMatching(fix),
      exitCode: 1,
    }),
  );

  it.each([
    ['{"providers": {', '1:16', 'close brace expected'],
    ['{\n  "a": 1\n  "b": 2\n}', '3:3', 'comma expected'],
  ])('broken: %j', async (text, place, what) =>
    expect(read(text)).rejects.toMatchObject({
      message: expect.stringMatching(new RegExp(`ccc\\.json:${place}: ${what}$`)),
    }),
  );

  it('a folder in its place', async () => {
    const path = join(temporaryFolder(), 'ccc.json');
    mkdirSync(path);
    await expect(readLaunchConfig(path, 'zh')).rejects.toMatchObject({ message: expect.stringContaining('EISDIR') });
  });
});
