import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerLookup } from '../../../src/transcript/answer-lookup.ts';
import { answeredAfter } from '../../../src/transcript/answered-after.ts';
import { temporaryFolder, write } from '../folder.ts';

const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
const answer = (second: number) =>
  `${JSON.stringify({ type: 'assistant', timestamp: at(second), message: { model: 'claude', content: [] } })}\n`;

const session = { id: 'aaaa-1111', folder: '/home/me/shop', lastAt: at(2) };
let claudeDir: string;
let own: string;
let now: number;
let reads: string[];
const lookup = () =>
  answerLookup(
    { claudeDir },
    {
      now: () => now,
      read: (path, since) => {
        reads.push(path);
        return answeredAfter(path, since);
      },
    },
  );
beforeEach(() => {
  claudeDir = temporaryFolder();
  own = join(claudeDir, 'projects/-home-me-shop/aaaa-1111.jsonl');
  now = Date.parse(at(5));
  reads = [];
});

describe('whether the worker answered after a time', () => {
  it('by the transcript in the folder of the session', () => {
    write(own, answer(1));
    expect(lookup()(session, at(2))).toBe(false);
    write(own, answer(3));
    expect(lookup()(session, at(2))).toBe(true);
  });

  it('by one in another folder', () => {
    write(join(claudeDir, 'projects/-a/aaaa-1111.jsonl'), answer(1));
    expect(lookup()(session, at(2))).toBe(false);
    write(join(claudeDir, 'projects/-b/aaaa-1111.jsonl'), answer(3));
    expect(lookup()(session, at(2))).toBe(true);
    expect(lookup()({ ...session, folder: null }, at(2))).toBe(true);
  });

  it('cannot be known where the transcript is gone, unless it is old or kept elsewhere', () => {
    expect(lookup()(session, at(2))).toBe(false);
    write(join(claudeDir, 'projects/-a/other.jsonl'), answer(1));
    expect(lookup()(session, at(2))).toBeUndefined();
    now += 31 * 24 * 60 * 60 * 1000;
    expect(lookup()(session, at(2))).toBe(false);
  });

  it('cannot be known where the transcript cannot be read', () => {
    write(own, answer(3));
    const failing = () => {
      throw new Error('EIO');
    };
    expect(answerLookup({ claudeDir }, { read: failing, now: () => now })(session, at(2))).toBeUndefined();
  });

  it('not by a path that leads elsewhere', () => {
    write(join(claudeDir, 'projects/-a/other.jsonl'), answer(1));
    write(join(claudeDir, 'elsewhere.jsonl'), answer(3));
    expect(lookup()({ ...session, id: '../../elsewhere' }, at(2))).toBe(false);
    expect(reads).toEqual([]);
  });
});

describe('looks again', () => {
  it('only into a transcript that has changed', () => {
    write(own, answer(1));
    const hasAnswered = lookup();
    expect([hasAnswered(session, at(2)), hasAnswered(session, at(2))]).toEqual([false, false]);
    expect(reads).toHaveLength(1);
    appendFileSync(own, answer(3));
    expect(hasAnswered(session, at(2))).toBe(true);
    appendFileSync(own, answer(4));
    expect(hasAnswered(session, at(2))).toBe(true);
    expect(reads).toHaveLength(2);
  });

  it('for a later time', () => {
    write(own, answer(3));
    const hasAnswered = lookup();
    expect([hasAnswered(session, at(2)), hasAnswered(session, at(4))]).toEqual([true, false]);
  });

  it('where a transcript was removed', () => {
    write(own, answer(3));
    const hasAnswered = lookup();
    expect(hasAnswered(session, at(2))).toBe(true);
    rmSync(own);
    expect(hasAnswered(session, at(2))).toBeUndefined();
  });

  it('through all folders after a minute', () => {
    write(join(claudeDir, 'projects/-a/other.jsonl'), answer(1));
    const hasAnswered = lookup();
    expect(hasAnswered(session, at(2))).toBeUndefined();
    write(join(claudeDir, 'projects/-a/aaaa-1111.jsonl'), answer(3));
    now += 59_000;
    expect(hasAnswered(session, at(2))).toBeUndefined();
    now += 2_000;
    expect(hasAnswered(session, at(2))).toBe(true);
  });
});
