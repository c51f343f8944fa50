import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inputErrorText } from '../../../../src/hook/notices.ts';
import { InputError, inputForSession, parseId, parseInput } from '../../../../src/hook/protocol/input.ts';

const SAMPLES = join(import.meta.dirname, '../../../fixtures/hook-inputs');
const sample = (file: string) => readFileSync(join(SAMPLES, file), 'utf8');
const samples = readdirSync(SAMPLES);
const parsed = (fields: object) => parseInput(JSON.stringify({ session_id: 'test-001', ...fields }));
const nested = (levels: number) => `{"session_id":"a","deep":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

describe('what Claude Code really sends', () => {
  it('is here in full', () => expect(samples).toHaveLength(44));

  it.each(samples)('%s', (file) => {
    const raw = JSON.parse(sample(file));
    const input = parseInput(sample(file));
    expect(input.event.name).toBe(file.split(/[-.]/)[0]);
    expect(input).toMatchObject({ session_id: raw.session_id, cwd: raw.cwd, namesEvent: true });
    expect(input.prompt_id).toBe(raw.prompt_id);
    expect(input.tool_input).toEqual(raw.tool_input);
  });

  it('keeps what only this event has, and no plumbing', () => {
    expect(Object.keys(parseInput(sample('PostToolUse.json')).details)).toEqual(['tool_response', 'duration_ms']);
    expect(parseInput(sample('UserPromptSubmit.json')).details).toHaveProperty('prompt');
    expect(parseInput(sample('Stop.json')).details).toEqual({});
  });
});

/** What a person reads about an input that cannot be read. */
function textOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return inputErrorText((error as InputError).problem, 'en');
  }
}

describe('input that cannot be read', () => {
  const id = 'session_id may only have';
  it.each<[why: string, source: string, message: string]>([
    ['empty', '', 'stdin is empty'],
    ['white space', ' \n\t\r\n', 'stdin is empty'],
    ['not JSON', 'session_id=test-001', 'not JSON'],
    ['half of it', '{"session_id":"test-0', 'not JSON'],
    ['two objects', '{"session_id":"a"}{"session_id":"b"}', 'not JSON'],
    ['an array', '[{"session_id":"a"}]', 'expected a JSON object'],
    ['a string', '"session_id"', 'expected a JSON object'],
    ['a number', '7', 'expected a JSON object'],
    ['null', 'null', 'expected a JSON object'],
    ['no session_id', '{}', 'session_id is missing'],
    ['an inherited session_id', '{"__proto__":{"session_id":"a"}}', 'session_id is missing'],
    ['an empty session_id', '{"session_id":""}', 'session_id is empty'],
    ['a null session_id', '{"session_id":null}', 'session_id is not a string'],
    ['a number as session_id', '{"session_id":1}', 'session_id is not a string'],
    ['an array as session_id', '{"session_id":["a"]}', 'session_id is not a string'],
    ['a slash', '{"session_id":"a/b"}', id],
    ['a way up', '{"session_id":".."}', id],
    ['a longer way up', '{"session_id":"../../etc/passwd"}', id],
    ['a NUL', '{"session_id":"a\\u0000b"}', id],
    ['a newline', '{"session_id":"a\\nb"}', id],
    ['a newline at the end', '{"session_id":"a\\n"}', id],
    ['129 characters', `{"session_id":"${'a'.repeat(129)}"}`, id],
    ['10,000 characters', `{"session_id":"${'a'.repeat(10_000)}"}`, id],
    ['a dot first', '{"session_id":".a"}', id],
    ['1001 levels', nested(1001), 'nested more than 1000 levels deep'],
    ['100,000 levels', nested(100_000), 'nested more than 1000 levels deep'],
    ['100,000 openings', '['.repeat(100_000), 'nested more than 1000 levels deep'],
  ])('%s', (_, source, message) => {
    const read = () => parseInput(source);
    expect(read).toThrow(InputError);
    expect(textOf(read)).toContain(message);
  });

  it.each(['', '../a', 'a\n', '.a', 'a'.repeat(129)])('--session-id %j', (value) =>
    expect(() => inputForSession(value)).toThrow(InputError),
  );
});

describe('input that can', () => {
  it.each([900, 1000])('%i levels', (levels) => expect(parseInput(nested(levels)).session_id).toBe('a'));

  it('brackets in a string are not levels', () => {
    const text = `\\"${'[{'.repeat(2000)}`;
    expect(parseInput(`{"session_id":"a","prompt":"${text}"}`).details.prompt).toHaveLength(4001);
  });

  it('--session-id means Stop, in the old form', () =>
    expect(inputForSession('test-001')).toEqual({
      session_id: 'test-001',
      event: { name: 'Stop', form: 'stop' },
      namesEvent: false,
      details: {},
    }));

  it.each<[hook_event_name: unknown, namesEvent: boolean]>([
    [undefined, false],
    [null, false],
    [3, false],
    ['Unheard', true],
    ['Stop', true],
  ])('hook_event_name %j is a Stop', (hook_event_name, namesEvent) =>
    expect(parsed({ hook_event_name })).toMatchObject({ event: { name: 'Stop' }, namesEvent }),
  );

  it.each([undefined, null, 7, 'AskUserQuestion'])('PreToolUse of tool %j asks the user', (tool_name) =>
    expect(parsed({ hook_event_name: 'PreToolUse', tool_name })).toMatchObject({
      event: { name: 'PreToolUse', form: 'question' },
      tool_name: 'AskUserQuestion',
    }),
  );
});

