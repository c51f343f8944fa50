import type { CheckResult } from '../checks/check.ts';
import type { ReadLimits } from '../git/git-reader.ts';
import type { Redact } from '../platform/known-secrets.ts';
import type { Runner } from './commands/runner.ts';
import type { CheckEvidence, Evidence, VerdictEvidence } from './evidence.ts';
import type { ProjectPaths } from './files/changed-files.ts';
import type { RoundActivity } from './history.ts';
import { fromBothEnds, limitedList, MAX_ITEMS, MAX_LENGTH, oneLine } from './limits.ts';

/** The session to gather evidence of, and what its transcript does not say. */
export interface EvidenceRequest {
  /** Undefined or unreadable: the evidence comes from git alone. */
  transcript: string | undefined;
  /** It is that of a subagent, whose own steps the client marks as those of one. */
  isSubagent?: boolean | undefined;
  /** The project folder. */
  folder: string;
  /** When supervision began; undefined: the start of the session. */
  since: Date | undefined;
  env: Readonly<Record<string, string | undefined>>;
  /** What else the evidence must not show. */
  secrets?: readonly string[];
  /** From the hook's input. */
  background: readonly BackgroundWork[];
  /** From the hook's input, because the transcript lags behind. */
  lastMessage: string | undefined;
  /** Of this task, the oldest first. */
  verdicts: readonly EarlierVerdict[];
  /** The results of this event's checks. */
  checks: readonly CheckResult[];
  /** What is known to be wrong with the transcript. */
  transcriptTrouble?: string | undefined;
  /** What the user asked for, as it was recorded when the transcript still had it. */
  keptRequests?: readonly { time: string | null; text: string }[] | undefined;
  /** The folder and its repository are not looked at: for sessions that ended long ago. */
  transcriptOnly?: boolean;
  /** The user's own rules for programs that are not known here. */
  runners?: readonly Runner[];
  /** The folder is a copy whose mtimes were restored. */
  folderIsCopy?: boolean | undefined;
  /** How long reading the files may take. */
  readLimits?: ReadLimits | undefined;
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
  /** The user has called it wrong. */
  overruled?: { why: string } | undefined;
}

/** More of a message is not read. */
const MAX_READ_LENGTH = 20_000;

/** Both ends of the message: its topic, and what it claims. */
export function lastMessage(text: string | undefined, redact: Redact): string | null {
  if (text === undefined || text.trim() === '') return null;
  return fromBothEnds(oneLine(redact(fromBothEnds(text, MAX_READ_LENGTH)), MAX_READ_LENGTH), MAX_LENGTH.lastMessage);
}

export function backgroundIn(tasks: readonly BackgroundWork[], redact: Redact): Evidence['background'] {
  const running = tasks.filter(({ status }) => status === undefined || status === 'running');
  const words = ({ type, command, description, id }: BackgroundWork) =>
    oneLine(redact(`${type ?? 'task'}: ${command ?? description ?? id ?? '?'}`), MAX_LENGTH.name);
  return { total: running.length, items: running.slice(0, MAX_ITEMS.background).map(words) };
}

/** A verdict, and what the worker did until the next one. */
export function verdictEvidence(
  { time, verdict, cause, feedback, overruled }: EarlierVerdict,
  { toolCalls, files, commands }: RoundActivity,
  project: ProjectPaths,
  redact: Redact,
): VerdictEvidence {
  const paths = [...files].map((path) => project.displayPath(path));
  const lines = [...commands].map((command) => oneLine(redact(command), MAX_LENGTH.name));
  return {
    time: oneLine(time, 40),
    verdict,
    cause: oneLine(cause, 80),
    feedback: cause === 'check' ? checkFeedback(redact(feedback)) : oneLine(redact(feedback), MAX_LENGTH.sentence),
    ...(overruled && { overruled: oneLine(redact(overruled.why), MAX_LENGTH.sentence) }),
    after: {
      toolCalls,
      files: limitedList(paths, MAX_ITEMS.betweenVerdicts),
      commands: limitedList(lines, MAX_ITEMS.betweenVerdicts),
    },
  };
}

/**
 * The sentence that says which check failed and how, then the last line of its output: the first lines are the same in
 * every run. The last paragraph of the feedback is not output but the request to go on.
 */
function checkFeedback(feedback: string): string {
  const text = feedback.trim();
  const sentence = FAILED_CHECK.exec(text)?.[0] ?? text.split('\n')[0] ?? '';
  const output = text.slice(sentence.length).replace(/\n\n[^\n]*$/, '');
  const lastLine = output.trimEnd().split('\n').at(-1) ?? '';
  const half = MAX_LENGTH.sentence / 2;
  // The name stands at the start of the sentence, the exit code at its end.
  return `${fromBothEnds(oneLine(sentence, MAX_READ_LENGTH), half)} ${oneLine(lastLine, half)}`.trimEnd();
}

/** A command may have several lines. */
const FAILED_CHECK = /^The check [\s\S]*? (?:ended with exit code \d+|was ended by [^\n]+)\.(?=\n|$)/;

export function checkEvidence({ name, run, outcome, output, reused, ran, failedBefore }: CheckResult): CheckEvidence {
  const end = outcome.kind === 'passed' ? '' : output.slice(-MAX_LENGTH.checkOutput);
  return {
    ...{ name: oneLine(name, MAX_LENGTH.name), run: oneLine(run, MAX_LENGTH.command), outcome, output: end, reused },
    at: ran ? new Date(ran.at).toISOString() : null,
    failedBefore: failedBefore === true,
  };
}
