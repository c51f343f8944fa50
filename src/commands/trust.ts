import { resolve } from 'node:path';
import type { Given } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { type Paths, pathsOf } from '../config/paths.ts';
import { trustMessages } from '../i18n/trust.ts';
import { currentFolder, realFolder } from '../platform/folders.ts';
import { printJson, terminalInfo, USUAL_COLUMNS, writeStderr, writeStdout } from '../platform/output.ts';
import { alignColumns } from '../platform/text-layout.ts';
import { errorCode, isUserError, UserError } from '../platform/user-error.ts';
import { visibleLine } from '../platform/visible-text.ts';
import { type Examined, examine, isRefused } from '../trust/examine.ts';
import { foldersOf } from '../trust/locate.ts';
import { pinOf, readPins } from '../trust/pins.ts';
import { asData, problemLine, trustReport } from '../trust/report.ts';
import { repositoryFilesAt } from '../trust/repository-files.ts';
import { pinMatches, removeTrust, trust } from '../trust/trust-status.ts';
import type { trust as declaration } from './declarations/trust.ts';

/** What is there is not trusted as it is. */
const NOT_TRUSTED = 3;

export async function run(given: Given<typeof declaration>, env: Env): Promise<number> {
  const words = trustMessages[env.language];
  const isNamed = given.folder !== undefined;
  if (given.list && isNamed) throw new UserError(words.listAll, words.listAllFix, 2);
  const folder = resolve(currentFolder(), given.folder ?? '.');
  const act = { folder, isNamed, json: given.json, env, paths: pathsFor(env) };
  if (given.list) return list(act);
  if (given.show || given.dryRun) return showOnly(act);
  refuseInSession(env, given.remove ? 'trust --remove' : 'trust');
  return given.remove ? remove(act) : give(act);
}

interface Act {
  folder: string;
  /** By the user, who may be somewhere else. */
  isNamed: boolean;
  json: boolean;
  env: Env;
  paths: Paths;
}

const pathsFor = (env: Env) => pathsOf(env);

/** The agent runs commands as the user does: there it could give the consent that is theirs to give. */
export function refuseInSession(env: Env, verb: string): void {
  const words = trustMessages[env.language];
  if (env.insideClient) throw new UserError(words.inSession(verb), words.inSessionFix(verb));
}

async function give(act: Act): Promise<number> {
  const { json, env, paths } = act;
  const words = trustMessages[env.language];
  const examined = await examinedIn(act);
  if (isRefused(examined))
    throw new UserError(words.refused(visibleLine(examined.brought.root)), reasons(examined, env));
  if (!json) writeStdout(`${trustReport(examined, env.language, columnsOfStdout()).join('\n')}\n`);
  const aside = writing(paths, env, () => trust(examined.brought, paths));
  if (json) printJson({ ...asData(examined), standing: 'trusted', before: examined.standing });
  else {
    const at = argumentFor(examined.brought.root);
    writeStdout(`\n${examined.standing === 'trusted' ? words.wasTrusted : words.trusted}\n${words.undo(at)}\n`);
  }
  if (aside !== undefined) writeStderr(`ccc: ${words.damaged(paths.trusted, aside)}`);
  return 0;
}

async function showOnly(act: Act): Promise<number> {
  const words = trustMessages[act.env.language];
  const examined = await examinedIn(act);
  const { standing, brought } = examined;
  const at = act.isNamed ? argumentFor(brought.root) : '';
  const how = standing === 'trusted' || isRefused(examined) ? '' : words.toTrust[standing](at);
  if (act.json) printJson(asData(examined));
  else
    writeStdout(
      `${[...trustReport(examined, act.env.language, columnsOfStdout()), '', words.standing[standing] + how].join('\n')}\n`,
    );
  tellIfDamaged(act);
  return standing === 'trusted' ? 0 : NOT_TRUSTED;
}

function remove({ folder, json, env, paths }: Act): number {
  const words = trustMessages[env.language];
  const seen = readPins(paths);
  const real = realFolder(folder);
  // The folder may be gone, and its files too: what was trusted can be taken back all the same.
  const candidates = real === undefined ? [folder] : foldersOf(real);
  const root = candidates.find((candidate) => pinOf(seen, candidate) !== undefined);
  const aside = root === undefined ? undefined : writing(paths, env, () => removeTrust(root, paths));
  const about = root ?? candidates[0] ?? folder;
  if (json) printJson({ root: about, removed: root !== undefined });
  else
    writeStdout(`${root === undefined ? words.notTrusted(visibleLine(about)) : words.removed(visibleLine(about))}\n`);
  if (aside === undefined) tellIfDamaged({ env, paths });
  return 0;
}

function list({ json, env, paths }: Act): number {
  const words = trustMessages[env.language];
  const seen = readPins(paths);
  const pins = seen.kind === 'read' ? Object.entries(seen.pins.trusted) : [];
  const folders = pins.map(([root, pin]) => {
    const brought = realFolder(root) === root ? repositoryFilesAt(root, env) : undefined;
    const held = brought === undefined ? 'gone' : pinMatches(pin, brought) ? 'trusted' : 'changed';
    return { root, standing: held as keyof typeof words.held, trusted_at: pin.at };
  });
  if (json) printJson({ folders });
  else if (folders.length === 0) writeStdout(`${words.noneTrusted}\n`);
  else
    writeStdout(
      `${alignColumns(folders.map(({ root, standing }) => [words.held[standing], visibleLine(root)])).join('\n')}\n`,
    );
  tellIfDamaged({ env, paths });
  return 0;
}

async function examinedIn({ folder, env, paths }: Act): Promise<Examined> {
  const words = trustMessages[env.language];
  if (realFolder(folder) === undefined) throw new UserError(words.noFolder(visibleLine(folder)), words.noFolderFix);
  const examined = await examine(folder, paths, env);
  if (examined === undefined) throw new UserError(words.nothing(visibleLine(folder)), words.nothingFix);
  return examined;
}

const reasons = ({ brought, config }: Examined, { language }: Env) =>
  [
    ...brought.faults.map(({ file, why, detail }) => trustMessages[language].fault[why](file, visibleLine(detail))),
    ...(config.broken ? config.problems.map((problem) => problemLine(problem, '.claude/ccc.json', language)) : []),
  ].join('\n');

/** What the system refuses becomes a problem with its fix. */
export function writing<T>(paths: Paths, env: Env, body: () => T): T {
  const words = trustMessages[env.language];
  try {
    return body();
  } catch (error) {
    const code = errorCode(error);
    if (isUserError(error) || code === undefined) throw error;
    throw new UserError(words.unusable(paths.trusted, code), words.unusableFix, 1, { cause: error });
  }
}

function tellIfDamaged({ env, paths }: Pick<Act, 'env' | 'paths'>): void {
  if (readPins(paths).kind !== 'read') writeStderr(`ccc: ${trustMessages[env.language].damagedSeen(paths.trusted)}`);
}

/** Where no terminal breaks the lines, nobody has to. */
export function columnsOfStdout(): number {
  const { stdout, columns: known } = terminalInfo();
  return stdout ? (known ?? USUAL_COLUMNS) : Number.POSITIVE_INFINITY;
}

/** A folder as it is typed behind a command. */
export const argumentFor = (folder: string) => ` ${visibleLine(quotedWord(folder))}`;

const quotedWord = (path: string) => (/^[\w./~+@%-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`);
