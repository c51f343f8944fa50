/** A line of a transcript, with the fields that are read here. The format is the client's and changes: any may be absent. */
export interface Entry {
  type?: unknown;
  uuid?: unknown;
  /** The entry that it follows; null for the first. */
  parentUuid?: unknown;
  subtype?: unknown;
  timestamp?: unknown;
  cwd?: unknown;
  isMeta?: unknown;
  isSidechain?: unknown;
  isCompactSummary?: unknown;
  isVisibleInTranscriptOnly?: unknown;
  origin?: unknown;
  promptSource?: unknown;
  toolUseResult?: unknown;
  toolDenialKind?: unknown;
  permissionDecision?: unknown;
  content?: unknown;
  attachment?: unknown;
  message?: unknown;
  compactMetadata?: unknown;
  totalCostUSD?: unknown;
  /** Of `progress`. */
  data?: unknown;
  permissionMode?: unknown;
  version?: unknown;
  requestId?: unknown;
  isApiErrorMessage?: unknown;
}

/** Null if the line is not a JSON object. The first and last line of a part, and one that is being written, may be incomplete. */
export function parseEntry(line: string): Entry | null {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' ? (entry as Entry | null) : null;
  } catch {
    return null;
  }
}

const bytes = (text: string) => Buffer.from(text);
/** Lines that start like this hold internal records of the client. */
const CLIENT_RECORD = /^\{"type":"(?:api-request|file-history-snapshot|last-prompt|cost-state)/;
const ATTACHMENT = bytes('"attachment":{"type":"');
const QUEUED_COMMAND = bytes('"attachment":{"type":"queued_command"');
const TOOL_RESULT = bytes('"tool_use_id":"');
const NOTIFICATION = bytes('<task-notification>');
const RELEVANT_TYPES = ['"type":"user"', '"type":"assistant"', '"subtype":"compact_boundary"'].map(bytes);
const QUOTE = 34;
/** Searching a shorter line takes longer than parsing it. */
const SHORT_LINE_BYTES = 2_000;

/**
 * Parses a line only if the evidence may depend on it. Its bytes are searched first, because most of a transcript is tool
 * output and internal records of the client, and parsing those is slow. Quotes inside JSON strings are escaped, so these
 * patterns cannot match inside a text. `isAwaited` says which tool calls' results are wanted. Undefined: skipped. Null:
 * not valid. Some irrelevant lines are returned too.
 */
export function parseRelevantEntry(line: Buffer, isAwaited: (id: string) => boolean): Entry | undefined | null {
  if (CLIENT_RECORD.test(line.toString('latin1', 0, 40))) return undefined;
  if (line.length > SHORT_LINE_BYTES && isCompact(line) && !mayBeRelevant(line, isAwaited)) return undefined;
  return parseEntry(line.toString('utf8'));
}

/** As the client writes it. Another program may have written it anew, with blanks, and the patterns do not match then. */
const isCompact = (line: Buffer) => /^\{"[^"\\]*":[^\s]/.test(line.toString('latin1', 0, 200));

function mayBeRelevant(line: Buffer, isAwaited: (id: string) => boolean): boolean {
  const start = line.subarray(0, 1024);
  if (start.includes(ATTACHMENT)) return start.includes(QUEUED_COMMAND);
  if (line.includes(NOTIFICATION)) return true;
  let at = line.indexOf(TOOL_RESULT);
  if (at < 0) return RELEVANT_TYPES.some((type) => line.includes(type));
  for (; at >= 0; at = line.indexOf(TOOL_RESULT, at + 1)) {
    const id = at + TOOL_RESULT.length;
    if (isAwaited(line.toString('latin1', id, line.indexOf(QUOTE, id)))) return true;
  }
  return false;
}

const ASSISTANT = bytes('"type":"assistant"');
/** What else a line with an answer in it may be: a tool call, its result, a prompt, or another session's. */
const NO_PLAIN_ANSWER =
  /"(?:type":"(?:tool_use|user|progress)"|tool_use_id":|isSidechain":true|attachment":|subtype":)/;

/** A long line with an answer of the worker that calls no tool. One pattern: each further search reads the whole line. */
export const isPlainAnswer = (line: Buffer): boolean =>
  line.length > SHORT_LINE_BYTES && line.includes(ASSISTANT) && !NO_PLAIN_ANSWER.test(line.toString('latin1'));

/** The blocks of a message; a plain text is one block. */
export function blocksOf(message: unknown): Record<string, unknown>[] {
  const content = field(message, 'content');
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter((block) => typeof block === 'object' && block !== null) : [];
}

/** What the worker says in an entry; undefined if it says nothing, or a subagent or the client does. */
export function answerIn({ type, isSidechain, isApiErrorMessage, message }: Entry): string | undefined {
  if (type !== 'assistant' || isSidechain === true || isApiErrorMessage === true) return undefined;
  // The client's own messages have a made-up model.
  if (stringField(message, 'model')?.startsWith('<')) return undefined;
  const text = entryText(blocksOf(message).filter((block) => block.type === 'text'));
  return text.trim() === '' ? undefined : text;
}

/** The text in the `content` of a message, a block or a result. */
export function entryText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((block) => stringField(block, 'text') ?? '').join('\n');
}

export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

export function stringField(value: unknown, name: string): string | undefined {
  const found = field(value, name);
  return typeof found === 'string' ? found : undefined;
}
