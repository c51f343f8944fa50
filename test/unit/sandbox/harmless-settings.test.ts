import { describe, expect, it } from 'vitest';
import { harmlessSettings, hooksSwitchOf, ownHooks } from '../../../src/sandbox/harmless-settings.ts';

const OURS = { type: 'command', command: "'/opt/my ccc/ccc' supervisor-hook", timeout: 600 };
const FOREIGN = { type: 'command', command: 'notify-send done' };

describe('which settings reach the sandbox', () => {
  it.each([
    ['disableAllHooks', true],
    ['allowManagedHooksOnly', true],
    ['strictPluginOnlyCustomization', ['hooks']],
    ['permissions', { deny: ['Bash'] }],
    ['model', 'opus'],
    ['sandbox', { enabled: true }],
    ['requiredMinimumVersion', '3.0.0'],
    ['somethingNew', 7],
  ])('%s stays, whatever it is', (key, value) => expect(harmlessSettings({ [key]: value })).toEqual({ [key]: value }));

  it.each([
    'apiKeyHelper',
    'awsAuthRefresh',
    'awsCredentialExport',
    'gcpAuthRefresh',
    'proxyAuthHelper',
    'otelHeadersHelper',
    'policyHelper',
    'processWrapper',
    'fileSuggestion',
    'statusLine',
    'subagentStatusLine',
    'hooks',
    'enabledPlugins',
    'extraKnownMarketplaces',
    'pluginConfigs',
    'mcpServers',
    'enableAllProjectMcpServers',
    'enabledMcpjsonServers',
    'forceLoginMethod',
    'forceLoginGatewayUrl',
    'sshConfigs',
    'autoMemoryDirectory',
    'plansDirectory',
    'autoUploadSessions',
    'remoteControlAtStartup',
    'agent',
  ])('%s does not: it runs, sends or writes something', (key) => expect(harmlessSettings({ [key]: 'x' })).toEqual({}));

  it('of the variables only those that decide how a hook runs', () => {
    const env = {
      PATH: '/opt/bin',
      CLAUDE_CODE_SAFE_MODE: '1',
      CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '101',
      NODE_OPTIONS: '--no-warnings',
    };
    const dropped = {
      ANTHROPIC_BASE_URL: 'https://x.example',
      ANTHROPIC_AUTH_TOKEN: 'a',
      MY_PASSWORD: 'b',
      HTTPS_PROXY: 'http://proxy',
      CLAUDE_CODE_USE_BEDROCK: '1',
      CCC_SUPERVISOR: '0',
      CLAUDE_CONFIG_DIR: '/home/me/.claude',
      HOME: '/home/me',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector',
      TERM: 7,
    };
    expect(harmlessSettings({ env: { ...env, ...dropped } })).toEqual({ env });
  });

  it.each([null, 'text', [], 7, undefined])('%j is not a settings object', (value) =>
    expect(harmlessSettings(value)).toEqual({}),
  );
});

describe("what of a repository's settings takes part", () => {
  it.each<[value: unknown, expected: object]>([
    [{ disableAllHooks: true, env: { CLAUDE_CODE_SHELL_PREFIX: 'evil' }, model: 'x' }, { disableAllHooks: true }],
    [{ disableAllHooks: false }, { disableAllHooks: false }],
    [{ disableAllHooks: 'yes', hooks: { Stop: [{ hooks: [OURS] }] } }, {}],
    [null, {}],
  ])('%j', (value, expected) => expect(hooksSwitchOf(value)).toEqual(expected));
});

describe('our hooks among others', () => {
  it.each<[what: string, hooks: unknown, own: object]>([
    ['alone', { Stop: [{ hooks: [OURS] }] }, { Stop: [{ hooks: [OURS] }] }],
    ['beside a foreign one in the group', { Stop: [{ hooks: [FOREIGN, OURS] }] }, { Stop: [{ hooks: [OURS] }] }],
    [
      'beside foreign groups and events',
      {
        Stop: [{ hooks: [FOREIGN] }, { hooks: [OURS] }],
        PreToolUse: [{ matcher: 'AskUserQuestion', hooks: [OURS] }, { hooks: [FOREIGN] }],
        SessionStart: [{ hooks: [FOREIGN] }],
      },
      { Stop: [{ hooks: [OURS] }], PreToolUse: [{ matcher: 'AskUserQuestion', hooks: [OURS] }] },
    ],
    ['none', { Stop: [{ hooks: [FOREIGN] }] }, {}],
    ['nonsense', { Stop: 'x', PreToolUse: [null, { hooks: 'y' }, { hooks: [null, 3] }] }, {}],
    ['nothing', undefined, {}],
  ])('%s', (_, hooks, own) => expect(ownHooks(hooks)).toEqual(own));
});
