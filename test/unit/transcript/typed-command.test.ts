import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lastTypedArguments } from '../../../src/transcript/typed-command.ts';
import { temporaryFolder, write } from '../folder.ts';

const SINCE = '2026-01-01T12:00:00.000Z';
const BEFORE = '2026-01-01T11:59:59.999Z';
const AFTER = '2026-01-01T12:00:00.001Z';

const content = (name: string, args: string) =>
  `<command-message>${name}</command-message>\n<command-name>/${name}</command-name>\n<command-args>${args}</command-args>`;
/** As the client writes it for what was typed on the screen. */
const typed = (args: string, more: object = {}, name = 'overrule') => ({
  type: 'user',
  isSidechain: false,
  message: { role: 'user', content: content(name, args) },
  timestamp: AFTER,
  origin: { kind: 'human' },
  ...more,
});

function found(...entries: (object | string)[]): string | undefined {
  const lines = entries.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)));
  const path = write(join(temporaryFolder(), 't.jsonl'), `${lines.join('\n')}\n`);
  return lastTypedArguments(path, ['overrule', 'ccc:overrule'], SINCE);
}

describe('what the user typed', () => {
  it.each<[why: string, entry: object, args: string | undefined]>([
    ['on the screen', typed('it works'), 'it works'],
    ['nothing after it', typed(''), ''],
    ['with -p, where no origin is recorded', typed('x', { origin: undefined }), 'x'],
    ['in blocks', typed('', { message: { content: [{ type: 'text', text: content('overrule', 'y') }] } }), 'y'],
    ['the command of the plugin', typed('z', {}, 'ccc:overrule'), 'z'],
    ['whatever a shell would act on', typed('$(a) `b` "c" \'d\' <e>'), '$(a) `b` "c" \'d\' <e>'],
    ['another command', typed('x', {}, 'review'), undefined],
    ['a command that only begins like it', typed('x', {}, 'overrules'), undefined],
    ['before the verdict', typed('x', { timestamp: BEFORE }), undefined],
    ['at the time of the verdict', typed('x', { timestamp: SINCE }), undefined],
    ['without a time', typed('x', { timestamp: undefined }), undefined],
  ])('%s', (_, entry, args) => expect(found(entry)).toBe(args));

  it('the last one counts', () => expect(found(typed('one'), typed('two'), { type: 'assistant' })).toBe('two'));

  it('no transcript', () => expect(lastTypedArguments('/no/such/file', ['overrule'], SINCE)).toBeUndefined());
});

describe('what the worker can bring about', () => {
  const text = content('overrule', 'no');
  it.each<[why: string, entry: object | string]>([
    ['its own message', { type: 'assistant', timestamp: AFTER, message: { content: [{ type: 'text', text }] } }],
    [
      'the result of a tool',
      {
        type: 'user',
        timestamp: AFTER,
        message: { content: [{ type: 'tool_result', tool_use_id: 't', content: text }] },
      },
    ],
    // As recorded: the client does not expand the commands of a schedule.
    [
      'a prompt that it has scheduled',
      {
        ...typed('no'),
        isMeta: true,
        promptSource: 'system',
        message: { content: '/overrule no' },
        turnOrigin: 'scheduled',
      },
    ],
    ['the same if it were expanded', typed('no', { promptSource: 'system' })],
    ['a prompt to a subagent', typed('no', { isSidechain: true })],
    ['a message from another session', typed('no', { origin: { kind: 'agent' } })],
    [
      'what the client queues, whoever asked for it',
      { type: 'queue-operation', operation: 'enqueue', content: '/overrule no', timestamp: AFTER },
    ],
    ['the words of the command without the command', typed('no', { message: { content: '/overrule no' } })],
    ['the words inside of a prompt', typed('no', { message: { content: `explain ${text}` } })],
    ['a broken line', JSON.stringify(typed('no')).slice(0, -5)],
  ])('%s is nothing that was typed', (_, entry) => expect(found(entry)).toBeUndefined());
});

describe('in a long transcript', () => {
  const work = (timestamp: string, bytes: number) => ({
    type: 'assistant',
    timestamp,
    message: { content: 'x'.repeat(bytes) },
  });
  const megabytes = (timestamp: string, count: number) =>
    Array.from({ length: count * 4 }, () => work(timestamp, 256 * 1024));

  it('it is found however much followed', () =>
    expect(found(...megabytes(BEFORE, 1), typed('far back'), ...megabytes(AFTER, 5))).toBe('far back'));

  it('also across two of the parts it is read in', () => {
    for (const bytes of [1024 * 1024 - 300, 1024 * 1024 - 150, 1024 * 1024 - 10])
      expect(found(typed('across'), work(AFTER, bytes))).toBe('across');
  });

  it('what is older than the verdict is not read', () => {
    expect(found(typed('old', { timestamp: BEFORE }), ...megabytes(BEFORE, 3), work(AFTER, 10))).toBeUndefined();
    // A line that lies about its time is not reached either.
    expect(found(typed('lies'), ...megabytes(BEFORE, 3), work(AFTER, 10))).toBeUndefined();
  });
});
