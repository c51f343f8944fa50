import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { journalPartsFolder, pathsOf } from '../../../src/config/paths.ts';
import { processDependencies } from '../../../src/hook/dependencies.ts';
import { pastOf, sessionInJournal } from '../../../src/hook/journal-past.ts';
import { handleEvent } from '../../../src/hook/run.ts';
import { addToIndex } from '../../../src/journal/part-index.ts';
import { fullParts } from '../../../src/journal/parts.ts';
import { readsBelow } from '../file-reads.ts';
import { temporaryFolder } from '../folder.ts';
import { line, writeParts } from '../journal/lines.ts';

/** A journal in so many full parts, the first of which is the only one that has a line of the session `own`. */
function setUp(parts: number) {
  const env = readEnv({ CCC_CONFIG_DIR: temporaryFolder() });
  const { journal } = pathsOf(env);
  const of = (id: string) => `${line(1, '', { session_id: id, supervisor_id: id, cause: 'off' })}\n`;
  const texts = Array.from({ length: parts + 1 }, (_, n) => (n === 0 ? of('own') : of(`o${n}`) + of(`p${n}`)));
  writeParts(journal, ...texts);
  addToIndex(journalPartsFolder(journal), fullParts(journal).slice(0, -1));
  const reads = async (run: () => unknown) => {
    const { opened, ...rest } = await readsBelow(dirname(journal), run);
    return { ...rest, opened: opened.filter((name) => name !== 'reviews/index') };
  };
  return { env, journal, reads, newest: ['reviews.jsonl', part(parts)] };
}

const part = (number: number) => `reviews/${String(number).padStart(6, '0')}.jsonl`;

describe.each([5, 60])('what is read of a journal in %i parts', (parts) => {
  it('for an id: the parts that have it, and the newest, without a list of all', async () => {
    const { journal, reads, newest } = setUp(parts);
    const found: unknown[] = [];
    const { opened, listed } = await reads(() =>
      found.push(pastOf(journal, 'own')?.isOn, sessionInJournal(journal, 'own').supervisorId),
    );
    expect(found).toEqual([false, 'own']);
    const own = [...newest, part(1)];
    expect([opened, listed]).toEqual([[...own, ...own], []]);
  });

  it('for an id that nothing is known of: the newest part alone', async () => {
    const { journal, reads, newest } = setUp(parts);
    const found: unknown[] = [];
    const { opened, listed } = await reads(() =>
      found.push(pastOf(journal, 'new'), sessionInJournal(journal, 'new').supervisorId),
    );
    expect(found).toEqual([undefined, undefined]);
    expect([opened, listed]).toEqual([[...newest, ...newest], []]);
  });

  it('for an event of a session that is off: no other part', async () => {
    const { env, reads, newest } = setUp(parts);
    const event = async (session_id: string) => {
      const stdin = {
        isTerminal: async () => false,
        readAll: async () => JSON.stringify({ session_id, hook_event_name: 'Stop' }),
      };
      const needs = { ...processDependencies(env), deliver: () => {}, handleSignals: () => {}, stdin };
      expect(await handleEvent(undefined, needs)).toEqual({
        exit: 0,
        stdout: { reason: 'supervisor mode disabled' },
      });
    };
    const { opened, listed } = await reads(() => event('own'));
    expect(new Set(opened.filter((name) => name.startsWith('reviews')))).toEqual(new Set([...newest, part(1)]));
    expect(listed).not.toContain('reviews');
  });
});

it('of the index, a longer one costs a few steps more of a search in it', async () => {
  const bytes = async (parts: number) => {
    const { journal, reads } = setUp(parts);
    return (await reads(() => pastOf(journal, 'own'))).bytes;
  };
  expect((await bytes(120)) - (await bytes(60))).toBeLessThan(50);
});
