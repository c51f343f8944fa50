import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANSWER_FORMAT } from '../../../src/review/prompt.ts';
import { textReply, toolUseReply } from '../../../src/sandbox/messages-format.ts';
import { type ScriptedApi, startScriptedApi } from '../../../src/sandbox/scripted-api.ts';
import { allow, block, isReviewRequest, repliesByRole } from '../../../src/sandbox/scripted-replies.ts';

const ask = (content: unknown, more: object = {}) => ({
  model: 'some-model',
  messages: [{ role: 'user', content }],
  tools: [{ name: 'Bash' }],
  ...more,
});

describe('the scripted API', () => {
  let api: ScriptedApi;
  beforeEach(async () => {
    api = await startScriptedApi(() => textReply('hello'));
  });
  afterEach(() => api.close());
  const post = (body: object, path = '/v1/messages?beta=true') =>
    fetch(`${api.url}${path}`, { method: 'POST', body: JSON.stringify(body) });

  it('is on loopback only', () => expect(api.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/));

  it('answers whole', async () => {
    expect(await (await post(ask('hi'))).json()).toMatchObject({
      role: 'assistant',
      model: 'some-model',
      content: [{ type: 'text', text: 'hello' }],
      stop_reason: 'end_turn',
    });
  });

  it('answers in a stream', async () => {
    api.script = () => toolUseReply('Bash', { command: 'ls' });
    const text = await (await post(ask('hi', { stream: true }))).text();
    const events = text
      .split('\n\n')
      .filter(Boolean)
      .map((event) => JSON.parse(event.split('\ndata: ')[1] as string));
    expect(events.map(({ type }) => type)).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    expect(events[2].delta).toEqual({ type: 'input_json_delta', partial_json: '{"command":"ls"}' });
    expect(events[4].delta.stop_reason).toBe('tool_use');
  });

  it('keeps what was asked, tool results included', async () => {
    await post(
      ask([
        { type: 'tool_result', content: [{ type: 'text', text: 'from a tool' }] },
        { type: 'text', text: 'x' },
      ]),
    );
    expect(api.requests).toMatchObject([{ path: '/v1/messages', lastUserText: 'from a tool\nx' }]);
  });

  it('has nothing else', async () => {
    expect((await post({}, '/v1/models')).status).toBe(404);
    expect((await fetch(`${api.url}/v1/messages`)).status).toBe(404);
    expect(api.requests).toEqual([]);
  });

  it('says what is wrong with a script', async () => {
    api.script = () => {
      throw new Error('no line left');
    };
    const answer = await post(ask('hi'));
    expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining('no line left')]);
  });

  it('answers worker and reviewer each in order, and repeats the last reply', async () => {
    api.script = repliesByRole({ worker: [textReply('one'), textReply('two')], reviewer: [block('no'), allow()] });
    const reply = async (body: object) =>
      ((await (await post(body)).json()) as { content: { text: string }[] }).content[0]?.text ?? '';
    const review = ask(ANSWER_FORMAT);
    expect([await reply(ask('go')), await reply(review), await reply(ask('on')), await reply(ask('on'))]).toEqual([
      'one',
      '{"allow_stop":false,"feedback":"no"}',
      'two',
      'two',
    ]);
    expect(JSON.parse(await reply(review))).toMatchObject({ allow_stop: true });
    expect(await reply(ask('a title?', { tools: [] }))).toBe('title');
    expect(api.requests.filter(isReviewRequest)).toHaveLength(2);
  });
});
