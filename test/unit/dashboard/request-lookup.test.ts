import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { requestLookup } from '../../../src/dashboard/request-lookup.ts';
import { temporaryFolder } from '../folder.ts';

const session = { id: 'aaaa-1111', folder: '/home/user/shop', lastAt: '2026-11-17T09:00:00.000Z' };

/** A lookup that answers with how often it has read. */
function counting() {
  const claudeDir = temporaryFolder();
  const folder = join(claudeDir, 'projects', '-home-user-shop');
  mkdirSync(folder, { recursive: true });
  let reads = 0;
  const lookup = requestLookup({ claudeDir }, () => `${++reads}`);
  return { lookup, write: () => appendFileSync(join(folder, `${session.id}.jsonl`), '{}\n') };
}

it('reads a transcript once, and again after it has changed', () => {
  const { lookup, write } = counting();
  write();
  expect([lookup(session), lookup(session)]).toEqual(['1', '1']);
  write();
  expect([lookup(session), lookup(session)]).toEqual(['2', '2']);
});

it('where its transcript is not seen, reads again with the next line of the journal', () => {
  const { lookup } = counting();
  for (const folder of ['/elsewhere', null]) {
    const one = { ...session, id: `in-${folder === null}`, folder };
    const first = lookup(one);
    expect(lookup(one)).toBe(first);
    expect(lookup({ ...one, lastAt: '2026-11-17T10:00:00.000Z' })).not.toBe(first);
  }
});

it('looks nowhere for an id that is none, and survives what cannot be read', () => {
  const { lookup } = counting();
  expect(lookup({ ...session, id: '../../etc' })).toBeNull();
  const failing = requestLookup({ claudeDir: temporaryFolder() }, () => {
    throw new Error('EACCES');
  });
  expect(failing(session)).toBeNull();
});
