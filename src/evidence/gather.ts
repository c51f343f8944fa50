import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckResult } from '../checks/check.ts';
import { type Redact, redactedJson, redactor, secretsIn } from '../store/redact.ts';
import { readDifference } from '../worktree/difference.ts';
import { type Changes, changesSince } from '../worktree/since.ts';
import type { CommandFact, Facts, KindFacts, Listed, Requests } from './facts.ts';
import { filesIn, type Project, projectAt } from './files.ts';
import { findingsIn } from './findings.ts';
import { History, type Stretch } from './history.ts';
import { isCode } from './marks.ts';
import { iso } from './moments.ts';
import { fromBothEnds, oneLine } from './one-line.ts';
import { eachKind, type Known } from './runs.ts';
import { Tally } from './tally.ts';

export interface EvidenceRequest {
  /** Undefined or unreadable: what git says alone. */
  transcript: string | undefined;
  /** The project folder. */
  folder: string;
  /** When supervision began; undefined: the start of the session. */
  since: Date | undefined;
  env: Readonly<Record<string, string | undefined>>;
  /** From the hook's input. */
  background: readonly BackgroundWork[];
  /** From the hook's input; it beats the transcript, which lags. */
  lastMessage: string | undefined;
  /** Earlier ones of this task, oldest first. */
  verdicts: readonly EarlierVerdict[];
  /** Those that ran just now. */
  checks: readonly CheckResult[];
}

export interface BackgroundWork {
  type?: string | undefined;
  status?: string | undefined;
  description?: string | undefined;
  command?: string | undefined;
  id?: string | undefined;
}

export interface EarlierVerdict {
  time: string;
  verdict: 'allow' | 'block' | 'failed';
  feedback: string;
  cause: string;
}

const LATEST_REQUEST = 4_000;
const SENTENCE = 400;
const COMMAND = 300;

/** What happened, from the transcript and from git. No model is involved, and nothing of the project's is run. */
export async function gatherFacts(request: EvidenceRequest): Promise<Facts> {
  const redact = redactor(secretsIn(request.env));
  const verdicts = request.verdicts.slice(-MOST.verdicts);
  const history = new History(
    request.since?.getTime(),
    verdicts.map(({ time }) => Date.parse(time)),
  );
  const subagents = readTranscripts(history, request.transcript);
  const since = request.since ?? (history.startedAt > 0 ? new Date(history.startedAt) : undefined);
  const changes = await changesSince(request.folder, since, request.env);
  const project = projectAt(request.folder, changes);
  const tally = new Tally();
  const { cut } = changes
    ? await readDifference(changes, request.env, (path, line, sign) => tally.add(project.shown(path, true), line, sign))
    : { cut: false };
  for (const { path, how } of changes?.files ?? []) if (how === 'deleted') tally.fileDeleted(project.shown(path, true));
  takeToolTexts(tally, history, project, changes);
  const files = await filesIn(history.edits, changes, project, since, request.env);
  const facts: Omit<Facts, 'findings'> = {
    session: {
      bytes: history.mainBytes,
      startedAt: iso(history.startedAt),
      lastToolUseAt: iso(history.lastToolUseAt),
      toolCalls: history.toolCalls,
      contextTokens: history.contextTokens,
      model: history.model,
      compactions: history.compactions,
      subagents,
      unreadLines: history.broken + history.about.tooLong,
    },
    since: since ? since.toISOString() : null,
    git: changes
      ? {
          base: changes.base,
          cut: changes.cut || (cut && !changes.contentUnread),
          contentUnread: changes.contentUnread,
        }
      : null,
    requests: requestsIn(history, redact),
    files: listed(files, MOST.files),
    runs: eachKind((kind) => kindFacts(history.runs.lastOf(kind), project, history, changes, redact)),
    commands: {
      total: history.runs.total,
      items: history.runs
        .all()
        .slice(0, MOST.commands)
        .map((run) => commandFact(run, redact)),
    },
    unresolved: unresolvedIn(history, since, redact),
    todos: todosIn(history, redact),
    ...tally.result(MOST.marks),
    background: listed(
      request.background
        .filter(({ status }) => status === undefined || status === 'running')
        .map((task) => backgroundWords(task, redact)),
      MOST.background,
    ),
    lastMessage: lastMessage(request.lastMessage ?? history.lastText, redact),
    verdicts: {
      total: request.verdicts.length,
      items: verdicts.map((verdict, at) => ({
        time: oneLine(verdict.time, 40),
        verdict: verdict.verdict,
        cause: oneLine(verdict.cause, 80),
        feedback: oneLine(redact(verdict.feedback), SENTENCE),
        after: stretchFacts(history.stretches[at] as Stretch, project, redact),
      })),
    },
    checks: request.checks.slice(0, MOST.checks).map(({ name, run, outcome, output, reused }) => ({
      name,
      run: oneLine(run, COMMAND),
      outcome,
      output: outcome.kind === 'passed' ? '' : output.slice(-CHECK_OUTPUT),
      reused,
    })),
  };
  const findings = findingsIn(facts, request.transcript !== undefined && history.mainBytes === 0);
  return JSON.parse(redactedJson({ findings, ...facts }, redact));
}

