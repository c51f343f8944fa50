import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactedJson, redactor, secretsIn } from '../../../src/platform/redact.ts';
import { cpuMs } from '../cpu-time.ts';

const redact = redactor([]);

/** Made up, and put together here so that no scanner takes this file for a leak. */
const made = (...parts: string[]) => parts.join('');
const BODY = 'aB3dE5gH7jK9mN1pQ3sT5vW7';

describe('a secret must vanish, and what it belongs to may stay', () => {
  it.each<[kind: string, text: string, secret: string]>([
    ...[
      ['Anthropic key', made('sk-', 'ant-api03-', BODY)],
      ['Anthropic OAuth token', made('sk-', 'ant-oat01-', BODY)],
      ['OpenAI key', made('sk-', 'proj-', BODY)],
      ['Stripe key', made('sk_', 'live_', BODY)],
      ['Stripe restricted key', made('rk_', 'live_', BODY)],
      ['GitHub token', made('ghp', '_', BODY)],
      ['GitHub server token', made('ghs', '_', BODY)],
      ['GitHub fine-grained token', made('github', '_pat_', BODY)],
      ['GitLab token', made('glpat', '-', BODY)],
      ['Slack token', made('xoxb', '-123456-', BODY)],
      ['npm token', made('npm', '_', BODY)],
      ['Hugging Face token', made('hf', '_', BODY)],
      ['Google key', made('AI', 'za', BODY)],
      ['Google access token', made('ya29', '.', BODY)],
      ['AWS key id', made('AKIA', 'ABCDEFGH12345678')],
      ['AWS session key id', made('ASIA', 'ABCDEFGH12345678')],
      ['JWT', made('eyJ', 'hbGciOiJIUzI1NiJ9', '.', 'eyJzdWIiOiIxMjM0In0', '.', 'c2lnbmF0dXJl')],
      ['unsigned JWT', made('eyJ', 'hbGciOiJub25lIn0', '.', 'eyJzdWIiOiIxMjM0In0', '.')],
      ['shuffled run of characters', BODY],
      ['shuffled run with separators', 'Zx9-Qw8_Er7-Ty6_Ui5-Op4_As3'],
    ].map(([kind, secret]): [string, string, string] => [kind as string, `it said ${secret} there`, secret as string]),
    ['private key', `-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAKC\n-----END RSA PRIVATE KEY-----\n`, 'IBAAKC'],
    ['private key that was cut', '-----BEGIN PRIVATE KEY-----\nMIIEow\nIBAAKC', 'IBAAKC'],
    ['Authorization header', 'Authorization: Bearer abc.def', 'abc.def'],
    ['Authorization header, lower case', 'authorization:bearer hunter-two', 'hunter-two'],
    ['Basic authorization', 'Authorization: Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
    ['Basic alone', 'sent Basic dXNlcjpwYXNz to it', 'dXNlcjpwYXNz'],
    ['Bearer alone', 'curl -H "Bearer hunter-two"', 'hunter-two'],
    ['key header', 'x-api-key: hunter2', 'hunter2'],
    ['JSON', '{"api_key": "hunter2", "b": 1}', 'hunter2'],
    ['JSON with spaces in the value', '{"password": "correct horse battery"}', 'horse'],
    ['JSON with a quote in the value', '{"password": "correct\\"horse"}', 'horse'],
    ['JSON within JSON', '{\\"clientSecret\\": \\"correct horse\\", \\"b\\": 1}', 'horse'],
    ['JSON that was cut', '{"access_token": "correct horse', 'horse'],
    ['Python', "{'auth_token': 'hunter2'}", 'hunter2'],
    ['shell', 'export SOME_TOKEN=hunter2', 'hunter2'],
    ['shell, quoted', 'DB_PASSWORD="correct horse" npm start', 'horse'],
    ['YAML', 'database:\n  passwd: hunter2\n', 'hunter2'],
    ['INI', 'aws_secret_access_key = wJalr/XUtn+FEMI', 'wJalr/XUtn+FEMI'],
    ['connection string', 'AccountName=me;AccountKey=abc/def+ghi==;Suffix=x', 'abc/def+ghi=='],
    ['passphrase', 'passphrase: hunter2', 'hunter2'],
    ['Chinese colon', '其中 api_key：hunter2 已失效', 'hunter2'],
    ['query', 'https://example.com/x?access_token=hunter2&a=1', 'hunter2'],
    ['cookies', 'Cookie: theme=dark; session=hunter2\r\nHost: x', 'hunter2'],
    ['set cookie', 'set-cookie: session=hunter2; Path=/', 'hunter2'],
    ['default of a variable', 'curl -u "${API_TOKEN:-hunter2}"', 'hunter2'],
    ['reference with more behind it', 'API_TOKEN="${A}hunter2"', 'hunter2'],
    ['flag', 'tool --api-key hunter2 run', 'hunter2'],
    ['quoted flag', "tool --password 'hunter2x' run", 'hunter2x'],
    ['URL', 'postgres://user:hunter2@db:5432/x', 'hunter2'],
    ['URL without a user', 'redis://:hunter2@cache', 'hunter2'],
    ['URL with an @ in it', 'postgres://user:hun@ter2@db/x', 'ter2'],
  ])('%s', (_, text, secret) => {
    const out = redact(text);
    expect(out).not.toContain(secret);
    expect(out).toContain('[redacted]');
    expect(out).not.toContain('[redacted]]');
  });

  it.each([
    ['Authorization: Bearer abc.def\nHost: x', 'Authorization: [redacted]\nHost: x'],
    ['postgres://user:hunter2@db:5432/x', 'postgres://user:[redacted]@db:5432/x'],
    ['{"api_key": "hunter2", "b": 1}', '{"api_key": [redacted], "b": 1}'],
    ['A_TOKEN=one B_SECRET=two end', 'A_TOKEN=[redacted] B_SECRET=[redacted] end'],
    ['token="cut off\nnext line', 'token=[redacted]\nnext line'],
    [made('token=sk-', BODY, ' end'), 'token=[redacted] end'],
  ])('%j becomes %j', (text, expected) => expect(redact(text)).toBe(expected));
});

describe('harmless text must stay', () => {
  it.each<[kind: string, text: string]>([
    ['nothing', ''],
    ['prose', 'The tests of the tokenizer fail; see the authentication module and its credentials page.'],
    ['Chinese prose', '测试没有通过：请检查 src/鉴权/令牌.ts 第 12 行，密码校验缺少用例。'],
    ['a UUID', '6d6a9e3a-b908-4612-a7ea-41a01eced3c3'],
    ['a UUID in upper case', '6D6A9E3A-B908-4612-A7EA-41A01ECED3C3'],
    ['a git hash', 'commit 0f3c1d2e4b5a69788796a5b4c3d2e1f00f1e2d3c'],
    ['a SHA-256', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['a long number', '123456789012345678901234567890'],
    ['a camelCase name', 'getUserAccountSettingsFromRemoteConfiguration'],
    ['a camelCase name with numbers', 'parseHTTP2ResponseFromUtf8BytesAsync'],
    ['a constant', 'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC'],
    ['a kebab-case name', 'the-quick-brown-fox-jumps-over-13-lazy-dogs'],
    ['a path', '/home/user/.claude/projects/-home-user-project/6d6a9e3a-b908-4612-a7ea-41a01eced3c3.jsonl'],
    ['a path with a line', 'src/auth/token.ts:12:5'],
    ['a path with a version', 'node_modules/@types/node@20.19.0/lib/internalBinding.d.ts'],
    ['a Windows path', 'C:\\Users\\Wang\\AppData\\Local\\Programs\\claude.exe'],
    ['a time', '2026-01-02T03:04:05.678Z'],
    ['a URL', 'https://example.com:8443/a/b?c=d#e'],
    ['a URL and an address', 'see http://localhost:3000/x or mail me@example.com'],
    ['"basic" as a word', 'Basic functionality and basic authentication are missing; Basic TypeScript types too.'],
    ['"sk-" inside a word', 'task-management, risk-assessment, disk-encryption'],
    ['a flag without a value', 'run it with --token or with --max-tokens 128000'],
    ['a reference to a variable', 'API_TOKEN=${MY_KEY} x-api-key: "${MY_KEY}" {"token": "${MY_KEY}"}'],
    ['a variable with another as its default', 'printf %s "${API_TOKEN:-$MY_KEY}${A_SECRET:-${MY_KEY}}"'],
    ['code', 'const { a, b } = await import("../store/x.ts"); // 3 passed (3)'],
    ['JSON', '{"allow_stop": false, "feedback": "add tests to src/a.ts:12"}'],
    ['a public key', '-----BEGIN PUBLIC KEY-----\nabc\n-----END PUBLIC KEY-----'],
  ])('%s', (_, text) => expect(redact(text)).toBe(text));
});

describe('a secret that is known', () => {
  const secrets = fc.string({ unit: fc.constantFrom(...'abcXYZ019 .$&*+?^(){}|\\/"\''), minLength: 6, maxLength: 20 });

  it('never survives, whatever stands around it', () => {
    fc.assert(
      fc.property(fc.array(secrets, { minLength: 1, maxLength: 4 }), fc.array(fc.string()), (known, pieces) => {
        const text = known.map((secret, i) => `${pieces[i] ?? ''}${secret}`).join(' ') + (pieces.at(-1) ?? '');
        const out = redactor(known)(text);
        for (const secret of known) expect(out).not.toContain(secret);
      }),
    );
  });

  it('nor in JSON, at any depth', () => {
    fc.assert(
      fc.property(secrets, (secret) => {
        const line = redactedJson({ a: secret, b: [{ c: `x${secret}y` }] }, redactor([secret]));
        expect(JSON.stringify(JSON.parse(line))).not.toContain(JSON.stringify(secret).slice(1, -1));
      }),
    );
  });

  it('the longer of two goes whole', () =>
    expect(redactor(['hunter2', 'hunter2-and-more'])('x hunter2-and-more x hunter2')).toBe(
      'x [redacted] x [redacted]',
    ));

  it('what is too short to be one stays', () => expect(redactor(['on', '12345'])('on 12345')).toBe('on 12345'));
});

it('JSON keeps its keys, numbers and structure', () =>
  expect(redactedJson({ token: 'api_key=hunter2', n: 1, none: null, list: [true, 'x'] }, redact)).toBe(
    '{"token":"api_key=[redacted]","n":1,"none":null,"list":[true,"x"]}',
  ));

describe('the secrets in an environment', () => {
  it.each<[name: string, value: string, secrets: string[]]>([
    ['ANTHROPIC_API_KEY', 'hunter2', ['hunter2']],
    ['ANTHROPIC_AUTH_TOKEN', 'hunter2', ['hunter2']],
    ['CLAUDE_CODE_OAUTH_TOKEN', 'hunter2', ['hunter2']],
    ['AWS_SECRET_ACCESS_KEY', '/wJalr/XUtn', ['/wJalr/XUtn']],
    ['DB_PASSWORD', 'hunter2', ['hunter2']],
    ['MYSQL_PASSWD', 'hunter2', ['hunter2']],
    ['PROXY_AUTHORIZATION', 'hunter2', ['hunter2']],
    ['session_cookie', 'hunter2', ['hunter2']],
    ['OPENAI_APIKEY', 'hunter2', ['hunter2']],
    ['ANTHROPIC_CUSTOM_HEADERS', 'X-Key: hunter2\nX-Other: swordfish\nX-No: 1', ['hunter2', 'swordfish']],
    ['DB_PASSWORD', 'short', []],
    ['DB_PASSWORD', '', []],
    ['SSH_AUTH_SOCK', '/tmp/agent.1', []],
    ['XAUTHORITY', '/home/user/.Xauthority', []],
    ['GOOGLE_APPLICATION_CREDENTIALS', '/home/user/key.json', []],
    ['GIT_AUTHOR_NAME', 'Wang Wei', []],
    ['HOME', '/home/user', []],
    ['KEYBOARD', 'qwertz', []],
    ['ANTHROPIC_BASE_URL', 'https://example.com', []],
  ])('%s=%s', (name, value, secrets) => expect(secretsIn({ [name]: value })).toEqual(secrets));

  it('an unset variable', () => expect(secretsIn({ A_TOKEN: undefined })).toEqual([]));
});

describe('no text takes long', () => {
  const time = (text: string) => cpuMs(() => redact(text));
  const characters = ['a', '-', '"', "'", ' ', '_', '\\', '\n', '=', ':'];
  const words = ['A1b', 'token', 'token ', '-token', 'token=', 'token="', 'token: ', 'cookie: a', '--token '];
  const shapes = ['-----BEGIN ', 'eyJ-', 'eyJ.', 'sk-', 'a://', 'x://a:', 'Bearer ', 'Basic a'];

  it.each([...characters, ...words, ...shapes])('100 kB of %j', async (piece) =>
    expect(await time(piece.repeat(100_000 / piece.length))).toBeLessThan(1000),
  );

  it.each(['token="', "secret = '", `${'-'.repeat(40)}token: `, 'Cookie: ', '--token '])(
    '%j and 100 kB of anything',
    async (start) => {
      for (const rest of ['a', ' ', '\\', '=', '"', "'", ':'])
        expect(await time(start + rest.repeat(100_000))).toBeLessThan(1000);
    },
  );
});
