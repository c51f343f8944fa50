import { expect, it } from 'vitest';
import { ModelMessage } from '../../../src/review/model-message.ts';

const text = { type: 'text', text: '{"allow_stop": true}' };

it.each<[stopReason: string | null, blocks: { type: string; text?: string }[], isFinished: boolean]>([
  ['end_turn', [text], true],
  ['stop_sequence', [text], true],
  // Services that are compatible with the API have words of their own for the end of a message.
  ['stop', [text], true],
  [null, [text], false],
  ['max_tokens', [text], false],
  ['tool_use', [text], false],
  ['pause_turn', [text], false],
  ['refusal', [text], false],
  ['end_turn', [text, { type: 'tool_use' }], false],
  ['end_turn', [{ type: 'server_tool_use' }, text], false],
  ['end_turn', [{ type: 'thinking' }, text], true],
])('%s, %j: finished %s', (stopReason, blocks, isFinished) => {
  const message = new ModelMessage('m');
  message.add(blocks);
  message.stopReason = stopReason;
  expect(message.isFinished()).toBe(isFinished);
});

it('has the text of all its blocks', () => {
  const message = new ModelMessage('m');
  message.add([{ type: 'text', text: 'a' }]);
  message.add([{ type: 'thinking' }, { type: 'text', text: 'b' }]);
  expect(message.text).toBe('a\nb');
});
