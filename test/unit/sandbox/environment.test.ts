import { expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { sandboxEnvironment } from '../../../src/sandbox/environment.ts';
import type { SandboxFolder } from '../../../src/sandbox/folder.ts';

const folder = { home: '/r/home', claudeDir: '/r/claude', cccDir: '/r/ccc', tmp: '/r/tmp' } as SandboxFolder;

it('is made of what is needed and nothing else', () => {
  const env = readEnv({
    HOME: '/home/me',
    PATH: '/usr/bin',
    LANG: 'C.UTF-8',
    CLAUDE_CONFIG_DIR: '/home/me/.claude',
    CCC_CONFIG_DIR: '/home/me/.ccc',
    CCC_SUPERVISOR_HOOK: '1',
    CCC_SUPERVISOR_ID: 'mine',
    ANTHROPIC_API_KEY: 'key',
    ANTHROPIC_BASE_URL: 'https://x.example',
    CLAUDE_CODE_OAUTH_TOKEN: 'token',
    HTTPS_PROXY: 'http://proxy',
    AWS_SECRET_ACCESS_KEY: 'aws',
    XDG_CONFIG_HOME: '/home/me/.config',
    CLAUDECODE: '1',
    CLAUDE_CODE_SESSION_ID: 'outer',
    VOLTA_HOME: '/opt/volta',
  });
  expect(sandboxEnvironment(env, folder)).toEqual({
    HOME: '/r/home',
    TMPDIR: '/r/tmp',
    CLAUDE_CONFIG_DIR: '/r/claude',
    CCC_CONFIG_DIR: '/r/ccc',
    PATH: '/usr/bin',
    LANG: 'C.UTF-8',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    NO_PROXY: '127.0.0.1',
    VOLTA_HOME: '/opt/volta',
    ASDF_DATA_DIR: '/home/me/.asdf',
    MISE_DATA_DIR: '/home/me/.local/share/mise',
    MISE_CONFIG_DIR: '/home/me/.config/mise',
    NODENV_ROOT: '/home/me/.nodenv',
  });
});
