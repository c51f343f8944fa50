import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sessionNamed } from '../../../src/commands/log-session.ts';
import type { UserError } from '../../../src/platform/user-error.ts';
import { temporaryFolder, write } from '../folder.ts';
import { decision, other } from '../history/lines.ts';

const UUID = '3f2a0000-0000-4000-8000-000000000001';

describe('the session that is meant', () => {
  const journal = (...lines: object[]) =>
    write(join(temporaryFolder(), 'reviews.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const of = (session_id: string, fields: object = {}) =>
    decision({ session_id, supervisor_id: session_id, ...fields });

  const error = (named: string, file: string): UserError => {
    try {
      sessionNamed(named, file, 'en');
    } catch (thrown) {
      return thrown as UserError;
    }
    throw new Error('it was found');
  };

  it('is found by its id or the beginning of it', () => {
    const file = journal(of(UUID), of('4000'), other({ session_id: '5000', session: 'started', why: 'startup' }));
    expect(sessionNamed(UUID, file, 'en')).toBe(UUID);
    expect(sessionNamed('3f2', file, 'en')).toBe(UUID);
    expect(sessionNamed('5', file, 'en')).toBe('5000');
  });

  it('is the one with exactly this id, though another begins with it', () => {
    expect(sessionNamed('abc', journal(of('abcd'), of('abc')), 'en')).toBe('abc');
  });

  it('is not found by the id of its supervision or by what a line says', () => {
    const file = journal(decision({ supervisor_id: 'run-77', feedback: 'see run-77' }));
    expect(error('run-77', file).text).toContain('no session "run-77" in the journal');
  });

  it('is one of several: lists them with what was asked for, the latest first', () => {
    const file = journal(
      of('aa1', { request: 'Add a cart' }),
      of('aa2', { time: '2026-01-03T03:04:05.000Z', request: 'Paint\x1b[31m it' }),
      other({ session_id: 'aa1', session: 'ended', why: 'other' }),
    );
    const { text } = error('aa', file);
    expect(text).toContain('2 sessions begin with "aa"\nGive more of the id:\n  aa2  2026-01-0');
    expect(text).toMatch(/aa2 .*Paint<U\+001B>\[31m it\n {2}aa1 .*Add a cart$/);
  });

  it('is one of many: lists a few', () => {
    const { text } = error('a', journal(...Array.from({ length: 9 }, (_, n) => of(`a${n}`))));
    expect(text).toContain('9 sessions begin with "a"');
    expect(text.split('\n').slice(2)).toHaveLength(6);
    expect(text).toMatch(/\n {2}…$/);
  });

  it.each(['zzz', '', '"', '\\'])('is none, named %j: says how to list them', (named) => {
    expect(error(named, journal(of(UUID))).text).toMatch(/^no session .* in the journal\n.*ccc log\. .*ccc report/);
  });

  it('may be waited for by its whole id only', () => {
    const file = journal(of('4000'));
    expect(sessionNamed(UUID, file, 'en', true)).toBe(UUID);
    expect(() => sessionNamed('3f2', file, 'en', true)).toThrow(/no session/);
  });
});
