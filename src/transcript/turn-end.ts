import { blocksOf, type Entry, entryText, field, parseEntry, stringField } from './entry.ts';

/** What the end of a transcript says of a stop. */
export type TurnEnd =
  /** The worker's turn may have ended, as far as it shows. */
  | 'ended'
  /** A tool that the worker has called has not returned: the client cannot be stopping. */
  | 'in-call'
  /** The message that the stop comes with was never said. */
  | 'other-message';

interface Step {
  isPrompt: boolean;
  /** Of the answer that it is a part of. */
  messageId: string;
  calls: string[];
  text: string;
  uuid: string | undefined;
  /** Another step comes after it. */
  isContinued: boolean;
}

/**
 * Whether the turn has ended with `message`. Liberal: a real stop that is not taken for one is worse than the opposite, so
 * anything that is not certain counts as an end.
 */
export function turnEnd(lines: readonly string[], message: string | undefined): TurnEnd {
  const { steps, returned } = readSteps(lines);
  const wanted = message === undefined ? '' : beginning(message);
  // Of the last step of any branch: another client may be at work in the same session.
  const isEnd = (step: Step) => !step.isContinued && step.text !== '' && callsOf(step, steps).length === 0;
  if (wanted !== '' && steps.some((step) => isEnd(step) && textOf(step, steps).includes(wanted))) return 'ended';
  const last = steps.at(-1);
  if (last && !last.isPrompt && callsOf(last, steps).some((id) => !returned.has(id))) return 'in-call';
  const said = steps.map(({ text }) => text).join('');
  return wanted === '' || said === '' || said.includes(wanted) ? 'ended' : 'other-message';
}

/** Answers and prompts of the worker's own chain; results of tools belong to the answer that called them. */
function readSteps(lines: readonly string[]): { steps: Step[]; returned: Set<string> } {
  const steps: Step[] = [];
  const returned = new Set<string>();
  const parents = new Map<string, string>();
  const byUuid = new Map<string, Step>();
  const add = (step: Step, parent: string | undefined) => {
    let at = parent;
    while (at !== undefined && !byUuid.has(at)) at = parents.get(at);
    const before = at === undefined ? undefined : byUuid.get(at);
    if (before) before.isContinued = true;
    steps.push(step);
    if (step.uuid !== undefined) byUuid.set(step.uuid, step);
  };
  for (const line of lines) {
    const entry = parseEntry(line);
    if (entry === null || entry.isSidechain === true) continue;
    const uuid = typeof entry.uuid === 'string' ? entry.uuid : undefined;
    const parent = typeof entry.parentUuid === 'string' ? entry.parentUuid : undefined;
    if (uuid !== undefined && parent !== undefined && uuid !== parent) parents.set(uuid, parent);
    const blocks = entry.type === 'assistant' || entry.type === 'user' ? blocksOf(entry.message) : [];
    const results = idsIn(blocks, 'tool_result', 'tool_use_id');
    for (const id of results) returned.add(id);
    if (entry.type === 'assistant') add(answerStep(entry, uuid), parent);
    else if (results.length === 0 && entry.type === 'user' && entry.isMeta !== true) add(promptStep(uuid), parent);
  }
  return { steps, returned };
}

function answerStep(entry: Entry, uuid: string | undefined): Step {
  const blocks = blocksOf(entry.message);
  return {
    isPrompt: false,
    messageId: stringField(entry.message, 'id') ?? uuid ?? '',
    calls: idsIn(blocks, 'tool_use', 'id'),
    text: withoutBlanks(entryText(blocks.filter(({ type }) => type === 'text'))),
    uuid,
    isContinued: false,
  };
}

const promptStep = (uuid: string | undefined): Step => ({
  ...{ isPrompt: true, messageId: '', calls: [], text: '', uuid, isContinued: false },
});

/** An answer is written block by block. */
const partsOf = ({ messageId }: Step, steps: readonly Step[]) => steps.filter((step) => step.messageId === messageId);
const callsOf = (step: Step, steps: readonly Step[]) => partsOf(step, steps).flatMap(({ calls }) => calls);
const textOf = (step: Step, steps: readonly Step[]) =>
  partsOf(step, steps)
    .map(({ text }) => text)
    .join('');

const idsIn = (blocks: Record<string, unknown>[], type: string, name: string) =>
  blocks.filter((block) => block.type === type).map((block) => String(field(block, name)));

/** Blocks of a message may be joined in any way. */
const withoutBlanks = (text: string) => text.replaceAll(/\s+/gu, '');

const COMPARED = 40;
const beginning = (message: string) => [...withoutBlanks(message.slice(0, 8 * COMPARED))].slice(0, COMPARED).join('');
