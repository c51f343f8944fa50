/** What the words of the shell itself enclose: `if … fi`, `{ … }`. */
export interface Block {
  kind: 'condition' | 'branch' | 'group' | 'function';
  name?: string | undefined;
  /** The number of the first pipeline in it. */
  from: number;
}

/** Keeps `blocks` in step with what the first words of a program open and close. Returns the last that was closed. */
export function trackBlocks(
  blocks: Block[],
  words: readonly string[],
  defined: string | undefined,
  from: number,
): Block | undefined {
  let ended: Block | undefined;
  const become = (kind: Block['kind']) => blocks.splice(-1, 1, { kind, from: blocks.at(-1)?.from ?? from });
  for (const word of words) {
    if (word === 'if' || word === 'while' || word === 'until') blocks.push({ kind: 'condition', from });
    else if (word === 'elif' || word === 'then' || word === 'else') become('branch');
    else if (word === 'do') {
      if (blocks.at(-1)?.kind === 'condition') become('group');
      else blocks.push({ kind: 'group', from });
    } else if (word === 'case') blocks.push({ kind: 'branch', from });
    else if (word === '{')
      blocks.push(defined === undefined ? { kind: 'group', from } : { kind: 'function', name: defined, from });
    else if (word === 'fi' || word === 'done' || word === 'esac' || word === '}') ended = blocks.pop() ?? ended;
    else if (word !== '!') break;
  }
  return ended;
}
