import type { EffortLevel, Options, SDKMessage, SDKResultMessage } from '@anthropic-ai/claude-agent-sdk';
import { dependencies } from '../../package.json';
import { removeSessionFiles } from '../claude/session-files.ts';
import { gitRunsPrograms } from '../git/submodule-programs.ts';
import type { Log } from '../platform/log.ts';
import { descendantsOf, endTree, waitForExit } from '../platform/process-tree.ts';
import type { ChildProcess } from '../platform/spawn.ts';
import type { ReviewerContext } from './context.ts';
import { ModelMessage } from './model-message.ts';
import { isTemporary } from './patience.ts';
import { type ClientStart, PrestartedClient } from './prestarted-client.ts';
import { TOOL_LIMIT } from './prompt.ts';
import { PromptQueue } from './prompt-queue.ts';
import { refusalReason } from './read-only.ts';
import type { Tokens } from './review.ts';
import type { ErrorReason, ReviewerMessage, ReviewerSession } from './session.ts';

export interface ReviewerOptions {
  claude: string;
  cwd: string;
  /** Folders outside `cwd` that the reviewer may read. */
  additionalFolders: string[];
  env: Record<string, string | undefined>;
  /** A private settings file with the user's authentication settings, if they have any. */
  settingsFile: string | undefined;
  /** Where clients keep what they say about themselves while they run. */
  sessionsFolder: string;
  context: ReviewerContext;
  /** Default: the session's, or the client's own. */
  model: string | undefined;
  /** A limit for the client's running total, which on a fork includes what the worker had spent. */
  maxUsd: number | undefined;
  log: Log;
}

/** A client that has closed its streams exits within this time. */
const EXIT_MS = 300;

/**
 * Starts a reviewer. On a fork nothing here may change tools, system prompt or messages: then the request is the
 * worker's own plus the review, and the prompt cache is hit. So no output schema, no tool list and no `canUseTool`,
 * which would add a tool; calls are refused by the permission mode and by a hook. See docs/adr/0004.
 */
export async function startReviewer(options: ReviewerOptions): Promise<ReviewerSession> {
  const client = new PrestartedClient(expectedStart(options), {
    stderr: (text) => options.log('reviewer stderr', { text: text.slice(0, 2000) }),
    mismatch: () => options.log('the client was started twice: the SDK asked for another start than expected'),
    killed: (pid) => removeSessionFiles(options.sessionsFolder, pid),
  });
  const { AbortError, query } = await import('@anthropic-ai/claude-agent-sdk');
  const prompts = new PromptQueue();
  let usedShell = false;
  let isEnding = false;
  const toolLimit: ToolLimit = { isReached: false, refused: 0, giveUp: () => void run.interrupt().catch(() => {}) };
  const run = query({
    prompt: prompts,
    options: {
      ...sessionOptions(options),
      hooks: { PreToolUse: [{ hooks: [refuseWriting(options, toolLimit)] }] },
      spawnClaudeCodeProcess: (wanted) => client.takeFor(wanted) as PipedProcess,
    },
  });

  async function* messages(): AsyncGenerator<ReviewerMessage> {
    const reader = new MessageReader();
    try {
      for await (const message of run) {
        usedShell ||= callsShell(message);
        yield* reader.read(message);
      }
    } catch (error) {
      // The SDK reports a client that exits while it is being written to as an abort. To us the client has just ended,
      // and how it ended is what people need to know.
      if (!(error instanceof AbortError)) throw error;
      if (isEnding) return;
      await waitForExit(client.process, EXIT_MS);
      const { exitCode } = client.process;
      if (exitCode) throw new Error(`Claude Code process exited with code ${exitCode}`);
    }
  }

  return {
    messages: messages(),
    ask: (text) => prompts.push(text),
    forbidTools: () => {
      toolLimit.isReached = true;
    },
    interrupt: async () => {
      await run.interrupt().catch(() => {});
    },
    end: async () => {
      isEnding = true;
      const { process } = client;
      const below = process.pid !== undefined && usedShell ? descendantsOf(process.pid) : [];
      prompts.close();
      run.close();
      await waitForExit(process, EXIT_MS);
      await endTree(process, below);
    },
  };
}

