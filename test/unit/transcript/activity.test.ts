import { appendFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quietSinceIn, toolUseSince } from '../../../src/transcript/activity.ts';
import { readSessionInfo } from '../../../src/transcript/session-info.ts';
import { temporaryFolder, write } from '../folder.ts';

const AT = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`;
const ms = (second: number) => Date.parse(AT(second));

let calls = 0;
const call = (second: number, name: string, input: object = {}, id = `call-${++calls}`) => ({
  ...{ type: 'assistant', timestamp: AT(second) },
  message: { content: [{ type: 'tool_use', id, name, input }] },
});
const result = (second: number, id: string) => ({
  ...{ type: 'user', timestamp: AT(second) },
  message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'x' }] },
});
const says = (second: number, content: string, more: object = {}) => ({
  ...{ type: 'user', timestamp: AT(second), message: { role: 'user', content } },
  ...more,
});
const answer = (second: number) => ({
  ...{ type: 'assistant', timestamp: AT(second), message: { content: [{ type: 'text', text: 'Done.' }] } },
});
const lines = (...entries: object[]) => entries.map((entry) => JSON.stringify(entry));

describe('since when nothing may have been written or run', () => {
  const prompt = says(1, 'make it work');

  it.each<[what: string, entries: object[], second: number]>([
    ['only answers', [prompt, answer(9)], 1],
    ['it was sent back by a hook', [prompt, answer(5), says(6, 'Stop hook feedback:\nno', { isMeta: true })], 1],
    ['a file was read', [prompt, call(5, 'Read', {}, 'r'), result(6, 'r')], 1],
    ['a command ran', [prompt, call(5, 'Bash', {}, 'b'), result(7, 'b'), answer(9)], 7],
    ['a command still runs', [prompt, call(5, 'Bash')], 5],
    ['a file was edited', [prompt, call(5, 'Edit', {}, 'e'), result(6, 'e')], 6],
    ['a tool of an MCP server', [prompt, call(5, 'mcp__db__query', {}, 'm'), result(6, 'm')], 6],
    ['a subagent', [prompt, call(5, 'Agent', {}, 'a'), result(8, 'a')], 8],
    ['a tool that is not known', [prompt, call(5, 'Frobnicate')], 5],
    ['the result of a call that is missing', [prompt, result(6, 'gone')], 6],
    ['another prompt', [prompt, answer(5), says(8, 'and now?')], 8],
    ['a command of the user', [prompt, says(8, '<bash-input>npm i</bash-input>')], 8],
    ['a background task ended', [prompt, says(8, '<task-notification>…', { isMeta: true })], 8],
    [
      'one that waits for its turn',
      [prompt, { type: 'queue-operation', timestamp: AT(8), content: '<task-notification>' }],
      8,
    ],
    ['nothing waits any more', [prompt, { type: 'queue-operation', timestamp: AT(8), operation: 'dequeue' }], 1],
    [
      'a prompt typed meanwhile',
      [prompt, { type: 'attachment', timestamp: AT(8), attachment: { type: 'queued_command' } }],
      8,
    ],
    ['another attachment', [prompt, { type: 'attachment', timestamp: AT(8), attachment: { type: 'date' } }], 1],
    ['a slash command', [prompt, { type: 'system', subtype: 'local_command', timestamp: AT(8) }], 8],
    ['a call with an earlier time behind a later one', [call(7, 'Bash'), call(2, 'Bash')], 7],
  ])('%s', (_, entries, second) => expect(quietSinceIn(lines(...entries), true)).toBe(ms(second)));

  it('nothing at all: always', () => expect(quietSinceIn([], true)).toBe(0));

  it('a call without a time: not known', () =>
    expect(quietSinceIn(lines(prompt, { ...call(5, 'Bash'), timestamp: undefined }), true)).toBeUndefined());

  it('the end of a transcript: at most since its first line, and not known without a time', () => {
    expect(quietSinceIn(['{"half', ...lines(answer(4), answer(5))], false)).toBe(ms(4));
    expect(quietSinceIn(['{"half'], false)).toBeUndefined();
  });

  it('a subagent that writes its own transcript has not ended', () => {
    const folder = temporaryFolder();
    const transcript = write(join(folder, 's.jsonl'), `${lines(prompt, answer(2)).join('\n')}\n`);
    expect(readSessionInfo(transcript)?.quietSince).toBe(ms(1));
    const before = Date.now() - 1000;
    const agent = write(join(folder, 's/subagents/agent-1.jsonl'), '{}\n');
    // The time of writing can be set, the ctime cannot.
    utimesSync(agent, 1, 1);
    expect(readSessionInfo(transcript)?.quietSince).toBeGreaterThan(before);
  });
});

describe('what a session did since a moment', () => {
  const session = (...entries: object[]) =>
    write(join(temporaryFolder(), 's.jsonl'), `${lines(says(1, 'go'), ...entries).join('\n')}\n`);
  const since = new Date(ms(5));
  const edit = (second: number, file_path = '/p/a') => call(second, 'Edit', { file_path });

  it.each<[what: string, entries: object[], wrote: boolean]>([
    ['nothing', [], false],
    ['commands and reading', [call(6, 'Bash', { command: 'ls' }), call(7, 'Read')], false],
    ['a command that is not known', [call(6, 'Bash')], true],
    ['a tool that is not known', [call(6, 'mcp__files__put')], true],
    ['a subagent without a transcript', [call(6, 'Task', { prompt: 'x' })], true],
    ['an edit', [edit(6)], true],
    ['an edit before it', [edit(4)], false],
    ['an edit without a time', [{ ...edit(6), timestamp: undefined }], true],
    ['a notebook', [call(6, 'NotebookEdit', { notebook_path: '/p/n' })], true],
    ['only what does not count', [edit(6, '/plans/x.md')], false],
  ])('%s', (_, entries, wrote) =>
    expect(toolUseSince(session(...entries), since, (path) => path.startsWith('/plans/'))?.mayHaveWritten).toBe(wrote),
  );

  it('what a subagent did, and half a line', () => {
    const transcript = session();
    const agent = write(transcript.replace('.jsonl', '/subagents/agent-1.jsonl'), `${JSON.stringify(edit(6))}\n`);
    expect(toolUseSince(transcript, since)?.mayHaveWritten).toBe(true);
    write(agent, '');
    expect(toolUseSince(transcript, since)?.mayHaveWritten).toBe(false);
    appendFileSync(transcript, JSON.stringify(edit(6)).slice(0, -5));
    expect(toolUseSince(transcript, since)?.mayHaveWritten).toBe(true);
  });

  it('the commands, each once, those of subagents too', () => {
    const bash = (second: number, command: string) => call(second, 'Bash', { command });
    const transcript = session(bash(4, 'old'), bash(6, 'a'), bash(7, 'a'), call(8, 'Agent', { prompt: 'x' }));
    write(transcript.replace('.jsonl', '/subagents/agent-1.jsonl'), `${JSON.stringify(bash(9, 'b'))}\n`);
    const use = toolUseSince(transcript, since);
    expect([use?.mayHaveWritten, [...(use?.commands ?? [])]]).toEqual([false, ['a', 'b']]);
  });

  it('that the worker itself asked for plan mode', () => {
    expect(toolUseSince(session(call(6, 'EnterPlanMode')), since)?.enteredPlanMode).toBe(true);
    expect(toolUseSince(session(call(4, 'EnterPlanMode')), since)?.enteredPlanMode).toBe(false);
  });

  it('a transcript that is gone: not known', () => expect(toolUseSince('/nonexistent', since)).toBeUndefined());
});