describe('an optional field of the wrong type counts as absent', () => {
  const texts = [
    'transcript_path',
    'cwd',
    'prompt_id',
    'permission_mode',
    'tool_name',
    'last_assistant_message',
    'agent_id',
    'agent_type',
  ] as const;
  const cases = texts.flatMap((field) => [7, null, true, ['x'], { x: 1 }].map((value) => [field, value] as const));

  it.each([
    ...cases,
    ...['true', 1, null].map((value) => ['stop_hook_active', value] as const),
    ...['high', 3, null].map((value) => ['effort', value] as const),
    ...['none', 4, {}, null].map((value) => ['background_tasks', value] as const),
  ])('%s: %j', (field, value) => expect(parsed({ [field]: value })[field]).toBeUndefined());

  it('and does so in the depths', () => {
    expect(parsed({ effort: { level: 3 } }).effort).toEqual({ level: undefined });
    expect(parsed({ background_tasks: [7, null, { type: 3, status: 'running' }] }).background_tasks).toEqual([
      {},
      {},
      { type: undefined, status: 'running' },
    ]);
  });
});

it('any object with a usable session_id is read', () => {
  const names = fc.constantFrom('hook_event_name', 'tool_name', 'cwd', 'effort', 'background_tasks', '__proto__');
  const fields = fc.dictionary(fc.oneof(names, fc.string()), fc.jsonValue());
  fc.assert(fc.property(fields, (extra) => void expect(parsed(extraWithoutId(extra)).session_id).toBe('test-001')));
});

it('nothing but an InputError is ever thrown', () => {
  const sources = fc.oneof(
    fc.string(),
    fc.json(),
    fc.json().map((json) => `{"session_id":${json}}`),
  );
  fc.assert(
    fc.property(sources, (source) => {
      try {
        parseInput(source);
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
      }
    }),
  );
});

const extraWithoutId = ({ session_id: _, ...rest }: Record<string, unknown>) => rest;

describe('an id', () => {
  it.each(['a', '0', '-', '_', 'test-001', 'a.b', 'a..b', 'A'.repeat(128), '51736a2a-7273-44ee-8d19-04b3b54fff85'])(
    '%j is usable',
    (id) => expect(parseId(id)).toBe(id),
  );

  it.each([
    '',
    '.',
    '..',
    '.hidden',
    '../up',
    'a/b',
    'a\\b',
    'a b',
    ' a',
    'a\0',
    'a\n',
    '\na',
    'a\nb',
    'a\r',
    'naïve',
    '编号',
    'a'.repeat(129),
    'a'.repeat(10_000),
  ])('%j is not', (id) => expect(parseId(id)).toBeUndefined());

  it('never names a file outside its folder', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 140 }), (text) => {
        const id = parseId(text);
        if (id !== undefined) expect(id).toMatch(/^(?!\.)[A-Za-z0-9._-]{1,128}(?!\n)$/);
      }),
    );
  });
});
