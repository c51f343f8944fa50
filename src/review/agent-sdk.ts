import type {
  EffortLevel,
  Options,
  SDKMessage,
  SDKResultMessage,
  SDKUserMessage,
} from '@anthropic-ai/claude-agent-sdk';
import { dependencies } from '../../package.json';
import { gitNamesPrograms } from '../git/git-programs.ts';
import type { Tokens } from '../hook/journal.ts';
import type { Log } from '../platform/log.ts';
import { descendantsOf, endTree, exitOf } from '../platform/process-tree.ts';
import type { ChildProcess } from '../platform/spawn.ts';
import { type ClientStart, EarlyClient } from './early-client.ts';
import { PromptQueue } from './prompt-queue.ts';
import { refusalReason } from './read-only.ts';
import type { ReviewerMessage, ReviewerSession } from './reviewer-session.ts';

export interface ReviewerOptions {
  claude: string;
  cwd: string;
  /** Folders outside `cwd` that the reviewer may look into. */
  alsoRead: string[];
  env: Record<string, string | undefined>;
  /** A private settings file with the user's authentication, if they have any in their settings. */
  settingsFile: string | undefined;
  seat: ReviewerContext;
  /** Undefined leaves it to the session, or to the client. */
  model: string | undefined;
  /** The client's running total may not pass it; on a fork that includes what the worker had spent. */
  maxUsd: number | undefined;
  log: Log;
}

/** Where the reviewer sits: in the worker's own session, or in one of its own with nothing but what it is handed. */
export type ReviewerContext =
  | { kind: 'fork'; session: string; effort: string | undefined }
  | { kind: 'own'; systemPrompt: string; tools: readonly string[] };

/**
 * Starts a reviewer. On a fork nothing here may change tools, system prompt or messages: then the request is the
 * worker's own plus the review, and the prompt cache holds. So no output schema, no tool list, no `canUseTool`
 * (which would add a tool); refusals come from the permission mode and from a hook of ours. See docs/adr/0004.
 */
export async function startReviewer(options: ReviewerOptions): Promise<ReviewerSession> {
  const client = new EarlyClient(
    expectedStart(options),
    (text) => options.log('reviewer stderr', { text: text.slice(0, 2000) }),
    () => options.log('the client was started twice: the SDK asked for another start than expected'),
  );
  const { query } = await import('@anthropic-ai/claude-agent-sdk');
  const outbox = new PromptQueue();
  let usedShell = false;
  const limit: Limit = { over: false, refused: 0, giveUp: () => void run.interrupt().catch(() => {}) };
  const run = query({
    prompt: messagesFrom(outbox),
    options: {
      ...sessionOptions(options),
      hooks: { PreToolUse: [{ hooks: [denyWriting(options, limit)] }] },
      spawnClaudeCodeProcess: (wanted) => client.for(wanted) as Piped,
    },
  });

  async function* heard(): AsyncGenerator<ReviewerMessage> {
    for await (const message of run) {
      usedShell ||= callsShell(message);
      yield* translate(message);
    }
  }

  return {
    messages: heard(),
    ask: (text) => outbox.push(text),
    forbidTools: () => {
      limit.over = true;
    },
    interrupt: async () => {
      await run.interrupt().catch(() => {});
    },
    end: async () => {
      const { process } = client;
      const below = process.pid !== undefined && usedShell ? descendantsOf(process.pid) : [];
      outbox.close();
      run.close();
      await exitOf(process, 300);
      await endTree(process, below);
    },
  };
}

/** As the SDK wants them. */
async function* messagesFrom(outbox: PromptQueue): AsyncGenerator<SDKUserMessage> {
  for await (const text of outbox)
    yield { type: 'user', message: { role: 'user', content: text }, parent_tool_use_id: null };
}

type Piped = ChildProcess & { stdin: NonNullable<ChildProcess['stdin']>; stdout: NonNullable<ChildProcess['stdout']> };

/** How the SDK starts a client for `sessionOptions`, to the letter. If an upgrade changes it, a scenario test says so. */
function expectedStart(options: ReviewerOptions): ClientStart {
  const { seat, model, maxUsd } = options;
  const fork = seat.kind === 'fork';
  return {
    command: options.claude,
    args: [
      ...['--output-format', 'stream-json', '--verbose', '--input-format', 'stream-json'],
      ...(fork && seat.effort ? [`--effort=${seat.effort}`] : []),
      ...(maxUsd === undefined ? [] : [`--max-budget-usd=${maxUsd}`]),
      ...(model ? [`--model=${model}`] : []),
      ...(fork ? [`--resume=${seat.session}`] : [`--tools=${seat.tools.join(',')}`]),
      ...['--setting-sources=', '--strict-mcp-config', '--permission-mode=dontAsk', '--include-partial-messages'],
      ...options.alsoRead.map((folder) => `--add-dir=${folder}`),
      ...(fork ? ['--fork-session'] : []),
      '--no-session-persistence',
      ...(options.settingsFile ? ['--settings', options.settingsFile] : []),
    ],
    cwd: options.cwd,
    env: {
      ...options.env,
      CLAUDE_CODE_ENTRYPOINT: 'sdk-ts',
      CLAUDE_AGENT_SDK_VERSION: dependencies['@anthropic-ai/claude-agent-sdk'],
      CLAUDE_CODE_SDK_READS_SESSION_STATE: '1',
    },
  };
}

