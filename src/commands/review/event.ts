import { resolve } from 'node:path';
import type { Env } from '../../config/env.ts';
import type { Paths } from '../../config/paths.ts';
import { inputErrorText } from '../../hook/notices.ts';
import { EVENT_NAMES, eventOf } from '../../hook/protocol/events.ts';
import { type HookInput, InputError, parseInput } from '../../hook/protocol/input.ts';
import { processStdin } from '../../hook/stdin.ts';
import { reviewMessages } from '../../i18n/review.ts';
import { isObject } from '../../platform/json/parse.ts';
import { readRegularOrThrow } from '../../platform/regular-file.ts';
import { errorCode, isUserError, UserError } from '../../platform/user-error.ts';
import { findSession, type StoredSession } from '../../transcript/stored-sessions.ts';

const STDIN_MS = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** The event to review: by its name if that says it all, else as Claude Code would send it, from a file or stdin. */
export async function readEvent(event: string, env: Env): Promise<Record<string, unknown>> {
  const messages = reviewMessages[env.language];
  if (!isName(event)) return readFields(event, env);
  if (eventOf(event, undefined).form === 'none') throw wrongEvent(messages.notReviewed(event), env);
  if (eventOf(event, undefined).form !== 'stop') throw wrongEvent(messages.needsDetails(event), env);
  return { hook_event_name: event };
}

/** The session that the event names, if there is one stored. */
export function storedSessionOf({ session_id: id }: Record<string, unknown>, paths: Paths): string | undefined {
  return typeof id === 'string' && findSession(paths, { id })?.id === id ? id : undefined;
}

export function hookInputFor(event: Record<string, unknown>, session: StoredSession, env: Env): HookInput {
  const messages = reviewMessages[env.language];
  const { id: session_id, transcript: transcript_path, folder: cwd } = session;
  try {
    const input = parseInput(JSON.stringify({ cwd, ...event, session_id, transcript_path }));
    if (input.event.form === 'none') throw wrongEvent(messages.notReviewed(input.event.name), env);
    return input;
  } catch (error) {
    if (error instanceof InputError) throw wrongEvent(inputErrorText(error.problem, env.language), env);
    throw error;
  }
}

const isName = (event: string) => (EVENT_NAMES as readonly string[]).includes(event);

async function readFields(source: string, env: Env): Promise<Record<string, unknown>> {
  const messages = reviewMessages[env.language];
  let text: string;
  try {
    text = source === '-' ? await processStdin.readAll(STDIN_MS) : readTextFile(source, env).text;
  } catch (error) {
    // A word without a dot or a slash was meant as a name.
    if (isUserError(error) && !/[./]/.test(source)) throw wrongEvent(messages.unknownEvent(source), env);
    throw error;
  }
  try {
    const fields = JSON.parse(text);
    if (isObject(fields)) return fields;
  } catch {
    // Like any other text that is not an object.
  }
  throw wrongEvent(messages.eventNotJson(source), env);
}

/** A file that was named on the command line. */
export function readTextFile(file: string, env: Env): { path: string; text: string } {
  const messages = reviewMessages[env.language];
  const path = resolve(file);
  try {
    const { bytes, size } = readRegularOrThrow(path, { maxBytes: MAX_BYTES, followsLinks: true });
    if (size > MAX_BYTES) throw unreadable(messages.notAFile(path), env);
    return { path, text: bytes.toString('utf8') };
  } catch (error) {
    if (isUserError(error)) throw error;
    const code = errorCode(error) ?? String(error);
    const message = code === 'EISDIR' || code === 'ENOTSUP' ? messages.notAFile(path) : messages.unreadable(path, code);
    throw unreadable(message, env);
  }
}

const wrongEvent = (message: string, { language }: Env) =>
  new UserError(message, reviewMessages[language].eventFix, { code: 'wrong-event', exitCode: 2 });

const unreadable = (message: string, { language }: Env) =>
  new UserError(message, reviewMessages[language].unreadableFix, { code: 'file-unreadable', exitCode: 2 });
