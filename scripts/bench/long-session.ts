import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync, statSync } from 'node:fs';
import type { Sandbox } from '../../test/support/sandbox.ts';

export interface LongSession {
  id: string;
  transcript: string;
}

/** A session of the real client, continued with turns of text until its transcript has so many bytes. */
export async function longSession(box: Sandbox, bytes: number): Promise<LongSession> {
  const done = await box.claude(['-p', 'make it work', '--output-format', 'json', '--allowedTools', 'Bash']);
  const id = JSON.parse(done.stdout).session_id as string;
  const transcript = box.files(box.claudeDir).find((file) => file.endsWith(`${id}.jsonl`)) as string;
  const entries = readFileSync(transcript, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const user = entries.find(({ type, message }) => type === 'user' && typeof message?.content === 'string');
  const assistant = entries.findLast(({ type }) => type === 'assistant');
  let parentUuid = assistant.uuid;
  const next = (entry: { message: object }, content: unknown, more: object) => {
    const uuid = randomUUID();
    const timestamp = new Date().toISOString();
    const line = { ...entry, ...more, parentUuid, uuid, timestamp, message: { ...entry.message, ...more, content } };
    parentUuid = uuid;
    return JSON.stringify(line);
  };
  for (let turn = 0; statSync(transcript).size < bytes; turn++) {
    const said = `Turn ${turn}: ${'the price of the thing is in cents and '.repeat(100)}done.`;
    const asked = next(user, `And part ${turn}? ${'more of it '.repeat(20)}`, { promptId: randomUUID() });
    const answered = next(assistant, [{ type: 'text', text: said }], { id: `msg_long_${turn}` });
    appendFileSync(transcript, `${asked}\n${answered}\n`);
  }
  // From this the client knows where the conversation ends.
  appendFileSync(transcript, `${JSON.stringify({ type: 'last-prompt', leafUuid: parentUuid, sessionId: id })}\n`);
  return { id, transcript };
}
