/** A line of a transcript, as far as it is looked into. The format is the client's and changes: everything may be absent. */
export interface Entry {
  type?: unknown;
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
}

const bytes = (text: string) => Buffer.from(text);
const OWN_RECORD = /^\{"type":"(?:api-request|file-history-snapshot|last-prompt|cost-state)/;
const ATTACHMENT = bytes('"attachment":{"type":"');
const QUEUED = bytes('"attachment":{"type":"queued_command"');
const TOOL_RESULT = bytes('"tool_use_id":"');
const NOTIFICATION = bytes('<task-notification>');
const LOOKED_INTO = ['"type":"user"', '"type":"assistant"', '"subtype":"compact_boundary"'].map(bytes);
const QUOTE = 34;
/** To look for names in a shorter line takes longer than to read it. */
const SHORT = 2_000;

/**
 * A line as JSON, if it can matter. That is told from its bytes, because most of a transcript is what tools printed and
 * the client's own records: a quote inside a string is escaped, so these names cannot be somebody's words. `awaited` says
 * which tool calls' results are of interest. Undefined: passed over. Null: broken. What cannot matter may come through.
 */
export function entryOf(line: Buffer, awaited: (id: string) => boolean): Entry | undefined | null {
  if (OWN_RECORD.test(line.toString('latin1', 0, 40))) return undefined;
  if (line.length > SHORT && !mayMatter(line, awaited)) return undefined;
  try {
    const entry: unknown = JSON.parse(line.toString('utf8'));
    return typeof entry === 'object' ? (entry as Entry | null) : null;
  } catch {
    return null;
  }
}

function mayMatter(line: Buffer, awaited: (id: string) => boolean): boolean {
  const head = line.subarray(0, 1024);
  if (head.includes(ATTACHMENT)) return head.includes(QUEUED);
  if (line.includes(NOTIFICATION)) return true;
  let at = line.indexOf(TOOL_RESULT);
  if (at < 0) return LOOKED_INTO.some((name) => line.includes(name));
  for (; at >= 0; at = line.indexOf(TOOL_RESULT, at + 1)) {
    const start = at + TOOL_RESULT.length;
    if (awaited(line.toString('latin1', start, line.indexOf(QUOTE, start)))) return true;
  }
  return false;
}

/** The blocks of a message; a plain text is one block. */
export function blocksOf(message: unknown): Record<string, unknown>[] {
  const content = field(message, 'content');
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter((block) => typeof block === 'object' && block !== null) : [];
}

/** The words of a block's or result's content. */
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
