import { runsCcc } from '../claude/hooks.ts';
import { readJsonObject } from '../claude/settings-files.ts';
import type { ParsedArguments } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { type Paths, pathsOf } from '../config/paths.ts';
import { parseId } from '../hook/protocol/input.ts';
import { processStdin } from '../hook/stdin.ts';
import { readSummaries } from '../hook/summaries.ts';
import { statusMessages } from '../i18n/status.ts';
import { isObject } from '../platform/json/parse.ts';
import { writeStdout } from '../platform/output.ts';
import { exitCode, runSync } from '../platform/spawn.ts';
import type { statusline } from './declarations/status.ts';

/** The end of the journal, which has the last verdict: a status line is drawn every few seconds. */
const JOURNAL_TAIL = 512 * 1024;
const OWN_LINE_MS = 5000;
const STDIN_MS = 2000;

/** `ccc statusline`: the supervision of the session, after the user's own status line if there is one. */
export async function run(_: ParsedArguments<typeof statusline>, env: Env): Promise<number> {
  const input = (await processStdin.isTerminal()) ? '' : await processStdin.readAll(STDIN_MS).catch(() => '');
  const paths = pathsOf(env);
  const own = await ownLine(paths, env, input);
  const segment = await supervision(paths, env, input);
  const [first = '', ...more] = own.split('\n');
  writeStdout(`${[[first, segment].filter(Boolean).join(' | '), ...more].join('\n')}\n`);
  return 0;
}

async function supervision(paths: Paths, env: Env, input: string): Promise<string> {
  const id = parseId(env.supervisorId ?? sessionIn(input) ?? env.clientSessionId ?? '');
  if (id === undefined) return '';
  const summary = (await readSummaries(paths, env, { lastBytes: JOURNAL_TAIL }))(id);
  return statusMessages[env.language].line(summary);
}

function sessionIn(input: string): string | undefined {
  try {
    const { session_id } = JSON.parse(input);
    return typeof session_id === 'string' ? session_id : undefined;
  } catch {
    return undefined;
  }
}

/** The user's own status line. Only from their own settings: one of a repository runs only if Claude Code trusts it. */
async function ownLine(paths: Paths, env: Env, input: string): Promise<string> {
  const line = (await readJsonObject(paths.claudeSettings))?.statusLine;
  const command = isObject(line) && line.type === 'command' ? line.command : undefined;
  // Our own command in the settings would call itself without end.
  if (typeof command !== 'string' || runsCcc(command, 'statusline') || env.insideStatusLine) return '';
  const result = runSync('/bin/sh', ['-c', command], {
    stdin: { text: input },
    env: { ...env.all, CCC_STATUSLINE: '1' },
    timeoutMs: OWN_LINE_MS,
  });
  return exitCode(result) === 0 ? result.stdout.toString().trimEnd() : '';
}
