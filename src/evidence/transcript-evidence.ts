import type { Changes } from '../git/changes.ts';
import type { Redact } from '../platform/redact.ts';
import { removedBy } from './commands/removals.ts';
import { type RecordedRun, recordByKind } from './commands/runs.ts';
import type { CommandEvidence, Evidence, LastRun, UserRequests } from './evidence.ts';
import type { ProjectPaths } from './files/changed-files.ts';
import { isCode } from './files/file-kinds.ts';
import type { History } from './history.ts';
import { limitedList, MAX_ITEMS, MAX_LENGTH, oneLine } from './limits.ts';
import { isAfter, isoTime } from './moment.ts';

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
  'session' | 'since' | 'requests' | 'runs' | 'commands' | 'unresolved' | 'todos'
>;

/** The evidence in the transcripts. Secrets are removed before text is cut, because half of one would not be recognised. */
export function transcriptEvidence(history: History, context: EvidenceContext): TranscriptEvidence {
  const { since, redact } = context;
  const newest = history.runs.all().slice(0, MAX_ITEMS.commands);
  return {
    session: sessionEvidence(history, context.subagents),
    since: since ? since.toISOString() : null,
    requests: requestsIn(history, redact),
    runs: recordByKind((kind) => lastRun(history.runs.lastRunOf(kind), history, context)),
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
  { command, cwd, kinds, runs, outcome, ended }: RecordedRun,
  { project, redact }: EvidenceContext,
): CommandEvidence {
  const isElsewhere = cwd !== undefined && project.absolutePath(cwd) !== project.absolutePath('');
  const text = isElsewhere ? `(in ${project.displayPath(cwd)}) ${command}` : command;
  return { command: oneLine(redact(text), MAX_LENGTH.command), kinds, runs, outcome, time: isoTime(ended.at) };
}

function lastRun(run: RecordedRun | undefined, history: History, context: EvidenceContext): LastRun | null {
  if (!run) return null;
  const later = history.runs.all().filter(({ ended }) => isAfter(ended, run.ended));
  const isRemoved = removedBy(later.map(({ command }) => command));
  const after = context.project.changedAfter(run, history.edits, context.changes, isRemoved).filter(isCode);
  const { command, runs, outcome, time } = commandEvidence(run, context);
  return { command, runs, outcome, time, changedAfter: limitedList(after, MAX_ITEMS.after) };
}

/** Failures from before supervision began are not the worker's to resolve. */
function unresolvedIn({ runs }: History, context: EvidenceContext): CommandEvidence[] {
  const { since } = context;
  return runs
    .unresolved()
    .filter(({ ended }) => since === undefined || ended.at >= since.getTime())
    .slice(0, MAX_ITEMS.unresolved)
    .map((run) => commandEvidence(run, context));
}

function todosIn({ todos }: History, redact: Redact): Evidence['todos'] {
  const { done, open } = todos.state();
  const items = open.map(({ text, status }) => ({ text: oneLine(redact(text), MAX_LENGTH.name), status }));
  return { done, open: limitedList(items, MAX_ITEMS.todos) };
}
