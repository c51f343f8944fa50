import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactor } from '../../../src/platform/redact.ts';
import { bySize } from '../../support/builds.ts';

const redact = redactor([]);

/** Random, and put together here so that no scanner takes this file for a leak. */
const made = (...parts: string[]) => parts.join('');
const SECRETS = [
  made('wJalrXUtnFEMI/K7MDENG', '/bPxRfiCY3xM9pLk2Ey'),
  made('bmle4Qte3R3lZtoyQoDU', 'TEBW8pRg80K08neCyOds'),
  made('2u2NnZn9kcvVnRa3nI0F', 'Zmtwjuyrb2P4ggf/uquy'),
  made('btzWTGQPxRIJev5cVNoK', 'ptJapwXQ3YHN15/uCkr6'),
  made('CQv/2waLnUg3U5bI5PA6', 'ohkSbOtEd7g3uT4ac/p9'),
  made('r4IYkupP1r+vZZ4bH4DV', 'tk7qInKy5563r/N5LaDy'),
  made('Jt7upIUhs+Xa14Y49rV0', 'Awwm9KGiOaKQ8xEQzoga'),
  made('H7f3ZgDh+hVcSdc7Qu6T', 's1NlaXPuu5oPUSJWAi4v'),
  made('pdjM4GBAdmelNnYW7yet', 'S1VcJeSyb5VjqX68Hf4C'),
  made('/uWJ3IlzyHCICOTUQspQ', '1rbzSDY5092sXIHK1M+v'),
  made('gw+qzweQBrWbDxoWvd4J', 'slpX3tYH1Ab0fWB9BY/J'),
  made('IYXr8tHFa8+c/wawPOri', 'Pub8QFjjbszTOjp3HbfL'),
  made('RpeDBimIslDzIQ/71NBV', 'jITQ0t0VkJmJYolaJoeG'),
  made('ZBedHtZhdVZeuHd5EIIb', 'OxTvHL7sc+O0ccdCMBZe'),
  made('4dGnVf/COd5gAHdUiiba', 'VhOwKbcp99Q5QA+9/v+y'),
  made('YRDWwIhzLdGO2bB7XqRc', '6bcHqtYNEFG9lk010DQ1'),
];
const [SECRET = '', , , , , OTHER = ''] = SECRETS;

describe('a bare secret key of AWS must vanish', () => {
  it.each(SECRETS)('%s', (secret) => expect(redact(`the key is ${secret}`)).toBe('the key is [redacted]'));

  it.each<[where: string, text: string, expected: string]>([
    ['alone', SECRET, '[redacted]'],
    ['at the end of a sentence', `I used ${SECRET}.`, 'I used [redacted].'],
    ['between commas', `a,${SECRET},b`, 'a,[redacted],b'],
    ['in brackets', `the key (${SECRET})`, 'the key ([redacted])'],
    ['in quotes', `x("${SECRET}")`, 'x("[redacted]")'],
    ['behind a sign', `S3_LOGIN=${SECRET}`, 'S3_LOGIN=[redacted]'],
    ['behind an id', `id:${SECRET}`, 'id:[redacted]'],
    ['in a query', `https://example.com/a?k=${SECRET}&b=1`, 'https://example.com/a?k=[redacted]&b=1'],
    [
      'as the password of a URL',
      `s3://${made('AKIA', 'ABCDEFGH12345678')}:${SECRET}@x`,
      's3://[redacted]:[redacted]@x',
    ],
    ['behind a URL', `https://example.com/a,${SECRET}`, 'https://example.com/a,[redacted]'],
    ['behind a URL in JSON', `"https://example.com/a\\n${SECRET}"`, '"https://example.com/a\\n[redacted]"'],
    ['behind an encoded sign', `a%3D${SECRET}%26b`, 'a%3D[redacted]%26b'],
    ['on a line of its own', `a\n${SECRET}\nb`, 'a\n[redacted]\nb'],
    ['on a line of its own in JSON', `{"text":"a\\n${SECRET}\\nb"}`, '{"text":"a\\n[redacted]\\nb"}'],
  ])('%s', (_, text, expected) => expect(redact(text)).toBe(expected));
});