const CHECK_OUTPUT = 2_000;
const MOST = {
  verdicts: 8,
  files: 100,
  commands: 60,
  unresolved: 20,
  todos: 30,
  marks: 40,
  background: 20,
  checks: 20,
  after: 20,
};
const MOST_SUBAGENTS = 200;

/** The main transcript, then those of its subagents, which the client keeps in a folder of the session's name. */
function readTranscripts(history: History, transcript: string | undefined): number {
  if (transcript === undefined) return 0;
  history.read(transcript, false);
  const folder = join(transcript.replace(/\.jsonl$/, ''), 'subagents');
  const names = filesBelow(folder)
    .filter((name) => /(?:^|\/)agent-[^/]+\.jsonl$/.test(name))
    .slice(0, MOST_SUBAGENTS);
  for (const name of names) history.read(join(folder, name), true);
  return names.length;
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  } catch {
    return [];
  }
}

/** What git cannot tell about: no repository, contents that are not to be read, files elsewhere. */
function takeToolTexts(tally: Tally, history: History, project: Project, changes: Changes | undefined): void {
  const isUntold = (path: string) => !changes || changes.contentUnread || !project.isInRepository(path);
  tally.take(history.edits.tally, isUntold, (path) => project.shown(path));
}

function requestsIn({ prompts: { total, first, last } }: History, redact: Redact): Requests {
  const all = first && !last.includes(first) ? [first, ...last] : last;
  const latest = all.at(-1);
  return {
    total,
    items: all.map((prompt) => ({
      time: prompt.time,
      text: oneLine(redact(prompt.text), prompt === latest ? LATEST_REQUEST : prompt === first ? 1_000 : SENTENCE),
    })),
  };
}

function commandFact({ command, kinds, runs, outcome, ended }: Known, redact: Redact): CommandFact {
  return { command: oneLine(redact(command), COMMAND), kinds, runs, outcome, time: iso(ended.at) };
}

function kindFacts(
  run: Known | undefined,
  project: Project,
  history: History,
  changes: Changes | undefined,
  redact: Redact,
): KindFacts | null {
  if (!run) return null;
  const after = project.changedAfter(run.ended, history.edits, changes).filter(isCode);
  const { command, runs, outcome, time } = commandFact(run, redact);
  return { command, runs, outcome, time, changedAfter: listed(after, MOST.after) };
}

/** Before supervision began, nobody was asked to come back to it. */
function unresolvedIn({ runs }: History, since: Date | undefined, redact: Redact): CommandFact[] {
  return runs
    .unresolved()
    .filter(({ ended }) => since === undefined || ended.at >= since.getTime())
    .slice(0, MOST.unresolved)
    .map((run) => commandFact(run, redact));
}

function todosIn({ todos }: History, redact: Redact): Facts['todos'] {
  const { done, open } = todos.state();
  const items = open.map(({ text, status }) => ({ text: oneLine(redact(text), 200), status }));
  return { done, open: listed(items, MOST.todos) };
}

function backgroundWords({ type, command, description, id }: BackgroundWork, redact: Redact): string {
  return oneLine(redact(`${type ?? 'task'}: ${command ?? description ?? id ?? '?'}`), 200);
}

function lastMessage(text: string | undefined, redact: Redact): string | null {
  if (text === undefined || text.trim() === '') return null;
  return fromBothEnds(oneLine(redact(text.slice(0, 40_000)), 20_000), 3_000);
}

function stretchFacts({ toolCalls, files, commands }: Stretch, project: Project, redact: Redact) {
  return {
    toolCalls,
    files: listed(
      [...files].map((path) => project.shown(path)),
      10,
    ),
    commands: listed(
      [...commands].map((command) => oneLine(redact(command), 160)),
      10,
    ),
  };
}

const listed = <T>(all: T[], most: number): Listed<T> => ({ total: all.length, items: all.slice(0, most) });
