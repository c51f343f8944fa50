import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { asSettings, BLOCK_CAP, BLOCK_CAP_VALUE, ourHooks } from '../claude/hooks.ts';
import { writeSlashCommands } from '../claude/slash-commands.ts';
import type { Env } from '../config/env.ts';
import { slashProgram, thisProgram } from '../config/own-program.ts';
import { NO_SUPERVISOR_SECTION } from '../config/supervisor-config.ts';
import { launchMessages } from '../i18n/launch.ts';
import { writePrivate } from '../platform/private-file.ts';
import { sandboxEnvironment } from '../sandbox/environment.ts';
import { answeredFirstRun, createSandboxFolder, type SandboxFolder } from '../sandbox/folder.ts';
import { type ScriptedApi, startScriptedApi } from '../sandbox/scripted-api.ts';
import { isReviewRequest, repliesByRole } from '../sandbox/scripted-replies.ts';
import { FILES, script, TEST } from './script.ts';

const TIMEOUT_SECONDS = 60;
/** Between replies, so that a person can follow. A real model takes longer. */
const REPLY_DELAY_MS = 400;

/** Everything the demo runs on: a folder with the project, the settings, and an API on this machine. */
export interface DemoSandbox {
  folder: SandboxFolder;
  api: ScriptedApi;
  settingsFile: string;
  env: Record<string, string>;
  /** Stops the API and removes the folder, unless it is to be kept. */
  close(options: { keepFolder: boolean }): Promise<void>;
}

/** `onReviewerRead` gets the names of the files that the reviewer reads. */
export async function setUpDemo(
  claude: string,
  env: Env,
  { onReviewerRead, slow }: { onReviewerRead: (file: string) => void; slow: boolean },
): Promise<DemoSandbox> {
  const folder = createSandboxFolder();
  const replies = repliesByRole(script(folder.project, env.language));
  const api = await startScriptedApi(async (request, log) => {
    if (slow) await setTimeout(REPLY_DELAY_MS);
    const reply = await replies(request, log);
    for (const block of reply.blocks)
      if (isReviewRequest(request) && block.type === 'tool_use')
        onReviewerRead(String((block.input as Record<string, unknown>).file_path ?? '').replace(/^.*\//, ''));
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
  writePrivate(join(folder.claudeDir, '.claude.json'), JSON.stringify(answeredFirstRun(folder.project)));
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
    close: async ({ keepFolder }) => {
      await api.close();
      if (keepFolder) folder.keep();
      else folder.remove();
    },
  };
}

const settings = (env: Env) => ({
  env: { [BLOCK_CAP]: BLOCK_CAP_VALUE },
  permissions: { allow: ['Read', 'Edit', `Bash(${TEST})`], defaultMode: 'default' },
  // The script is made for the default events, whatever the user has in ccc.json.
  hooks: asSettings(
    ourHooks(
      thisProgram(),
      { ...NO_SUPERVISOR_SECTION.supervisor, timeoutSeconds: TIMEOUT_SECONDS },
      launchMessages[env.language],
    ),
  ),
  statusLine: { type: 'command', command: `${thisProgram()} statusline`, refreshInterval: 2 },
});
