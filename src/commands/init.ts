import { resolve } from 'node:path';
import type { ParsedArguments } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { pathsOf } from '../config/paths.ts';
import { refuseInSession } from '../config/refuse-in-session.ts';
import { initMessages } from '../i18n/init.ts';
import { applyPlan, NOTHING_DONE } from '../init/apply.ts';
import { type InitPlan, planInit } from '../init/plan.ts';
import { initDocument, proposalText, resultLines } from '../init/report.ts';
import { currentFolder } from '../platform/folders.ts';
import { printJson, stdoutColumns, terminalInfo, writeStdout } from '../platform/output.ts';
import { askUser, isInteractive } from '../platform/prompts.ts';
import { folderArgument } from '../trust/report.ts';
import type { init } from './declarations/init.ts';
import { CANCELLED } from './provider/pick.ts';

type Choice = 'write and trust' | 'write' | 'nothing';

export async function run(
  { folder: given, yes, dryRun, json }: ParsedArguments<typeof init>,
  env: Env,
): Promise<number> {
  const { language } = env;
  const paths = pathsOf(env);
  const plan = await planInit(resolve(currentFolder(), given ?? '.'), paths, env);
  const { mustWrite } = plan;
  const asked = mustWrite && !yes && !dryRun && !json && isInteractive() && terminalInfo().stdout;
  const writes = mustWrite && yes && !dryRun;
  if (asked || writes) refuseInSession(env, 'init');

  const folder = given === undefined ? '' : folderArgument(plan.root);
  if (!json) writeStdout(`${proposalText(plan, language, stdoutColumns(), folder)}\n`);
  const choice = asked ? await ask(plan, env) : writes ? 'write and trust' : 'nothing';
  const result =
    choice === undefined || choice === 'nothing'
      ? NOTHING_DONE
      : applyPlan(plan, choice === 'write and trust', paths, env);
  if (json) printJson(initDocument(plan, result));
  else if (mustWrite) writeStdout(`\n${resultLines(plan, result, { language, asked, folder }).join('\n')}\n`);
  return choice === undefined ? CANCELLED : 0;
}

/** Undefined if the user cancelled. */
function ask({ mayTrust }: InitPlan, env: Env): Promise<Choice | undefined> {
  const messages = initMessages[env.language];
  return askUser<Choice>(async (prompts) => {
    if (!(await prompts.confirm(messages.write, messages.yes, messages.no))) return 'nothing';
    if (!mayTrust) return 'write';
    // The keys y and n answer at once: an Enter typed after the first y must not consent to a question not yet read.
    return (await prompts.confirm(messages.trust, messages.yes, messages.no, false)) ? 'write and trust' : 'write';
  });
}
