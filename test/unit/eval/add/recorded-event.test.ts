import { describe, expect, it } from 'vitest';
import { linesUntil, recordedEvent } from '../../../../src/eval/add/recorded-event.ts';
import { at, transcriptLine } from '../case.ts';

const said = (seconds: number, id: string, ...content: object[]) =>
  transcriptLine(seconds, { type: 'assistant', message: { id, role: 'assistant', content } }).trim();
const text = (words: string) => ({ type: 'text', text: words });
const call = (name: string, input: object) => ({ type: 'tool_use', id: `toolu_${name}`, name, input });

const LINES = [
  '{"type":"summary"}',
  said(1, 'm1', text('First.')),
  said(2, 'm2', text('All done.')),
  said(3, 'm2', text('Tests pass.')),
  said(4, 'm3', call('AskUserQuestion', { questions: [{ question: 'Which?' }] })),
  said(5, 'm4', call('Bash', { command: 'ls' })),
];
const event = (lines: string[], name: string, tool: string | null = null) =>
  recordedEvent(lines, { sessionId: 's', event: name, tool, promptId: 'p' });

it('the transcript ends with the verdict', () => {
  const ids = (until?: number) =>
    linesUntil(`${LINES.join('\n')}\n`, until === undefined ? undefined : new Date(at(until))).length;
  expect([ids(), ids(2), ids(2.5), ids(0), ids(99)]).toEqual([6, 3, 3, 1, 6]);
});

describe('the event', () => {
  it('a stop: all blocks of the last message', () =>
    expect(event(LINES.slice(0, 4), 'Stop')).toEqual({
      session_id: 's',
      hook_event_name: 'Stop',
      cwd: '/case/repository',
      prompt_id: 'p',
      stop_hook_active: false,
      last_assistant_message: 'All done.\n\nTests pass.',
    }));

  it('a question, and another call', () => {
    expect(event(LINES, 'PreToolUse', 'AskUserQuestion')).toMatchObject({
      tool_name: 'AskUserQuestion',
      tool_input: { questions: [{ question: 'Which?' }] },
      tool_use_id: 'toolu_AskUserQuestion',
    });
    expect(event(LINES, 'PreToolUse', 'Bash')).toMatchObject({ tool_input: { command: 'ls' } });
  });

  it('one that is not in the transcript', () => {
    expect(event(LINES, 'PreToolUse', 'Write')).toBeUndefined();
    expect(event(LINES, 'TaskCompleted')).toBeUndefined();
  });
});
