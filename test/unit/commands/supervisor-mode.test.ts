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
    const env = readEnv({ ...all, CCC_CONFIG_DIR: dir, CLAUDE_CONFIG_DIR: join(dir, 'claude') });
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

  it('is in the journal, with the keys that the hook looks for and where it was', async () => {
    const { dir, run } = setUp();
    await run('on', { ...BY_ID, CLAUDE_PROJECT_DIR: dir, ANTHROPIC_BASE_URL: 'https://api.example' });
    const text = readFileSync(join(dir, 'ccc', 'reviews.jsonl'), 'utf8');
    expect(text).toContain('"session_id":"night-run","supervisor_id":"night-run","mode":"on"');
    expect(JSON.parse(text)).toMatchObject({ folder: dir, branch: null, provider: 'api.example' });
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

describe('on, inside a session', () => {
  const INSIDE = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's-1' };
  const HOOKS = { Stop: [{ hooks: [{ type: 'command', command: '/usr/bin/ccc supervisor-hook' }] }] };

  it('that no hook reaches: says so, and how to change it; it is on all the same', async () => {
    const { run, state } = setUp();
    const said = await run('on', INSIDE);
    expect(said).toContain('ccc: NOT supervised: no hook of ccc is registered for this session');
    expect(said).toContain('run: ccc --resume s-1\n');
    expect(said).toContain('ccc install\n');
    expect(await run('on', { ...INSIDE, CCC_LANG: 'zh' })).toContain('没有监督');
    expect(state('s-1')).toMatchObject({ enabled: true });
    expect(await run('off', INSIDE)).toBe('');
  });

  it.each<[what: string, settings: object, said: string]>([
    ['that a hook reaches: nothing', { hooks: HOOKS }, ''],
    ['whose hooks are off: what turns them off', { hooks: HOOKS, disableAllHooks: true }, '"disableAllHooks" in '],
  ])('%s', async (_, settings, said) => {
    const { dir, run } = setUp();
    write(join(dir, 'claude/settings.json'), JSON.stringify(settings));
    const text = await run('on', INSIDE);
    if (said === '') expect(text).toBe('');
    else expect(text).toContain(said);
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
