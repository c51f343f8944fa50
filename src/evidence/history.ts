import { blocksOf, type Entry, entryText, field, parseRelevantEntry, stringField } from '../transcript/entry.ts';
import { type LineCounts, transcriptLines } from '../transcript/file.ts';
import { promptIn } from '../transcript/prompts.ts';
import { endOf, noticeIn } from './commands/outcome.ts';
import { type Call, Runs } from './commands/runs.ts';
import { Edits, editIn, type FileEdit } from './files/edits.ts';
import { iso, type Moment } from './moments.ts';
import { copied, fromBothEnds } from './one-line.ts';
import { PLANNING, Todos } from './todos.ts';

/** A call whose result is awaited. */
interface Pending {
  tool: string;
  input: unknown;
  cwd: string | undefined;
  change: FileEdit | undefined;
}

export interface Prompt {
  time: string | null;
  text: string;
}

/** Between two verdicts. */
export interface Stretch {
  from: number;
  toolCalls: number;
  files: Set<string>;
  commands: Set<string>;
}

const MOST_PENDING = 1_000;
const LONGEST_PROMPT = 8_000;
const LONGEST_MESSAGE = 20_000;
const LAST_PROMPTS = 8;
const MOST_IN_STRETCH = 60;
const COMMAND = 'Bash';

/** What a session's transcripts tell, read line by line into what is bounded. */
export class History {
  readonly about: LineCounts = { bytes: 0, tooLong: 0 };
  readonly runs = new Runs();
  readonly todos = new Todos();
  readonly edits: Edits;
  readonly stretches: Stretch[];
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
  private pending = new Map<string, Pending>();
  /** Commands that went into the background, until a notice says what became of them. */
  private readonly behind = new Map<string, { run: Call; began: Moment }>();
  private moment: Moment = { at: 0, order: 0 };

  constructor(since: number | undefined, verdictTimes: readonly number[]) {
    this.edits = new Edits(({ at }) => since === undefined || at >= since);
    this.stretches = verdictTimes.map((from) => ({ from, toolCalls: 0, files: new Set(), commands: new Set() }));
  }

  read(transcript: string, isSubagent: boolean): void {
    this.pending = new Map();
    const awaited = (id: string) => this.pending.has(id);
    for (const line of transcriptLines(transcript, this.about)) {
      const entry = parseRelevantEntry(line, awaited);
      if (entry === null) this.broken++;
      else if (entry) this.take(entry, isSubagent);
    }
    if (!isSubagent) this.mainBytes = this.about.bytes;
  }

  private take(entry: Entry, isSubagent: boolean): void {
    const at = typeof entry.timestamp === 'string' ? Date.parse(entry.timestamp) : Number.NaN;
    this.moment = { at: Number.isNaN(at) ? this.moment.at : at, order: this.moment.order + 1 };
    if (!isSubagent && this.startedAt === 0 && !Number.isNaN(at)) this.startedAt = at;
    const side = isSubagent || entry.isSidechain === true;
    if (entry.type === 'assistant') this.said(entry, side);
    else if (entry.type === 'user') this.heard(entry, side);
    else if (entry.subtype === 'compact_boundary' && !side) this.compacted(entry);
    else if (entry.type === 'attachment' && !side) this.asked(entry);
    if (entry.type === 'queue-operation' || entry.type === 'attachment')
      this.noticed(entryText(entry.content ?? field(entry.attachment, 'prompt')));
  }

  private said(entry: Entry, side: boolean): void {
    if (!side) this.spoke(entry);
    for (const block of blocksOf(entry.message)) {
      if (block.type !== 'tool_use') continue;
      const id = stringField(block, 'id');
      const tool = stringField(block, 'name');
      if (id === undefined || tool === undefined) continue;
      this.toolCalls++;
      this.lastToolUseAt = Math.max(this.lastToolUseAt, this.moment.at);
      const stretch = this.stretch();
      if (stretch) stretch.toolCalls++;
      const change = editIn(tool, block.input);
      if (tool !== COMMAND && !change && (side || !PLANNING.has(tool))) continue;
      this.pending.set(id, { tool, input: block.input, cwd: stringField(entry, 'cwd'), change });
      if (this.pending.size > MOST_PENDING) this.pending.delete(this.pending.keys().next().value as string);
    }
  }

  private spoke({ message }: Entry): void {
    const usage = field(message, 'usage');
    const tokens = (name: string) => Number(field(usage, name)) || 0;
    const taken = tokens('input_tokens') + tokens('cache_read_input_tokens') + tokens('cache_creation_input_tokens');
    const model = stringField(message, 'model');
    // Its own messages (errors of the API) have a made-up model and no tokens.
    if (taken > 0) this.contextTokens = taken;
    if (model !== undefined && !model.startsWith('<')) this.model = copied(model, 200);
    const text = entryText(blocksOf(message).filter((block) => block.type === 'text'));
    if (text.trim() !== '') this.lastText = copied(fromBothEnds(text, LONGEST_MESSAGE), LONGEST_MESSAGE);
  }

  private compacted({ compactMetadata }: Entry): void {
    this.compactions++;
    const left = field(compactMetadata, 'postTokens');
    if (typeof left === 'number') this.contextTokens = left;
  }

  private heard(entry: Entry, side: boolean): void {
    const blocks = blocksOf(entry.message);
    for (const block of blocks) if (block.type === 'tool_result') this.returned(entry, block, side);
    if (side) return;
    if (blocks[0]?.type === 'text') this.noticed(stringField(blocks[0], 'text') ?? '');
    this.asked(entry);
  }

  private asked(entry: Entry): void {
    const text = promptIn(entry);
    if (text === undefined) return;
    const prompt = { time: iso(this.moment.at), text: copied(text, LONGEST_PROMPT) };
    this.prompts.total++;
    this.prompts.first ??= prompt;
    this.prompts.last.push(prompt);
    if (this.prompts.last.length > LAST_PROMPTS) this.prompts.last.shift();
  }

  private returned(entry: Entry, block: Record<string, unknown>, side: boolean): void {
    const id = stringField(block, 'tool_use_id') ?? '';
    const call = this.pending.get(id);
    if (!call) return;
    this.pending.delete(id);
    if (call.tool === COMMAND) {
      const command = stringField(call.input, 'command') ?? '';
      const run = { command, cwd: call.cwd };
      const ended = endOf(entry, block);
      if (ended.outcome.kind === 'background' && this.behind.size < MOST_PENDING)
        this.behind.set(id, { run, began: this.moment });
      this.runs.add(run, ended, this.moment);
      remember(this.stretch()?.commands, copied(command, 400));
    } else if (block.is_error === true) return;
    else if (call.change) {
      this.edits.add(call.change, entry.toolUseResult, this.moment, side);
      remember(this.stretch()?.files, call.change.path);
    } else this.todos.add(call.tool, call.input, entry.toolUseResult, block.content);
  }

  /** A command in the background has ended: that is its outcome, and when it was had. */
  private noticed(text: string): void {
    if (!text.includes('<task-notification>')) return;
    const notice = noticeIn(text);
    const known = notice && this.behind.get(notice.id);
    if (!notice || !known) return;
    this.behind.delete(notice.id);
    this.runs.finish(known.run, notice.outcome, this.moment, known.began);
  }

  private stretch(): Stretch | undefined {
    return this.stretches.findLast(({ from }) => from <= this.moment.at);
  }
}

function remember(set: Set<string> | undefined, item: string): void {
  if (set && set.size < MOST_IN_STRETCH) set.add(item);
}