type PipedProcess = ChildProcess & {
  stdin: NonNullable<ChildProcess['stdin']>;
  stdout: NonNullable<ChildProcess['stdout']>;
};

/** Exactly how the SDK starts a client for `sessionOptions`. If an SDK update changes it, a scenario test fails. */
function expectedStart(options: ReviewerOptions): ClientStart {
  const { context, model, maxUsd } = options;
  const isFork = context.kind === 'fork';
  return {
    command: options.claude,
    args: [
      ...['--output-format', 'stream-json', '--verbose', '--input-format', 'stream-json'],
      ...(isFork && context.effort ? [`--effort=${context.effort}`] : []),
      ...(maxUsd === undefined ? [] : [`--max-budget-usd=${maxUsd}`]),
      ...(model ? [`--model=${model}`] : []),
      ...(isFork ? [`--resume=${context.sessionId}`] : [`--tools=${context.tools.join(',')}`]),
      ...['--setting-sources=', '--strict-mcp-config', '--permission-mode=dontAsk', '--include-partial-messages'],
      ...options.additionalFolders.map((folder) => `--add-dir=${folder}`),
      ...(isFork ? ['--fork-session'] : []),
      '--no-session-persistence',
      ...(options.settingsFile ? ['--settings', options.settingsFile] : []),
    ],
    cwd: options.cwd,
    env: {
      ...options.env,
      CLAUDE_CODE_ENTRYPOINT: 'sdk-ts',
      CLAUDE_AGENT_SDK_VERSION: dependencies['@anthropic-ai/claude-agent-sdk'],
      CLAUDE_CODE_SDK_READS_SESSION_STATE: '1',
      // The SDK passes neither on.
      NODE_OPTIONS: undefined,
      DEBUG: undefined,
    },
  };
}

function sessionOptions(options: ReviewerOptions): Options {
  return {
    cwd: options.cwd,
    additionalDirectories: options.additionalFolders,
    env: options.env,
    pathToClaudeCodeExecutable: options.claude,
    persistSession: false,
    // None of the user's hooks and permission rules; their authentication comes through `settings`.
    settingSources: [],
    strictMcpConfig: true,
    permissionMode: 'dontAsk',
    includePartialMessages: true,
    // The prompt quotes the worker: an "@file" or a "/command" in it must not be expanded.
    verbatimPrompts: true,
    ...(options.settingsFile ? { settings: options.settingsFile } : {}),
    ...(options.model ? { model: options.model } : {}),
    ...(options.maxUsd === undefined ? {} : { maxBudgetUsd: options.maxUsd }),
    ...contextOptions(options.context),
  };
}

function contextOptions(context: ReviewerContext): Options {
  if (context.kind === 'own') return { systemPrompt: context.systemPrompt, tools: [...context.tools] };
  const { sessionId, effort } = context;
  return { resume: sessionId, forkSession: true, ...(effort ? { effort: effort as EffortLevel } : {}) };
}

interface ToolLimit {
  isReached: boolean;
  /** Calls refused since then. */
  refused: number;
  giveUp(): void;
}

/** A model that still calls tools after this many refusals will not stop by itself. */
const MAX_REFUSALS = 3;

type Hook = NonNullable<NonNullable<Options['hooks']>['PreToolUse']>[number]['hooks'][number];

function refuseWriting({ cwd, additionalFolders, env }: ReviewerOptions, limit: ToolLimit): Hook {
  // Asked anew at each call: what still runs in the background may change a repository's configuration.
  const runsPrograms = (folder: string) => gitRunsPrograms(folder, env);
  return async (input) => {
    if (input.hook_event_name !== 'PreToolUse') return {};
    if (limit.isReached && ++limit.refused > MAX_REFUSALS) limit.giveUp();
    const folders = [...new Set([cwd, input.cwd, ...additionalFolders])];
    const around = { folders, env, gitRunsPrograms: runsPrograms };
    const reason = limit.isReached ? TOOL_LIMIT : await refusalReason(input.tool_name, input.tool_input, around);
    if (!reason) return {};
    return {
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: reason },
    };
  };
}

/** Translates what the SDK reports. Only the reader knows which message is the last, and whether it is whole. */
class MessageReader {
  private last = new ModelMessage('');
  private isOverUsageLimit = false;

