import { isAbsolute, resolve } from 'node:path';
import type { Changes } from '../git/changes.ts';
import { isWithin } from '../platform/folders.ts';
import type { Redact } from '../platform/known-secrets.ts';
import type { KindRun, RecordedRun } from './commands/kind-run.ts';
import { recordByKind } from './commands/runs.ts';
import { coversTargets } from './commands/targets.ts';
import type { CheckedKind, CommandEvidence, Evidence, LastRun, UnresolvedCommand, UserRequests } from './evidence.ts';
import { changedAfter } from './files/changed-after.ts';
import type { ProjectPaths } from './files/changed-files.ts';
import { isCode } from './files/file-kinds.ts';
import { isUndone } from './files/undone.ts';
import type { History } from './history.ts';
import { limitedList, MAX_ITEMS, MAX_LENGTH, oneLine } from './limits.ts';
import { isAfter, isoTime, type Moment } from './moment.ts';

/** What this evidence needs besides the history. */
interface EvidenceContext {
  subagents: number;
  since: Date | undefined;
  changes: Changes | undefined;
  project: ProjectPaths;
  redact: Redact;
}

type TranscriptEvidence = Pick<
  Evidence,
  | 'session'
  | 'since'
  | 'requests'
  | 'runs'
  | 'passed'
  | 'commands'
  | 'unresolved'
  | 'mayHaveRun'
  | 'mayInclude'
  | 'todos'
>;

type RunEvidence = Pick<Evidence, 'session' | 'runs' | 'passed' | 'mayHaveRun' | 'mayInclude'>;

/** What claims are compared with. Secrets are removed before text is cut, because half of one would not be recognised. */
export const runEvidence = (history: History, context: EvidenceContext): RunEvidence => ({
  session: sessionEvidence(history, context.subagents),
  runs: recordByKind((kind) => lastRun(history.runs.lastRunOf(kind), history, context)),
  passed: recordByKind((kind) => lastRun(history.runs.lastPassed(kind), history, context)),
  mayHaveRun: mayHaveRunIn(history, context),
  mayInclude: recordByKind((kind) => {
    const run = history.runs.mayInclude(kind, history.runs.lastRunOf(kind)?.ended);
    return run ? oneLine(context.redact(run.command), MAX_LENGTH.name) : null;
  }),
});

/** The last run of a kind among the commands that are wanted. */
export const namedRun =
  (history: History, context: EvidenceContext) =>
  (kind: CheckedKind, isWanted: (command: string) => boolean): LastRun | null =>
    lastRun(history.runs.lastRunOf(kind, isWanted), history, context);

/** All of the evidence in the transcripts. */
export function transcriptEvidence(history: History, context: EvidenceContext): TranscriptEvidence {
  const { since, redact } = context;
  const newest = history.runs.all().slice(0, MAX_ITEMS.commands);
  return {
    ...runEvidence(history, context),
    since: since ? since.toISOString() : null,
    requests: requestsIn(history, redact),
    commands: { total: history.runs.total, items: newest.map((run) => commandEvidence(run, context)) },
    unresolved: unresolvedIn(history, context),
    todos: todosIn(history, redact),
  };
}

function sessionEvidence(history: History, subagents: number): Evidence['session'] {
  const { mainBytes, startedAt, lastToolUseAt, toolCalls, contextTokens, model, compactions, broken, counts } = history;
  return {
    bytes: mainBytes,
    startedAt: isoTime(startedAt),
    lastToolUseAt: isoTime(lastToolUseAt),
    ...{ toolCalls, contextTokens, model, compactions, subagents },
    unreadLines: broken + counts.tooLong,
  };
}

function requestsIn({ prompts: { total, first, last } }: History, redact: Redact): UserRequests {
  const all = first && !last.includes(first) ? [first, ...last] : last;
  const latest = all.at(-1);
  const room = (prompt: object | undefined) =>
    prompt === latest ? MAX_LENGTH.latestRequest : prompt === first ? MAX_LENGTH.firstRequest : MAX_LENGTH.sentence;
  return {
    total,
    items: all.map((prompt) => ({ time: prompt.time, text: oneLine(redact(prompt.text), room(prompt)) })),
  };
}

function commandEvidence(
  {
    command,
    cwd,
    kinds,
    runs,
    outcome,
    ended,
  }: Pick<RecordedRun, 'command' | 'cwd' | 'kinds' | 'runs' | 'outcome' | 'ended'>,
  { project, redact }: EvidenceContext,
): CommandEvidence {
  const isElsewhere = cwd !== undefined && project.absolutePath(cwd) !== project.absolutePath('');
  const text = isElsewhere ? `(in ${project.displayPath(cwd)}) ${command}` : command;
  return { command: oneLine(redact(text), MAX_LENGTH.command), kinds, runs, outcome, time: isoTime(ended.at) };
}

function lastRun(run: KindRun | undefined, history: History, context: EvidenceContext): LastRun | null {
  if (!run) return null;
  const { command, runs, outcome, time } = commandEvidence({ ...run, kinds: [run.kind] }, context);
  const { files, commands, isCertain } = changedAfter(run, history, context.project, context.changes);
  const all = [...files, ...commands].map((changed) => oneLine(context.redact(changed), MAX_LENGTH.name));
  return {
    ...{ command, runs, outcome, time },
    changedAfter: limitedList(all, MAX_ITEMS.after),
    isChangeCertain: isCertain,
    mayHaveRunAgain: mayHaveRunAgain(run, history),
    widerFailure: widerFailure(run, history, context),
    isElsewhere: isElsewhere(run, history, context),
    summaryIsGreen: run.summaryIsGreen,
    isUndone: isUndone(run, history, context.project),
  };
}

