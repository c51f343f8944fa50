import { resolve } from 'node:path';
import type { ParsedArguments } from '../../command-line/declaration.ts';
import type { Env } from '../../config/env.ts';
import { type Paths, pathsOf } from '../../config/paths.ts';
import { judgeByFacts, judgeByReviewer } from '../../eval/judge-case.ts';
import { type CaseFolder, findCases } from '../../eval/read-case.ts';
import { reportData, reportText } from '../../eval/report.ts';
import { type RunOptions, runCases, type UnusableCase } from '../../eval/run-cases.ts';
import { openWorkspace } from '../../eval/workspace.ts';
import { budgetOf } from '../../hook/budget.ts';
import { inputErrorText } from '../../hook/notices.ts';
import { evalMessages } from '../../i18n/eval.ts';
import { currentFolder } from '../../platform/folders.ts';
import { secretsIn } from '../../platform/known-secrets.ts';
import { drawStderr, printJson, terminalInfo, writeStderr, writeStdout } from '../../platform/output.ts';
import { secretStore } from '../../platform/redact.ts';
import { type FirstSignal, firstSignal } from '../../platform/signals.ts';
import { errorCode, UserError } from '../../platform/user-error.ts';
import { visibleLine } from '../../platform/visible-text.ts';
import type { evaluate } from '../declarations/eval.ts';
import { readReviewConfig } from '../review/review-config.ts';

type Given = ParsedArguments<typeof evaluate>;
type Judging = Pick<RunOptions, 'judge' | 'isBudgetUsedUp'>;

/** `ccc eval`: how often the reviewer, or the evidence alone, is right about cases with known answers. */
export async function run(given: Given, env: Env): Promise<number> {
  const messages = evalMessages[env.language];
  if (env.insideReview) throw new UserError(messages.insideReview, messages.insideReviewFix, { code: 'inside-review' });
  const repeat = parseRepeat(given.repeat, env);
  const folders = casesIn(resolve(currentFolder(), given.folder), env);
  const stop = firstSignal();
  const judging = given.factsOnly ? FACTS_ONLY : await withReviewer(given, pathsOf(env), stop, env);
  const result = await runCases(folders, {
    ...judging,
    repeat,
    signal: stop.signal,
    open: (evalCase) => openWorkspace(evalCase, env.all, stop.signal),
    onProgress: showProgress(env),
  });
  clearProgress();
  for (const unusable of result.unusable) writeStderr(visibleLine(unusableText(unusable, env)));
  if (result.stopped === undefined && result.unusable.length === folders.length)
    throw new UserError(messages.noneUsable(folders.length), messages.noneUsableFix, {
      code: 'no-usable-case',
      exitCode: 2,
    });
  const report = { ...result, factsOnly: given.factsOnly, repeat };
  if (given.json) printJson(reportData(report));
  else writeStdout(reportText(report, env.language));
  if (result.stopped) writeStderr(messages[result.stopped](result.results.length));
  if (result.stopped !== undefined) return { interrupted: 130, budget: 1 }[result.stopped];
  return result.results.some(({ verdict }) => verdict !== 'failed') ? 0 : 1;
}

function parseRepeat(text: string | undefined, { language }: Env): number {
  const messages = evalMessages[language];
  if (text === undefined) return 1;
  const repeat = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (repeat >= 1 && repeat <= 100) return repeat;
  throw new UserError(messages.repeat(text), messages.repeatFix, { code: 'usage', exitCode: 2 });
}

function casesIn(root: string, { language }: Env): CaseFolder[] {
  const messages = evalMessages[language];
  const wrong = (message: string, fix: string) => new UserError(message, fix, { code: 'no-case', exitCode: 2 });
  let found: CaseFolder[];
  try {
    found = findCases(root);
  } catch (error) {
    const code = errorCode(error);
    throw code === undefined ? error : wrong(messages.noFolder(root, code), messages.noFolderFix);
  }
  if (found.length === 0) throw wrong(messages.noCase(root), messages.noCaseFix);
  return found;
}

const FACTS_ONLY: Judging = { judge: judgeByFacts, isBudgetUsedUp: () => false };

/** The reviewer that `ccc.json` and the options name. The run counts as a session of its own for the limits on cost. */
async function withReviewer(given: Given, paths: Paths, stop: FirstSignal, env: Env): Promise<Judging> {
  const { config, launch } = await readReviewConfig(given, paths, env);
  const judge = await import('../../hook/judge-bundle.ts');
  const setup = {
    ...{ judge, config, env, paths, workersProvider: launch.current },
    secrets: secretStore(secretsIn(env.all)),
    interruptedBy: new Promise<string>((done) => {
      stop.signal.addEventListener('abort', () => done(stop.name ?? 'SIGINT'));
    }),
  };
  const { leftUsd, reached } = budgetOf(config.supervisor, undefined, paths.journal);
  const left = (spentUsd: number) => (leftUsd === undefined ? undefined : leftUsd - spentUsd);
  return {
    judge: (workspace, spentUsd) => judgeByReviewer(workspace, left(spentUsd), setup),
    isBudgetUsedUp: (spentUsd) => reached !== undefined || (left(spentUsd) ?? 1) <= 0,
  };
}

const ERASE_LINE = '\r\x1b[K';

/** One line that is redrawn, on a terminal only. */
function showProgress({ language }: Env): RunOptions['onProgress'] {
  if (!terminalInfo().stderr) return () => {};
  return (done, planned, name) =>
    drawStderr(`${ERASE_LINE}${visibleLine(evalMessages[language].progress(done, planned, name))}`);
}

const clearProgress = () => terminalInfo().stderr && drawStderr(ERASE_LINE);

function unusableText({ file, problem }: UnusableCase, { language }: Env): string {
  const messages = evalMessages[language];
  const { problem: texts } = messages;
  const { what, fix } = (() => {
    switch (problem.code) {
      case 'unreadable':
        return texts.unreadable(problem.why);
      case 'key':
        return texts.key(problem.key);
      case 'event':
        return texts.event(inputErrorText(problem.problem, language));
      case 'event-kind':
        return texts['event-kind'](problem.event);
      case 'time':
        return texts.time(problem.path);
      default:
        return texts[problem.code];
    }
  })();
  return messages.unusable(file, what, fix);
}
