import * as v from 'valibot';
import { eventOf, type HookEvent, QUESTION_TOOL, STOP } from './events.ts';
import { parseId } from './id.ts';

/** Input that cannot be read. The command turns it into exit code 2. */
export class InputError extends Error {
  override name = 'InputError';
}

/** Real inputs are a few levels deep; a limit of our own keeps both runtimes from overflowing their stacks. */
const MAX_DEPTH = 1000;

/** An optional field of the wrong type counts as absent (contract, rule 2). */
const optional = <T extends v.GenericSchema>(schema: T) => v.fallback(v.optional(schema), undefined);
const text = optional(v.string());
/** Goes into state and journal: an id or a name, never a page. */
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
  stop_hook_active: optional(v.boolean()),
  effort: optional(v.object({ level: text })),
  background_tasks: optional(v.array(v.fallback(BackgroundTask, {}))),
});

export type BackgroundTask = v.InferOutput<typeof BackgroundTask>;

export interface HookInput extends v.InferOutput<typeof Fields> {
  session_id: string;
  event: HookEvent;
  /** Whatever else this event brings: the answer of a tool, a prompt, a task's name. */
  details: Record<string, unknown>;
  /** The input named its event, so the answer may carry more than the seeds' original format. */
  namesEvent: boolean;
}

/** `--session-id` skips stdin and means Stop. */
export function inputForSession(id: string): HookInput {
  if (id === '') throw new InputError('--session-id needs an id');
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
const PLUMBING = new Set(['session_id', 'agent_transcript_path', 'permission_suggestions', 'session_crons']);

function detailsOf(raw: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(raw).filter(([name]) => !Object.hasOwn(Fields.entries, name) && !PLUMBING.has(name)),
  );
}

function parseObject(source: string): Record<string, unknown> {
  if (source.trim() === '') throw new InputError('stdin is empty; Claude Code sends one JSON object');
  if (isDeeperThan(source, MAX_DEPTH)) throw new InputError(`nested more than ${MAX_DEPTH} levels deep`);
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    // The runtime's own words would quote the input, and with it whatever secret it holds.
    throw new InputError('not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InputError('expected a JSON object with a session_id');
  }
  return value as Record<string, unknown>;
}

function sessionId(value: unknown): string {
  if (value === undefined) throw new InputError('session_id is missing');
  if (typeof value !== 'string') throw new InputError('session_id is not a string');
  if (value === '') throw new InputError('session_id is empty');
  const id = parseId(value);
  if (id === undefined) {
    throw new InputError(
      'session_id may only have letters, digits, ".", "_" and "-", at most 128, and must not start with a dot',
    );
  }
  return id;
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
