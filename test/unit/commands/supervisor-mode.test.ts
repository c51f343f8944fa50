import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { supervisorMode } from '../../../src/commands/supervisor-mode.ts';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { temporaryFolder, write } from '../folder.ts';

const BY_ID = { CCC_SUPERVISOR_ID: 'night-run' };

/** One config dir, and commands run in it one after another. */
function setUp(config?: string) {
  const dir = temporaryFolder();
  if (config) write(join(dir, 'ccc.json'), config);
  const run = (mode: string | undefined, all: Record<string, string> = BY_ID) => {
    const env = readEnv({ ...all, CCC_CONFIG_DIR: dir });
    return supervisorMode(mode, { env, paths: pathsOf(env) });
  };
  const state = (id = 'night-run') => JSON.parse(readFileSync(join(dir, 'ccc', `supervisor-${id}.json`), 'utf8'));
  return { dir, run, state };
}

describe('asking', () => {
  it.each<[why: string, config: string | undefined, all: Record<string, string>, answer: string]>([
    ['never switched', undefined, {}, 'off\n'],
    ['on by configuration', '{"supervisor": {"enabled": true}}', {}, 'on\n'],
    ['on by variable', undefined, { CCC_SUPERVISOR: '1' }, 'on\n'],
  ])('%s', async (_, config, all, answer) => {
    const { dir, run } = setUp(config);
    expect(await run(undefined, { ...BY_ID, ...all })).toBe(answer);
    expect(existsSync(join(dir, 'ccc'))).toBe(false);
  });
});

describe('switching', () => {
  it('says nothing, and is remembered', async () => {
    const { run, state } = setUp();
    expect(await run('on')).toBe('');
    expect(await run(undefined)).toBe('on\n');
    expect(state()).toMatchObject({ session_id: 'night-run', enabled: true, count: 0 });
    expect(await run('off')).toBe('');
    expect(await run(undefined)).toBe('off\n');
  });

  it('off wins over what is on by default', async () => {
    const { run } = setUp('{"supervisor": {"enabled": true}}');
    await run('off');
    expect(await run(undefined)).toBe('off\n');
  });

  it.each<[why: string, config: string | undefined, untold: boolean | undefined]>([
    ['was on by default: the next stop will tell', '{"supervisor": {"enabled": true}}', true],
    ['was off: nothing to tell', undefined, undefined],
  ])('off where it %s', async (_, config, untold) => {
    const { run, state } = setUp(config);
    await run('off');
    expect(state().off_untold).toBe(untold);
  });

  it.each<[why: string, all: Record<string, string>, id: string, session: string]>([
    ['by supervisor id', BY_ID, 'night-run', 'night-run'],
    ['by the client’s session', { CLAUDE_CODE_SESSION_ID: 's-1' }, 's-1', 's-1'],
    ['by both', { ...BY_ID, CLAUDE_CODE_SESSION_ID: 's-1' }, 'night-run', 's-1'],
  ])('%s', async (_, all, id, session_id) => {
    const { run, state } = setUp();
    await run('on', all);
    expect(state(id)).toMatchObject({ session_id, enabled: true });
  });
});

describe('what it cannot do', () => {
  it.each<[why: string, mode: string | undefined, all: Record<string, string>, exitCode: number, text: string]>([
    ['another word', 'maybe', BY_ID, 2, 'unknown mode "maybe"\nUsage: ccc supervisor-mode [on|off]'],
    ['two words', 'on off', BY_ID, 2, 'unknown mode "on off"'],
    ['an empty word', '', BY_ID, 2, 'unknown mode ""'],
    ['no session', 'on', {}, 2, 'neither CCC_SUPERVISOR_ID nor CLAUDE_CODE_SESSION_ID'],
    ['no session to ask for', undefined, { CCC_SUPERVISOR_ID: '' }, 2, 'neither CCC_SUPERVISOR_ID nor'],
    ['a bad id', 'on', { CCC_SUPERVISOR_ID: '../up' }, 1, 'not a valid id: "../up"'],
    ['a very long id', 'on', { CCC_SUPERVISOR_ID: 'x'.repeat(9999) }, 1, `"${'x'.repeat(200)}"`],
  ])('%s', async (_, mode, all, exitCode, text) => {
    const { dir, run } = setUp();
    await expect(run(mode, all)).rejects.toMatchObject({
      name: 'UserError',
      exitCode,
      text: expect.stringContaining(text),
    });
    expect(existsSync(join(dir, 'ccc'))).toBe(false);
  });
});
