import type { Changes } from '../git/changes.ts';
import type { Redact } from '../platform/redact.ts';
import { removedBy } from './commands/removals.ts';
import { eachKind, type RecordedRun } from './commands/runs.ts';
import type { CommandFact, Facts, KindFacts, RequestFacts } from './facts.ts';
import type { Project } from './files/changed-files.ts';
import { isCode } from './files/marks.ts';
import type { History } from './history.ts';
import { LONGEST, listed, MOST, oneLine } from './limits.ts';
import { isAfter, iso } from './moment.ts';

/** What these facts need beside the history. */
interface FactsContext {
  subagents: number;
  since: Date | undefined;
  changes: Changes | undefined;
  project: Project;
  redact: Redact;
}

type TranscriptFacts = Pick<Facts, 'session' | 'since' | 'requests' | 'runs' | 'commands' | 'unresolved' | 'todos'>;

/** The facts from the transcripts. Secrets are removed before text is cut, because half of one would not be recognised. */
export function transcriptFacts(history: History, context: FactsContext): TranscriptFacts {
  const { since, redact } = context;
  const newest = history.runs.all().slice(0, MOST.commands);
  return {
    session: sessionFacts(history, context.subagents),
    since: since ? since.toISOString() : null,
    requests: requestsIn(history, redact),
    runs: eachKind((kind) => kindFacts(history.runs.lastRunOf(kind), history, context)),
    commands: { total: history.runs.total, items: newest.map((run) => commandFact(run, context)) },
    unresolved: unresolvedIn(history, context),
    todos: todosIn(history, redact),
  };
}

function sessionFacts(history: History, subagents: number): Facts['session'] {
  const { mainBytes, startedAt, lastToolUseAt, toolCalls, contextTokens, model, compactions, broken, counts } = history;
  return {
    bytes: mainBytes,
    startedAt: iso(startedAt),
    lastToolUseAt: iso(lastToolUseAt),
    ...{ toolCalls, contextTokens, model, compactions, subagents },
    unreadLines: broken + counts.tooLong,
  };
}

function requestsIn({ prompts: { total, first, last } }: History, redact: Redact): RequestFacts {
  const all = first && !last.includes(first) ? [first, ...last] : last;
  const latest = all.at(-1);
  const room = (prompt: object | undefined) =>
    prompt === latest ? LONGEST.latestRequest : prompt === first ? LONGEST.firstRequest : LONGEST.sentence;
  return {
    total,
    items: all.map((prompt) => ({ time: prompt.time, text: oneLine(redact(prompt.text), room(prompt)) })),
  };
}

function commandFact(
  { command, cwd, kinds, runs, outcome, ended }: RecordedRun,
  { project, redact }: FactsContext,
): CommandFact {
  const isElsewhere = cwd !== undefined && project.absolute(cwd) !== project.absolute('');
  const text = isElsewhere ? `(in ${project.shown(cwd)}) ${command}` : command;
  return { command: oneLine(redact(text), LONGEST.command), kinds, runs, outcome, time: iso(ended.at) };
}

function kindFacts(run: RecordedRun | undefined, history: History, context: FactsContext): KindFacts | null {
  if (!run) return null;
  const later = history.runs.all().filter(({ ended }) => isAfter(ended, run.ended));
  const isRemoved = removedBy(later.map(({ command }) => command));
  const after = context.project.changedAfter(run, history.edits, context.changes, isRemoved).filter(isCode);
  const { command, runs, outcome, time } = commandFact(run, context);
  return { command, runs, outcome, time, changedAfter: listed(after, MOST.after) };
}

/** Failures from before supervision began are not the worker's to resolve. */
function unresolvedIn({ runs }: History, context: FactsContext): CommandFact[] {
  const { since } = context;
  return runs
    .unresolved()
    .filter(({ ended }) => since === undefined || ended.at >= since.getTime())
    .slice(0, MOST.unresolved)
    .map((run) => commandFact(run, context));
}

function todosIn({ todos }: History, redact: Redact): Facts['todos'] {
  const { done, open } = todos.state();
  const items = open.map(({ text, status }) => ({ text: oneLine(redact(text), LONGEST.name), status }));
  return { done, open: listed(items, MOST.todos) };
}
