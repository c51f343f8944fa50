import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { decide, type State, switchOn } from '../../../src/hook/rules/state.ts';
import { StateFiles } from '../../../src/hook/state-file.ts';
import type { StoredState } from '../../../src/hook/stored-state.ts';
import { UserError } from '../../../src/platform/user-error.ts';
import { modeOf, temporaryFolder, write } from '../folder.ts';

const NOW = '2026-01-01T00:00:00.000Z';
const GOOD: State = { sessionId: 's', enabled: true, count: 1, createdAt: NOW, updatedAt: NOW };
const STORED: StoredState = { session_id: 's', enabled: true, count: 1, created_at: NOW, updated_at: NOW };

const OVERRULE = {
  time: NOW,
  verdict: { time: NOW, verdict: 'block', event: 'PreToolUse', tool: 'AskUserQuestion' },
  why: 'it works',
  by: '/overrule',
};

function setUp() {
  const paths = pathsOf(readEnv({ CCC_CONFIG_DIR: temporaryFolder() }));
  return { paths, path: paths.state('id'), states: new StateFiles(paths, 'en') };
}

describe('reading', () => {
  it('no state', () => expect(setUp().states.read('id')).toBeUndefined());

  it.each<[why: string, stored: object, fields: object]>([
    ['the least', {}, {}],
    [
      'with everything',
      { settled_prompt_id: 'p', pause_told: true, off_untold: false },
      { settledPromptId: 'p', pauseNotified: true, offNoticePending: false },
    ],
    [
      'a verdict that was overruled',
      { overrule: { ...OVERRULE, pass_pending: true, untold: true } },
      { overrule: { ...OVERRULE, passPending: true, noticePending: true } },
    ],
    ['one that was told', { overrule: OVERRULE }, { overrule: OVERRULE }],
    ['an approved prompt without a name', { settled_prompt_id: null }, { settledPromptId: null }],
    ['a count of nothing', { count: 0 }, { count: 0 }],
    ['more than we know', { budget_usd: 3, later: { a: [1] } }, { budget_usd: 3, later: { a: [1] } }],
  ])('%s, and writing it again', (_, stored, fields) => {
    const { states, path } = setUp();
    write(path, JSON.stringify({ ...STORED, ...stored }));
    expect(states.read('id')).toEqual({ ...GOOD, ...fields, seal: 'none' });
    states.update('id', (current) => (current ? { next: current } : {}));
    expect(states.read('id')).toEqual({ ...GOOD, ...fields });
    const { seal, ...written } = JSON.parse(readFileSync(path, 'utf8'));
    expect(written).toEqual({ ...STORED, ...stored });
    expect(seal).toMatch(/^[0-9a-f]{16}$/);
  });

  it.each<[why: string, edit: (text: string) => string]>([
    ['turned off', (text) => text.replace('"enabled": true', '"enabled": false')],
    ['a round given back', (text) => text.replace('"count": 1', '"count": 0')],
    ['something added', (text) => text.replace('{', '{ "approved": { "tree": "t", "at": "2026" },')],
    ['another one’s', (text) => text.replace('"session_id": "s"', '"session_id": "t"')],
    ['another seal', (text) => text.replace(/"seal": "."?/, '"seal": "0')],
  ])('%s by hand: not as it was written', (_, edit) => {
    const { states, path } = setUp();
    states.update('id', () => ({ next: GOOD }));
    expect(states.read('id')?.seal).toBeUndefined();
    const edited = edit(readFileSync(path, 'utf8'));
    write(path, edited);
    expect(states.read('id')?.seal).toBe('broken');
    // Nothing makes it look genuine again but a recovery.
    states.change('id', (current) => ({ ...current, updatedAt: 'later' }));
    expect(readFileSync(path, 'utf8')).toBe(edited);
  });

  it('the file of another id in its place is not genuine either', () => {
    const { states, path, paths } = setUp();
    states.update('other', () => ({ next: GOOD }));
    write(path, readFileSync(paths.state('other'), 'utf8'));
    expect(states.read('id')?.seal).toBe('broken');
  });

  it('what has to be done before writing decides whether it is written', () => {
    const { states, path } = setUp();
    const failing = () => {
      throw new Error('no room');
    };
    expect(() => states.update('id', () => ({ next: GOOD }), failing)).toThrow();
    expect(existsSync(path)).toBe(false);
  });
});

