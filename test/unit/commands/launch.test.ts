import { expect, it } from 'vitest';
import { run } from '../../../src/commands/launch.ts';
import { readEnv } from '../../../src/config/env.ts';
import { temporaryFolder } from '../folder.ts';

it.each([
  [['--dry-run', 'status'], 'ccc status'],
  [['--dry-run', 'provider', 'list'], 'ccc provider'],
  [['--dry-run', 'init'], 'ccc init --dry-run'],
  // Also commands of claude.
  [['--dry-run', 'install'], 'ccc install --dry-run'],
  [['--dry-run', 'doctor'], 'ccc doctor'],
])('%j: --dry-run is about a launch, not about a command', async (argv, command) => {
  const env = readEnv({ HOME: temporaryFolder(), PATH: '' });
  await expect(run(argv, env)).rejects.toMatchObject({
    message: `--dry-run shows a launch, and "${argv[1]}" is a command`,
    fix: `Run: ${command}`,
    exitCode: 1,
  });
});

it.each([['status'], ['review'], ['doctor']])(
  '--require-approval %s: the option that was typed is named',
  async (name) => {
    const env = readEnv({ HOME: temporaryFolder(), PATH: '', CCC_CLAUDE: '/bin/true' });
    await expect(run(['--require-approval', name], env)).rejects.toMatchObject({
      message: `--require-approval is for sessions, and "${name}" starts none`,
      exitCode: 2,
    });
  },
);
