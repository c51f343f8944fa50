import type { Pipeline, ShellWords } from '../../platform/shell.ts';
import type { CommandKind } from '../evidence.ts';
import { purposeOf } from './kinds.ts';
import { logOf } from './log-file.ts';
import { printedText, variablesIn } from './printed-text.ts';
import { BY_NAME, TASK_RUNNERS } from './programs.ts';
import { isPlainFilter, isReader, isSilent, printsNumbers } from './silent-programs.ts';
import { withoutWrappers } from './wrappers.ts';

/** What a command prints beside what one of its pipelines does. */
export interface OtherOutput {
  /** Texts that it prints as they stand. */
  lines: string[];
  /** It may print any text there, and with it what looks like the summary of a run. */
  isUnknown: boolean;
  /** Lines before and after which everything else is printed: `echo "=== tests ==="`. */
  section: Section;
}

/** A part of an output, by the lines around it. */
export interface Section {
  from?: string | undefined;
  to?: string | undefined;
}

const NOTHING: OtherOutput = { lines: [], isUnknown: false, section: {} };

/** A longer line is not taken apart for each of its runs. */
const MAX_PIPELINES = 120;

/** Every part of a line asks for the same. */
const answers = new WeakMap<ShellWords, { kind: CommandKind; isCheck: boolean }>();

/** What another program was run for, and whether it is a check: a known tool or a task of the project. */
function purposeIn(words: ShellWords): { kind: CommandKind; isCheck: boolean } {
  const before = answers.get(words);
  if (before) return before;
  const bare = withoutWrappers(words);
  const { kind, tool, tasks, rewrites } = purposeOf(bare);
  const [name = ''] = bare;
  const isTool = tool !== undefined || BY_NAME.has(name);
  const isTask = kind !== 'other' && (tasks.length > 0 || TASK_RUNNERS.has(name));
  const answer = { kind, isCheck: rewrites || isTool || isTask };
  answers.set(words, answer);
  return answer;
}

/**
 * A text that another program printed may look like the summary of a run: `; cat old.log`. So what a run printed is only
 * known if everything else in its line is known to print nothing of the kind: by name, in the form in which it is known.
 * What is printed as it stands is known too, and what the run itself has written to a file is its own.
 */
export function otherOutput(
  pipelines: readonly Pipeline[],
  at: number,
  kind: CommandKind,
  isCut: boolean,
): OtherOutput {
  if (pipelines.length === 1) return NOTHING;
  if (pipelines.length > MAX_PIPELINES) return { ...NOTHING, isUnknown: true };
  const own = pipelines[at] as Pipeline;
  const log = logOf(pipelines, at);
  const variables = variablesIn(pipelines);
  const ownVariable = substitutedInto(own);
  const defined = new Set(pipelines.map(({ definition }) => definition));
  const lines: string[] = [];
  const unknown: number[] = [];
  const marks: { position: number; line: string }[] = [];
  pipelines.forEach((other, position) => {
    if (position === at || log?.readers.includes(position)) return;
    if (isHidden(other) || (position > at && isOnlyAfterSuccess(pipelines, at, position))) return;
    const text = isPrinter(other) ? printedText(other, variables, ownVariable) : undefined;
    if (text !== undefined) {
      lines.push(...text);
      if (isMark(other, text)) marks.push({ position, line: text[0] as string });
    } else if (isPrinter(other) || mayPrint(other, kind, isCut, defined)) {
      // What is trapped, or in a function, is printed at any time.
      const isAnywhere = other.definition !== undefined || other.programs[0]?.[0] === 'trap';
      unknown.push(...(isAnywhere ? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] : [position]));
    }
  });
  if (log && !log.isKept) return { lines, isUnknown: true, section: {} };
  const shownAt = log && log.readers.length > 0 ? log.readers : [at];
  return { lines, ...sectionAround(shownAt, unknown, marks, pipelines) };
}

