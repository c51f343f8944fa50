import { quietSinceIn, subagentsActiveAt } from './activity.ts';
import { answerIn, type Entry, field, parseEntry } from './entry.ts';
import { type LineCounts, type OpenTranscript, transcriptLines, withTranscript } from './file.ts';
import { type TurnEnd, turnEnd } from './turn-end.ts';

/** What the start and the end of a session's transcript say. Read with one open, once per hook event. */
export interface SessionInfo {
  /** The path of the transcript. */
  transcript: string;
  bytes: number;
  /** When the file was created; undefined where the file system does not record it. */
  createdAt: Date | undefined;
  inode: number;
  /** Its first entry answers one that is not there. */
  startsInMiddle: boolean;
  /** The folder that the session belongs to, which stays the same when the worker changes directory. */
  projectFolder: string | undefined;
  /** When the session began. */
  startedAt: string | undefined;
  lastAnswer: Answer;
  /** The permission mode that the client last recorded. */
  permissionMode: string | undefined;
  /**
   * Since when, in milliseconds, nothing in the session may have written a file or started a program; undefined: not
   * known.
   */
  quietSince: number | undefined;
  /** The last recorded cost of the session; undefined: not in the last `TAIL_BYTES`, see `costSoFar`. */
  costUsd: number | undefined;
}

interface Answer {
  model: string | undefined;
  /** What the request took in; zero: not known. */
  tokens: number;
}

/** The step that an event follows. Its entry may not be in the transcript yet. */
export interface LastStep {
  message: string | undefined;
  toolUseId: string | undefined;
}

const HEAD_BYTES = 64 * 1024;
const TAIL_BYTES = 256 * 1024;
/** More of a transcript is never held in memory at once. */
const MAX_PART_BYTES = 8 * 1024 * 1024;

/** Undefined if the transcript cannot be read. */
export const readSessionInfo = (path: string): SessionInfo | undefined =>
  withTranscript(path, (file) => sessionInfo(path, file, tailLines(file)));

/** The same, and whether the last step has been written yet. */
export const readAndFindStep = (
  path: string,
  last: LastStep,
): { info: SessionInfo; isStepWritten: boolean } | undefined =>
  withTranscript(path, (file) => {
    const tail = tailLines(file);
    return { info: sessionInfo(path, file, tail), isStepWritten: showsStep(tail, last) };
  });

/** How a turn ended, by its transcript; undefined if that cannot be read. */
export const readTurnEnd = (path: string, message: string | undefined): TurnEnd | undefined =>
  withTranscript(path, (file) => {
    const end = turnEnd(tailLines(file), message);
    // What was cut off, or is further back than is read, may have been said.
    const isWhole = file.bytes <= TAIL_BYTES && !headOf(file).startsInMiddle;
    return end === 'other-message' && !isWhole ? 'ended' : end;
  });

/** Only the folder, for a list of sessions. */
export function projectFolderOf(path: string): string | undefined {
  const counts: LineCounts = { bytes: 0, tooLong: 0 };
  try {
    for (const line of transcriptLines(path, counts, { chunkBytes: HEAD_BYTES })) {
      const entry = line.includes('"cwd"') ? parseEntry(line.toString('utf8')) : null;
      if (typeof entry?.cwd === 'string') return entry.cwd;
      if (counts.bytes > MAX_PART_BYTES) break;
    }
  } catch {
    // It cannot be read.
  }
  return undefined;
}

/** How a session ended. */
export interface SessionEnd {
  /** The last thing the worker said. */
  answer: string;
  /** The time of the last entry, in milliseconds; undefined if none says. */
  at: number | undefined;
}

/** Mostly the last message is within this much of the end. */
const SHORT_TAIL_BYTES = 16 * 1024;

/** Undefined if the transcript cannot be read, or the worker said nothing in its last `TAIL_BYTES`. */
export const readSessionEnd = (path: string): SessionEnd | undefined =>
  withTranscript(path, (file) => endIn(tailLines(file, SHORT_TAIL_BYTES)) ?? endIn(tailLines(file)));

function endIn(lines: string[]): SessionEnd | undefined {
  let at: number | undefined;
  for (const line of lines.toReversed()) {
    const entry = parseEntry(line);
    const time = typeof entry?.timestamp === 'string' ? Date.parse(entry.timestamp) : Number.NaN;
    if (at === undefined && !Number.isNaN(time)) at = time;
    const answer = entry ? answerIn(entry) : undefined;
    if (answer !== undefined) return { answer, at };
  }
  return undefined;
}

function sessionInfo(transcript: string, file: OpenTranscript, tail: string[]): SessionInfo {
  const { bytes, createdAt, inode } = file;
  const head = headOf(file);
  return {
    transcript,
    bytes,
    createdAt,
    inode,
    ...head,
    lastAnswer: lastAnswerIn(tail),
    permissionMode: lastModeIn(tail),
    quietSince: quietSince(transcript, tail, bytes <= TAIL_BYTES),
    costUsd: lastCostIn(tail) ?? (bytes <= TAIL_BYTES ? 0 : undefined),
  };
}

