import { appendFileSync, chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isStopInTranscript } from '../../../src/hook/stop-in-transcript.ts';
import { temporaryFolder, write } from '../folder.ts';

const session_id = '11111111-2222-4333-8444-555555555555';
const CALL = `${JSON.stringify({
  ...{ type: 'assistant', uuid: 'a', parentUuid: null, cwd: '/p' },
  message: { id: 'm1', content: [{ type: 'tool_use', id: 't1', name: 'Bash', input: {} }] },
})}\n`;
const RESULT = `${JSON.stringify({
  ...{ type: 'user', uuid: 'b', parentUuid: 'a' },
  message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: '' }] },
})}\n`;
const ANSWER = `${JSON.stringify({
  ...{ type: 'assistant', uuid: 'c', parentUuid: 'b' },
  message: { id: 'm2', content: [{ type: 'text', text: 'Done.' }] },
})}\n`;

function stored(text: string) {
  const claudeDir = temporaryFolder();
  const transcript_path = write(join(claudeDir, 'projects', 'p', `${session_id}.jsonl`), text);
  const isStop = (more: object = {}, patienceMs = 50) =>
    isStopInTranscript(
      { session_id, transcript_path, last_assistant_message: 'Done.', ...more },
      { claudeDir },
      patienceMs,
    );
  return { claudeDir, transcript_path, isStop };
}

it('a stop in the middle of a call is none', async () => {
  expect(await stored(CALL).isStop()).toBe(false);
  expect(await stored(CALL).isStop({ transcript_path: undefined })).toBe(false);
});

it('nor one that names another transcript', async () => {
  const { claudeDir, isStop } = stored(CALL);
  const own = write(join(claudeDir, 'elsewhere', 'p', `${session_id}.jsonl`), CALL + RESULT + ANSWER);
  const other = write(join(claudeDir, 'projects', 'p', 'other.jsonl'), CALL + RESULT + ANSWER);
  expect(await isStop({ transcript_path: own })).toBe(false);
  expect(await isStop({ transcript_path: other })).toBe(false);
});

it('a transcript that lags behind is waited for', async () => {
  const { transcript_path, isStop } = stored(CALL);
  const waiting = isStop({}, 60_000);
  appendFileSync(transcript_path, RESULT + ANSWER);
  expect(await waiting).toBe(true);
});

it.each<[what: string, change: (path: string) => void]>([
  ['is empty', (path) => write(path, '')],
  ['is a folder', (path) => mkdirSync(`${path}.d`)],
])('a transcript that %s says nothing', async (what, change) => {
  const { transcript_path, isStop } = stored(CALL);
  change(transcript_path);
  expect(await isStop(what === 'is a folder' ? { transcript_path: `${transcript_path}.d`, session_id: 'x' } : {})).toBe(
    true,
  );
});

it('nor one that is not there, or that belongs to no stored session', async () => {
  const { isStop, transcript_path } = stored(CALL);
  expect(await isStop({ session_id: transcript_path.replace(/.*\//, ''), transcript_path: undefined })).toBe(true);
  expect(await isStop({ session_id: session_id.replace('1', '2'), transcript_path: undefined })).toBe(true);
});

// Root may write into any file.
it.skipIf(process.getuid?.() === 0)('nor one that the client cannot write into', async () => {
  const { transcript_path, isStop } = stored(CALL);
  chmodSync(transcript_path, 0o444);
  expect(await isStop()).toBe(true);
});

it('words that nobody said make it none, unless they may stand further back than is read', async () => {
  const said = { last_assistant_message: 'A plan.' };
  expect(await stored(CALL + RESULT + ANSWER).isStop(said)).toBe(false);
  const later = `${JSON.stringify({ type: 'system', content: 'x'.repeat(1000) })}\n`.repeat(400);
  expect(await stored(CALL + RESULT + ANSWER + later).isStop(said)).toBe(true);
});
