import {
  answerIn,
  blocksOf,
  type Entry,
  entryText,
  field,
  isPlainAnswer,
  parseEntry,
  parseRelevantEntry,
  stringField,
} from '../transcript/entry.ts';
import { type LineCounts, transcriptLines } from '../transcript/file.ts';
import { promptIn } from '../transcript/prompts.ts';
import { asOwnEntry } from '../transcript/subagents.ts';
import { BackgroundRuns } from './commands/background-runs.ts';
import { commandEnd, notificationIn } from './commands/command-end.ts';
import { effectsOf, type FileEffects } from './commands/file-effects.ts';
import type { CommandContext } from './commands/parts.ts';
import { commandReplacesScripts, replacedAt, replacesScripts } from './commands/replaced-programs.ts';
import { actionsIn, type RecordedAction } from './commands/repository-actions.ts';
import { Runs } from './commands/runs.ts';
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
  called: Moment;
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

/** A few milliseconds. */
const BYTES_PER_STEP = 256 * 1024;
const MAX_PENDING = 1_000;
const MAX_PROMPT_LENGTH = 8_000;
const MAX_MESSAGE_LENGTH = 20_000;
const MAX_LAST_PROMPTS = 8;
const MAX_PER_ROUND = 60;
const MAX_EFFECTS = 1_000;
const COMMAND_TOOLS = new Set(['Bash', 'PowerShell']);
/** Tools of servers and extensions that may run programs. */
const MAY_RUN_PROGRAMS =
  /^(?:mcp__.*(?:exec|shell|bash|terminal|command|run|process|test|build|lint|analy|diagnos|check|compile)|Workflow|Monitor|REPL)/i;

