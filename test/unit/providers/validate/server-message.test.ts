import { describe, expect, it } from 'vitest';
import { redactor } from '../../../../src/platform/redact.ts';
import { isMessage, serverMessage } from '../../../../src/providers/validate/server-message.ts';
import { cpuMs } from '../../cpu-time.ts';

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
