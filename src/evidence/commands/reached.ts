import type { Pipeline } from '../../platform/shell.ts';

/** Whether a pipeline may not have been reached although the line ended well. */
export function isSkippable(pipelines: readonly Pipeline[], at: number): boolean {
  const own = pipelines[at] as Pipeline;
  if (own.isConditional || pipelines[at - 1]?.followedBy === '||') return true;
  if (own.inLoop && mayHaveNoTurn(pipelines, at)) return true;
  if (own.depth === 0 && own.subshells.length === 1) return false;
  return groupStarts(pipelines, at).some((start) => pipelines[start - 1]?.followedBy === '||');
}

/** Where each group and each pair of parentheses around a pipeline begins. */
function groupStarts(pipelines: readonly Pipeline[], at: number): number[] {
  const { depth, subshells } = pipelines[at] as Pipeline;
  const starts = subshells.slice(1).map((number) => pipelines.findIndex((one) => one.subshells.includes(number)));
  for (let level = 1; level <= depth; level++) {
    let start = at;
    while (start > 0 && (pipelines[start - 1] as Pipeline).depth >= level) start--;
    starts.push(start);
  }
  return starts;
}

/** `for f in $FILES`, `while read f`: perhaps there was nothing to go through. */
const mayHaveNoTurn = (pipelines: readonly Pipeline[], at: number): boolean =>
  pipelines.slice(0, at + 1).some(({ programs: [words = []], isCondition, inLoop }) => {
    if (words[0] === 'for') return words[2] !== 'in' || !words.slice(3).some((word) => !/[$`*?[{]/.test(word));
    return isCondition && inLoop && !/^(?:true|:)$/.test(words.join(' '));
  });

/**
 * Which options of the shell hold for a pipeline. Switched on counts only where that was certainly reached, switched off
 * counts anywhere.
 */
export function optionsAt(pipelines: readonly Pipeline[], at: number): { errexit: boolean; pipefail: boolean } {
  let errexit = false;
  let pipefail = false;
  const own = pipelines[at] as Pipeline;
  for (let i = 0; i < at; i++) {
    const one = pipelines[i] as Pipeline;
    const [name, ...args] = one.programs[0] ?? [];
    if (name !== 'set' && name !== 'setopt') continue;
    const isOff = args.some((word) => /^\+[a-zA-Z]*[oe]/.test(word));
    const holds = !isOff && isReachedWith(pipelines, i, at, own);
    if (args.some((word) => /^pipe_?fail$/i.test(word))) pipefail = holds;
    if (args.some((word) => /^[-+][a-zA-Z]*e|^err_?exit$/i.test(word))) errexit = holds;
  }
  return { errexit, pipefail };
}

/** Whether one pipeline was certainly reached, in the same shell, if a later one was. */
function isReachedWith(pipelines: readonly Pipeline[], at: number, later: number, own: Pipeline): boolean {
  const one = pipelines[at] as Pipeline;
  if (one.programs.length > 1 || one.isPiped || one.isConditional || one.inLoop || one.followedBy === '&') return false;
  if (!one.subshells.every((number, i) => own.subshells[i] === number)) return false;
  const before = pipelines[at - 1]?.followedBy ?? ';';
  if (before === ';' || before === '') return one.depth === 0 || one.depth <= own.depth;
  return before === '&&' && pipelines.slice(at, later).every(({ followedBy }) => followedBy === '&&');
}
