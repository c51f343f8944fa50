import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** More of a transcript is never held in memory at once. */
const MAX_PART = 8 * 1024 * 1024;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What the end of a transcript must show before it can be trusted to be whole. */
export interface LastStep {
  message: string | undefined;
  toolUseId: string | undefined;
}

/**
 * The worker's transcript, if there is one the client could resume: it takes only UUIDs of stored sessions. The client
 * writes it behind its own back: a fast hook is there before the last step, or even the file, is on disk. So we wait a
 * moment for that step; if it does not come, what there is has to do.
 */
export async function waitForTranscript(
  sessionId: string,
  named: string | undefined,
  claudeDir: string,
  last: LastStep,
  patienceMs = 1000,
): Promise<string | undefined> {
  if (!UUID.test(sessionId)) return undefined;
  const until = Date.now() + patienceMs;
  for (;;) {
    const found = named === undefined ? search(sessionId, claudeDir) : hasContent(named) ? named : undefined;
    if (found && showsStep(found, last)) return found;
    if (Date.now() > until || named === undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

function search(sessionId: string, claudeDir: string): string | undefined {
  const projects = join(claudeDir, 'projects');
  return listOf(projects)
    .map((project) => join(projects, project, `${sessionId}.jsonl`))
    .find(hasContent);
}

function showsStep(path: string, { message, toolUseId }: LastStep): boolean {
  if (message === undefined && toolUseId === undefined) return true;
  const end = readPart(path, Math.max(0, sizeOf(path) - TAIL), TAIL);
  if (toolUseId !== undefined) return end.includes(JSON.stringify(toolUseId));
  const last = end.split('\n').findLast((line) => /"type":"(?:user|assistant)"/.test(line)) ?? '';
  // As the client writes it: escaped, perhaps in several blocks, so only its beginning is looked for. Taken by whole
  // characters: half an emoji is written in another way than the whole one.
  const beginning = [...(message ?? '').trimStart().slice(0, 80)].slice(0, 40).join('');
  return last.includes(JSON.stringify(beginning).slice(1, -1));
}

const TAIL = 256 * 1024;

/** The folder the session belongs to, which stays the same when the worker changes directory. */
export const projectFolderOf = (transcript: string): string | undefined => firstIn(transcript, 'cwd');

/** When the session began. */
export const startTimeOf = (transcript: string): string | undefined => firstIn(transcript, 'timestamp');

function firstIn(transcript: string, field: 'cwd' | 'timestamp'): string | undefined {
  const size = sizeOf(transcript);
  // A first prompt with much pasted into it is one long line: then more has to be read.
  for (let part = 64 * 1024; ; part *= 8) {
    const entry = entriesIn(readPart(transcript, 0, part)).find((fields) => typeof fields[field] === 'string');
    if (entry) return entry[field] as string;
    if (part >= size || part * 8 > MAX_PART) return undefined;
  }
}

/** What the worker had spent when the transcript was last written. A fork's own total starts from there. */
export function spentIn(transcript: string): number {
  // From the end, step by step: it may be hours of work away, and memory must not grow with the session.
  for (let end = sizeOf(transcript); end > 0; end -= STEP) {
    const start = Math.max(0, end - STEP);
    const total = entriesIn(readPart(transcript, start, end - start + OVERLAP))
      .filter((entry) => entry.type === 'cost-state')
      .map((entry) => entry.totalCostUSD)
      .findLast((cost) => typeof cost === 'number');
    if (total !== undefined) return total as number;
  }
  return 0;
}

/** What the worker's last answer tells of it: its model, and how many tokens the request held (zero: not known). */
export function lastAnswerIn(transcript: string): { tokens: number; model: string | undefined } {
  const end = readPart(transcript, Math.max(0, sizeOf(transcript) - TAIL), TAIL);
  const line = end.split('\n').findLast((text) => text.includes('"usage"') && text.includes('"type":"assistant"'));
  try {
    const { usage, model } = JSON.parse(line ?? '{}').message ?? {};
    const counts = [usage?.input_tokens, usage?.cache_read_input_tokens, usage?.cache_creation_input_tokens];
    const tokens = counts.reduce((sum: number, count) => sum + (Number.isFinite(count) ? count : 0), 0);
    // What the client itself puts in the place of an answer has no model.
    return { tokens, model: typeof model === 'string' && /^[\w.:@/-]+$/.test(model) ? model : undefined };
  } catch {
    return { tokens: 0, model: undefined };
  }
}

/** When the worker last used a tool, in milliseconds. If that is too far back to be seen at a glance: undefined. */
export function lastToolUseIn(transcript: string): number | undefined {
  const end = readPart(transcript, Math.max(0, sizeOf(transcript) - TAIL), TAIL);
  const line = end.split('\n').findLast((text) => text.includes('"type":"tool_use"') && text.includes('"assistant"'));
  const at = Date.parse(/"timestamp":"([^"]+)"/.exec(line ?? '')?.[1] ?? '');
  return Number.isNaN(at) ? undefined : at;
}

const STEP = 1024 * 1024;
/** More than the line that is looked for, so that one on the seam is whole in one of the two steps. */
const OVERLAP = 64 * 1024;

/** Broken lines (the first and last of a part, a transcript cut off in the middle) are passed over. */
function entriesIn(text: string): Record<string, unknown>[] {
  return text.split('\n').flatMap((line) => {
    if (!line.includes('"cwd"') && !line.includes('"cost-state"')) return [];
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

/** A transcript that is gone or unreadable holds nothing: what is looked up in it is not worth a verdict. */
function readPart(path: string, start: number, length: number): string {
  let fd: number | undefined;
  try {
    fd = openSync(path, 'r');
    const buffer = Buffer.alloc(Math.min(length, Math.max(0, fstatSync(fd).size - start)));
    return buffer.toString('utf8', 0, readSync(fd, buffer, 0, buffer.length, start));
  } catch {
    return '';
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** When the file was made; undefined where the system does not tell. */
export function createdAt(path: string): Date | undefined {
  const { birthtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { birthtimeMs: 0 };
  return birthtimeMs > 0 ? new Date(birthtimeMs) : undefined;
}

/** Zero for whatever is no file that can be read: a path in an input may be anything. */
export function sizeOf(path: string): number {
  try {
    const stat = statSync(path);
    return stat.isFile() ? stat.size : 0;
  } catch {
    return 0;
  }
}

const hasContent = (path: string) => sizeOf(path) > 0;

function listOf(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}
