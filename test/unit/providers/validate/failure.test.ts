import { describe, expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../../src/providers/validate/default-setup.ts';
import { failureOf } from '../../../../src/providers/validate/failure.ts';
import type { PingAnswer, Unreachable } from '../../../../src/providers/validate/ping.ts';

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