function sessionOptions(options: ReviewerOptions): Options {
  return {
    cwd: options.cwd,
    additionalDirectories: options.alsoRead,
    env: options.env,
    pathToClaudeCodeExecutable: options.claude,
    persistSession: false,
    // None of the user's hooks and permission rules; their authentication comes through `settings`.
    settingSources: [],
    strictMcpConfig: true,
    permissionMode: 'dontAsk',
    includePartialMessages: true,
    // The prompt quotes the worker: an "@file" or a "/command" in there is material and must not be expanded.
    verbatimPrompts: true,
    ...(options.settingsFile ? { settings: options.settingsFile } : {}),
    ...(options.model ? { model: options.model } : {}),
    ...(options.maxUsd === undefined ? {} : { maxBudgetUsd: options.maxUsd }),
    ...seatOptions(options.seat),
  };
}

function seatOptions(seat: ReviewerContext): Options {
  if (seat.kind === 'own') return { systemPrompt: seat.systemPrompt, tools: [...seat.tools] };
  const { session, effort } = seat;
  return { resume: session, forkSession: true, ...(effort ? { effort: effort as EffortLevel } : {}) };
}

/** Whether there is no more looking, and how often it was tried since. */
interface Limit {
  over: boolean;
  refused: number;
  giveUp(): void;
}

/** More than a model needs to understand that there is nothing more to be had. */
const REFUSALS = 3;

const NO_MORE = 'There is no more looking: give your verdict now, as the JSON object alone.';

type Hook = NonNullable<NonNullable<Options['hooks']>['PreToolUse']>[number]['hooks'][number];

function denyWriting({ cwd, alsoRead, env }: ReviewerOptions, limit: Limit): Hook {
  const risky = Promise.all([cwd, ...alsoRead].map((folder) => gitNamesPrograms(folder, env)));
  return async (input) => {
    if (input.hook_event_name !== 'PreToolUse') return {};
    if (limit.over && ++limit.refused > REFUSALS) limit.giveUp();
    const git = { runsPrograms: (await risky).includes(true) };
    const reason = limit.over ? NO_MORE : refusalReason(input.tool_name, input.tool_input, git);
    if (!reason) return {};
    return {
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: reason },
    };
  };
}

function* translate(message: SDKMessage): Generator<ReviewerMessage> {
  switch (message.type) {
    case 'stream_event':
      if (message.event.type === 'message_start') yield { kind: 'word', model: message.event.message.model };
      return;
    case 'assistant':
      for (const block of message.message.content) if (block.type === 'text') yield { kind: 'said', text: block.text };
      return;
    case 'user':
      if (message.tool_use_result !== undefined) yield { kind: 'tool-round' };
      return;
    case 'system':
      if (message.subtype === 'init') yield { kind: 'ready' };
      if (message.subtype === 'api_retry')
        yield { kind: 'retry', detail: `${message.error_status ?? ''} ${message.error}`.trim() };
      return;
    case 'result':
      yield result(message);
  }
}

/** An API failure comes as `success` with `is_error`; its text is the error, not an answer. */
function result(message: SDKResultMessage): ReviewerMessage {
  const { usage, total_cost_usd: costUsd } = message;
  const tokens: Tokens = {
    input: usage.input_tokens,
    output: usage.output_tokens,
    cache_read: usage.cache_read_input_tokens,
    cache_write: usage.cache_creation_input_tokens,
  };
  if (message.subtype === 'success' && !message.is_error) {
    return { kind: 'answer', text: message.result, costUsd, tokens, turns: message.num_turns };
  }
  const detail = message.subtype === 'success' ? message.result : message.errors.join('; ') || message.subtype;
  const at = whereItEnded(message);
  return { kind: 'error', detail, at, costUsd, tokens };
}

function whereItEnded(message: SDKResultMessage): 'start' | 'budget' | 'elsewhere' {
  if (message.subtype === 'error_max_budget_usd') return 'budget';
  return message.num_turns === 0 && message.duration_api_ms === 0 ? 'start' : 'elsewhere';
}

const callsShell = (message: SDKMessage) =>
  message.type === 'assistant' &&
  message.message.content.some((block) => block.type === 'tool_use' && block.name === 'Bash');
