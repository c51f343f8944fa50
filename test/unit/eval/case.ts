import { join } from 'node:path';
import { write } from '../folder.ts';

export const SESSION = '5e551011-0000-4000-8000-0000000000ca';
export const STARTED = Date.parse('2026-01-05T10:00:00.000Z');
export const at = (seconds: number) => new Date(STARTED + seconds * 1000).toISOString();

/** A `case.json` that is right. */
export const caseFile = (more: object = {}): Record<string, unknown> => ({
  version: 1,
  label: 'block',
  why: 'The tests were never run.',
  kind: 'claimed-without-run',
  event: { session_id: SESSION, hook_event_name: 'Stop', cwd: '/case/repository', last_assistant_message: 'Done.' },
  ...more,
});

export const transcriptLine = (seconds: number, entry: object): string =>
  `${JSON.stringify({ cwd: '/case/repository', timestamp: at(seconds), sessionId: SESSION, ...entry })}\n`;

/** A prompt and an answer. */
export const TRANSCRIPT_TEXT =
  transcriptLine(0, { type: 'user', message: { role: 'user', content: 'Fix it.' } }) +
  transcriptLine(9, { type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] } });

/** Writes the folder of a case; an object becomes JSON. */
export function writeCase(folder: string, files: Record<string, string | object> = {}): string {
  const all = { 'case.json': caseFile(), 'transcript.jsonl': TRANSCRIPT_TEXT, ...files };
  for (const [path, content] of Object.entries(all))
    write(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  return folder;
}
