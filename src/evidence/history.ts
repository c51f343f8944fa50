import { blocksOf, type Entry, entryText, field, parseRelevantEntry, stringField } from '../transcript/entry.ts';
import { type LineCounts, transcriptLines } from '../transcript/file.ts';
import { promptIn } from '../transcript/prompts.ts';
import { commandEnd, notificationIn } from './commands/outcome.ts';
import { type CommandCall, Runs } from './commands/runs.ts';
import { Edits, editIn, type FileEdit } from './files/edits.ts';
import { copyOfStart, fromBothEnds } from './limits.ts';
import { isoTime, type Moment } from './moment.ts';
import { TODO_TOOLS, Todos } from './todos.ts';

/** A tool call whose result has not come yet. */
interface PendingCall {
  tool: string;
  input: unknown;
  cwd: string | undefined;
  edit: FileEdit | undefined;
}

export interface Prompt {
  time: string | null;
  text: string;
}

/** What the worker did between two verdicts. */
export interface RoundActivity {
  from: number;
  toolCalls: number;
  files: Set<string>;
  commands: Set<string>;
}

const MAX_PENDING = 1_000;
const MAX_PROMPT_LENGTH = 8_000;
const MAX_MESSAGE_LENGTH = 20_000;
const MAX_LAST_PROMPTS = 8;
const MAX_PER_ROUND = 60;
const COMMAND_TOOL = 'Bash';

/** What the transcripts of a session say, read line by line. Everything kept here is bounded. */
export class History {
  readonly counts: LineCounts = { bytes: 0, tooLong: 0 };
  readonly runs = new Runs();
  readonly todos = new Todos();
  readonly edits: Edits;
  readonly rounds: RoundActivity[];
  readonly prompts = { total: 0, first: undefined as Prompt | undefined, last: [] as Prompt[] };
  mainBytes = 0;
  broken = 0;
  startedAt = 0;
  lastToolUseAt = 0;
  toolCalls = 0;
  contextTokens: number | null = null;
  model: string | null = null;
  compactions = 0;
  lastText: string | undefined;
  private pending = new Map<string, PendingCall>();
  /** Background commands, until a notification says how they ended. */
  private readonly background = new Map<string, { run: CommandCall; began: Moment }>();
  private moment: Moment = { at: 0, order: 0 };

  constructor(since: number | undefined, verdictTimes: readonly number[]) {
    this.edits = new Edits(({ at }) => since === undefined || at >= since);
    this.rounds = verdictTimes.map((from) => ({ from, toolCalls: 0, files: new Set(), commands: new Set() }));
  }

  read(transcript: string, isSubagent: boolean): void {
    this.pending = new Map();
    const isAwaited = (id: string) => this.pending.has(id);
    for (const line of transcriptLines(transcript, this.counts)) {
      const entry = parseRelevantEntry(line, isAwaited);
      if (entry === null) this.broken++;
      else if (entry) this.addEntry(entry, isSubagent);
    }
    if (!isSubagent) this.mainBytes = this.counts.bytes;
  }

  private addEntry(entry: Entry, isSubagent: boolean): void {
    const at = typeof entry.timestamp === 'string' ? Date.parse(entry.timestamp) : Number.NaN;
    this.moment = { at: Number.isNaN(at) ? this.moment.at : at, order: this.moment.order + 1 };
    if (!isSubagent && this.startedAt === 0 && !Number.isNaN(at)) this.startedAt = at;
    const side = isSubagent || entry.isSidechain === true;
    if (entry.type === 'assistant') this.onAssistant(entry, side);
    else if (entry.type === 'user') this.onUser(entry, side);
    else if (entry.subtype === 'compact_boundary' && !side) this.onCompaction(entry);
    else if (entry.type === 'attachment' && !side) this.onPrompt(entry);
    if (entry.type === 'queue-operation' || entry.type === 'attachment')
      this.onNotification(entryText(entry.content ?? field(entry.attachment, 'prompt')));
  }

