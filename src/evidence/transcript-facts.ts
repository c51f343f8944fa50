import type { Changes } from '../git/changes.ts';
import type { Redact } from '../platform/redact.ts';
import { removedBy } from './commands/removals.ts';
import { eachKind, type RecordedRun } from './commands/runs.ts';
import type { CommandFact, Facts, KindFacts, Requests } from './facts.ts';
import type { Project } from './files/changed-files.ts';
import { isCode } from './files/marks.ts';
import type { History } from './history.ts';
import { LONGEST, listed, MOST } from './limits.ts';
import { isAfter, iso } from './moments.ts';
import { oneLine } from './one-line.ts';

interface Beside {
  subagents: number;
  since: Date | undefined;
  changes: Changes | undefined;
  project: Project;
  redact: Redact;
}

type Told = Pick<Facts, 'session' | 'since' | 'requests' | 'runs' | 'commands' | 'unresolved' | 'todos'>;

/** What the transcripts say, as facts. Credentials go before anything is shortened: half of one would not be known. */
export function transcriptFacts(history: History, beside: Beside): Told {
  const { since, redact } = beside;
  const newest = history.runs.all().slice(0, MOST.commands);
  return {
    session: sessionFacts(history, beside.subagents),
    since: since ? since.toISOString() : null,
    requests: requestsIn(history, redact),
    runs: eachKind((kind) => kindFacts(history.runs.lastOf(kind), history, beside)),
    commands: { total: history.runs.total, items: newest.map((run) => commandFact(run, beside)) },
    unresolved: unresolvedIn(history, beside),
    todos: todosIn(history, redact),
  };
}

function sessionFacts(history: History, subagents: number): Facts['session'] {
  const { mainBytes, startedAt, lastToolUseAt, toolCalls, contextTokens, model, compactions, broken, about } = history;
  return {
    bytes: mainBytes,
    startedAt: iso(startedAt),
    lastToolUseAt: iso(lastToolUseAt),
    ...{ toolCalls, contextTokens, model, compactions, subagents },
    unreadLines: broken + about.tooLong,
  };
}

function requestsIn({ prompts: { total, first, last } }: History, redact: Redact): Requests {
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
  { project, redact }: Beside,
): CommandFact {
  const isElsewhere = cwd !== undefined && project.absolute(cwd) !== project.absolute('');
  const told = isElsewhere ? `(in ${project.shown(cwd)}) ${command}` : command;
  return { command: oneLine(redact(told), LONGEST.command), kinds, runs, outcome, time: iso(ended.at) };
}

function kindFacts(run: RecordedRun | undefined, history: History, beside: Beside): KindFacts | null {
  if (!run) return null;
  const later = history.runs.all().filter(({ ended }) => isAfter(ended, run.ended));
  const isRemoved = removedBy(later.map(({ command }) => command));
  const after = beside.project.changedAfter(run, history.edits, beside.changes, isRemoved).filter(isCode);
  const { command, runs, outcome, time } = commandFact(run, beside);
  return { command, runs, outcome, time, changedAfter: listed(after, MOST.after) };
}

/** Before supervision began, nobody was asked to come back to it. */
function unresolvedIn({ runs }: History, beside: Beside): CommandFact[] {
  const { since } = beside;
  return runs
    .unresolved()
    .filter(({ ended }) => since === undefined || ended.at >= since.getTime())
    .slice(0, MOST.unresolved)
    .map((run) => commandFact(run, beside));
}

function todosIn({ todos }: History, redact: Redact): Facts['todos'] {
  const { done, open } = todos.state();
  const items = open.map(({ text, status }) => ({ text: oneLine(redact(text), LONGEST.name), status }));
  return { done, open: listed(items, MOST.todos) };
}
