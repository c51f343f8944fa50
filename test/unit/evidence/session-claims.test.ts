import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECKED_KINDS, type ClaimStatus } from '../../../src/evidence/evidence.ts';
import { gatherEvidence } from '../../../src/evidence/gather.ts';
import { gatherClaims } from '../../../src/evidence/session-claims.ts';
import { redactor } from '../../../src/platform/redact.ts';
import { ROOT } from '../../support/builds.ts';
import { temporaryFolder, write } from '../folder.ts';

const REDACT = redactor([]);
const RECORDED = join(ROOT, 'test/fixtures/transcripts');

const claimsOf = (transcript: string) =>
  gatherClaims({ transcript, bytes: statSync(transcript).size, folder: '/project' }, [], REDACT);
async function evidenceOf(transcript: string) {
  const { claims } = await gatherEvidence({
    ...{ transcript, folder: '/project', since: undefined, env: {}, background: [], lastMessage: undefined },
    ...{ verdicts: [], checks: [], transcriptOnly: true },
  });
  return { claims: claims.filter(({ kind }) => (CHECKED_KINDS as readonly string[]).includes(kind)) };
}

let calls = 0;
const line = (entry: object, minute: number) =>
  `${JSON.stringify({ cwd: '/project', timestamp: new Date(Date.UTC(2026, 10, 12, 10, minute)).toISOString(), ...entry })}\n`;
function called(minute: number, name: string, input: object, result: object, more: object = {}): string {
  const id = `toolu_${calls++}`;
  return (
    line({ type: 'assistant', message: { content: [{ type: 'tool_use', id, name, input }] } }, minute) +
    line({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: id, ...result }] }, ...more }, minute)
  );
}
const tested = (minute: number, isError = false) =>
  called(
    minute,
    'Bash',
    { command: 'npm test' },
    { content: isError ? 'Exit code 1\n1 failed' : '', is_error: isError },
  );
const edited = (minute: number) =>
  called(minute, 'Edit', { file_path: '/project/sum.js', old_string: 'a', new_string: 'b' }, { content: 'done' });
const said = (text: string) => line({ type: 'assistant', message: { content: [{ type: 'text', text }] } }, 59);
/** More than what is read first. */
const much = line({ type: 'user', message: { role: 'user', content: 'x'.repeat(1000) } }, 30).repeat(700);

describe.each(readdirSync(RECORDED))('%s', (name) => {
  const transcript = join(RECORDED, name, 'session.jsonl');

  it('has the claims of its evidence', async () => {
    expect(claimsOf(transcript).claims).toEqual((await evidenceOf(transcript)).claims);
  });

  it('has them also far from the end, and with much before it', async () => {
    const text = readFileSync(transcript, 'utf8');
    for (const longer of [much + text, text + much, text.replace('\n', `\n${much}`)]) {
      const copy = write(join(temporaryFolder(), 's1.jsonl'), longer);
      expect(claimsOf(copy).claims).toEqual((await evidenceOf(copy)).claims);
    }
  });
});

describe('where the last run stands does not matter', () => {
  it.each<[string, string, ClaimStatus]>([
    ['at the end', much + tested(40) + said('All tests pass.'), 'backed'],
    ['long before', tested(10) + much + said('All tests pass.'), 'backed'],
    ['changed long after', tested(10) + much + edited(40) + said('All tests pass.'), 'stale'],
    ['failed long before', tested(10, true) + much + said('All tests pass.'), 'contradicted'],
    ['failed long before, passed at the end', tested(10, true) + much + tested(40) + said('All tests pass.'), 'backed'],
    [
      'passed long before, failed at the end',
      tested(10) + much + tested(40, true) + said('All tests pass.'),
      'contradicted',
    ],
    ['nowhere', much + edited(40) + said('All tests pass.'), 'unbacked'],
  ])('%s', (_, text, status) => {
    const transcript = write(join(temporaryFolder(), 's1.jsonl'), text);
    expect(claimsOf(transcript).claims).toMatchObject([{ kind: 'test', status }]);
  });
});

it('a run in the background that began long before the end, and ended there, counts', async () => {
  const begun = called(
    ...([5, 'Bash', { command: 'npx eslint .', run_in_background: true }] as const),
    { content: 'Command running in background with ID: b1' },
    { toolUseResult: { backgroundTaskId: 'b1' } },
  );
  const id = /toolu_\d+/.exec(begun)?.[0];
  const notice = `<task-notification>\n<task-id>b1</task-id>\n<tool-use-id>${id}</tool-use-id>\n<status>completed</status>\n<summary>Background command completed (exit code 0)</summary>\n</task-notification>`;
  const ended = line({ type: 'user', message: { role: 'user', content: notice } }, 50);
  const transcript = write(
    join(temporaryFolder(), 's1.jsonl'),
    begun + much + tested(40) + ended + said('All checks pass.'),
  );
  const { claims } = await evidenceOf(transcript);
  expect(claims).toMatchObject([{ kind: 'lint', status: 'backed' }]);
  expect(claimsOf(transcript).claims).toEqual(claims);
});
