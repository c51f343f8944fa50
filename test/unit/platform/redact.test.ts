import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactedJson, secretsIn } from '../../../src/platform/known-secrets.ts';
import { redactor } from '../../../src/platform/redact.ts';
import { bySize, IS_FULL, ROOT } from '../../support/builds.ts';
import { cpuMs } from '../cpu-time.ts';

const redact = redactor([]);

/** Made up, and put together here so that no scanner takes this file for a leak. */
const made = (...parts: string[]) => parts.join('');
const BODY = 'aB3dE5gH7jK9mN1pQ3sT5vW7';
const AWS_SECRET = 'wJalr/XUtnFEMI+K7MDENG/bPxRfiCYabcdefghi';

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
      [
        'PGP private key',
        `-----BEGIN PGP ${made('PRIVATE', ' KEY')} BLOCK-----\n\nlQOYBF\n=x9Yz\n-----END PGP ${made('PRIVATE', ' KEY')} BLOCK-----`,
      ],
      ['age key', made('AGE-SECRET', '-KEY-1', 'QQPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L')],
      ['Stripe webhook secret', made('whsec', '_', BODY)],
      ['SendGrid key', made('SG', '.', BODY, '.', BODY)],
      ['Vault token', made('hvs', '.', BODY)],
      ['GitLab runner token', made('glrt', '-', BODY)],
      ['GitLab runner token of the new form', made('glrt', '-t1_', BODY)],
      ['GitLab deploy token', made('gldt', '-', BODY)],
      ['Shopify token', made('shpat', '_', '0123456789abcdef0123456789abcdef')],
      ['DigitalOcean token', made('dop', '_v1_', '0123456789abcdef'.repeat(4))],
      ['Google client secret', made('GOCSPX', '-', BODY)],
      ['Groq key', made('gsk', '_', BODY)],
      ['xAI key', made('xai', '-', BODY)],
      ['Zhipu key', made('0123456789abcdef0123456789abcdef', '.', 'aB3dE5gH7jK9mN1p')],
      ['DeepSeek key', made('sk-', '0123456789abcdef0123456789abcdef')],
      ['Slack app token', made('xapp', '-1-A0123-456-', '0123456789abcdef')],
      ['PyPI token', made('pypi', '-', BODY, BODY)],
      ['Docker token', made('dckr', '_pat_', BODY)],
      ['Databricks token', made('dapi', '0123456789abcdef0123456789abcdef')],
      ['Linear key', made('lin', '_api_', BODY)],
      ['Grafana token', made('glsa', '_', BODY)],
      ['NVIDIA key', made('nvapi', '-', BODY)],
      ['Perplexity key', made('pplx', '-', BODY)],
      ['Notion token', made('ntn', '_', BODY)],
      ['Tailscale key', made('tskey', '-auth-', BODY)],
      ['Sentry token', made('sntrys', '_', BODY)],
      ['Twilio key', made('SK', '0123456789abcdef0123456789abcdef')],
      ['Mailgun key', made('key', '-', '0123456789abcdef0123456789abcdef')],
      ['Telegram bot token', made('123456789', ':AA', BODY, BODY)],
      ['Terraform token', made('aB3dE5gH7jK9mN', '.atlas', 'v1.', BODY)],
      ['Discord bot token', made('M', BODY, '.aB3dE5.', BODY, 'xyz')],
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
    ['quoted flag without a number', "tool --password 'sword fish' run", 'fish'],
    ['flag at the end', 'tool --password swordfish', 'swordfish'],
    ['flag before another', 'tool --password swordfish --force', 'swordfish'],
    ['flag with a sign', 'tool --token=swordfish run', 'swordfish'],
    ['environment, _PASS', 'DB_PASS=swordfish npm start', 'swordfish'],
    ['connection string, Pwd', 'Server=db;Uid=me;Pwd=swordfish;Timeout=5', 'swordfish'],
    ['YAML, pass', 'smtp:\n  user: me\n  pass: swordfish\n', 'swordfish'],
    ['YAML, a word as password', 'db:\n  password: swordfish\n  host: x', 'swordfish'],
    ['encryption key', 'ENCRYPTION_KEY=swordfish', 'swordfish'],
    ['signing key', 'SIGNING_KEY: "hunter2hunter2"', 'hunter2'],
    ['npm _auth', '//registry.example/:_auth=dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
    ['npm _authToken', '//registry.example/:_authToken=swordfish', 'swordfish'],
    ['docker auth', '{"auths":{"https://index.example/v1/":{"auth":"dXNlcjpwYXNz"}}}', 'dXNlcjpwYXNz'],
    ['AWS secret beside its id', made('AKIA', 'ABCDEFGH12345678', ' ', AWS_SECRET), AWS_SECRET],
    ['AWS secret where AWS is named', `aws configure set … ${AWS_SECRET}`, AWS_SECRET],
    ['AWS secret in a credentials file', `aws_secret_access_key = ${AWS_SECRET}`, AWS_SECRET],
    ['Slack webhook', made('https://hooks.slack', '.com/services/T0123/B0123/', BODY), BODY],
    ['Slack workflow', made('https://hooks.slack', '.com/workflows/T0123/A0123/0123/', 'abcdefgh'), 'abcdefgh'],
    ['Discord webhook', made('https://discord', '.com/api/webhooks/0123/', 'swordfish-abc'), 'swordfish'],
    ['curl -u', 'curl -s -u me:swordfish https://example.com', 'swordfish'],
    ['curl --user, quoted', "curl --user 'me:sword fish' https://example.com", 'fish'],
    ['curl -u without a space', 'curl -ume:swordfish https://example.com', 'swordfish'],
    ['curl header', 'curl -H "X-Api-Key: swordfish" https://example.com', 'swordfish'],
    ['curl header with another token', "curl -H 'PRIVATE-TOKEN: swordfish' https://example.com", 'swordfish'],
    ['curl cookie', "curl -b 'session=swordfish' https://example.com", 'swordfish'],
    ['mysql -p', 'mysql -u root -pswordfish shop', 'swordfish'],
    ['mysqldump -p', "mysqldump -uroot -p'swordfish' shop", 'swordfish'],
    ['sshpass', 'sshpass -p swordfish ssh me@host', 'swordfish'],
    ['docker login', 'docker login -u me -p swordfish registry.example', 'swordfish'],
    ['redis-cli', 'redis-cli -h cache -a swordfish ping', 'swordfish'],
    ['openssl', 'openssl rsa -in k.pem -passin pass:swordfish', 'swordfish'],
    ['.netrc', 'machine example.com login me password swordfish', 'swordfish'],
    ['.netrc on several lines', 'machine example.com\n  login me\n  password swordfish\n', 'swordfish'],
    ['URL with a token', 'git clone https://abc123def456ghi789@example.com/x.git', 'abc123def456ghi789'],
    ['URL with a token of letters', 'git clone https://abcdefghijklmnopqrst@example.com/x.git', 'abcdefghijkl'],
    ['URL with a token of 16 letters', 'https://ABCDEFGHIJKLMNOP@example.com', 'ABCDEFGHIJKL'],
    ['URL with a token of letters and a port', 'http://abcDEFghiJKLmnoPQR@[::1]:8080/x', 'abcDEFghi'],
    ['URL of a package with a token', 'git+https://abcdefghijklmnopqrst@example.com/x.git', 'abcdefghijkl'],
    ['URL in a URL', 'to=postgres%3A%2F%2Fme%3Ahunter2%40db%2Fx', 'hunter2'],
    ['URL-encoded form', 'grant_type%3Dpassword%26password%3Dhunter2', 'hunter2'],
    ['behind an escaped line end', `{"text":"a\\n${made('sk-', 'ant-', BODY)}\\nb"}`, BODY],
    ['name behind an escaped line end', '{"text":"a\\nDB_PASS=swordfish\\nb"}', 'swordfish'],
    ['behind an encoded sign', `x%3D${made('ghp', '_', BODY)}%26`, BODY],
    ['Go assignment', 'snykToken := "12345678-ABCD-abcd"', '12345678'],
    ['Ruby hash', '"client_secret" => "swordfish"', 'swordfish'],
    ['PowerShell', "Connect -ClientSecret 'sword fish'", 'fish'],
    ['signed URL', 'https://x.blob.example/c/f?sv=2024&sig=aB3%2FdE5gH7jK9mN1p%3D', 'dE5gH7jK9mN1p'],
    ['quoted export', "export FOO_SECRET='sword fish'", 'fish'],
    [
      'private key in JSON',
      `{"key": "-----BEGIN ${made('PRIVATE', ' KEY')}-----\\nMIIEow\\nIBAAKC\\n-----END ${made('PRIVATE', ' KEY')}-----\\n"}`,
      'IBAAKC',
    ],
    [
      'private key in JSON that was cut',
      `{"k": "-----BEGIN ${made('PRIVATE', ' KEY')}-----\\nMIIEow\\nIBAAKC`,
      'IBAAKC',
    ],
    ['Authorization with a key', 'Authorization: ApiKey c3dvcmRmaXNo', 'c3dvcmRmaXNo'],
    ['authorization in JSON', '{"authorization": "Basic dXNlcjpwYXNz"}', 'dXNlcjpwYXNz'],
    ['Azure connection string', 'Endpoint=sb://x;SharedAccessKeyName=n;SharedAccessKey=swordfish1=', 'swordfish1'],
    ['JDBC', 'jdbc:postgresql://db/x?user=me&password=swordfish', 'swordfish'],
    ['libpq', 'host=db user=me password=swordfish dbname=x', 'swordfish'],
    ['numbers only', 'password: 12345678', '12345678'],
    ['a password in code', 'const password = "sword-fish";', 'sword-fish'],
    ['a password as an argument in code', "connect(user='me', password='swordfish')", 'swordfish'],
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
    ['a number of tokens', 'max_tokens: 4096, "input_tokens": 128000, maxTokens=200000 tokens: 1_000_000'],
    ['a type', 'getToken: string; password: string; apiKey?: string, secret: Buffer | undefined'],
    ['a type of its own', 'token: Token; credentials: AwsCredentials, password: PasswordField'],
    ['a function', 'getToken: () => token, password: (value) => check(value), secret: async () => {}'],
    ['a name in a database', 'CREATE INDEX pk_users_email_idx; DROP INDEX pk_2024_orders_by_day_idx'],
    ['a name in a kernel', 'sk_buff_head_init(&list); sk_alloc_sg_page_frag_refill()'],
    ['a CSS class', '.sk-fading-circle .sk-circle12 { } .sk-cube-grid-item9 { }'],
    ['an npm variable', 'npm_config_user_agent npm_package_version npm_lifecycle_event'],
    ['a sentence with a colon', 'authorization: handled in the gateway. ANTHROPIC_API_KEY: claude uses that'],
    ['a heading', 'Password: must be changed. Token: see below. Secret: never log it.'],
    ['an assignment in code', 'const token = getToken(); this.token = token; password = req.body.password;'],
    ['an argument in code', 'connect(user=user, password=password, token=get_token(), secret=config.secret)'],
    ['a comparison', 'if (token === undefined || password == null || secret != other) return token => token;'],
    ['a token of a grammar', "{ token: 'punctuation', token: \"keyword.operator\" } token = ','"],
    ['a label', "password: 'Enter your password', token: 'Paste the access token here', secret: \"Secret\""],
    [
      'something about a secret',
      'tokenType: Bearer, token_url: https://example.com/token, secretName: db-login, passwordMinLength: 12',
    ],
    [
      'a file with a secret',
      'password_file: /run/secrets/db tokenPath=/var/run/token SSH_PRIVATE_KEY=/home/me/.ssh/id_ed25519',
    ],
    ['a test result', 'pass: 12 fail: 0\nPASS: login\npassed: 3, pass=5\n    --- PASS: TestPath/http_408 (0.00s)'],
    ['the current folder', 'PWD=/home/me/project\nOLDPWD=/home/me'],
    ['an expression', 'token: ${{ secrets.TOKEN }}, TOKEN=$(cat f) password=$PASS key: {{ .Values.key }}'],
    ['a placeholder', 'token: <token>, API_KEY=<your key>, password: "***", secret: "..."'],
    ['a user in a URL', 'https://me@example.com/x ssh://git@github.com/x git+https://user@host/x'],
    [
      'more users in URLs',
      'https://git@example.com/x https://alice@example.com ssh://git@example.com user@example.com http://fifteenletterss@host',
    ],
    ['a long user of another protocol', 'ssh://averylongusername@example.com/x averylongusername@example.com'],
    ['a long user with a folder of the same name', 'https://averylongusername@bitbucket.org/averylongusername/x.git'],
    ['a long user of several words', 'https://continuous-integration@example.com/x'],
    ['a long host', 'https://abcdefghijklmnopqrst.example.com/@x https://abcdefghijklmnopqrst/a@b'],
    ['-u and -p of others', 'docker run -u 1000:1000 -p 8080:80 x; mkdir -p a/b; sort -u a:b'],
    ['a heading of a key', 'It looks for "-----BEGIN PRIVATE KEY-----" and then decodes it.'],
    ['keys that open nothing', 'primary_key=user_id, key: value, keyboard: qwertz, cacheKey: "a1"'],
    ['an author', 'author: Wang Wei, authors=me, authenticate: later'],
    ['a passage', 'bypass: allowed, compass=north, passage: long2'],
    ['a path of 40 characters', 'aws/src/Evidence/commands/Repository/2Action'],
    [
      'a scheme in a sentence',
      'the jwt-bearer exchange; a Bearer credential; `Bearer error="${code}"`, Bearer realm="x"',
    ],
    ['an element', 'token = match[0]; password: userPass[2], secret=params[1], authToken=process.env["X"]'],
    ['a version', '"cookie": "^0.7.1", token=1.2.3'],
    ['a path for a variable', "docker run -v $PWD:/workdir x; PWD: '/Users/me'"],
    ['a template', 'const token = `${header}.${payload}`'],
    ['a name with numbers', 'convertIPv4MappedIPv6ToIPv4 ATTR_USAGE_INPUT_TOKENS = "gen_ai.usage.input_tokens"'],
    ['a label that ends', 'prompt("Password: "); read("the token: ") + token; a `Cookie:` header'],
    ['a password in a sentence', 'PBKDF2 is the default password hasher; login with password authentication'],
    ['a package', '"next-auth": "workspace:*"'],
    ['a variable of the environment', 'token: process.env.KV_REST_API_TOKEN!,'],
    ['a name in a protocol', 'hf_servingcellpriorityparametersdescription_h_prio TestRss2FeedWithGuidIsPermaLinkTrue'],
    ['a variable behind a flag', 'sync --target-token "$TARGET_TOKEN" --password $PASSWORD2'],
    ['an id of a message', 'toolu_01Fj8LHRfhQzYgx2JqnZRRdo msg_01XFDUDYJgAACzvnptvVoYEL'],
    ['a verb of a format', 'Sprintf("/verify?type=%s&token=%s", kind, token)'],
    ['an address', '0x57c039062a750c7fe197b20E12406dB4f7d8833B'],
    ['a choice', 'return ok ? "pass":"refuse"'],
    ['a comment', 'const JWT = /*@__PURE__*/ make("JWT"); readonly DEPTH_PASS: 0x0B96;'],
    [
      'the hash of a package',
      `"integrity": "sha512-${made(BODY, '/', BODY, '+', BODY)}==" v1.1.0 h1:${made(BODY, '/', BODY)}=`,
    ],
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

  it.each([
    ['JSON', JSON.stringify('sword"fish\nand more'), 'fish'],
    ['a URL', `?x=${encodeURIComponent('sword"fish\nand more')}`, 'fish'],
  ])('as it stands in %s', (_, text, part) => expect(redactor(['sword"fish\nand more'])(text)).not.toContain(part));

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
    ['MYSQL_PWD', 'hunter2', ['hunter2']],
    ['DATABASE_URL', 'postgres://me:hunter2@db/x', ['hunter2']],
    ['HTTPS_PROXY', 'http://me@proxy:8080', []],
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
  const characters = ['a', '-', '"', "'", '`', ' ', '_', '\\', '\n', '=', ':', '/', '%', '@', '$', '{', '${', '${{'];
  const words = [
    'A1b',
    'token',
    'token ',
    '-token',
    'token=',
    'token="',
    'token: ',
    'cookie: a',
    '--token ',
    ' -p',
    '_KEY=',
  ];
  const shapes = [
    '-----BEGIN ',
    'eyJ-',
    'eyJ.',
    'sk-',
    'a://',
    'x://a:',
    'Bearer ',
    'Basic a',
    'AKIA',
    'aws',
    'SG.aB3',
  ];
  const commands = [
    'curl -u a:',
    'mysql -p',
    'machine a ',
    'login a\npassword ',
    '-pass pass:',
    '%3A%2F%2F',
    'https://a',
  ];
  const strings = [
    'pwd=a;',
    'pwd=',
    'Pwd=a;user=b',
    'user=b;',
    ';',
    `https://${'a'.repeat(20)}@`,
    `${AWS_SECRET} `,
    `${AWS_SECRET}%3D`,
    '%3D',
    '\\n',
  ];
  const blocks = ['-----BEGIN PRIVATE KEY-----', '-----BEGIN PRIVATE KEY-----\nAAAA', 'wJalr/', 'sha512-'];
  const pieces = [...characters, ...words, ...shapes, ...commands, ...strings, ...blocks];
  const SMALL = 50_000;

  /** Four times the text may take six times as long, and what is fast anyway may take any multiple. */
  async function expectLinear(text: (length: number) => string): Promise<void> {
    if ((await time(text(4 * SMALL))) <= 400) return;
    // The best of three: a busy machine and the garbage collector only ever add.
    const best = async (length: number) => {
      const measured = [await time(text(length)), await time(text(length)), await time(text(length))];
      return Math.min(...measured);
    };
    expect((await best(4 * SMALL)) / (await best(SMALL))).toBeLessThan(6);
  }

  it.each(pieces)('%j, many times', (piece) => expectLinear((length) => piece.repeat(length / piece.length)));

  it.each([
    'token="',
    "secret = '",
    `${'-'.repeat(40)}token: `,
    'Cookie: ',
    '--token ',
    'password: ',
    'curl -u a:',
    'user=a;pwd=',
  ])('%j and anything, many times', async (start) => {
    for (const piece of characters) await expectLinear((length) => start + piece.repeat(length / piece.length));
  });

  it('any of them in any order', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...pieces), { minLength: 2, maxLength: 6 }), (some) =>
        expectLinear((length) => some.join('').repeat(length / some.join('').length)),
      ),
      { numRuns: bySize(30, 500) },
    ));

  it.runIf(IS_FULL)('10 MB of ordinary text', async () => {
    const page =
      readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8') + readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
    const of = (length: number) => page.repeat(Math.ceil(length / page.length)).slice(0, length);
    expect((await time(of(10_000_000))) / (await time(of(2_500_000)))).toBeLessThan(6);
  });
});
