import { resolve } from 'node:path';
import type { ParsedArguments } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { type Paths, pathsOf } from '../config/paths.ts';
import { refuseInSession } from '../config/refuse-in-session.ts';
import { type TrustMessages, trustMessages } from '../i18n/trust.ts';
import { currentFolder, realFolder } from '../platform/folders.ts';
import { printJson, stdoutColumns, writeStderr, writeStdout } from '../platform/output.ts';
import { alignColumns } from '../platform/text-layout.ts';
import { UserError } from '../platform/user-error.ts';
import { visibleLine } from '../platform/visible-text.ts';
import { removeTrust, trust, trustedFolders } from '../trust/change-trust.ts';
import { compareWithTrusted, isGone, isUnusable, type TrustComparison } from '../trust/compare-with-trusted.ts';
import { folderArgument, refusalLines, trustDocument, trustedFoldersDocument, trustReport } from '../trust/report.ts';
import { readTrustStore } from '../trust/trust-store.ts';
import type { trust as declaration } from './declarations/trust.ts';

/** With --show: it is not trusted as it is. */
const NOT_TRUSTED = 3;

interface Context {
  folder: string;
  /** The user gave a folder, and may be somewhere else. */
  isGiven: boolean;
  json: boolean;
  env: Env;
  paths: Paths;
}

export async function run(options: ParsedArguments<typeof declaration>, env: Env): Promise<number> {
  const messages = trustMessages[env.language];
  const isGiven = options.folder !== undefined;
  if (options.list && isGiven)
    throw new UserError(messages.listTakesNoFolder, messages.listTakesNoFolderFix, {
      code: 'unexpected-argument',
      exitCode: 2,
    });
  const folder = resolve(currentFolder(), options.folder ?? '.');
  const context = { folder, isGiven, json: options.json, env, paths: pathsOf(env) };
  if (options.list) return list(context);
  if (options.show || options.dryRun) return show(context);
  refuseInSession(env, options.remove ? 'trust --remove' : 'trust');
  return options.remove ? removeTrustOf(context) : giveTrust(context);
}

async function giveTrust(context: Context): Promise<number> {
  const { json, env, paths } = context;
  const messages = trustMessages[env.language];
  const comparison = await comparisonOf(context);
  const { files, status } = comparison;
  if (isGone(comparison))
    throw new UserError(messages.nothing(visibleLine(files.root)), goneFix(comparison, messages), {
      code: 'nothing-to-trust',
    });
  if (isUnusable(comparison))
    throw new UserError(messages.refused(visibleLine(files.root)), refusalLines(comparison, env.language).join('\n'), {
      code: 'cannot-be-trusted',
    });
  if (!json) writeStdout(`${trustReport(comparison, env.language, stdoutColumns()).join('\n')}\n`);
  const damaged = trust(files, paths, env);
  if (json) printJson({ ...trustDocument(comparison), standing: 'trusted', before: status });
  else {
    const undo = messages.undo(folderArgument(files.root));
    writeStdout(`\n${status === 'trusted' ? messages.alreadyTrusted : messages.trusted}\n${undo}\n`);
  }
  if (damaged !== undefined) writeStderr(`ccc: ${messages.damaged(paths.trusted, damaged)}`);
  return 0;
}

async function show(context: Context): Promise<number> {
  const { isGiven, json, env } = context;
  const messages = trustMessages[env.language];
  const comparison = await comparisonOf(context);
  const { status, files, since } = comparison;
  const folder = isGiven ? folderArgument(files.root) : '';
  const elsewhere = since && since.root !== files.root ? messages.inWorkTree(visibleLine(since.root)) : '';
  const toTrust =
    status === 'trusted' || isUnusable(comparison)
      ? elsewhere
      : isGone(comparison)
        ? ` ${goneFix(comparison, messages)}`
        : messages.toTrust[status](folder);
  const statusText = comparison.onlyMissing ? messages.missing : messages.status[status];
  if (json) printJson(trustDocument(comparison));
  else {
    const report = trustReport(comparison, env.language, stdoutColumns());
    writeStdout(`${[...report, '', statusText + toTrust].join('\n')}\n`);
  }
  warnIfUnreadable(context);
  return status === 'trusted' ? 0 : NOT_TRUSTED;
}

const goneFix = ({ files, since, onlyMissing }: TrustComparison, messages: TrustMessages) =>
  onlyMissing
    ? messages.missingFix(visibleLine(since?.root ?? files.root))
    : messages.goneFix(folderArgument(since?.root ?? files.root));

async function comparisonOf({ folder, env, paths }: Context): Promise<TrustComparison> {
  const messages = trustMessages[env.language];
  if (realFolder(folder) === undefined)
    throw new UserError(messages.noFolder(visibleLine(folder)), messages.noFolderFix, { code: 'no-such-folder' });
  const comparison = await compareWithTrusted(folder, paths, env);
  if (comparison === undefined)
    throw new UserError(messages.nothing(visibleLine(folder)), messages.nothingFix, { code: 'nothing-to-trust' });
  return comparison;
}

function removeTrustOf(context: Context): number {
  const { folder, json, env, paths } = context;
  const messages = trustMessages[env.language];
  const { roots, removed, damaged } = removeTrust(folder, paths, env);
  const message = removed ? messages.removed : messages.notTrusted;
  if (json) printJson({ root: roots[0], removed, roots });
  else writeStdout(`${roots.map((root) => message(visibleLine(root))).join('\n')}\n`);
  if (damaged === undefined) warnIfUnreadable(context);
  return 0;
}

function list(context: Context): number {
  const { json, env, paths } = context;
  const messages = trustMessages[env.language];
  const folders = trustedFolders(paths, env);
  const rows = folders.map(({ root, status }) => [messages.folderStatus[status], visibleLine(root)]);
  if (json) printJson(trustedFoldersDocument(folders));
  else writeStdout(`${rows.length === 0 ? messages.noneTrusted : alignColumns(rows).join('\n')}\n`);
  warnIfUnreadable(context);
  return 0;
}

function warnIfUnreadable({ env, paths }: Context): void {
  if (readTrustStore(paths).kind !== 'read')
    writeStderr(`ccc: ${trustMessages[env.language].cannotRead(paths.trusted)}`);
}
