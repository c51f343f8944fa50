import { findClaude } from '../claude/executable.ts';
import type { Given } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { DemoRenderer } from '../demo/render.ts';
import { demoResult } from '../demo/result.ts';
import { PROMPT } from '../demo/script.ts';
import { type DemoSetup, setUpDemo } from '../demo/setup.ts';
import { demoMessages } from '../i18n/demo.ts';
import { programMessages } from '../i18n/program.ts';
import { exitLike, runClient as runOnScreen } from '../launch/run-client.ts';
import { printJson, terminalInfo, writeStderr, writeStdout } from '../platform/output.ts';
import { type FirstSignal, firstSignal } from '../platform/signals.ts';
import { terminalStyle } from '../platform/terminal-style.ts';
import { errorCode, UserError } from '../platform/user-error.ts';
import { runInSandbox, type SandboxRun } from '../sandbox/run-client.ts';
import type { demo } from './declarations/demo.ts';

const LIMIT_MS = 120_000;

/** `ccc demo`: the real client on a scripted API, told as it happens, and judged by what became of the work. */
export async function run({ interactive, keep, json }: Given<typeof demo>, env: Env): Promise<number> {
  const words = demoMessages[env.language];
  const screen = terminalInfo();
  if (interactive && !(screen.stdout && screen.stderr))
    throw new UserError(words.needsTerminal, words.needsTerminalFix, 2);
  const claude = findClaude(env);
  const stop = interactive ? undefined : firstSignal();
  const show = new DemoRenderer(words, terminalStyle(env.all, screen), {
    quiet: json || interactive,
    spinner: screen.stdout && screen.stderr,
  });
  const stage = await setUpDemo(claude, env, {
    onLook: (file) => show.heard({ kind: 'reviewer-reads', file }),
    watched: screen.stdout && !json,
  }).catch((error) => {
    throw errorCode(error) ? new UserError(words.noFolder(errorCode(error) ?? ''), words.noFolderFix) : error;
  });
  try {
    if (stop === undefined) return await onScreen(claude, stage, env);
    const begun = performance.now();
    show.begin(PROMPT[env.language], stage.folder.project);
    const run = await perform(claude, stage, show, stop, env);
    show.end();
    if (stop.name !== undefined) {
      writeStderr(words.interrupted);
      return 130;
    }
    const outcome = demoResult(stage, run, show.verdicts, (performance.now() - begun) / 1000);
    if (json) printJson(outcome.data);
    if (outcome.wrong(words).length > 0) throw new UserError(words.wrong, words.wrongFix(outcome.wrong(words)));
    if (!json) writeStdout(show.summary(outcome.data));
    return 0;
  } finally {
    show.end();
    await stage.clear(keep);
    if (keep) writeStderr(words.kept(stage.folder.project));
  }
}

/** Told by the client itself: with `stream-json` it also has the tool that asks the user. */
function perform(
  claude: string,
  stage: DemoSetup,
  show: DemoRenderer,
  stop: FirstSignal,
  env: Env,
): Promise<SandboxRun> {
  const stream = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
  return runInSandbox(
    {
      command: claude,
      args: [
        ...['-p', ...stream, '--permission-prompt-tool', 'stdio', '--include-hook-events'],
        ...['--settings', stage.settingsFile],
      ],
      cwd: stage.folder.project,
      env: stage.env,
      talk: {
        first: JSON.stringify({ type: 'user', message: { role: 'user', content: PROMPT[env.language] } }),
        heard: (line) => show.line(line),
      },
    },
    LIMIT_MS,
    stop.signal,
  );
}

/** The same worker on the real screen, for somebody to watch. */
async function onScreen(claude: string, stage: DemoSetup, env: Env): Promise<number> {
  writeStderr(demoMessages[env.language].screen);
  const args = ['--settings', stage.settingsFile, PROMPT[env.language]];
  const ending = await runOnScreen(claude, args, { ...stage.env, TERM: env.all.TERM }, { cwd: stage.folder.project });
  if ('notStarted' in ending) throw new UserError(programMessages[env.language].notStarted(ending.notStarted), '');
  writeStderr(demoMessages[env.language].screenLeft);
  if ('code' in ending) return ending.code;
  exitLike(ending.signal);
  return 1;
}
