import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { type Suspicion, suspicionOf } from '../../../src/claude/client-variables.ts';
import { withOwnVariables } from '../../../src/claude/own-variables.ts';
import { readEnv } from '../../../src/config/env.ts';
import { temporaryFolder, write } from '../folder.ts';

it.runIf(process.platform === 'linux')(
  'the environment of a process that is not our client counts for nothing',
  async () => {
    const dir = temporaryFolder();
    const set = 'http://127.0.0.1:2';
    write(`${dir}/.claude/settings.json`, JSON.stringify({ env: { ANTHROPIC_BASE_URL: set } }));
    const forger = spawn('sleep', ['240'], { env: { ...process.env, ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' } });
    onTestFinished(() => void forger.kill());
    await once(forger, 'spawn');
    const env = readEnv({
      ...{ CLAUDE_PROJECT_DIR: dir, CLAUDE_CONFIG_DIR: `${dir}/home`, CLAUDE_PID: String(forger.pid) },
      ANTHROPIC_BASE_URL: set,
    });
    const suspicion = suspicionOf(env);
    expect(suspicion?.clientPid).toBe(forger.pid);
    expect((await withOwnVariables(env, suspicion as Suspicion)).all.ANTHROPIC_BASE_URL).toBe(undefined);
  },
);