/** All that it prints goes to a file, except errors of programs that have only their own. */
const isHidden = ({ hides, toErrors, programs }: Pipeline) =>
  hides.output && !toErrors && (hides.errors || programs.every(isReader));

/**
 * `npm test && git push`: what its hooks print, they print only if the run passed, so that it cannot make a failed run
 * look passed.
 */
function isOnlyAfterSuccess(pipelines: readonly Pipeline[], at: number, position: number): boolean {
  const [own, ...chain] = pipelines.slice(at, position + 1) as [Pipeline, ...Pipeline[]];
  const isGit = /^git (?:add|commit|push|tag)\b/.test(chain.at(-1)?.programs[0]?.join(' ') ?? '');
  const isChained = [own, ...chain.slice(0, -1)].every(({ followedBy, negated }) => followedBy === '&&' && !negated);
  return isGit && isChained && own.programs.length === 1 && !own.isConditional;
}

/** Where everything else is printed before one line and after another, what is between them is its own. */
function sectionAround(
  shownAt: readonly number[],
  unknown: readonly number[],
  marks: readonly { position: number; line: string }[],
  pipelines: readonly Pipeline[],
): Pick<OtherOutput, 'isUnknown' | 'section'> {
  if (unknown.length === 0) return { isUnknown: false, section: {} };
  const [first = 0, last = 0] = [shownAt[0], shownAt.at(-1)];
  const before = unknown.filter((position) => position < first);
  const after = unknown.filter((position) => position > first);
  const from = marks.findLast(({ position }) => position < first);
  const to = marks.find(({ position }) => position > last);
  const isBefore = before.every((position) => position < (from?.position ?? -1));
  const isAfter = after.every((position) => position > (to?.position ?? Number.POSITIVE_INFINITY));
  // Errors are shown behind everything else by some clients, and what is in the background at any time.
  const isInOrder = pipelines.every(({ followedBy, toErrors }) => followedBy !== '&' && !toErrors);
  const isAnywhere = unknown.includes(Number.POSITIVE_INFINITY);
  const section = {
    from: before.length > 0 ? from?.line : undefined,
    to: after.length > 0 ? to?.line : undefined,
  };
  return { isUnknown: isAnywhere || !isInOrder || !isBefore || !isAfter, section };
}

/** A line that is printed whatever happens, and that can be found again. */
const isMark = ({ isConditional, inLoop, depth, followedBy }: Pipeline, text: readonly string[]) =>
  !isConditional && !inLoop && depth === 0 && followedBy !== '||' && text.length === 1 && /\w/.test(text[0] as string);

const isPrinter = ({ programs: [first = []] }: Pipeline) => first[0] === 'echo' || first[0] === 'printf';

/** `out=$(npm test)`: what is printed of it later is its own output. */
const substitutedInto = ({ programs: [first = []] }: Pipeline) =>
  first.length === 1 ? /^(\w+)=\$\(/.exec(first[0] as string)?.[1] : undefined;

/** Whether it may print what looks like the summary of a run of this kind. */
function mayPrint(
  { programs, reads, isConditional }: Pipeline,
  kind: CommandKind,
  isCut: boolean,
  defined: ReadonlySet<string | undefined>,
): boolean {
  if (isConditional && programs[0]?.[0] === 'in') return false;
  if (programs.some(([name]) => defined.has(name))) return true;
  const last = programs.at(-1) ?? [];
  if (programs.length > 1 && printsNumbers(last)) return !programs.every(isReader);
  return programs.some((words, position) => {
    if (position > 0) return !isPlainFilter(words) || reads.length > 0;
    if (isSilent(words)) return false;
    // The definition of another check is believed as that of the run itself is: it prints what it is called after.
    const { kind: other, isCheck } = purposeIn(words);
    // What another run of the kind prints is not to be told from what is left of this one.
    return !isCheck || (other === kind && isCut);
  });
}
