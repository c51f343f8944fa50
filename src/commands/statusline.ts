import { runsCcc } from '../claude/hooks.ts';
import { readJsonObject } from '../claude/settings-files.ts';
import type { ParsedArguments } from '../command-line/declaration.ts';
import { readConfig } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import { type Paths, pathsOf } from '../config/paths.ts';
import { parseId } from '../hook/protocol/input.ts';
import { processStdin } from '../hook/stdin.ts';
import { readSummaries } from '../hook/summaries.ts';
import { statusMessages } from '../i18n/status.ts';
import { hookReach } from '../launch/hook-reach.ts';
import { currentFolder } from '../platform/folders.ts';
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
  const session = parseId(sessionIn(input) ?? env.clientSessionId ?? '');
  const id = env.supervisorId === undefined ? session : parseId(env.supervisorId);
  if (id === undefined) return '';
  const summary = (await readSummaries(paths, env, { lastBytes: JOURNAL_TAIL }))(id, session);
  const messages = statusMessages[env.language];
  // A mistake in the file may be why it is off.
  const isMistaken = (await readConfig(paths.configFile)).problems.length > 0;
  const line = [messages.line(summary), ...(isMistaken ? [messages.lineConfigError] : [])].join(' · ');
  if (summary.mode === 'off') return line;
  const folder = env.projectDir ?? folderIn(input) ?? currentFolder();
  const reach = await hookReach({ pid: env.clientPid, folder, variables: env.all }, env, paths);
  return reach.kind === 'reached' ? line : `${line} · ${messages.lineNoHooks}`;
}

const sessionIn = (input: string) => textIn(input, ({ session_id }) => session_id);

const folderIn = (input: string) => textIn(input, ({ workspace, cwd }) => workspace?.project_dir ?? cwd);

function textIn(input: string, read: (fields: StatusInput) => unknown): string | undefined {
  try {
    const value = read(JSON.parse(input));
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

interface StatusInput {
  session_id?: unknown;
  cwd?: unknown;
  workspace?: { project_dir?: unknown } | null;
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
