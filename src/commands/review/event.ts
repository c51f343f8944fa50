import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Env } from '../../config/env.ts';
import type { Paths } from '../../config/paths.ts';
import { inputErrorText } from '../../hook/notices.ts';
import { EVENT_NAMES, eventOf } from '../../hook/protocol/events.ts';
import { type HookInput, InputError, parseInput } from '../../hook/protocol/input.ts';
import { processStdin } from '../../hook/stdin.ts';
import { reviewMessages } from '../../i18n/review.ts';
import { isObject } from '../../platform/json/parse.ts';
import { errorCode, isUserError, UserError } from '../../platform/user-error.ts';
import { findSession, type StoredSession } from '../../transcript/stored-sessions.ts';

const STDIN_MS = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** The event to be judged: by its name if that says it all, else as Claude Code would send it, from a file or stdin. */
export async function eventIn(event: string, env: Env): Promise<Record<string, unknown>> {
  const words = reviewMessages[env.language];
  if (!isName(event)) return fieldsIn(event, env);
  if (eventOf(event, undefined).form === 'none') throw new UserError(words.notJudged(event), words.eventFix, 2);
  if (eventOf(event, undefined).form !== 'stop') throw new UserError(words.needsDetails(event), words.eventFix, 2);
  return { hook_event_name: event };
}

/** The session that the event came from, if it is one that is stored. */
export function sessionNamedBy({ session_id: id }: Record<string, unknown>, paths: Paths): string | undefined {
  return typeof id === 'string' && findSession(paths, { id })?.id === id ? id : undefined;
}

export function inputFor(event: Record<string, unknown>, session: StoredSession, env: Env): HookInput {
  const words = reviewMessages[env.language];
  const { id: session_id, transcript: transcript_path, folder: cwd } = session;
  try {
    const input = parseInput(JSON.stringify({ cwd, ...event, session_id, transcript_path }));
    if (input.event.form === 'none') throw new UserError(words.notJudged(input.event.name), words.eventFix, 2);
    return input;
  } catch (error) {
    if (error instanceof InputError)
      throw new UserError(inputErrorText(error.problem, env.language), words.eventFix, 2);
    throw error;
  }
}

const isName = (event: string) => (EVENT_NAMES as readonly string[]).includes(event);

async function fieldsIn(source: string, env: Env): Promise<Record<string, unknown>> {
  const words = reviewMessages[env.language];
  let text: string;
  try {
    text = source === '-' ? await processStdin.readAll(STDIN_MS) : readable(source, env).text;
  } catch (error) {
    // A word without a dot or a slash was meant as a name.
    if (isUserError(error) && !/[./]/.test(source)) throw new UserError(words.unknownEvent(source), words.eventFix, 2);
    throw error;
  }
  try {
    const fields = JSON.parse(text);
    if (isObject(fields)) return fields;
  } catch {
    // The same as any other text that is none.
  }
  throw new UserError(words.eventNotJson(source), words.eventFix, 2);
}

export function readable(file: string, env: Env): { path: string; text: string } {
  const words = reviewMessages[env.language];
  const path = resolve(file);
  try {
    const { size } = statSync(path);
    if (!statSync(path).isFile() || size > MAX_BYTES) throw new UserError(words.notAFile(path), words.unreadableFix, 2);
    return { path, text: readFileSync(path, 'utf8') };
  } catch (error) {
    if (isUserError(error)) throw error;
    throw new UserError(words.unreadable(path, errorCode(error) ?? String(error)), words.unreadableFix, 2);
  }
}
