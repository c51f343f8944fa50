import type { CheckResult } from '../checks/check.ts';
import type { Redact } from '../platform/redact.ts';
import type { BackgroundWork, EarlierVerdict } from './evidence-request.ts';
import type { CheckFact, Facts, VerdictFact } from './facts.ts';
import type { Project } from './files/changed-files.ts';
import type { Stretch } from './history.ts';
import { LONGEST, listed, MOST } from './limits.ts';
import { fromBothEnds, oneLine } from './one-line.ts';

/** More of a message is not looked at. */
const LOOKED_AT = 20_000;

/** Both of its ends: what it is about, and what it claims. */
export function lastMessage(text: string | undefined, redact: Redact): string | null {
  if (text === undefined || text.trim() === '') return null;
  return fromBothEnds(oneLine(redact(fromBothEnds(text, LOOKED_AT)), LOOKED_AT), LONGEST.lastMessage);
}

export function backgroundIn(tasks: readonly BackgroundWork[], redact: Redact): Facts['background'] {
  const running = tasks.filter(({ status }) => status === undefined || status === 'running');
  const words = ({ type, command, description, id }: BackgroundWork) =>
    oneLine(redact(`${type ?? 'task'}: ${command ?? description ?? id ?? '?'}`), LONGEST.name);
  return { total: running.length, items: running.slice(0, MOST.background).map(words) };
}

/** A verdict, and what the worker did until the next one. */
export function verdictFact(
  { time, verdict, cause, feedback }: EarlierVerdict,
  { toolCalls, files, commands }: Stretch,
  project: Project,
  redact: Redact,
): VerdictFact {
  const paths = [...files].map((path) => project.shown(path));
  const lines = [...commands].map((command) => oneLine(redact(command), LONGEST.name));
  return {
    time: oneLine(time, 40),
    verdict,
    cause: oneLine(cause, 80),
    feedback: cause === 'check' ? checkFeedback(redact(feedback)) : oneLine(redact(feedback), LONGEST.sentence),
    after: { toolCalls, files: listed(paths, MOST.betweenVerdicts), commands: listed(lines, MOST.betweenVerdicts) },
  };
}

/**
 * Which check failed and how, then the last line of what it printed: a page of output begins with what every run of it
 * begins with. The last paragraph is ours.
 */
function checkFeedback(feedback: string): string {
  const text = feedback.trim();
  const sentence = FAILED_CHECK.exec(text)?.[0] ?? text.split('\n')[0] ?? '';
  const output = text.slice(sentence.length).replace(/\n\n[^\n]*$/, '');
  const lastLine = output.trimEnd().split('\n').at(-1) ?? '';
  const half = LONGEST.sentence / 2;
  // The name stands at the start of the sentence, the exit code at its end.
  return `${fromBothEnds(oneLine(sentence, LOOKED_AT), half)} ${oneLine(lastLine, half)}`.trimEnd();
}

/** A command may have several lines. */
const FAILED_CHECK = /^The check [\s\S]*? (?:ended with exit code \d+|was ended by [^\n]+)\.(?=\n|$)/;

export function checkFact({ name, run, outcome, output, reused }: CheckResult): CheckFact {
  const end = outcome.kind === 'passed' ? '' : output.slice(-LONGEST.checkOutput);
  return { name: oneLine(name, LONGEST.name), run: oneLine(run, LONGEST.command), outcome, output: end, reused };
}