/** `npm test` failed, and then only `npm test -- price` passed. */
function widerFailure({ kind, ended, part }: KindRun, { runs }: History, { redact }: EvidenceContext): string | null {
  if (part.targets.length === 0) return null;
  const wider = runs
    .unresolved()
    .map(({ run }) => run)
    .find(
      (failed) =>
        failed.kind === kind &&
        isAfter(ended, failed.ended) &&
        failed.part.folder === part.folder &&
        failed.part.ecosystem === part.ecosystem &&
        coversTargets(failed.part.targets, part.targets),
    );
  return wider ? oneLine(redact(wider.command), MAX_LENGTH.name) : null;
}

/**
 * In a folder that is not the project's, while nothing or not all was edited there; on files of another project; or
 * between `git stash` and `git stash pop`.
 */
function isElsewhere(
  { part, cwd = '/', began, command }: KindRun,
  { edits, actions }: History,
  { project }: EvidenceContext,
): boolean {
  const isOther = (path: string) =>
    !project.isInRepository(path) &&
    !isWithin(project.absolutePath(''), path) &&
    !isWithin(path, project.absolutePath(''));
  const edited = [...edits.files.keys()].map((path) => project.absolutePath(path)).filter((path) => isCode(path));
  const isEdited = (folder: string) =>
    edited.length > 0 && edited.every((path) => isWithin(folder, path) || isOther(path));
  // Paths of Windows have several forms.
  const isKnown = isAbsolute(part.folder) && isAbsolute(cwd);
  const files = part.targets
    .map((target) => target.replace(/^--?[\w-]+ /, ''))
    .filter((target) => /^(?:\.\.\/|\/)/.test(target))
    .map((path) => resolve(part.folder, path));
  if (isKnown && isOther(part.folder) && !(isEdited(part.folder) && edited.some((path) => isWithin(part.folder, path))))
    return true;
  if (isKnown && files.length > 0 && files.length === part.targets.length && files.every(isOther)) return true;
  if (/\bgit stash\b(?! (?:pop|apply|list|show|drop))/.test(command)) return true;
  const stash = actions.findLast(({ action, moment }) => /stash/.test(action) && isAfter(began, moment));
  const pop = actions.find(({ action, moment }) => action === 'unstash' && isAfter(moment, began));
  return stash?.action === 'stash' && stash.done === true && pop?.done === true;
}

/** A command of which nothing is known ran after the last edit that followed the run. */
function mayHaveRunAgain({ kind, began, ended }: KindRun, history: History): boolean {
  const { edits, runs, hasUnknownSubagents, hasUnread } = history;
  if (hasUnknownSubagents || hasUnread) return true;
  const later = [...edits.files.values()].map(({ last }) => last).filter((last) => isAfter(last, began));
  const from = later.reduce((newest, each) => (isAfter(each, newest) ? each : newest), ended);
  return runs.opaque.some((one) => isAfter(one.ended, from)) || runs.mayInclude(kind, from) !== undefined;
}

/** Failures from before supervision began are not the worker's to resolve. */
function unresolvedIn(history: History, context: EvidenceContext): UnresolvedCommand[] {
  const { since } = context;
  const { runs } = history;
  const isCounted = ({ ended }: { ended: Moment }) => since === undefined || ended.at >= since.getTime();
  const checked = runs
    .unresolved()
    .filter(({ run }) => isCounted(run))
    .map(({ run, certain }) => ({
      ...commandEvidence({ ...run, kinds: [run.kind] }, context),
      certain:
        certain &&
        !history.hasUnread &&
        !isElsewhere(run, history, context) &&
        !isUndone(run, history, context.project),
    }));
  const others = runs
    .failedOthers()
    .filter(isCounted)
    .map((run) => ({ ...commandEvidence(run, context), certain: false }));
  return [...checked, ...others].slice(0, MAX_ITEMS.unresolved);
}

/** The newest first. */
function mayHaveRunIn(history: History, { redact }: EvidenceContext): Evidence['mayHaveRun'] {
  const commands = [...new Set(history.runs.opaque.map(({ command }) => oneLine(redact(command), MAX_LENGTH.name)))];
  const all = [
    ...(history.hasUnknownSubagents ? ['a subagent whose commands are not recorded'] : []),
    ...(history.hasUnread ? ['lines of the transcript that could not be read'] : []),
    ...(history.isContinued ? ['the session that this one goes on from'] : []),
    ...commands.reverse(),
  ];
  return limitedList(all, MAX_ITEMS.mayHaveRun);
}

function todosIn({ todos }: History, redact: Redact): Evidence['todos'] {
  const { done, open } = todos.state();
  const items = open.map(({ text, status }) => ({ text: oneLine(redact(text), MAX_LENGTH.name), status }));
  return { done, open: limitedList(items, MAX_ITEMS.todos), shared: todos.isShared };
}