const tailLines = (file: OpenTranscript, bytes = TAIL_BYTES) =>
  file.text(Math.max(0, file.bytes - bytes), bytes).split('\n');

interface Head {
  projectFolder: string | undefined;
  startedAt: string | undefined;
  startsInMiddle: boolean;
}

function headOf(file: OpenTranscript): Head {
  let isFirst = true;
  const head: Head = { projectFolder: undefined, startedAt: undefined, startsInMiddle: false };
  // A first prompt with much pasted into it is one long line: then more has to be read.
  for (let part = HEAD_BYTES; ; part *= 8) {
    for (const line of file.text(0, part).split('\n')) {
      const entry = line.includes('"cwd"') ? parseEntry(line) : null;
      if (isFirst && typeof entry?.uuid === 'string') {
        // A compaction, a fork and `/clear` all begin with an entry that answers none.
        head.startsInMiddle = typeof entry.parentUuid === 'string';
        isFirst = false;
      }
      if (typeof entry?.cwd === 'string') head.projectFolder ??= entry.cwd;
      if (typeof entry?.timestamp === 'string') head.startedAt ??= entry.timestamp;
      if (head.projectFolder !== undefined && head.startedAt !== undefined) return head;
    }
    if (part >= file.bytes || part * 8 > MAX_PART_BYTES) return head;
  }
}

/** The last entry that `isWanted` takes, of the lines that contain all of `texts`: only those are parsed. */
function lastEntry(lines: string[], texts: string[], isWanted: (entry: Entry) => boolean): Entry | undefined {
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at] as string;
    const entry = texts.every((text) => line.includes(text)) ? parseEntry(line) : null;
    if (entry && isWanted(entry)) return entry;
  }
  return undefined;
}

function showsStep(tail: string[], { message, toolUseId }: LastStep): boolean {
  if (toolUseId !== undefined) {
    const id = JSON.stringify(toolUseId);
    return tail.some((line) => line.includes(id));
  }
  if (message === undefined) return true;
  const last = tail.findLast((line) => /"type":"(?:user|assistant)"/.test(line)) ?? '';
  // A message may be written in several blocks, so only its beginning is searched for, escaped as in the file. Cut by
  // whole characters: half an emoji is escaped in another way than the whole one.
  const beginning = [...message.trimStart().slice(0, 80)].slice(0, 40).join('');
  return last.includes(JSON.stringify(beginning).slice(1, -1));
}

function lastAnswerIn(tail: string[]): Answer {
  const entry = lastEntry(tail, ['"usage"', '"assistant"'], ({ type }) => type === 'assistant');
  const usage = field(entry?.message, 'usage');
  const model = field(entry?.message, 'model');
  const counts = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'].map((name) =>
    field(usage, name),
  );
  return {
    tokens: counts.reduce((sum: number, count) => sum + (Number.isFinite(count) ? (count as number) : 0), 0),
    // An error message of the client in place of an answer has a made-up model name.
    model: typeof model === 'string' && /^[\w.:@/-]+$/.test(model) ? model : undefined,
  };
}

function lastModeIn(tail: string[]): string | undefined {
  const isMode = ({ permissionMode, isSidechain }: Entry) => typeof permissionMode === 'string' && isSidechain !== true;
  return lastEntry(tail, ['"permissionMode"'], isMode)?.permissionMode as string | undefined;
}

function quietSince(transcript: string, tail: string[], isWhole: boolean): number | undefined {
  const since = quietSinceIn(tail, isWhole);
  return since === undefined ? undefined : Math.max(since, subagentsActiveAt(transcript));
}

function lastCostIn(lines: string[]): number | undefined {
  const isCost = ({ type, totalCostUSD }: Entry) => type === 'cost-state' && typeof totalCostUSD === 'number';
  return lastEntry(lines, ['"cost-state"'], isCost)?.totalCostUSD as number | undefined;
}

const STEP_BYTES = 1024 * 1024;
/** More than the line that is searched for, so that one across two steps is whole in one of them. */
const OVERLAP_BYTES = 64 * 1024;

/** What the session had cost when its transcript was last written. The total of a fork starts from there. */
export function costSoFar({ transcript, costUsd }: SessionInfo): number {
  if (costUsd !== undefined) return costUsd;
  const found = withTranscript(transcript, (file) => {
    // From the end, step by step: it may be hours of work back, and memory must not grow with the session.
    for (let end = file.bytes; end > 0; end -= STEP_BYTES) {
      const start = Math.max(0, end - STEP_BYTES);
      const cost = lastCostIn(file.text(start, end - start + OVERLAP_BYTES).split('\n'));
      if (cost !== undefined) return cost;
    }
    return 0;
  });
  return found ?? 0;
}
