import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AuditTask, auditSession } from '../../../src/audit/audit-session.ts';
import type { CheckedClaim } from '../../../src/evidence/evidence.ts';
import { gatherClaims } from '../../../src/evidence/session-claims.ts';
import { redactor } from '../../../src/platform/redact.ts';
import { ROOT } from '../../support/builds.ts';
import { temporaryFolder, write } from '../folder.ts';
import { claim } from './claims.ts';

const REDACT = redactor(['correct-horse-battery']);
const CONTEXT = { redact: REDACT, runnersIn: async () => [] };

const line = (entry: object) => `${JSON.stringify({ cwd: '/home/me/shop', ...entry })}\n`;
const asked = (content: string, timestamp = '2026-11-12T10:00:00.000Z') =>
  line({ type: 'user', timestamp, message: { role: 'user', content } });
const answered = (text: string, timestamp = '2026-11-12T10:01:00.000Z') =>
  line({ type: 'assistant', timestamp, message: { role: 'assistant', content: [{ type: 'text', text }] } });

function task(text: string, more: Partial<AuditTask> = {}): AuditTask {
  const transcript = write(join(temporaryFolder(), '-home-me-shop', 's1.jsonl'), text);
  return { id: 's1', transcript, bytes: text.length, changedAt: 0, folder: null, since: null, ...more };
}

/** What the transcript says, but with these claims. */
const claiming =
  (...claims: CheckedClaim[]): typeof gatherClaims =>
  (...given) => ({ ...gatherClaims(...given), claims });

it('a session with its claims, folder and time', async () => {
  const claims = [claim('test', 'stale'), claim('lint', 'unbacked')];
  expect(await auditSession(task(asked('go') + answered('All tests pass.')), CONTEXT, claiming(...claims))).toEqual({
    kind: 'audited',
    session: { id: 's1', project: '/home/me/shop', time: '2026-11-12T10:01:00.000Z', claims, unreadLines: 0 },
  });
});

describe('what is no session that can be counted', () => {
  it.each<[string, string, object]>([
    ['an empty file', '', { kind: 'unanswered' }],
    ['a prompt without an answer', asked('go'), { kind: 'unanswered' }],
    ['entries of another kind', '{"type":"summary","summary":"x"}\n', { kind: 'unanswered' }],
    ['no transcript at all', 'PK\x03\x04 garbage\nmore\n', { kind: 'unreadable', why: 'not a transcript' }],
    ['nothing but NUL bytes', '\0'.repeat(5000), { kind: 'unreadable', why: 'not a transcript' }],
    [
      'a verdict',
      asked('# Review') + answered('{"allow_stop": true, "feedback": "All tests pass."}'),
      { kind: 'review' },
    ],
    ['a fenced verdict', answered('So:\n```json\n{"allow_stop": false, "feedback": "no"}\n```'), { kind: 'review' }],
  ])('%s', async (_, text, result) => expect(await auditSession(task(text), CONTEXT)).toEqual(result));

  it('a file that cannot be opened, and one that is gone', async () => {
    const given = task(answered('Done.'));
    for (const transcript of ['/nowhere/x.jsonl', temporaryFolder()])
      expect(await auditSession({ ...given, transcript }, CONTEXT)).toEqual({
        kind: 'unreadable',
        why: 'it cannot be opened',
      });
  });

  it('an error while reading', async () => {
    const failing = () => {
      throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
    };
    expect(await auditSession(task(answered('All tests pass.')), CONTEXT, failing)).toEqual({
      kind: 'unreadable',
      why: 'EIO',
    });
  });
});

it('a message about the supervisor is no verdict', async () => {
  const text = 'The hook reads `"allow_stop": true` from the {reviewer}. All tests pass.';
  expect(await auditSession(task(answered(text)), CONTEXT)).toMatchObject({ kind: 'audited' });
});

it('lines that cannot be read are counted, and the rest still tells', async () => {
  const text = `${asked('go')}{"type":"assistant","mess\n\0\0\0\n${answered('All tests pass.')}`;
  expect(await auditSession(task(text), CONTEXT)).toMatchObject({ kind: 'audited', session: { unreadLines: 2 } });
});

