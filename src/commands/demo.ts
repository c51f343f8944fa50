import { findClaude } from '../claude/executable.ts';
import type { ParsedArguments } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { DemoRenderer } from '../demo/render.ts';
import { demoResult } from '../demo/result.ts';
import { PROMPT } from '../demo/script.ts';
import { type DemoSandbox, setUpDemo } from '../demo/setup.ts';
import { demoMessages } from '../i18n/demo.ts';
import { programMessages } from '../i18n/program.ts';
import { type ClientExit, killSelf, runClient } from '../launch/run-client.ts';
import { printJson, terminalInfo, writeStderr, writeStdout } from '../platform/output.ts';
import { type FirstSignal, firstSignal } from '../platform/signals.ts';
import { terminalStyle } from '../platform/terminal-style.ts';
import { errorCode, UserError } from '../platform/user-error.ts';
import { runInSandbox, type SandboxRun } from '../sandbox/run-client.ts';
import type { demo } from './declarations/demo.ts';

const LIMIT_MS = 120_000;

/** `ccc demo`: runs the real client on a scripted API, prints what happens, and checks what came of it. */
export async function run({ interactive, keep, json }: ParsedArguments<typeof demo>, env: Env): Promise<number> {
  const messages = demoMessages[env.language];
  const terminal = terminalInfo();
  if (interactive && !(terminal.stdout && terminal.stderr))
    throw new UserError(messages.needsTerminal, messages.needsTerminalFix, { code: 'usage', exitCode: 2 });
  const claude = findClaude(env);
  const interruption = interactive ? undefined : firstSignal();
  const renderer = new DemoRenderer(messages, terminalStyle(env.all, terminal), {
    quiet: json || interactive,
    spinner: terminal.stdout && terminal.stderr,
  });
  const sandbox = await setUpDemo(claude, env, {
    onReviewerRead: (file) => renderer.handleEvent({ kind: 'reviewer-reads', file }),
    slow: terminal.stdout && !json,
  }).catch((error) => {
    throw errorCode(error)
      ? new UserError(messages.noFolder(errorCode(error) ?? ''), messages.noFolderFix, { code: 'no-temporary-folder' })
      : error;
  });
  let exit: ClientExit | undefined;
  try {
    if (interruption === undefined) {
      exit = await runInteractively(claude, sandbox, env);
      return 'code' in exit ? exit.code : 1;
    }
    const begun = performance.now();
    renderer.printStart(PROMPT[env.language], sandbox.folder.project);
    const run = await runWithOutput(claude, sandbox, renderer, interruption, env);
    renderer.stopSpinner();
    if (interruption.name !== undefined) {
      writeStderr(messages.interrupted);
      return 130;
    }
    const { result, problems } = demoResult(sandbox, run, renderer.verdicts, (performance.now() - begun) / 1000);
    if (json) printJson(result);
    if (problems(messages).length > 0)
      throw new UserError(messages.notAsScripted, messages.notAsScriptedFix(problems(messages)), {
        code: 'demo-failed',
      });
    if (!json) writeStdout(renderer.summary(result));
    return 0;
  } finally {
    renderer.stopSpinner();
    await sandbox.close({ keepFolder: keep });
    if (keep) writeStderr(messages.kept(sandbox.folder.project));
    if (exit && 'signal' in exit) killSelf(exit.signal);
  }
}

/** Through `stream-json`, the only mode of `-p` in which the client has the tool that asks the user. */
function runWithOutput(
  claude: string,
  { settingsFile, folder, env: variables }: DemoSandbox,
  renderer: DemoRenderer,
  interruption: FirstSignal,
  env: Env,
): Promise<SandboxRun> {
  const stream = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
  return runInSandbox(
    {
      command: claude,
      args: [
        ...['-p', ...stream, '--permission-prompt-tool', 'stdio', '--include-hook-events'],
        ...['--settings', settingsFile],
      ],
      cwd: folder.project,
      env: variables,
      stream: {
        firstMessage: JSON.stringify({ type: 'user', message: { role: 'user', content: PROMPT[env.language] } }),
        onLine: (line) => renderer.handleLine(line),
      },
    },
    LIMIT_MS,
    interruption.signal,
  );
}

/** On the client's own screen, for a person to watch. */
async function runInteractively(claude: string, sandbox: DemoSandbox, env: Env): Promise<ClientExit> {
  writeStderr(demoMessages[env.language].interactiveStart);
  const args = ['--settings', sandbox.settingsFile, PROMPT[env.language]];
  const variables = { ...sandbox.env, TERM: env.all.TERM };
  const exit = await runClient(claude, args, variables, { cwd: sandbox.folder.project });
  if ('notStarted' in exit)
    throw new UserError(programMessages[env.language].notStarted(exit.notStarted), '', { code: 'claude-not-started' });
  writeStderr(demoMessages[env.language].interactiveEnd);
  return exit;
}
