import { join, resolve } from 'node:path';
import type { Given } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { type Paths, pathsOf } from '../config/paths.ts';
import { initMessages } from '../i18n/init.ts';
import { trustMessages } from '../i18n/trust.ts';
import { isBlank, type PlannedFile, plannedFile } from '../init/planned-file.ts';
import { missingPrograms } from '../init/programs.ts';
import { type Proposal, propose } from '../init/propose.ts';
import { proposalLines } from '../init/report.ts';
import { scanFolder } from '../init/scan.ts';
import { writePlanned } from '../init/write.ts';
import { currentFolder, realFolder } from '../platform/folders.ts';
import { printJson, terminalInfo, writeStdout } from '../platform/output.ts';
import { askUser, isInteractive } from '../platform/prompts.ts';
import { errorCode, isUserError, UserError } from '../platform/user-error.ts';
import { quoteVisible, visibleLine } from '../platform/visible-text.ts';
import { CONFIG_FILE, isUsersOwn, topOf } from '../trust/locate.ts';
import { pinOf, readPins } from '../trust/pins.ts';
import { problemLine } from '../trust/report.ts';
import { type RepositoryFiles, repositoryFilesAt } from '../trust/repository-files.ts';
import { pinMatches, trust } from '../trust/trust-status.ts';
import type { init } from './declarations/init.ts';
import { CANCELLED } from './provider/pick.ts';
import { argumentFor, columnsOfStdout, refuseInSession, writing } from './trust.ts';

/** A repository, what it is proposed to bring, and whether init may also trust that for the user. */
interface Case {
  root: string;
  brought: RepositoryFiles | undefined;
  proposal: Proposal;
  planned: PlannedFile;
  mayTrust: boolean;
  /** What the commands named to the user need: a folder, if they named one. */
  at: string;
  env: Env;
  paths: Paths;
}

type Wish = 'write and trust' | 'write' | 'nothing';

interface Done {
  written: boolean;
  trusted: boolean;
  backup: string | undefined;
}

const NOTHING_DONE: Done = { written: false, trusted: false, backup: undefined };

export async function run({ folder, yes, dryRun, json }: Given<typeof init>, env: Env): Promise<number> {
  const about = await caseOf(folder, env);
  const { planned } = about;
  const isDue = planned.after !== (planned.before ?? '');
  const asks = isDue && !yes && !dryRun && !json && isInteractive() && terminalInfo().stdout;
  const writes = isDue && yes && !dryRun;
  if (asks || writes) refuseInSession(env, 'init');

  if (!json) writeStdout(`${proposalText(about)}\n`);
  const wish = asks ? await ask(about) : writes ? 'write and trust' : 'nothing';
  const done = wish === undefined || wish === 'nothing' ? NOTHING_DONE : carryOut(about, wish);
  if (json) printJson(asData(about, done));
  else if (isDue) writeStdout(`\n${doneText(about, done, asks).join('\n')}\n`);
  return wish === undefined ? CANCELLED : 0;
}

async function caseOf(named: string | undefined, env: Env): Promise<Case> {
  const words = initMessages[env.language];
  const say = trustMessages[env.language];
  const folder = resolve(currentFolder(), named ?? '.');
  const real = realFolder(folder);
  if (real === undefined) throw new UserError(say.noFolder(visibleLine(folder)), say.noFolderFix);
  const root = topOf(real);
  const path = join(root, CONFIG_FILE);
  if (isUsersOwn(join(root, '.claude'), env) || isUsersOwn(path, env))
    throw new UserError(words.ownFile(visibleLine(path)), words.ownFileFix);
  const brought = repositoryFilesAt(root, env);
  const fault = brought?.faults.find(({ file }) => file === CONFIG_FILE);
  if (fault) throw new UserError(say.fault[fault.why](fault.file, visibleLine(fault.detail)), words.misfitFix);

  const proposal = propose(scanFolder(root));
  const planned = await plannedFile(brought?.config?.text, proposal);
  if ('problems' in planned) {
    const lines = planned.problems.map((problem) => problemLine(problem, visibleLine(path), env.language));
    throw new UserError(lines.join('\n'), words.misfitFix);
  }
  const paths = pathsOf(env);
  const missing = missingPrograms(
    planned.checks.map(({ check }) => check),
    env.path,
  );
  const notes = [...proposal.notes, ...missing];
  const at = named === undefined ? '' : argumentFor(root);
  const mayTrust = isKnown(brought, paths);
  return { root, brought, proposal: { ...proposal, notes }, planned, mayTrust, at, env, paths };
}