it('runners that the user has named count', async () => {
  const call = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: './verify-all' } };
  const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: '' };
  const ran =
    line({ type: 'assistant', message: { content: [call] } }) + line({ type: 'user', message: { content: [result] } });
  const text = asked('go') + ran + answered('All tests pass.');
  const runnersIn = async (folder: string) =>
    folder === '/home/me/shop' ? [{ command: './verify-all', kind: 'test' as const }] : [];
  expect(await auditSession(task(text), CONTEXT)).toMatchObject({ session: { claims: [{ status: 'undecidable' }] } });
  expect(await auditSession(task(text), { ...CONTEXT, runnersIn })).toMatchObject({
    session: { claims: [{ status: 'backed', run: { command: './verify-all' } }] },
  });
});

it('without a claim at its end, the rest of a session is not read', async () => {
  const unread = () => {
    throw new Error('it was read');
  };
  expect(await auditSession(task(answered('What do you want to do next?')), CONTEXT, unread)).toMatchObject({
    session: { claims: [], time: '2026-11-12T10:01:00.000Z' },
  });
});

it('a last message with much behind it is still found', async () => {
  const behind = line({ type: 'user', message: { role: 'user', content: `run the tests ${'x'.repeat(1000)}` } }).repeat(
    400,
  );
  expect(await auditSession(task(answered('All tests pass.') + behind), CONTEXT)).toMatchObject({
    session: { time: '2026-11-12T10:01:00.000Z', claims: [{ kind: 'test', status: 'unbacked' }] },
  });
});

/** Sessions of the real client (`scripts/record-transcripts.ts`). */
const RECORDED = join(ROOT, 'test/fixtures/transcripts');
it.each(readdirSync(RECORDED))('%s has all of its claims, whether or not all of it is read', async (name) => {
  const transcript = join(RECORDED, name, 'session.jsonl');
  const stored = { transcript, bytes: 1, folder: '/project' };
  const given = { ...stored, id: 's1', changedAt: 0, folder: null, since: null };
  const { claims } = gatherClaims(stored, [], REDACT);
  expect(await auditSession(given, CONTEXT)).toMatchObject({
    kind: 'audited',
    session: { project: '/project', claims },
  });
});

describe('which sessions count', () => {
  const text = asked('go') + answered('Done.');
  it.each([
    ['/home/me/shop', 'audited'],
    ['/home/me', 'audited'],
    ['/home/me/shop/src', 'other'],
    ['/home/me/sho', 'other'],
  ])('of the folder %s', async (folder, kind) =>
    expect(await auditSession(task(text, { folder }), CONTEXT)).toMatchObject({ kind }),
  );

  it('a session whose folder is not known is of the folder that its directory is named after', async () => {
    const unknown = '{"type":"assistant","message":{"content":"Done."}}\n';
    expect(await auditSession(task(unknown, { folder: '/home/me' }), CONTEXT)).toEqual({ kind: 'other' });
    expect(await auditSession(task(unknown, { folder: '/home/me/shop' }), CONTEXT)).toMatchObject({ kind: 'audited' });
    expect(await auditSession(task(unknown), CONTEXT)).toMatchObject({ session: { project: '-home-me-shop' } });
  });

  it.each([
    ['2026-11-12T10:01:00.000Z', 'audited'],
    ['2026-11-12T10:01:01.000Z', 'other'],
  ])('since %s, by the time in the transcript', async (since, kind) =>
    expect(await auditSession(task(text, { since: Date.parse(since) }), CONTEXT)).toMatchObject({ kind }),
  );

  it('without a time in the transcript that of the file counts', async () => {
    const changedAt = Date.parse('2026-11-01T00:00:00.000Z');
    const timeless = '{"type":"assistant","message":{"content":"Done."}}\n';
    expect(await auditSession(task(timeless, { changedAt }), CONTEXT)).toMatchObject({
      session: { time: '2026-11-01T00:00:00.000Z' },
    });
  });
});

it('quotes, commands and paths are one line without control characters, and hold no secret of the environment', async () => {
  const evil = 'a\n\x1b[31mb\u202ec';
  const run = {
    ...{ command: evil, outcome: { kind: 'ok' } as const, time: null },
    changedAfter: { total: 1, items: [evil] },
  };
  const secret = 'correct-horse-battery';
  const text = line({ type: 'assistant', cwd: `/home/${secret}/x`, message: { content: 'All tests pass.' } });
  const result = await auditSession(task(text), CONTEXT, claiming(claim('test', 'stale', { quote: evil, run })));
  expect(JSON.stringify(result)).not.toMatch(/\\n|\\u001b|\u202e/);
  expect(JSON.stringify(result)).not.toContain(secret);
  expect(result).toMatchObject({ session: { claims: [{ quote: 'a ⏎ [31mbc' }] } });
});