describe('a damaged state is kept aside, and the user notified', () => {
  it.each<[why: string, text: string]>([
    ['empty', ''],
    ['half of it', JSON.stringify(STORED).slice(0, 40)],
    ['not JSON', 'enabled = true'],
    ['an array', JSON.stringify([STORED])],
    ['null', 'null'],
    ['a number', '3'],
    ['an object of something else', '{}'],
    ['NUL bytes, as after a crash', '\0'.repeat(100)],
    ...Object.entries({
      session_id: [7, null],
      enabled: ['true', 1, null],
      count: ['1', -1, 1.5, null],
      created_at: [0, null],
      updated_at: [0, null],
      settled_prompt_id: [7],
      pause_told: ['yes'],
      off_untold: [1],
    }).flatMap(([key, values]) =>
      values.map((value): [string, string] => [
        `${key}: ${JSON.stringify(value)}`,
        JSON.stringify({ ...STORED, [key]: value }),
      ]),
    ),
    ...Object.keys(STORED).map((key): [string, string] => [
      `no ${key}`,
      JSON.stringify({ ...STORED, [key]: undefined }),
    ]),
  ])('%s', (_, text) => {
    const { states, path } = setUp();
    write(path, text);
    const read = () => states.read('id');
    expect(read).toThrow(UserError);
    const kept = readdirSync(dirname(path));
    expect(kept).toEqual([expect.stringMatching(/^supervisor-id\.json\.corrupt-[\dTZ-]+$/)]);
    expect(readFileSync(join(dirname(path), kept[0] as string), 'utf8')).toBe(text);
    // The damage is reported once; after that supervision is off until it is turned on.
    expect(read()).toBeUndefined();
  });

  it('the message names both files and the way back', () => {
    const { states, path } = setUp();
    write(path, '{');
    expect(() => states.read('id')).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(`${path} is damaged and was moved to ${path}.corrupt-`),
        fix: expect.stringContaining('supervisor-mode on'),
        exitCode: 1,
      }),
    );
  });

  it('an update does not write over it', () => {
    const { states, path } = setUp();
    write(path, '{');
    expect(() => states.update('id', () => ({ next: GOOD }))).toThrow(UserError);
    expect(existsSync(path)).toBe(false);
  });
});

describe('a state that cannot be used', () => {
  it('a folder in its place', () => {
    const { states, path } = setUp();
    mkdirSync(path, { recursive: true });
    expect(() => states.read('id')).toThrow(
      expect.objectContaining({
        name: 'UserError',
        message: expect.stringContaining('EISDIR'),
        fix: expect.stringContaining('folder'),
      }),
    );
    expect(existsSync(path)).toBe(true);
  });

  it('a file where the folder should be', () => {
    const { states, paths } = setUp();
    write(paths.dir, '');
    expect(() => states.update('id', () => ({ next: GOOD }))).toThrow(UserError);
  });

  it('a file where the lock should be', () => {
    const { states, paths } = setUp();
    write(paths.lock('id'), '');
    expect(() => states.update('id', () => ({ next: GOOD }))).toThrow(
      expect.objectContaining({
        name: 'UserError',
        message: expect.stringContaining('EINVAL'),
        cause: expect.any(Error),
      }),
    );
  });

  // A file in its place, because permission bits do not bind root.
  it('a folder that cannot be made', () => {
    const { states, paths } = setUp();
    write(paths.dir, '');
    expect(() => states.update('id', () => ({ next: GOOD }))).toThrow(UserError);
  });
});

describe('updating', () => {
  it('writes what was decided, privately, and leaves nothing else', () => {
    const { states, path, paths } = setUp();
    states.update('id', (current) => ({ next: switchOn(current, 's', NOW) }));
    expect(states.read('id')).toEqual({ ...GOOD, count: 0, since: NOW });
    expect(readFileSync(path, 'utf8')).toMatch(/^\{\n {2}"session_id": "s",\n[\s\S]*\n\}\n$/);
    expect(modeOf(path)).toBe(0o600);
    expect(modeOf(paths.dir)).toBe(0o700);
    expect(readdirSync(paths.dir)).toEqual(['supervisor-id.json']);
  });

  it('creates nothing where nothing changes', () => {
    const { states, paths } = setUp();
    const step: { action: string; next?: State } = { action: 'off' };
    expect(states.update('id', () => step)).toBe(step);
    expect(existsSync(paths.dir)).toBe(false);
  });

  it('touches nothing where nothing changes', () => {
    const { states, path } = setUp();
    const text = JSON.stringify(STORED);
    write(path, text);
    states.update('id', () => ({}));
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('decides anew under the lock, and that decision counts', () => {
    const { states, path } = setUp();
    write(path, JSON.stringify(STORED));
    const seen: (number | undefined)[] = [];
    const { next } = states.update('id', (current) => {
      seen.push(current?.count);
      // Another hook gets in between the look without the lock and the one with it.
      if (seen.length === 1) write(path, JSON.stringify({ ...STORED, count: 5 }));
      return { next: { ...(current as State), count: (current?.count ?? 0) + 1 } };
    });
    expect(seen).toEqual([1, 5]);
    expect(next?.count).toBe(6);
    expect(states.read('id')?.count).toBe(6);
  });

  it('may find under the lock that there is nothing left to do', () => {
    const { states, path } = setUp();
    write(path, JSON.stringify(STORED));
    let asked = 0;
    states.update('id', () => (++asked === 1 ? { next: { ...GOOD, count: 9 } } : {}));
    expect(states.read('id')?.count).toBe(1);
  });

  it('keeps what it does not know', () => {
    const { states, path } = setUp();
    write(path, JSON.stringify({ ...STORED, budget_usd: 3, later: { a: [1] } }));
    const input = { sessionId: 's', event: 'Stop', tool: null, promptId: 'p', exemption: undefined, canNotify: true };
    states.update('id', (current) => decide(current, input, { maxIterations: 20, enabledByDefault: false }, NOW));
    expect(states.read('id')).toEqual({
      ...GOOD,
      count: 2,
      round: { count: 2, at: NOW },
      budget_usd: 3,
      later: { a: [1] },
    });
  });

  it('ids do not mix', () => {
    const { states } = setUp();
    states.update('a', () => ({ next: { ...GOOD, count: 1 } }));
    states.update('b', () => ({ next: { ...GOOD, count: 2 } }));
    expect([states.read('a')?.count, states.read('b')?.count]).toEqual([1, 2]);
  });
});
