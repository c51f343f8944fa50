import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Env } from '../config/env.ts';
import { writePrivate } from '../platform/private-file.ts';
import { sandboxEnvironment } from './environment.ts';
import { createSandboxFolder, type SandboxFolder } from './folder.ts';
import { type RoundTripOutcome, roundTripOutcome } from './hook-result.ts';
import { say } from './messages-format.ts';
import { allow, block, scriptedRoles } from './roles.ts';
import { runInSandbox, type SandboxExit } from './run-client.ts';
import { type ScriptedApi, startScriptedApi } from './scripted-api.ts';
import { tracesIn } from './traces.ts';

const LIMIT_MS = 60_000;
const DONE = 'I am done.';
const PROMPT = 'This is a rehearsal by ccc doctor. There is nothing to do: say that you are done.';

/** The settings in force, made harmless before: see copied-settings.ts. */
export interface HookScenario {
  user: Record<string, unknown>;
  project: Record<string, unknown>;
  local: Record<string, unknown>;
  /** What a launch hands over with `--settings`; undefined: nothing, as for plain `claude`. */
  launch: Record<string, unknown> | undefined;
  /** Further arguments of a launch. */
  args: string[];
}

export interface RoundTrip {
  outcome: RoundTripOutcome;
  ending: SandboxExit;
  ms: number;
  /** What the client last said, errors first, without the words of the script. */
  said: string;
  /** The client's own words about settings that it did not load. */
  refused: string[];
}

/**
 * One supervised turn of the real client on a scripted API: the worker says it is done, the reviewer sends it back with
 * a made-up word, the worker must be told that word, and is then let go. In a folder of its own, which is gone after.
 */
export async function hookRoundTrip(
  claude: string,
  scene: HookScenario,
  { env, interrupted, limitMs = LIMIT_MS }: { env: Env; interrupted: AbortSignal; limitMs?: number },
): Promise<RoundTrip> {
  const word = `rehearsal-${randomBytes(8).toString('hex')}`;
  const token = `made-up-${randomBytes(16).toString('hex')}`;
  const begun = performance.now();
  const folder = createSandboxFolder();
  let api: ScriptedApi | undefined;
  try {
    api = await startScriptedApi(
      scriptedRoles({ worker: [say(DONE)], reviewer: [block(`Not yet. First say this word: ${word}`), allow()] }),
    );
    const settings = setUp(folder, scene);
    const run = await runInSandbox(
      {
        command: claude,
        args: ['-p', PROMPT, ...settings, ...scene.args],
        cwd: folder.project,
        env: { ...sandboxEnvironment(env, folder), ...rehearsing(claude, api.url, token) },
      },
      limitMs,
      interrupted,
    );
    const outcome = roundTripOutcome({
      ending: run.ending,
      requests: api.requests.filter(({ headers }) => headers.authorization === `Bearer ${token}`),
      word,
      ...tracesIn(folder),
    });
    const said = `${run.stderr.trim()}\n${run.stdout.replace(DONE, '').trim()}`.trim();
    const refused = run.stderr.split('\n').filter((line) => line.includes(settingsIn(folder)));
    return { outcome, ending: run.ending, ms: performance.now() - begun, said, refused: refused.map(about(folder)) };
  } finally {
    await api?.close();
    folder.remove();
  }
}

const settingsIn = (folder: SandboxFolder) => join(folder.claudeDir, 'settings.json');

/** What stands behind the path: the user's own file has another one. */
const about = (folder: SandboxFolder) => (line: string) =>
  line.slice(line.indexOf(settingsIn(folder)) + settingsIn(folder).length).replace(/^:?\s*/, '');

/** Returns the arguments that name what was written. */
function setUp(folder: SandboxFolder, scene: HookScenario): string[] {
  const put = (path: string, content: object) => writePrivate(path, JSON.stringify(content, null, 2));
  put(settingsIn(folder), scene.user);
  put(join(folder.project, '.claude', 'settings.json'), scene.project);
  put(join(folder.project, '.claude', 'settings.local.json'), scene.local);
  put(join(folder.claudeDir, '.claude.json'), {
    hasCompletedOnboarding: true,
    projects: { [folder.project]: { hasTrustDialogAccepted: true } },
  });
  if (scene.launch === undefined) return [];
  const launch = join(folder.root, 'launch.settings.json');
  put(launch, scene.launch);
  return ['--settings', launch];
}

const rehearsing = (claude: string, url: string, token: string) => ({
  ANTHROPIC_BASE_URL: url,
  ANTHROPIC_AUTH_TOKEN: token,
  // Should this process be killed, the client must not go on asking for minutes.
  CLAUDE_CODE_MAX_RETRIES: '1',
  CCC_SUPERVISOR: '1',
  CCC_CLAUDE: claude,
});
