import { expect, it, vi } from 'vitest';
import { selectSession } from '../../../src/commands/select-session.ts';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { temporaryFolder } from '../folder.ts';

it('without any session: how to start one comes first', () => {
  const folder = temporaryFolder();
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  const env = readEnv({ HOME: temporaryFolder() });
  expect(() => selectSession(undefined, pathsOf(env), env, 'review')).toThrow(
    expect.objectContaining({
      message: `no Claude Code session in ${folder} yet`,
      fix: expect.stringMatching(/^To start one: ccc\n.* ccc review --session ID$/),
    }),
  );
  vi.restoreAllMocks();
});
