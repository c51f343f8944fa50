import * as v from 'valibot';
import { eventOf, type HookEvent, QUESTION_TOOL, STOP } from './events.ts';

/** Why an input cannot be read. The text in both languages is in `i18n/hook.ts`, by the code. */
export type InputProblem =
  | { code: 'terminal' | 'empty-session-option' }
  | { code: 'stdin-empty' | 'stdin-not-utf8' }
  | { code: 'stdin-too-slow'; seconds: number }
  | { code: 'stdin-too-large'; mebibytes: number }
  | { code: 'stdin-unreadable'; reason: string }
  | { code: 'not-json' | 'not-an-object' }
  | { code: 'too-deep'; levels: number }
  | { code: 'session-id-missing' | 'session-id-not-a-string' | 'session-id-empty' | 'session-id-invalid' };

/** Input that cannot be read. The command turns it into exit code 2. */
export class InputError extends Error {
  override name = 'InputError';
  constructor(readonly problem: InputProblem) {
    super(problem.code);
  }
}

/** Real inputs are a few levels deep. Without a limit a deep one overflows the stack, in Node and Bun at other depths. */
const MAX_DEPTH = 1000;

/** An optional field of the wrong type counts as absent, so that a new version of Claude Code breaks nothing. */
const optional = <T extends v.GenericSchema>(schema: T) => v.fallback(v.optional(schema), undefined);
const text = optional(v.string());
/** Bounded, because it is written into state and journal. */
const name = optional(v.pipe(v.string(), v.maxLength(500)));

const BackgroundTask = v.object({
  id: text,
  type: text,
  status: text,
  description: text,
  command: text,
});

const Fields = v.object({
  hook_event_name: text,
  transcript_path: text,
  cwd: text,
  prompt_id: name,
  permission_mode: text,
  tool_name: name,
  tool_input: v.optional(v.unknown()),
  tool_use_id: text,
  last_assistant_message: text,
  agent_id: text,
  agent_type: text,
  agent_transcript_path: text,
  stop_hook_active: optional(v.boolean()),
  effort: optional(v.object({ level: text })),
  background_tasks: optional(v.array(v.fallback(BackgroundTask, {}))),
});

export type BackgroundTask = v.InferOutput<typeof BackgroundTask>;

export interface HookInput extends v.InferOutput<typeof Fields> {
  session_id: string;
  event: HookEvent;
  /** All other fields of the event: the result of a tool, a prompt, the name of a task. */
  details: Record<string, unknown>;
  /** The input names its event. Without a name the answer has the original format, with no line for the user. */
  namesEvent: boolean;
}

/** The input that `--session-id` stands for: a Stop. */
export function inputForSession(id: string): HookInput {
  if (id === '') throw new InputError({ code: 'empty-session-option' });
  return { session_id: sessionId(id), event: STOP, namesEvent: false, details: {} };
}

export function parseInput(source: string): HookInput {
  const raw = parseObject(source);
  const fields = v.parse(Fields, raw);
  const event = eventOf(fields.hook_event_name, fields.tool_name);
  return {
    ...fields,
    session_id: sessionId(raw.session_id),
    ...(event.form === 'question' ? { tool_name: QUESTION_TOOL } : {}),
    event,
    details: detailsOf(raw),
    namesEvent: fields.hook_event_name !== undefined,
  };
}

/** Fields that say nothing about the event itself. */
const NO_DETAILS = new Set(['session_id', 'permission_suggestions', 'session_crons']);

function detailsOf(raw: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(raw).filter(([name]) => !Object.hasOwn(Fields.entries, name) && !NO_DETAILS.has(name)),
  );
}

function parseObject(source: string): Record<string, unknown> {
  if (source.trim() === '') throw new InputError({ code: 'stdin-empty' });
  if (isDeeperThan(source, MAX_DEPTH)) throw new InputError({ code: 'too-deep', levels: MAX_DEPTH });
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    // The runtime's own message quotes the input, and with it any secret in it.
    throw new InputError({ code: 'not-json' });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InputError({ code: 'not-an-object' });
  }
  return value as Record<string, unknown>;
}

function sessionId(value: unknown): string {
  if (value === undefined) throw new InputError({ code: 'session-id-missing' });
  if (typeof value !== 'string') throw new InputError({ code: 'session-id-not-a-string' });
  if (value === '') throw new InputError({ code: 'session-id-empty' });
  const id = parseId(value);
  if (id === undefined) throw new InputError({ code: 'session-id-invalid' });
  return id;
}

/** An id becomes part of file names: no separator, no dot at the start, a bounded length. */
const ID = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;

export function parseId(value: string): string | undefined {
  return ID.test(value) ? value : undefined;
}

function isDeeperThan(source: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < source.length; i++) {
    const c = source.charCodeAt(i);
    if (inString) {
      if (c === 92) i++;
      else if (c === 34) inString = false;
    } else if (c === 34) inString = true;
    else if (c === 123 || c === 91) {
      if (++depth > limit) return true;
    } else if (c === 125 || c === 93) depth--;
  }
  return false;
}
