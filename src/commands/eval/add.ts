import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { ParsedArguments } from '../../command-line/declaration.ts';
import { readConfig } from '../../config/config-file.ts';
import { configSecrets } from '../../config/config-secrets.ts';
import type { Env } from '../../config/env.ts';
import { type Paths, pathsOf } from '../../config/paths.ts';
import { AddError, type CaseSource, makeCase, type NewCase } from '../../eval/add/new-case.ts';
import { previewText, sizeOf } from '../../eval/add/preview.ts';
import { labelFrom, verdictToCopy } from '../../eval/add/verdict.ts';
import { StateFiles } from '../../hook/state-file.ts';
import { type PastVerdict, verdictsOf } from '../../hook/verdicts.ts';
import { evalAddMessages } from '../../i18n/eval-add.ts';
import { currentFolder, isFolder } from '../../platform/folders.ts';
import { printJson, terminalInfo, writeStdout } from '../../platform/output.ts';
import { askUser, isInteractive } from '../../platform/prompts.ts';
import { firstSignal } from '../../platform/signals.ts';
import { errorCode, UserError } from '../../platform/user-error.ts';
import { readSessionInfo } from '../../transcript/session-info.ts';
import type { StoredSession } from '../../transcript/stored-sessions.ts';
import type { evaluateAdd } from '../declarations/eval.ts';
import { CANCELLED } from '../provider/pick.ts';
import { selectSession } from '../select-session.ts';

type Given = ParsedArguments<typeof evaluateAdd>;

/** `ccc eval add`: makes a case of a session. Shows it, and writes only what was shown. */
export async function run(given: Given, env: Env): Promise<number> {
  const messages = evalAddMessages[env.language];
  const paths = pathsOf(env);
  const session = selectSession(given.session, paths, env, 'eval add');
  const verdict = verdictToCopy(verdictsOf(session.id, paths, Number.POSITIVE_INFINITY));
  const source = await sourceOf(given, session, verdict, paths, env);
  const stop = firstSignal();
  const made = await makeCase({ ...source, signal: stop.signal }).catch((error) => {
    if (stop.name !== undefined) return undefined;
    throw error instanceof AddError ? addError(error.problem, env) : error;
  });
  if (stop.name !== undefined || made === undefined) return CANCELLED;
  const target = freeFolder(join(source.casesFolder, source.kind, session.id.slice(0, 8)));
  if (!given.json) writeStdout(`${previewText(source, made, target, env.language)}\n`);
  const asks = !given.yes && !given.json && isInteractive() && terminalInfo().stdout;
  if (!asks && !given.yes && !given.json)
    throw new UserError(messages.needsYes, messages.needsYesFix, { code: 'usage', exitCode: 2 });
  const answer = asks
    ? await askUser((prompts) => prompts.confirm(messages.ask, messages.yes, messages.no, false))
    : given.yes;
  if (answer === true) writeCase(target, made, env);
  if (given.json) printJson(documentOf(target, source, made, answer === true));
  else writeStdout(`${answer === true ? messages.written(relative(currentFolder(), target)) : messages.notWritten}\n`);
  return answer === undefined ? CANCELLED : 0;
}

async function sourceOf(
  given: Given,
  session: StoredSession,
  verdict: PastVerdict | undefined,
  paths: Paths,
  env: Env,
): Promise<CaseSource> {
  const messages = evalAddMessages[env.language];
  const usage = (message: string, fix: string) => new UserError(message, fix, { code: 'usage', exitCode: 2 });
  if (!isFolder(session.folder)) throw addError('no-folder', env);
  const label = given.label ?? labelFrom(verdict);
  const why = given.why?.trim() || verdict?.overruled?.why.trim();
  if (label === undefined) throw usage(messages.needsLabel, messages.needsLabelFix);
  if (!why) throw usage(messages.needsWhy, messages.needsWhyFix);
  const since = new StateFiles(paths, env.language).lastOf(session.id)?.since;
  const startedAt = readSessionInfo(session.transcript)?.startedAt;
  return {
    ...{ session, label, why, env: env.all, home: env.home },
    decision: verdict,
    casesFolder: resolve(currentFolder(), given.folder ?? 'eval'),
    kind: verdict?.overruled ? 'overruled' : 'own',
    since: since === undefined ? undefined : new Date(since),
    startedAt: startedAt === undefined ? undefined : new Date(startedAt),
    secrets: configSecrets((await readConfig(paths.configFile)).file, env, paths),
  };
}

function addError(problem: keyof (typeof evalAddMessages)['en']['problem'], { language }: Env): UserError {
  const { problem: texts, problemFix } = evalAddMessages[language];
  return new UserError(texts[problem], problemFix[problem], { code: `eval-add-${problem}` });
}

/** A session can be made a case more than once: after another verdict. */
function freeFolder(wanted: string): string {
  let folder = wanted;
  for (let count = 2; existsSync(folder); count++) folder = `${wanted}-${count}`;
  return folder;
}

/** Under another name first, so that there is never half a case. */
function writeCase(target: string, { files }: NewCase, { language }: Env): void {
  const messages = evalAddMessages[language];
  const temporary = `${target}.${process.pid}.tmp`;
  try {
    for (const { path, bytes, executable } of files) {
      const file = join(temporary, path);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, bytes, { flag: 'wx', mode: executable ? 0o700 : 0o600 });
    }
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    const code = errorCode(error);
    if (code === undefined) throw error;
    throw new UserError(messages.cannotWrite(target, code), messages.cannotWriteFix, { code: 'case-not-writable' });
  }
}

const documentOf = (target: string, { label, why, kind, session }: CaseSource, made: NewCase, written: boolean) => ({
  ...{ written, folder: target, session_id: session.id, label, why, kind },
  bytes: sizeOf(made.files),
  files: made.files.map(({ path, bytes, redactions }) => ({ path, bytes: bytes.length, redactions })),
  left_out: made.leftOut,
  changed_since: made.changedSince,
});
