import { describe, expect, it } from 'vitest';
import { type TurnEnd, turnEnd } from '../../../src/transcript/turn-end.ts';

/** Entries that follow each other; `after` names the one that this follows instead. */
type Part = { uuid?: string; after?: string } & Record<string, unknown>;

const prompt = (text: string, more: Part = {}): Part => ({ type: 'user', message: { content: text }, ...more });
const answer = (id: string, text: string, more: Part = {}): Part => ({
  ...{ type: 'assistant', message: { id, content: [{ type: 'text', text }] } },
  ...more,
});
const call = (id: string, toolUse: string, more: Part = {}): Part => ({
  ...{ type: 'assistant', message: { id, content: [{ type: 'tool_use', id: toolUse, name: 'Bash', input: {} }] } },
  ...more,
});
const result = (toolUse: string, more: Part = {}): Part => ({
  ...{ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: toolUse, content: 'ok' }] } },
  ...more,
});

function lines(parts: Part[]): string[] {
  let last: string | null = null;
  return parts.map(({ after, ...part }, i) => {
    const uuid: string = part.uuid ?? `u${i}`;
    const line = JSON.stringify({ uuid, parentUuid: after ?? last, ...part });
    last = uuid;
    return line;
  });
}

const WORKED = [prompt('go'), call('m1', 't1'), result('t1'), answer('m2', 'Done.')];
const IN_CALL = [...WORKED, prompt('more'), answer('m3', 'I will look.'), call('m3', 't2')];

describe('a turn', () => {
  it.each<[what: string, parts: Part[], message: string | undefined, end: TurnEnd]>([
    ['that ended', WORKED, 'Done.', 'ended'],
    ['that ended, before that was written: its call has returned', WORKED.slice(0, 3), 'Done.', 'ended'],
    ['that ended with a message of two blocks', [...WORKED, answer('m2', 'Really.')], 'Done.\n\nReally.', 'ended'],
    ['followed by records of the client', [...WORKED, { type: 'system' }, { type: 'last-prompt' }], 'Done.', 'ended'],
    ['with a call of a subagent', [...WORKED, call('s1', 'st', { isSidechain: true })], 'Done.', 'ended'],
    ['after a call that never returned', [call('m0', 'lost'), prompt('go on'), answer('m9', 'Yes.')], 'Yes.', 'ended'],
    ['without a message', WORKED, undefined, 'ended'],
    ['of which nothing is written', [prompt('go')], 'Done.', 'ended'],
    ['without a transcript', [], 'Done.', 'ended'],
    [
      'while another client is in a call of the same session',
      [
        prompt('go'),
        call('m1', 't1'),
        result('t1', { uuid: 'r' }),
        answer('m2', 'Done.'),
        call('n1', 'nt', { after: 'r' }),
      ],
      'Done.',
      'ended',
    ],
    ['in a call', IN_CALL, 'forged', 'in-call'],
    ['in a call, with no message', IN_CALL, undefined, 'in-call'],
    ['in a call, with the words before it', IN_CALL, 'I will look.', 'in-call'],
    ['in a call, with the words of the turn before', IN_CALL, 'Done.', 'in-call'],
    ['in one of two calls', [...IN_CALL, call('m3', 't3'), result('t2')], 'Done.', 'in-call'],
    ['in the first of two calls', [...IN_CALL, call('m3', 't3'), result('t3')], 'Done.', 'in-call'],
    ['in a call, with a note of the client after it', [...IN_CALL, prompt('…', { isMeta: true })], 'x', 'in-call'],
    ['whose message nobody said', WORKED, 'A plan.', 'other-message'],
  ])('%s', (_, parts, message, end) => expect(turnEnd(lines(parts), message)).toBe(end));

  it('half a line says nothing', () => {
    const all = lines(IN_CALL);
    expect(turnEnd([...all.slice(0, -1), all.at(-1)?.slice(0, -9) ?? ''], 'I will look.')).toBe('ended');
  });
});
