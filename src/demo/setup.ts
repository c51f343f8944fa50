import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { BLOCK_CAP, BLOCK_CAP_VALUE, ourHooks } from '../claude/hooks.ts';
import { writeSlashCommands } from '../claude/slash-commands.ts';
import type { Env } from '../config/env.ts';
import { slashProgram, thisProgram } from '../config/own-program.ts';
import { launchMessages } from '../i18n/launch.ts';
import { writePrivate } from '../platform/private-file.ts';
import { exitCode, runSync } from '../platform/spawn.ts';
import { sandboxEnvironment } from '../sandbox/environment.ts';
import { createSandboxFolder, type SandboxFolder } from '../sandbox/folder.ts';
import { isReview, scriptedRoles } from '../sandbox/roles.ts';
import { type ApiRequest, type ScriptedApi, startScriptedApi } from '../sandbox/scripted-api.ts';
import { FILES, script, TEST } from './script.ts';

const TIMEOUT_SECONDS = 60;
/** A real model takes longer still. */
const THINKING_MS = 400;

/** Everything the demo plays on: a folder with the project, the settings, and an API on this machine. */
export interface DemoSetup {
  folder: SandboxFolder;
  api: ScriptedApi;
  settingsFile: string;
  env: Record<string, string>;
  /** Takes it down; with `keep` the folder stays. */
  clear(keep: boolean): Promise<void>;
}

/** `onLook` hears of the files that the reviewer reads; `watched` gives a person time to read along. */
export async function setUpDemo(
  claude: string,
  env: Env,
  { onLook, watched }: { onLook: (file: string) => void; watched: boolean },
): Promise<DemoSetup> {
  const folder = createSandboxFolder();
  const lines = scriptedRoles(script(folder.project, env.language));
  const api = await startScriptedApi(async (request, log) => {
    if (watched) await setTimeout(THINKING_MS);
    const reply = await lines(request, log);
    for (const block of reply.blocks)
      if (isReview(request) && block.type === 'tool_use')
        onLook(String((block.input as Record<string, unknown>).file_path ?? '').replace(/^.*\//, ''));
    return reply;
  });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder.project, name), text);
  const settingsFile = join(folder.root, 'demo.settings.json');
  writePrivate(settingsFile, JSON.stringify(settings(env)));
  writeSlashCommands(
    join(folder.claudeDir, 'commands'),
    slashProgram(env.path, join(folder.root, 'ccc-link')),
    env.language,
  );
  writePrivate(
    join(folder.claudeDir, '.claude.json'),
    JSON.stringify({
      hasCompletedOnboarding: true,
      theme: 'dark',
      projects: { [folder.project]: { hasTrustDialogAccepted: true } },
    }),
  );
  return {
    folder,
    api,
    settingsFile,
    env: {
      ...sandboxEnvironment(env, folder),
      ANTHROPIC_BASE_URL: api.url,
      ANTHROPIC_AUTH_TOKEN: `made-up-${randomBytes(16).toString('hex')}`,
      CCC_SUPERVISOR: '1',
      CCC_CLAUDE: claude,
      CCC_LANG: env.language,
    },
    clear: async (keep) => {
      await api.close();
      if (keep) folder.keep();
      else folder.remove();
    },
  };
}

const settings = (env: Env) => ({
  env: { [BLOCK_CAP]: BLOCK_CAP_VALUE },
  permissions: { allow: ['Read', 'Edit', `Bash(${TEST})`], defaultMode: 'default' },
  hooks: Object.fromEntries(
    ourHooks(thisProgram(), TIMEOUT_SECONDS, launchMessages[env.language].reviewing).map(({ event, entry }) => [
      event,
      [entry],
    ]),
  ),
  statusLine: { type: 'command', command: `${thisProgram()} statusline`, refreshInterval: 2 },
});

/** What really became of the project, found out by looking and by running its test. */
export function finalFiles(folder: SandboxFolder): { changed: boolean; passes: boolean; said: string } {
  const now = readFileSync(join(folder.project, 'price.sh'), 'utf8');
  const run = runSync('/bin/sh', ['test.sh'], { cwd: folder.project, collectStderr: true, timeoutMs: 10_000 });
  return { changed: now !== FILES['price.sh'], passes: exitCode(run) === 0, said: `${run.stdout}${run.stderr}`.trim() };
}

/** How often the two asked the model. Questions that are neither's (a title for the session) do not count. */
export function requestsIn(requests: readonly ApiRequest[]): { worker: number; reviewer: number } {
  const asked = requests.filter(({ body }) => body.tools?.length);
  const reviewer = asked.filter(isReview).length;
  return { worker: asked.length - reviewer, reviewer };
}
