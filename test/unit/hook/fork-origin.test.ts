import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { isForkOfSupervised } from '../../../src/hook/fork-origin.ts';
import type { HookInput } from '../../../src/hook/protocol/input.ts';
import { switchOn } from '../../../src/hook/rules/state.ts';
import { StateFiles } from '../../../src/hook/state-file.ts';
import { temporaryFolder, write } from '../folder.ts';

const LONG_AGO = '2026-01-01T00:00:00.000Z';

/** The entries of a session as the client writes them, and copies them for a fork: the prompt comes before its id. */
const transcript = (uuid: string, prompt: string) =>
  [
    { type: 'queue-operation', operation: 'enqueue', content: prompt },
    { parentUuid: null, type: 'user', message: { role: 'user', content: prompt }, uuid, timestamp: LONG_AGO },
  ]
    .map((entry) => `${JSON.stringify(entry)}\n`)
    .join('');

function setUp() {
  const dir = temporaryFolder();
  const states = new StateFiles(pathsOf(readEnv({ CCC_CONFIG_DIR: dir })), 'en');
  const session = (id: string, text: string) => write(join(dir, 'project', `${id}.jsonl`), text);
  const isFork = (id: string) =>
    isForkOfSupervised(
      { session_id: id, transcript_path: join(dir, 'project', `${id}.jsonl`) } as unknown as HookInput,
      states,
    );
  states.update('origin', () => ({ next: switchOn(undefined, 'origin', LONG_AGO) }));
  return { session, isFork };
}

describe('a fork of a supervised session is recognised', () => {
  it.each([
    ['a short prompt', 10],
    ['a prompt of 200 kB', 200_000],
    ['a prompt of 3 MB', 3_000_000],
  ])('with %s', async (_, length) => {
    const { session, isFork } = setUp();
    session('origin', transcript('u-1', 'x'.repeat(length)));
    session('fork', transcript('u-1', 'x'.repeat(length)));
    session('other', transcript('u-2', 'x'.repeat(length)));
    expect([await isFork('fork'), await isFork('other')]).toEqual([true, false]);
  });

  it('among more sessions than are looked at: the newest ones are', async () => {
    const { session, isFork } = setUp();
    for (let i = 0; i < 600; i++) {
      const path = session(`${i}`.padStart(4, '0'), transcript(`u-${i + 10}`, 'x'));
      utimesSync(path, new Date(LONG_AGO), new Date(LONG_AGO));
    }
    session('origin', transcript('u-1', 'x'));
    session('fork', transcript('u-1', 'x'));
    expect(await isFork('fork')).toBe(true);
  });

  it('when the client writes its entries later than its first event', async () => {
    const { session, isFork } = setUp();
    session('origin', transcript('u-1', 'x'));
    session('fork', '{"type":"queue-operation"}\n');
    const found = isFork('fork');
    session('fork', transcript('u-1', 'x'));
    expect(await found).toBe(true);
  });
});