  private onAssistant(entry: Entry, side: boolean): void {
    if (!side) this.onAnswer(entry);
    for (const block of blocksOf(entry.message)) {
      if (block.type !== 'tool_use') continue;
      const id = stringField(block, 'id');
      const tool = stringField(block, 'name');
      if (id === undefined || tool === undefined) continue;
      this.toolCalls++;
      this.lastToolUseAt = Math.max(this.lastToolUseAt, this.moment.at);
      const round = this.currentRound();
      if (round) round.toolCalls++;
      const edit = editIn(tool, block.input);
      if (tool !== COMMAND_TOOL && !edit && (side || !TODO_TOOLS.has(tool))) continue;
      this.pending.set(id, { tool, input: block.input, cwd: stringField(entry, 'cwd'), edit });
      if (this.pending.size > MAX_PENDING) this.pending.delete(this.pending.keys().next().value as string);
    }
  }

  private onAnswer({ message }: Entry): void {
    const usage = field(message, 'usage');
    const tokens = (name: string) => Number(field(usage, name)) || 0;
    const total = tokens('input_tokens') + tokens('cache_read_input_tokens') + tokens('cache_creation_input_tokens');
    const model = stringField(message, 'model');
    // The client's own messages (API errors) have a made-up model and no tokens.
    if (total > 0) this.contextTokens = total;
    if (model !== undefined && !model.startsWith('<')) this.model = copyOfStart(model, 200);
    const text = entryText(blocksOf(message).filter((block) => block.type === 'text'));
    if (text.trim() !== '') this.lastText = copyOfStart(fromBothEnds(text, MAX_MESSAGE_LENGTH), MAX_MESSAGE_LENGTH);
  }

  private onCompaction({ compactMetadata }: Entry): void {
    this.compactions++;
    const left = field(compactMetadata, 'postTokens');
    if (typeof left === 'number') this.contextTokens = left;
  }

  private onUser(entry: Entry, side: boolean): void {
    const blocks = blocksOf(entry.message);
    for (const block of blocks) if (block.type === 'tool_result') this.onToolResult(entry, block, side);
    if (side) return;
    if (blocks[0]?.type === 'text') this.onNotification(stringField(blocks[0], 'text') ?? '');
    this.onPrompt(entry);
  }

  private onPrompt(entry: Entry): void {
    const text = promptIn(entry);
    if (text === undefined) return;
    const prompt = { time: isoTime(this.moment.at), text: copyOfStart(text, MAX_PROMPT_LENGTH) };
    this.prompts.total++;
    this.prompts.first ??= prompt;
    this.prompts.last.push(prompt);
    if (this.prompts.last.length > MAX_LAST_PROMPTS) this.prompts.last.shift();
  }

  private onToolResult(entry: Entry, block: Record<string, unknown>, side: boolean): void {
    const id = stringField(block, 'tool_use_id') ?? '';
    const call = this.pending.get(id);
    if (!call) return;
    this.pending.delete(id);
    if (call.tool === COMMAND_TOOL) {
      const command = stringField(call.input, 'command') ?? '';
      const run = { command, cwd: call.cwd };
      const ended = commandEnd(entry, block);
      if (ended.outcome.kind === 'background' && this.background.size < MAX_PENDING)
        this.background.set(id, { run, began: this.moment });
      this.runs.add(run, ended, this.moment);
      addBounded(this.currentRound()?.commands, copyOfStart(command, 400));
    } else if (block.is_error === true) return;
    else if (call.edit) {
      this.edits.add(call.edit, entry.toolUseResult, this.moment, side);
      addBounded(this.currentRound()?.files, call.edit.path);
    } else this.todos.add(call.tool, call.input, entry.toolUseResult, block.content);
  }

  /** A background command has ended. */
  private onNotification(text: string): void {
    if (!text.includes('<task-notification>')) return;
    const notification = notificationIn(text);
    const known = notification && this.background.get(notification.id);
    if (!notification || !known) return;
    this.background.delete(notification.id);
    this.runs.finish(known.run, notification.outcome, this.moment, known.began);
  }

  private currentRound(): RoundActivity | undefined {
    return this.rounds.findLast(({ from }) => from <= this.moment.at);
  }
}

function addBounded(set: Set<string> | undefined, item: string): void {
  if (set && set.size < MAX_PER_ROUND) set.add(item);
}