describe('what looks like a secret key of AWS must stay', () => {
  it.each<[kind: string, text: string]>([
    ['a path in Java', 'src/main/java/com/Acme2/api/UserController'],
    ['a path of 40 characters', 'src/main/java/com/Acme2/api/UserServices'],
    ['a folder', 'testdata/AppAuthorization/tagsComputed1/'],
    ['an absolute path', 'open /srv/Acme2/releases/Current/UserData99AB now'],
    ['a path in capitals', 'Public/MAPPINGS/VENDORS/WINDOWS2/CP95000'],
    ['a path with short names', 'src/a/B2/c/D/e/index/v1/api/UserList/xY9'],
    ['a path with a hash', 'cache/Ab/3f/0a051e5940117bebcb70e8d8545a'],
    ['a path with a date', 'logs/2024/06/01/App1/Request/Trace/Error'],
    ['a path with a name and a line', 'lib/Http2/Session/FrameReader3/Settings1.ts:12:5'],
    ['a path that names AWS', 'aws s3 ls testdata/EventIntegration/tagsComputed2/ # aws'],
    ['an import in Go', 'import "internal/Storage2/Bucket/policy/V2Reader"'],
    ['an import of a package', "import x from '@acme/Widgets2/components/buttons/IconButton'"],
    ['a class in bytecode', 'Ljava/util/concurrent/Concurrent2HashMap;'],
    ['a pointer in JSON', '#/definitions/OrderV2/properties/lineItemList'],
    ['a topic', 'cloudapp/QBUSMQTTGW/UL1/UL100/setState/On'],
    ['a path in a URL', 'https://example.com/api/v2/devices/WR1/temperatureOffset'],
    ['a random path in a URL', `https://cdn.example.com/${SECRET.slice(4)}`],
    ['a random path behind a port', `http://localhost:3000/${SECRET.slice(5)}`],
    ['a random path on one host', `http://cdn/${OTHER.slice(6)}`],
    ['a random path on a host without a scheme', `cdn.example.com/${OTHER.slice(4)}`],
    ['a random path in a bucket', `https://x.s3.amazonaws.com/${SECRET.slice(4)}`],
    ['a file with a random name', `see ${SECRET}.json`],
    ['a name of a test', 'getClassPathUrlsWhenZip64ListsAllEntries'],
    ['a name with short words', 'backsOffWhenLoggerContextIsBackedBySlf4j'],
    ['a name with shorter words', 'julIsUsedInTheAbsenceOfLogbackAndLog4j22'],
    ['a name of a class', 'OAuth2ClientWebSecurityAutoConfiguration'],
    ['a name with a large number', 'avgFuelConsumptionLitersPer100Kilometers'],
    ['a name where AWS is named', 'aws: findS3TableIntegrationSourceByTwoPartKey'],
    ['a sum', 'x=width1+Height2+left3+Top4+right5+Bottom6+i'],
    ['a sum of short names', 'a1+B2+c3+D4+e5+F6+g7+H8+i9+J0+k1+L2+m3+N'],
    ['a git hash', '0f3c1d2e4b5a69788796a5b4c3d2e1f00f1e2d3c'],
    ['a git hash in capitals', '0F3C1D2E4B5A69788796A5B4C3D2E1F00F1E2D3C'],
    ['a range of git hashes', '0f3c1d2e4b5a69788796a5b4c3d2e1f00f1e2d3c..a1b2c3d4e5f60718293a4b5c6d7e8f9001122334'],
    ['the integrity of a package', `"integrity": "sha512-${SECRET}${SECRET}abcdEF=="`],
    ['the integrity of a package, cut', `sha512-${SECRET}`],
    ['one character less', SECRET.slice(1)],
    ['one character more', `${SECRET}k`],
    ['a line of longer base64', `${SECRET}/${SECRET.slice(20)}`],
    ['base64 with padding', `${SECRET.slice(2)}==`],
    ['base64 for URLs', `${SECRET}_x`],
    ['base64 of zeros', 'UklGRkAAAABXRUJQVlA4WAoAAAAQAAAAAAAAAAAA'],
    ['the alphabet of base64', 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'],
  ])('%s', (_, text) => expect(redact(text)).toBe(text));
});

describe('a random secret key', () => {
  const character = (alphabet: string) => fc.constantFrom(...alphabet);
  const LOWER = 'abcdefghijklmnopqrstuvwxyz';
  const ANY = `${LOWER}${LOWER.toUpperCase()}0123456789`;

  it('is redacted in more than 99 of 100 cases', () => {
    const keys = fc.sample(fc.string({ unit: character(`${ANY}+/`), minLength: 40, maxLength: 40 }), {
      numRuns: 20_000,
      seed: 11,
    });
    const left = keys.filter((key) => redact(`the key is ${key}`).includes(key));
    expect(left.length / keys.length).toBeLessThan(0.01);
    const signed = keys.filter((key) => /[+/]/.test(key));
    expect(left.filter((key) => /[+/]/.test(key)).length / signed.length).toBeLessThan(0.005);
  });

  /** A letter of either case and a digit in each four: at least 20 changes, and at most 20 letters in words. */
  const fours = (fourth: string, count: { minLength: number; maxLength: number }) =>
    fc.array(
      fc
        .tuple(character(LOWER), character(LOWER.toUpperCase()), character('0123456789'), character(fourth))
        .chain((some) => fc.shuffledSubarray(some, { minLength: 4 }))
        .map((some) => some.join('')),
      count,
    );
  const mixed = fc
    .tuple(fours('+/', { minLength: 1, maxLength: 4 }), fours(ANY, { minLength: 9, maxLength: 9 }))
    .chain(([signed, others]) => fc.shuffledSubarray([...signed, ...others].slice(0, 10), { minLength: 10 }))
    .map((all) => all.join(''));

  it('with a sign is redacted in every case, if it is mixed throughout', () =>
    fc.assert(
      fc.property(mixed, (key) => {
        expect(redact(`the key is ${key}.`)).toBe('the key is [redacted].');
      }),
      { numRuns: bySize(500, 20_000) },
    ));
});