/** Nothing but our own proposal, or what the user has trusted as it is. The rest they have to see first. */
function isKnown(brought: RepositoryFiles | undefined, paths: Paths): boolean {
  if (brought === undefined) return true;
  const pin = pinOf(readPins(paths), brought.root);
  if (pin && pinMatches(pin, brought)) return true;
  return isBlank(brought.config?.text) && brought.prompt === undefined && brought.faults.length === 0;
}

function ask({ mayTrust, env }: Case): Promise<Wish | undefined> {
  const words = initMessages[env.language];
  return askUser<Wish>(async (prompts) => {
    if (!(await prompts.confirm(words.write, words.yes, words.no))) return 'nothing';
    if (!mayTrust) return 'write';
    // The keys y and n answer at once: an Enter typed after the first y must not consent to a question not yet read.
    return (await prompts.confirm(words.trust, words.yes, words.no, false)) ? 'write and trust' : 'write';
  });
}

function carryOut(about: Case, wish: 'write and trust' | 'write'): Done {
  const { root, planned, env, paths } = about;
  const words = initMessages[env.language];
  let backup: string | undefined;
  try {
    backup = writePlanned(root, planned, paths, words);
  } catch (error) {
    const code = errorCode(error);
    if (isUserError(error) || code === undefined) throw error;
    throw new UserError(words.unusable(join(root, CONFIG_FILE), code), words.unusableFix, 1, { cause: error });
  }
  const trusted = wish === 'write and trust' && about.mayTrust && trustWritten(about);
  return { written: true, trusted, backup };
}

/** Only what was shown: if something else has come meanwhile, that is for `ccc trust`. */
function trustWritten({ root, brought: before, planned, env, paths }: Case): boolean {
  const brought = repositoryFilesAt(root, env);
  if (brought?.config?.text !== planned.after || brought.faults.length > 0) return false;
  if (brought.prompt?.sha256 !== before?.prompt?.sha256) return false;
  writing(paths, env, () => trust(brought, paths));
  return true;
}

const EXAMPLE = { supervisor: { checks: [{ name: 'test', run: './run-tests.sh' }], stall_after: 3 } };

function proposalText({ root, proposal, planned, mayTrust, at, env }: Case): string {
  const words = initMessages[env.language];
  const lines = proposalLines(root, planned, proposal.notes, env.language, columnsOfStdout());
  if (proposal.checks.length === 0)
    return [
      ...lines,
      words.nothingFound,
      words.byHand(visibleLine(join(root, CONFIG_FILE))),
      ...quoteVisible(JSON.stringify(EXAMPLE, null, 2), '  ', Number.POSITIVE_INFINITY),
      words.thenTrust(at),
    ].join('\n');
  if (planned.after !== (planned.before ?? '')) return lines.join('\n');
  return [...lines, words.complete(CONFIG_FILE), ...(mayTrust ? [] : [words.trustNext(at)])].join('\n');
}

function doneText({ root, mayTrust, at, env }: Case, { written, trusted, backup }: Done, asked: boolean): string[] {
  const words = initMessages[env.language];
  if (!written) return [words.nothingWritten, ...(asked ? [] : [words.toWrite(mayTrust, at)])];
  return [
    words.written(visibleLine(join(root, CONFIG_FILE))),
    ...(backup === undefined ? [] : [words.backup(backup)]),
    (trusted ? words.trusted : mayTrust ? words.trustNext : words.trustLeft)(at),
  ];
}

/** For programs: the same in every language. */
const asData = ({ root, proposal, planned }: Case, { written, trusted, backup }: Done) => ({
  root,
  file: join(root, CONFIG_FILE),
  exists: planned.before !== undefined,
  checks: planned.checks.map(({ check, reason }) => ({ ...check, reason })),
  brakes: planned.brakes,
  notes: proposal.notes,
  text: planned.after === (planned.before ?? '') ? null : planned.after,
  written,
  trusted,
  backup: backup ?? null,
});
