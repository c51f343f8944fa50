import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import type { LaunchConfig, Provider } from '../../../src/config/launch-config.ts';
import { diagnoseProviders } from '../../../src/doctor/providers.ts';

const KEY = 'made-up-key-4711';
const provider = (name: string, env: Record<string, string>, apiKeyCommand?: string): Provider => ({
  name,
  env,
  settings: {},
  apiKeyCommand,
});
const variable = (name: string) => `\${${name}}`;
const URL = { ANTHROPIC_BASE_URL: 'https://x.example' };

function check(providers: Provider[], current?: string, reviewing?: string) {
  const config: LaunchConfig = {
    settings: {},
    claudeArgs: [],
    otel: {},
    current,
    providers: new Map(providers.map((one) => [one.name, one])),
  };
  return diagnoseProviders(config, reviewing, readEnv({ HOME: '/home/me', PATH: '/usr/bin:/bin', MY_KEY: KEY }));
}

describe('providers', () => {
  it.each<[what: string, providers: Provider[], current: string | undefined, expected: string[]]>([
    ['none', [], undefined, ['providers.none: ok']],
    ['ready', [provider('a', { ...URL, ANTHROPIC_AUTH_TOKEN: variable('MY_KEY') })], 'a', ['providers.ready: ok']],
    [
      'variable not set',
      [provider('a', { ...URL, ANTHROPIC_AUTH_TOKEN: variable('NO') })],
      'a',
      ['providers.ready: problem'],
    ],
    ['no key', [provider('a', URL)], undefined, ['providers.ready: warning']],
    ['no host', [provider('a', { ANTHROPIC_AUTH_TOKEN: KEY })], 'a', ['providers.ready: problem']],
    ['a command that fails', [provider('a', URL, 'exit 3')], undefined, ['providers.ready: warning']],
    ['current is gone', [provider('a', {})], 'b', ['providers.ready: ok', 'providers.current: problem']],
    [
      'each on its own',
      [provider('a', URL), provider('b', { ...URL, ANTHROPIC_API_KEY: KEY })],
      'b',
      ['providers.ready: warning', 'providers.ready: ok'],
    ],
  ])('%s', (_, providers, current, expected) => {
    const { diagnoses } = check(providers, current);
    expect(diagnoses.map((diagnosis) => `${diagnosis.id}: ${diagnosis.level}`)).toEqual(expected);
    for (const diagnosis of diagnoses) if (diagnosis.level !== 'ok') expect(diagnosis.fix).toMatch(/\S/);
    expect(JSON.stringify(diagnoses)).not.toContain(KEY);
  });

  it.each<[reviewing: string, expected: string[]]>([
    ['a', ['providers.ready: problem']],
    ['gone', ['providers.ready: warning', 'providers.reviewing: problem']],
  ])('one that is to review has to be ready: %s', (reviewing, expected) => {
    const { diagnoses } = check([provider('a', URL)], undefined, reviewing);
    expect(diagnoses.map((diagnosis) => `${diagnosis.id}: ${diagnosis.level}`)).toEqual(expected);
  });

  it('says which is current, and how to ask one', () => {
    const ready = provider('a', { ...URL, ANTHROPIC_AUTH_TOKEN: KEY });
    expect(check([ready], 'a').diagnoses[0]?.what).toMatch(/^a \(current\): .*ccc validate a$/);
    expect(check([ready]).diagnoses[0]?.what).toMatch(/^a: /);
  });

  it('keys that only a command knows are among what must not be repeated', () => {
    expect(check([provider('a', URL, 'echo from-the-command')]).secrets).toEqual(['from-the-command']);
  });
});
