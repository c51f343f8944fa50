import { join } from 'node:path';
import { isClientProcess, isNamedClient } from '../claude/client-process.ts';
import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { readTextIfExists } from '../platform/private-file.ts';
import { hostTag, isRunning } from '../platform/process-alive.ts';
import { ancestry, type RunningProcess, runningProcess } from '../platform/process-ancestry.ts';
import type { HookInput } from './protocol/input.ts';
import type { Client } from './rules/claim.ts';
import { otherClientsId } from './rules/other-client.ts';
import { parseSupervisorId, type StateFiles } from './state-file.ts';

/** Whose event it is. */
export interface EventOwner {
  /** The supervisor id whose state it belongs to. */
  id: string;
  /** It was not sent by the client but by a command in the session's shell: nothing may come of it. */
  isByHand: boolean;
  /** The launcher that started the client, if that is certain. */
  launcher?: number | undefined;
}

/**
 * The variables of a launch reach everything that is started in its session, a nested `claude -p` and the worker's own
 * commands included. What they cannot change is which process started which: an event belongs to the launch if its client
 * was started by the launcher, and not from within another client. See docs/adr/0029.
 */
export async function ownerOf(
  { session_id }: Pick<HookInput, 'session_id'>,
  env: Env,
  paths: Paths,
  states: StateFiles,
  hook: number = process.pid,
): Promise<EventOwner> {
  const launched = env.supervisorId === undefined ? undefined : parseSupervisorId(env.supervisorId, env.language);
  // A hook of the client gets this variable, a command in its shell does not.
  const isInShell = env.insideClient && env.projectDir === undefined;
  if (isInShell && (env.clientSessionId === undefined || env.clientSessionId === session_id))
    return { id: launched ?? session_id, isByHand: true };
  const launch = launched === undefined || isInShell ? 'unknown' : await launchOf(env, paths);
  if (launched === undefined || isInShell) return shared(session_id);
  if (launch === 'own') return { id: launched, isByHand: false, launcher: paths.launchTag(env.launchSettings)?.pid };
  if (launch === 'unknown') return shared(launched);
  if (await isForged(env, hook)) return { id: launched, isByHand: true };
  return isSessionOf(launched) ? { id: another(), isByHand: false } : shared(session_id);

  /** The id, unless its state belongs to another client that is running. */
  async function shared(id: string): Promise<EventOwner> {
    const state = states.tryRead(id);
    const client = state?.client?.pid;
    if (client === undefined || client === env.clientPid || !isRunning(client)) return { id, isByHand: false };
    // That client's own hooks would name it.
    if (env.clientPid === undefined || (await isForged(env, hook))) return { id, isByHand: true };
    return { id: state?.sessionId === session_id ? another() : session_id, isByHand: false };
  }

  /** The same session in a second client: what that one is approved for is not the first one's. */
  function another(): string {
    return otherClientsId(session_id, env.clientPid);
  }

  /** Before the first stop only the client itself says which session it is in. */
  function isSessionOf(id: string): boolean {
    if (states.tryRead(id)?.sessionId === session_id) return true;
    const client = recorded(paths.launchRecord(paths.launchTag(env.launchSettings)?.name ?? ''))?.client_pid;
    return recorded(join(paths.claudeSessions, `${Number(client)}.json`))?.sessionId === session_id;
  }
}

/** Whether the client of this process was started by the launch whose variables it has. */
export async function launchOf(env: Env, paths: Paths): Promise<'own' | 'other' | 'unknown'> {
  const tag = paths.launchTag(env.launchSettings);
  const client = env.clientPid;
  if (client === undefined) return 'unknown';
  // Whoever starts a client in the session's shell can give it any variables.
  if (tag === undefined || tag.host !== hostTag()) return (await isNested(client, env)) ? 'other' : 'unknown';
  // Without /proc every step is a call of `ps`, which is too slow for an event that nobody judges.
  if (process.platform !== 'linux' && recorded(paths.launchRecord(tag.name))?.client_pid === client) return 'own';
  const between: RunningProcess[] = [];
  for await (const each of ancestry(client)) {
    if (each.pid === tag.pid) return between.slice(1).some((one) => isNamedClient(one, env.claude)) ? 'other' : 'own';
    between.push(each);
  }
  // A session that goes on in the background outlives its launcher.
  return isRunning(tag.pid) ? 'other' : 'unknown';
}

/** Whether the client was started from within another one. */
async function isNested(client: number, { claude }: Env): Promise<boolean> {
  for await (const each of ancestry(client)) if (each.pid !== client && isNamedClient(each, claude)) return true;
  return false;
}

function recorded(path: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(readTextIfExists(path) ?? '');
  } catch {
    return undefined;
  }
}

/** The client's shell for the commands of the worker starts with this. */
const SHELL_OF_THE_WORKER = /\/shell-snapshots\//;

/**
 * Whether this hook was started by a command of the worker, with the variables of a real one: the process that it names
 * must have started it, and be a client. Looked up only for an event that is judged, or that names another's session.
 */
export async function isForged({ clientPid, claude }: Env, hook: number = process.pid): Promise<boolean> {
  if (clientPid === undefined) return false;
  let isKnown = false;
  for await (const each of ancestry(hook)) {
    if (each.pid === clientPid) return !isClientProcess(each, claude);
    if (each.args.some((word) => SHELL_OF_THE_WORKER.test(word))) return true;
    isKnown = true;
  }
  // Where nobody tells which process started which, nothing is certain.
  return isKnown;
}

/** The client whose event this is, and since when it runs. */
export async function clientOf({ clientPid: pid }: Env): Promise<Client | undefined> {
  return pid === undefined ? undefined : { pid, startedAt: (await runningProcess(pid))?.startedAt };
}
