import { blocksOf, type Entry, entryText, field, stringField } from './entry.ts';

/** Commands of the client itself: the user typed them, but they ask nothing of the worker. */
const CLIENT_COMMANDS =
  /^\/(?:add-dir|agents|bug|clear|color|compact|config|context|copy|cost|doctor|effort|exit|export|fast|feedback|help|hooks|ide|keybindings|login|logout|mcp|memory|mobile|model|output-style|permissions|plugin|plugins|privacy-settings|quit|release-notes|reload-plugins|remote-control|rename|reset|resume|rewind|sandbox|skills|stats|status|statusline|stickers|tasks|terminal-setup|theme|todos|upgrade|usage|vim|voice|supervisoroff)(?: |$)/;

/** Text that the client writes as a message of the user, or adds to one in tags. */
const CLIENT_TEXT =
  /^(?:<(?:local-command-|bash-(?:input|stdout|stderr)|task-notification|teammate-message|user-memory-input|user-prompt-submit-hook)|\[Request interrupted by user|[A-Za-z]+ hook (?:feedback|blocking error)|Caveat: The messages below|This session is being continued from a previous conversation|\(no content\)$|<(?:monitor|new-diagnostics|persisted-output)|\[(?:Monitor|SYSTEM NOTIFICATION))/;
const ADDED_TAGS = ['system-reminder', 'ide_opened_file', 'ide_selection', 'ide_diagnostics'];

/** More of a prompt is not read. */
const MAX_PROMPT_LENGTH = 64_000;

/** What the user typed; undefined if the entry is not a prompt. */
export function promptIn(entry: Entry): string | undefined {
  if (entry.type === 'attachment') return queuedPrompt(entry.attachment);
  if (!isUserPrompt(entry)) return undefined;
  const blocks = blocksOf(entry.message);
  if (blocks.some((block) => block.type === 'tool_result')) return besideToolResult(entry, blocks);
  const images = blocks.filter((block) => block.type === 'image').length;
  const text = typedText(blocks.map((block) => stringField(block, 'text') ?? '').join('\n'));
  if (text !== undefined && images > 0) return `${text} [${images} ${images === 1 ? 'image' : 'images'}]`.trim();
  return text || undefined;
}

/** The slash command that the user typed, as the client records it; undefined if the entry is something else. */
export function typedCommand(entry: Entry): { name: string; args: string } | undefined {
  if (!isUserPrompt(entry) || blocksOf(entry.message).some((block) => block.type === 'tool_result')) return undefined;
  return commandIn(entryText(field(entry.message, 'content')).trim());
}

function isUserPrompt(entry: Entry): boolean {
  if (entry.type !== 'user' || entry.isMeta === true || entry.isSidechain === true) return false;
  if (entry.isCompactSummary === true || entry.isVisibleInTranscriptOnly === true) return false;
  return isHuman(entry.origin) && entry.promptSource !== 'system';
}

/** Some clients add what is typed during a tool call to its result. */
function besideToolResult({ version }: Entry, blocks: Record<string, unknown>[]): string | undefined {
  if (!/^2\.1\.(?:19|2\d|3[0-7])$/.test(String(version))) return undefined;
  const texts = blocks.filter((block) => block.type === 'text').map((block) => stringField(block, 'text') ?? '');
  return texts.map(typedText).filter(Boolean).join('\n') || undefined;
}

/** Typed while the worker was working, and given to it between two steps. */
function queuedPrompt(attachment: unknown): string | undefined {
  if (field(attachment, 'type') !== 'queued_command' || !isHuman(field(attachment, 'origin'))) return undefined;
  const mode = field(attachment, 'commandMode');
  if (mode !== undefined && mode !== 'prompt') return undefined;
  return typedText(entryText(field(attachment, 'prompt'))) || undefined;
}

const isHuman = (origin: unknown) => origin === undefined || field(origin, 'kind') === 'human';

function typedText(raw: string): string | undefined {
  const start = raw.slice(0, MAX_PROMPT_LENGTH);
  const text = (start.includes('<') ? ADDED_TAGS.reduce(withoutTag, start) : start).trim();
  if (CLIENT_TEXT.test(text)) return undefined;
  const command = commandIn(text);
  if (!command) return text;
  const line = `/${command.name} ${command.args}`.trim();
  return CLIENT_COMMANDS.test(line) ? undefined : line;
}

/** Without the slash. */
function commandIn(text: string): { name: string; args: string } | undefined {
  const name = text.startsWith('<command-') ? inTag(text, 'command-name')?.trim().replace(/^\//, '') : undefined;
  if (!name || name.includes('<')) return undefined;
  return { name, args: inTag(text, 'command-args')?.trim() ?? '' };
}

/** The content of the first such tag. A search from left to right, because the text is foreign and may be long. */
function inTag(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`);
  const end = start < 0 ? -1 : text.indexOf(`</${tag}>`, start);
  return end < 0 ? undefined : text.slice(start + tag.length + 2, end);
}

function withoutTag(text: string, tag: string): string {
  const [open, close] = [`<${tag}>`, `</${tag}>`];
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf(open, at);
    const end = start < 0 ? -1 : text.indexOf(close, start);
    // A tag without an end is kept, and so is what follows it.
    if (end < 0) return kept.concat(text.slice(at)).join('');
    kept.push(text.slice(at, start));
    at = end + close.length;
  }
}
