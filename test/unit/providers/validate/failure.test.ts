import { describe, expect, it } from 'vitest';
import { redactor } from '../../../../src/platform/redact.ts';
import { failureOf, isMessage, serverMessage } from '../../../../src/providers/validate/failure.ts';
import type { PingAnswer, Unreachable } from '../../../../src/providers/validate/ping.ts';
import { DEFAULT_SETUP } from '../../../../src/providers/validate/target.ts';
import { cpuMs } from '../../cpu-time.ts';

const about = { name: 'it', url: 'https://x.test/v1/', model: 'm' };
const response = (status: number, body = ''): PingAnswer => ({ kind: 'response', status, body, ms: 7 });
const of = (answer: PingAnswer, more = {}, language: 'en' | 'zh' = 'en') =>
  failureOf(answer, { ...about, ...more }, (text) => text.replaceAll('secret', '***'), language);

describe('what an answer means', () => {
  it('a message is none', () => expect(of(response(200, '{"type":"message"}'))).toBeUndefined());

  it.each<[status: number, body: string, code: string]>([
    [200, 'hello', 'not_the_api'],
    [400, 'bad', 'http'],
    [400, 'Model not exist', 'model'],
    [401, 'model', 'key'],
    [403, '', 'key'],
    [404, '', 'path'],
    [404, '模型不存在', 'model'],
    [405, '', 'path'],
    [422, 'model?', 'model'],
    [429, 'model is busy', 'busy'],
    [500, '', 'server'],
    [529, '', 'busy'],
  ])('%d %j: %s', (status, body, code) => {
    for (const language of ['en', 'zh'] as const) {
      const failure = of(response(status, body), {}, language);
      expect(failure).toMatchObject({ code, message: expect.stringContaining(`HTTP ${status}`) });
      if (code !== 'http') expect(failure?.fix).not.toBe('');
    }
  });

  it('a fix is a command of ours, or a variable of one’s own', () => {
    expect(of(response(404))?.fix).toContain('ccc provider add it --url https://x.test');
    expect(of(response(404), { url: 'https://x.test/v1/messages' })?.fix).toMatch(/--url https:\/\/x\.test$/);
    expect(of(response(404), { name: DEFAULT_SETUP })?.fix).toContain('set ANTHROPIC_BASE_URL=https://x.test');
    expect(of(response(401), { name: DEFAULT_SETUP })?.fix).toContain('ANTHROPIC_AUTH_TOKEN');
    expect(of(response(400, 'model'), { url: 'https://x.test' })?.fix).toContain('ccc provider add it --model');
  });

  it.each<Unreachable>(['refused', 'unknown_host', 'timeout', 'tls', 'closed', 'network'])(
    '%s names the host',
    (why) => {
      for (const language of ['en', 'zh'] as const) {
        const failure = of({ kind: 'unreachable', why, detail: 'secret', ms: 20_000 }, {}, language);
        expect(failure).toMatchObject({
          code: why,
          message: expect.stringContaining('x.test'),
          fix: expect.stringMatching(/\S/),
        });
        expect(failure?.message).not.toContain('secret');
      }
    },
  );

  it('a redirect says where to', () =>
    expect(of({ kind: 'redirect', status: 301, to: 'https://y.test/secret', ms: 1 })).toMatchObject({
      code: 'redirect',
      message: expect.stringContaining('https://y.test/***'),
    }));
});

const redact = redactor(['my-own-key']);

describe('what a server said', () => {
  it.each<[body: string, words: string]>([
    ['', ''],
    ['plain', 'plain'],
    ['{"type":"error","error":{"type":"authentication_error","message":"invalid"}}', 'invalid'],
    ['{"error":"no such model"}', 'no such model'],
    ['{"error":{"code":"1211","message":"模型不存在"}}', '模型不存在'],
    ['{"message":"gone","type":"x"}', 'gone'],
    ['{"code":500,"msg":"404 NOT_FOUND"}', '404 NOT_FOUND'],
    ['{"detail":"Unauthorized"}', 'Unauthorized'],
    ['{"base_resp":{"status_code":1004,"status_msg":"login fail"}}', 'login fail'],
    ['{"odd":1}', '{"odd":1}'],
    ['{"error":{}}', '{"error":{}}'],
    ['[1]', '[1]'],
    ['<html><style>p{}</style><script>x()</script><h1>502</h1>\n\n<p>Bad  gateway</p>', '502 Bad gateway'],
    ['a < b > c', 'a < b > c'],
    ['a\r\n\tb\u0000c\u0007', 'a b c'],
    ['\x1b[31mred\x1b[0m \x1b]8;;http://x\x07link\x1b]8;;\x07', 'red link'],
    ['left\u202eright\u2066', 'left right'],
    ['{"error":{"message":"key my-own-key is bad"}}', 'key [redacted] is bad'],
    ['Authorization: Bearer abcdef0123456789', 'Authorization: [redacted]'],
  ])('%j', (body, words) => expect(serverMessage(body, redact)).toBe(words));

  it('is not long, and a secret at its end is not cut in two', () => {
    const words = serverMessage(`${'x '.repeat(145)}my-own-key and more ${'y '.repeat(900)}`, redact);
    expect(words.length).toBeLessThanOrEqual(301);
    expect(words).toMatch(/…$/);
    expect(words).not.toContain('my-own');
  });

  it.each(['<', '<script', '<html <', '{"error":', '\x1b[', ' \n'])(
    'is found in good time, whatever it is: %j',
    async (part) => {
      const body = `<html>${part.repeat(64_000 / part.length)}`;
      expect(await cpuMs(() => serverMessage(body, redact))).toBeLessThan(2000);
    },
  );
});

it.each([
  ['{"type":"message","content":[]}', true],
  ['{"content":[{"type":"text","text":""}]}', true],
  ['{"type":"error"}', false],
  ['{"code":500}', false],
  ['"message"', false],
  ['<html>', false],
  ['', false],
])('%s: an answer of the API? %s', (body, yes) => expect(isMessage(body)).toBe(yes));