  *read(message: SDKMessage): Generator<ReviewerMessage> {
    switch (message.type) {
      case 'stream_event': {
        const { event } = message;
        if (message.parent_tool_use_id !== null) return;
        if (event.type === 'message_start') {
          this.last = new ModelMessage(event.message.id);
          yield { kind: 'response-started', model: event.message.model };
        }
        if (event.type === 'message_delta') {
          this.last.stopReason = event.delta.stop_reason;
          if (this.last.isFinished()) yield { kind: 'finished-message', text: this.last.text };
        }
        return;
      }
      case 'assistant': {
        // The client reports an API error as a message of the model.
        if (message.error !== undefined || message.parent_tool_use_id !== null) return;
        const { id, content, stop_reason } = message.message;
        if (id !== this.last.id) this.last = new ModelMessage(id);
        this.last.add(content);
        // Set only if the answer was not streamed.
        if (stop_reason === null) return;
        this.last.stopReason = stop_reason;
        if (this.last.isFinished()) yield { kind: 'finished-message', text: this.last.text };
        return;
      }
      case 'user':
        if (message.tool_use_result !== undefined) yield { kind: 'tool-round' };
        return;
      case 'rate_limit_event':
        this.isOverUsageLimit = message.rate_limit_info.status === 'rejected';
        return;
      case 'system':
        if (message.subtype === 'init') yield { kind: 'ready' };
        if (message.subtype === 'api_retry') yield retryOf(message);
        return;
      case 'result':
        yield this.endOfTurn(message);
    }
  }

  /** An API failure comes as `success` with `is_error`; its text is the error, not an answer. */
  private endOfTurn(message: SDKResultMessage): ReviewerMessage {
    const { usage, total_cost_usd: costUsd, num_turns: turns } = message;
    const tokens: Tokens = {
      input: usage.input_tokens,
      output: usage.output_tokens,
      cache_read: usage.cache_read_input_tokens,
      cache_write: usage.cache_creation_input_tokens,
    };
    if (message.subtype === 'success' && !message.is_error) {
      const isFinished = this.last.isFinished(message.stop_reason ?? this.last.stopReason);
      return { kind: 'answer', text: this.last.text || message.result, isFinished, costUsd, tokens, turns };
    }
    const detail = message.subtype === 'success' ? message.result : message.errors.join('; ') || message.subtype;
    const status = (message.subtype === 'success' && message.api_error_status) || null;
    const reason = this.errorReason(message, status, detail);
    // The error itself counts as a turn.
    return { kind: 'error', detail, reason, status, costUsd, tokens, turns: Math.max(0, turns - 1) };
  }

  private errorReason(message: SDKResultMessage, status: number | null, detail: string): ErrorReason {
    if (message.subtype === 'error_max_budget_usd') return 'over-budget';
    if (message.num_turns === 0 && message.duration_api_ms === 0) return 'not-started';
    if (message.subtype !== 'success' || this.isOverUsageLimit) return 'other';
    const isUnavailable = status === null ? CONNECTION_LOST.test(detail) : isTemporary(status);
    return isUnavailable && !USAGE_LIMIT.test(detail) ? 'unavailable' : 'other';
  }
}

/** The wording of the client. A refused connection is not among them: waiting rarely helps. */
const CONNECTION_LOST =
  /connection (?:to the API )?was (?:lost|closed|reset)|ECONNRESET|EPIPE|ETIMEDOUT|socket hang up/i;
/** A limit of the subscription ends in hours. */
const USAGE_LIMIT = /usage limit|hit your .*limit/i;

function retryOf(retry: Extract<SDKMessage, { subtype: 'api_retry' }>): ReviewerMessage {
  const { error_status: status, error, retry_delay_ms: delayMs, no_response } = retry;
  return {
    kind: 'retry',
    detail: `${status ?? ''} ${error}`.trim(),
    status,
    delayMs,
    isHang: no_response !== undefined,
  };
}

const callsShell = (message: SDKMessage) =>
  message.type === 'assistant' &&
  message.message.content.some((block) => block.type === 'tool_use' && block.name === 'Bash');