/** The user tells of a run of their own that passed. */
const SAYS_PASSED =
  /\bI(?:'ve| have)? (?:just |already |also )?(?:ran|run|executed|tested)\b[^\n]{0,80}\b(?:pass(?:es|ed)?|green|ok|fine|works|succeed(?:s|ed)?)\b|我(?:已经?)?(?:运行|跑|执行)[^\n]{0,30}(?:通过|成功)/i;

const SCRIPT_RUNNERS = ['npm', 'pnpm', 'yarn', 'npx'];

/** Agents of the client that only read. */
const READ_ONLY_AGENTS = /^(?:Explore|Plan|claude-code-guide|statusline-setup)$/;

/** What the transcripts of a session say, read line by line. Everything kept here is bounded. */
export class History {
  readonly counts: LineCounts = { bytes: 0, tooLong: 0 };
  readonly runs: Runs;
  /** What commands did to files, oldest first. */
  readonly effects: { effects: FileEffects; moment: Moment }[] = [];
  /** Commits, pushes and the like, oldest first. */
  readonly actions: RecordedAction[] = [];
  /** Edits that were refused or failed, by path. */
  readonly refusedEdits = new Map<string, Moment>();
  private subagentCalls = 0;
  readonly todos = new Todos();
  readonly edits: Edits;
  readonly rounds: RoundActivity[];
  readonly prompts = { total: 0, first: undefined as Prompt | undefined, last: [] as Prompt[] };
  mainBytes = 0;
  broken = 0;
  startedAt = 0;
  lastToolUseAt = 0;
  /** The time of the newest entry. */
  lastAt = 0;
  toolCalls = 0;
  contextTokens: number | null = null;
  model: string | null = null;
  compactions = 0;
  lastText: string | undefined;
  private pending = new Map<string, PendingCall>();
  readonly background = new BackgroundRuns((run, end, ended, began) => this.runs.finish(run, end, ended, began));
  /** Calls of subagents that were seen in the main transcript, so that their own files do not count them again. */
  private readonly seenCalls = new Set<string>();
  /** A tool of a server was called, which may have changed anything. */
  hasOtherTools = false;
  /** Entries with and without what the client gives every entry: a line that was added by hand may lack it. */
  readonly marked = { with: 0, without: 0 };
  /** It goes on from an earlier session: what was run there is in another file. */
  isContinued = false;
  private hasRecordedSubagents = false;
  /** The last answer without a tool call, not parsed yet. */
  private answer: Buffer | undefined;
  private moment: Moment = { at: 0, order: 0 };
  private readonly isOfSubagent: boolean;

  /** `isSubagent`: of a subagent, in whose own transcript every entry is marked as that of one. */
  constructor(
    since: number | undefined,
    verdictTimes: readonly number[],
    { isSubagent = false, ...context }: CommandContext & { isSubagent?: boolean | undefined } = {},
  ) {
    this.isOfSubagent = isSubagent;
    this.runs = new Runs(context);
    this.edits = new Edits(({ at }) => since === undefined || at >= since);
    this.rounds = verdictTimes.map((from) => ({ from, toolCalls: 0, files: new Set(), commands: new Set() }));
  }

  /** Reads a transcript in steps: the first ends where it is known when the session began. */
  *reading(transcript: string, isSubagent: boolean, start = 0): Generator<undefined, void> {
    this.pending = new Map();
    // A result without any call before it says that the beginning is missing.
    const isAwaited = (id: string) => this.pending.has(id) || (!isSubagent && this.toolCalls === 0);
    let left = 0;
    for (const line of transcriptLines(transcript, this.counts, { start })) {
      left -= line.length;
      if (left < 0 && this.startedAt > 0) {
        yield;
        left = BYTES_PER_STEP;
      }
      // Of many answers without a tool call only the last one counts, and they may be most of a session.
      if (!isSubagent && isPlainAnswer(line)) {
        this.answer = Buffer.from(line);
        continue;
      }
      const entry = parseRelevantEntry(line, isAwaited);
      if (entry === null) this.broken++;
      else if (entry) {
        if (entry.type === 'assistant') this.readAnswer();
        this.addEntry(entry, isSubagent);
      }
    }
    this.readAnswer();
    if (!isSubagent) this.mainBytes = this.counts.bytes;
  }

  private readAnswer(): void {
    const entry = this.answer && parseEntry(this.answer.toString('utf8'));
    this.answer = undefined;
    if (entry) this.addEntry(entry, false);
    else if (entry === null) this.broken++;
  }

  /** Lines that could not be read: what is not seen may stand there. */
  get hasUnread(): boolean {
    return this.broken + this.counts.tooLong > 0;
  }

  /** Whether a subagent ran, and nothing shows what it did. */
  get hasUnknownSubagents(): boolean {
    return this.subagentCalls > 0 && !this.hasRecordedSubagents;
  }

  private addEntry(read: Entry, isSubagent: boolean): void {
    const entry = this.isOfSubagent ? asOwnEntry(read) : read;
    if (entry.type === 'assistant' || entry.type === 'user') {
      const isMarked = typeof entry.uuid === 'string' && (entry.type === 'user' || hasRequest(entry));
      this.marked[isMarked ? 'with' : 'without']++;
    }
    const at = typeof entry.timestamp === 'string' ? Date.parse(entry.timestamp) : Number.NaN;
    this.moment = { at: Number.isNaN(at) ? this.moment.at : at, order: this.moment.order + 1 };
    this.lastAt = Math.max(this.lastAt, this.moment.at);
    if (!isSubagent && this.startedAt === 0 && !Number.isNaN(at)) this.startedAt = at;
    const side = isSubagent || entry.isSidechain === true;
    if (!side && entry.type === 'summary' && this.moment.order === 1) this.isContinued = true;
    if (side) this.hasRecordedSubagents = true;
    if (entry.type === 'progress') this.onProgress(entry);
    else if (entry.type === 'assistant') this.onAssistant(entry, side);
    else if (entry.type === 'user') this.onUser(entry, side);
    else if (entry.subtype === 'compact_boundary' && !side) this.onCompaction(entry);
    else if (entry.type === 'attachment' && !side) this.onPrompt(entry);
    if (entry.type === 'queue-operation' || entry.type === 'attachment')
      this.onNotification(entryText(entry.content ?? field(entry.attachment, 'prompt')));
  }

  /** Some clients write what a subagent does into the main transcript. */
  private onProgress({ data, cwd }: Entry): void {
    const inner = field(data, 'type') === 'agent_progress' ? field(data, 'message') : undefined;
    if (typeof inner !== 'object' || inner === null) return;
    this.hasRecordedSubagents = true;
    const entry: Entry = { cwd, ...inner };
    if (entry.type === 'assistant') {
      for (const block of blocksOf(entry.message)) if (typeof block.id === 'string') this.seenCalls.add(block.id);
      this.onAssistant(entry, true);
    } else if (entry.type === 'user') this.onUser(entry, true);
  }

  private onAssistant(entry: Entry, side: boolean): void {
    if (!side) this.onAnswer(entry);
    for (const block of blocksOf(entry.message)) {
      if (block.type !== 'tool_use') continue;
      const id = stringField(block, 'id');
      const tool = stringField(block, 'name');
      if (id === undefined || tool === undefined) continue;
      if (side && entry.isSidechain === true && this.seenCalls.has(id)) continue;
      this.toolCalls++;
      this.lastToolUseAt = Math.max(this.lastToolUseAt, this.moment.at);
      const round = this.currentRound();
      if (round) round.toolCalls++;
      const edit = editIn(tool, block.input);
      if (tool.startsWith('mcp__')) this.hasOtherTools = true;
      if (
        (tool === 'Task' || tool === 'Agent') &&
        !READ_ONLY_AGENTS.test(stringField(block.input, 'subagent_type') ?? '')
      )
        this.subagentCalls++;
      else if (MAY_RUN_PROGRAMS.test(tool)) this.runs.addOpaque(`tool ${tool}`, this.moment);
      const isWanted = COMMAND_TOOLS.has(tool) || this.background.isShownBy(tool, block.input);
      const isTodo = TODO_TOOLS.has(tool) && !(side && tool === 'TodoWrite');
      if (!isWanted && !edit && !isTodo) continue;
      this.pending.set(id, { tool, input: block.input, cwd: stringField(entry, 'cwd'), edit, called: this.moment });
      if (this.pending.size > MAX_PENDING) this.pending.delete(this.pending.keys().next().value as string);
    }
  }

  private onAnswer(entry: Entry): void {
    const { message } = entry;
    const usage = field(message, 'usage');
    const tokens = (name: string) => Number(field(usage, name)) || 0;
    const total = tokens('input_tokens') + tokens('cache_read_input_tokens') + tokens('cache_creation_input_tokens');
    const model = stringField(message, 'model');
    // The client's own messages (API errors) have a made-up model and no tokens.
    if (total > 0) this.contextTokens = total;
    if (model !== undefined && !model.startsWith('<')) this.model = copyOfStart(model, 200);
    const text = answerIn(entry);
    if (text !== undefined) this.lastText = copyOfStart(fromBothEnds(text, MAX_MESSAGE_LENGTH), MAX_MESSAGE_LENGTH);
  }

  private onCompaction({ compactMetadata }: Entry): void {
    this.compactions++;
    const left = field(compactMetadata, 'postTokens');
    if (typeof left === 'number') this.contextTokens = left;
  }

  private onUser(entry: Entry, side: boolean): void {
    const blocks = blocksOf(entry.message);
    if (!side && this.toolCalls === 0 && blocks.some(({ type }) => type === 'tool_result')) this.isContinued = true;
    for (const block of blocks) if (block.type === 'tool_result') this.onToolResult(entry, block, side);
    if (side) return;
    if (entry.isCompactSummary === true && this.toolCalls === 0) this.isContinued = true;
    if (blocks[0]?.type === 'text') this.onText(stringField(blocks[0], 'text') ?? '');
    this.onPrompt(entry);
  }

  private onPrompt(entry: Entry): void {
    const text = promptIn(entry);
    if (text === undefined) return;
    if (SAYS_PASSED.test(text) && !/\bfail|\berror|\bbroken|\bred\b/i.test(text))
      this.runs.addOpaque(`what the user ran: ${text}`, this.moment);
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
    if (COMMAND_TOOLS.has(call.tool)) this.onCommand(id, call, entry, block);
    else if (block.is_error === true) {
      if (call.edit) this.refusedEdits.set(call.edit.path, this.moment);
    } else if (call.edit) {
      this.edits.add(call.edit, entry.toolUseResult, this.moment, side);
      this.onWritten(call.edit.path);
      if (replacesScripts(call.edit.path, call.edit.parts.map(({ added }) => added).join('\n')))
        this.runs.addReplaced(...SCRIPT_RUNNERS);
      addBounded(this.currentRound()?.files, call.edit.path);
    } else if (this.background.isShownBy(call.tool, call.input))
      this.background.onOutput(call.input, entryText(block.content), this.moment);
    else this.todos.add(call.tool, call.input, entry.toolUseResult, block.content);
  }

  private onCommand(id: string, call: PendingCall, entry: Entry, block: Record<string, unknown>): void {
    const command = stringField(call.input, 'command') ?? '';
    const run = { command, cwd: call.cwd };
    const end = commandEnd(entry, block);
    if (end.outcome.kind === 'background') {
      const taskId =
        stringField(entry.toolUseResult, 'backgroundTaskId') ?? /with ID: ([\w-]+)/.exec(entryText(block.content))?.[1];
      this.background.start(id, run, taskId, this.moment);
    }
    const effects = effectsOf(run, end);
    for (const path of effects?.written ?? []) this.onWritten(path);
    if (commandReplacesScripts(command, effects?.written ?? [])) this.runs.addReplaced(...SCRIPT_RUNNERS);
    this.runs.add(run, end, this.moment, { called: call.called });
    for (const { action, done } of actionsIn(command, end, call.cwd))
      if (this.actions.length < MAX_EFFECTS)
        this.actions.push({ action, done, command: copyOfStart(command, 300), moment: this.moment });
    if (effects && this.effects.length < MAX_EFFECTS) this.effects.push({ effects, moment: this.moment });
    addBounded(this.currentRound()?.commands, copyOfStart(command, 400));
    this.background.onCommand(command, end);
  }

  private onWritten(path: string): void {
    const name = replacedAt(path);
    if (name !== undefined) this.runs.addReplaced(name);
  }

  /** The user's own commands (`! npm test`), and notifications of the client. */
  private onText(text: string): void {
    const own = /^\s*<bash-input>([\s\S]{1,400}?)<\/bash-input>/.exec(text)?.[1];
    if (own !== undefined) this.runs.addOpaque(`! ${own}`, this.moment);
    this.onNotification(text);
  }

  /** A background command has ended. */
  private onNotification(text: string): void {
    if (!text.includes('<task-notification>')) return;
    const notification = notificationIn(text);
    if (notification) this.background.end(notification.id, { outcome: notification.outcome, output: '' }, this.moment);
  }

  private currentRound(): RoundActivity | undefined {
    return this.rounds.findLast(({ from }) => from <= this.moment.at);
  }
}

/** The client's own messages were not asked for. */
const hasRequest = (entry: Entry) =>
  typeof entry.requestId === 'string' ||
  entry.isApiErrorMessage === true ||
  (stringField(entry.message, 'model') ?? '<').startsWith('<');

function addBounded(set: Set<string> | undefined, item: string): void {
  if (set && set.size < MAX_PER_ROUND) set.add(item);
}
