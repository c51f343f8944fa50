import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BUILDS } from '../support/builds.ts';
import { finish } from '../support/processes.ts';
import { useApi, useSandbox } from '../support/scenario.ts';
import { textReply } from '../support/scripted-api.ts';
import { Screen } from '../support/terminal.ts';
import { until } from '../support/wait.ts';

const KEY = 'key-0123456789-abcdef';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A service whose answer is given; what reached it is kept. */
async function service(answer: Answer) {
  const seen: { path: string; headers: IncomingHttpHeaders }[] = [];
  const server: Server = createServer((request, response) => {
    seen.push({ path: request.url ?? '', headers: request.headers });
    request.resume().on('end', () => answer(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    seen,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
type Service = Awaited<ReturnType<typeof service>>;

const answering =
  (status: number, body: string | object, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
const error = (message: string) => ({ type: 'error', error: { type: 'x', message } });

describe.each(BUILDS)('ccc validate, $name', (build) => {
  const api = useApi(() => textReply('pong'));
  // What is configured must be what is checked, not what is in the environment.
  const box = useSandbox(build);
  let services: Service[];
  beforeEach(() => {
    services = [];
  });
  afterEach(() => {
    for (const one of services) one.close();
  });

  const serve = async (answer: Answer) => {
    const one = await service(answer);
    services.push(one);
    return one;
  };
  const models = { ANTHROPIC_MODEL: 'big', ANTHROPIC_DEFAULT_HAIKU_MODEL: 'small' };
  const at = (url: string, more: Record<string, string> = {}) => ({
    env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_AUTH_TOKEN: KEY, ...models, ...more },
  });
  const configure = (providers: object, current?: string) =>
    box.write(join(box.claudeDir, 'ccc.json'), { providers, ...(current ? { current_provider: current } : {}) });
  const validate = (...args: string[]) => box.ccc(['validate', ...args], null);
  const one = async (provider: object) => {
    configure({ it: provider });
    const { code, stdout, stderr } = await validate('it', '--json');
    expect(stdout + stderr).not.toContain(KEY);
    const document = JSON.parse(stdout);
    expect(code).toBe(document.ok ? 0 : 1);
    return document.providers[0];
  };

  it('the current provider: one tiny request, as the client would send it', async () => {
    configure({ mine: at(`${api.url}/`, { ANTHROPIC_CUSTOM_HEADERS: 'x-org: seven\nX-Team: t' }) }, 'mine');
    const { code, stdout, stderr } = await validate();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^ok {2}mine {2}127\.0\.0\.1:\d+ {2}big {2}\d+ ms\n$/);
    expect(api.requests).toHaveLength(1);
    const [request] = api.requests;
    expect(request?.body).toEqual({ model: 'big', max_tokens: 1, messages: [{ role: 'user', content: 'ping' }] });
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'anthropic-version': '2023-06-01',
      'x-org': 'seven',
      'x-team': 't',
    });
    expect(request?.headers).not.toHaveProperty('x-api-key');
  });

  it('an API key travels in its own header; a command’s key as a bearer', async () => {
    const env = { ANTHROPIC_BASE_URL: api.url, ...models };
    expect(await one({ env: { ...env, ANTHROPIC_API_KEY: KEY } })).toMatchObject({ status: 'ok', model: 'big' });
    expect(api.requests.at(-1)?.headers).toMatchObject({ 'x-api-key': KEY });
    expect(api.requests.at(-1)?.headers).not.toHaveProperty('authorization');
    expect(await one({ env, api_key_command: `printf %s ${KEY.slice(0, 5)}; echo ${KEY.slice(5)}` })).toMatchObject({
      status: 'ok',
    });
    expect(api.requests.at(-1)?.headers).toMatchObject({ authorization: `Bearer ${KEY}` });
    expect(await one({ env, apiKeyHelper: `echo ${KEY}` })).toMatchObject({ status: 'ok' });
    expect(api.requests.at(-1)?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'x-api-key': KEY });
  });

  it.each<[what: string, status: number, body: string | object, error: object, path?: string]>([
    ['a wrong key', 401, error(`invalid key ${KEY}`), { code: 'key', message: 'HTTP 401: invalid key [redacted]' }],
    ['no right', 403, { message: 'no plan' }, { code: 'key', message: 'HTTP 403: no plan' }],
    ['a wrong path', 404, '', { code: 'path', message: 'HTTP 404', fix: expect.stringContaining('--url …') }],
    [
      'a /v1 too many',
      404,
      { error: 'no route' },
      {
        code: 'path',
        message: 'HTTP 404: no route',
        fix: expect.stringMatching(/--url http:\/\/127\.0\.0\.1:\d+\/api$/),
      },
      '/api/v1',
    ],
    ['a wrong model', 400, error('unknown model: big'), { code: 'model', message: 'HTTP 400: unknown model: big' }],
    ['a model not found', 404, error('model: big'), { code: 'model' }],
    ['a limit', 429, error('slow down'), { code: 'busy', message: 'HTTP 429: slow down' }],
    [
      'a fault',
      500,
      '<html><head><title>Oops</title></head><body>It broke</body></html>',
      { code: 'server', message: 'HTTP 500: Oops It broke' },
    ],
    ['an odd answer', 418, 'I am\n\x1b[31ma\x1b[0m teapot\u202e', { code: 'http', message: 'HTTP 418: I am a teapot' }],
    [
      'a web page',
      200,
      '<!doctype html><p>Welcome',
      { code: 'not_the_api', message: expect.stringMatching(/HTTP 200.*Welcome$/) },
    ],
    [
      'an error in a 200',
      200,
      { code: 500, msg: '404 NOT_FOUND', success: false },
      { code: 'not_the_api', message: expect.stringMatching(/404 NOT_FOUND$/) },
    ],
    [
      'a long story',
      400,
      error(`no ${'x y '.repeat(5000)}`),
      { code: 'http', message: expect.stringMatching(/^HTTP 400: no .{200,310}…$/) },
    ],
  ])('%s', async (_, status, body, expected, path = '') => {
    const { url } = await serve(answering(status, body));
    const result = await one(at(url + path));
    expect(result).toMatchObject({ status: 'failed', http_status: status, error: expected });
  });

  it('a refused port, an unknown host, a line that goes dead, a wrong scheme', async () => {
    const closed = createNetServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const dead = await serve((request) => request.socket.destroy());
    configure({
      refused: at(`http://127.0.0.1:${port}`),
      unknown: at('http://no-such-host.invalid'),
      dead: at(dead.url),
      scheme: at(dead.url.replace('http:', 'https:')),
    });
    const { code, stdout } = await validate('--all', '--json');
    expect(code).toBe(1);
    const failures = JSON.parse(stdout).providers.map((result: { name: string; error: { code: string } }) => [
      result.name,
      result.error.code,
    ]);
    expect(Object.fromEntries(failures)).toEqual({
      refused: 'refused',
      unknown: 'unknown_host',
      dead: 'closed',
      scheme: 'tls',
    });
    const words = await validate('refused', 'unknown');
    expect(words.stdout).toMatch(/refused the connection\n +Check the port/);
    expect(words.stdout).toMatch(/unknown host no-such-host\.invalid\n +Check its name/);
  });

  it.each([301, 302, 307, 308])('a redirect (%d) to another host is not followed: the key stays', async (status) => {
    const other = await serve(answering(200, { type: 'message', content: [] }));
    const first = await serve((_, response) =>
      response.writeHead(status, { location: `${other.url}/v1/messages?x=${KEY}` }).end(),
    );
    expect(await one(at(first.url, { ANTHROPIC_API_KEY: KEY }))).toMatchObject({
      status: 'failed',
      http_status: status,
      error: { code: 'redirect', message: expect.stringContaining(`127.0.0.1:${other.port}/v1/messages;`) },
    });
    expect(first.seen).toHaveLength(1);
    expect(other.seen).toEqual([]);
  });

  it('a redirect within the host that keeps the request is followed, but not forever', async () => {
    const moved = await serve((request, response) =>
      request.url === '/new/v1/messages'
        ? response.end('{"type":"message","content":[]}')
        : response.writeHead(308, { location: request.url?.startsWith('/loop') ? '/loop' : '/new/v1/messages' }).end(),
    );
    expect(await one(at(moved.url))).toMatchObject({ status: 'ok' });
    expect(moved.seen.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(await one(at(`${moved.url}/loop`))).toMatchObject({ status: 'failed', error: { code: 'redirect' } });
  });

  it('all at the same time, each with its own outcome; one failure is enough for exit 1', async () => {
    // Nobody is answered before everybody has asked.
    const waiting: (() => void)[] = [];
    const slow = await serve((_, response) => {
      waiting.push(() => response.end('{"type":"message","content":[]}'));
      if (waiting.length === 3) for (const go of waiting) go();
    });
    configure({
      a: at(`${slow.url}/a`),
      b: at(`${slow.url}/b`),
      c: at(`${slow.url}/c`),
      unset: { env: { ANTHROPIC_BASE_URL: slow.url, ANTHROPIC_AUTH_TOKEN: `\${NOT_SET_HERE}` } },
      keyless: { env: { ANTHROPIC_BASE_URL: slow.url } },
      login: { env: { ANTHROPIC_MODEL: 'opus' } },
      cloud: { env: { CLAUDE_CODE_USE_BEDROCK: '1' } },
    });
    const { code, stdout } = await validate('--all');
    expect(code).toBe(1);
    expect(slow.seen.map(({ path }) => path).sort()).toEqual(['/a/v1/messages', '/b/v1/messages', '/c/v1/messages']);
    expect(stdout).toMatch(/^ok +a /m);
    expect(stdout).toMatch(/^failed +unset\n.*NOT_SET_HERE, which is not set\n +Set it: export NOT_SET_HERE=…$/m);
    expect(stdout).toMatch(/^failed +keyless\n.*has a URL but no key\n +Add one:/m);
    expect(stdout).toMatch(/^not checked +login +uses your Claude login$/m);
    expect(stdout).toMatch(/^not checked +cloud +uses the cloud's own login$/m);
    expect((await validate('login', 'cloud')).code).toBe(0);
  });

  it('a note is not a failure', async () => {
    const env = { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_AUTH_TOKEN: KEY };
    const notesOf = async (more: Record<string, string>) => {
      const { status, notes } = await one({ env: { ...env, ...more } });
      expect(status).toBe('ok');
      return notes.map(({ code }: { code: string }) => code);
    };
    expect(await notesOf({})).toEqual(['no_model']);
    expect(await notesOf({ ANTHROPIC_MODEL: 'm' })).toEqual(['no_small_model']);
    expect(await notesOf({ ANTHROPIC_MODEL: 'm', ANTHROPIC_SMALL_FAST_MODEL: 's' })).toEqual([
      'small_model_deprecated',
    ]);
    expect(await notesOf(models)).toEqual([]);
    expect((await validate('it')).stdout).not.toContain('Note');
  });

  it.each<[what: string, args: string[], code: number, says: RegExp]>([
    ['an unknown name', ['kimmi'], 1, /unknown provider "kimmi"\nDid you mean kimi\?/],
    ['an unknown option', ['--al'], 2, /--al/],
    ['a current one that is gone', [], 1, /current_provider is "gone".*\nConfigured: kimi/],
  ])('%s: nothing is asked', async (_, args, code, says) => {
    configure({ kimi: at(api.url) }, 'gone');
    const result = await validate(...args);
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toMatch(says);
    expect(api.requests).toEqual([]);
  });

  it('a broken file is said with its place', async () => {
    box.write(join(box.claudeDir, 'ccc.json'), '{\n "providers": {,}\n}');
    const result = await validate('--all', '--json');
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toMatch(/ccc\.json:2:16: /);
  });

  it('without a provider: the user’s own set-up, settings.json over the environment', async () => {
    box.env.ANTHROPIC_BASE_URL = api.url;
    const own = await validate();
    expect(own.code).toBe(0);
    expect(own.stderr).toContain('your own settings');
    expect(api.requests.at(-1)?.headers.authorization).toBe('Bearer made-up-token-for-tests');

    box.write(join(box.claudeDir, 'settings.json'), { env: { ANTHROPIC_AUTH_TOKEN: KEY }, model: 'mine' });
    const { stdout } = await validate('--json');
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, source: 'environment', providers: [{ model: 'mine' }] });
    expect(api.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it.each<[what: string, env: Record<string, string>, code: number, says: RegExp]>([
    ['nothing', { ANTHROPIC_BASE_URL: '', ANTHROPIC_AUTH_TOKEN: '' }, 0, /Nothing to check[\s\S]*ccc provider add/],
    ['a URL without a key', { ANTHROPIC_AUTH_TOKEN: '' }, 1, /no key\n.*ANTHROPIC_AUTH_TOKEN/],
    ['no URL', { ANTHROPIC_BASE_URL: 'example.com' }, 1, /ANTHROPIC_BASE_URL is not a URL/],
    ['a key with a line break', { ANTHROPIC_AUTH_TOKEN: 'secret\nkey' }, 1, /character that keys do not have/],
    ['a cloud', { CLAUDE_CODE_USE_VERTEX: '1' }, 0, /not checked/],
  ])('of one’s own: %s', async (_, env, code, says) => {
    const result = await box.ccc(['validate'], null, env);
    expect(result.code).toBe(code);
    expect(result.stdout).toMatch(says);
    expect(result.stdout + result.stderr).not.toContain('secret');
  });

  it('speaks Chinese; what programs read stays the same', async () => {
    const { url } = await serve(answering(401, error('nope')));
    configure({ it: at(url) });
    const english = (await validate('it', '--json')).stdout;
    box.env.LANG = 'zh_CN.UTF-8';
    expect((await validate('it')).stdout).toMatch(/^失败 {2}it .*\n {4}HTTP 401：nope\n {4}请检查密钥/);
    expect((await validate('it', '--json')).stdout).toBe(english);
  });

  it('Ctrl-C ends it: exit 130, nothing on stdout', async () => {
    const silent = await serve(() => {});
    configure({ it: at(silent.url) });
    const child = box.start(['validate', 'it']);
    const finished = finish(child, null);
    await until('the request to arrive', () => silent.seen.length > 0);
    child.kill('SIGINT');
    expect(await finished).toMatchObject({ code: 130, stdout: '', stderr: '' });
  });

  it('on a terminal it shows that it waits, and cleans up after itself', async () => {
    let release = () => {};
    const slow = await serve((_, response) => {
      release = () => response.end('{"type":"message","content":[]}');
    });
    configure({ it: at(slow.url) });
    const screen = new Screen(box, ['validate', 'it'], build.command);
    try {
      await screen.shows('Checking … 0 of 1 done');
      await until('the request to arrive', () => slow.seen.length > 0);
      release();
      expect(await screen.ended()).toBe(0);
      await screen.shows(/ok {2}it /);
      expect(screen.text()).not.toContain('Checking');
    } finally {
      await screen.close();
    }
  });
});
