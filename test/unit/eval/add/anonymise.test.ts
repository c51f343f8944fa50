import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anonymiser, redactionsIn } from '../../../../src/eval/add/anonymise.ts';
import { isSecretFile, variablesIn } from '../../../../src/eval/add/secret-files.ts';
import { redactor } from '../../../../src/platform/redact.ts';
import { temporaryFolder } from '../../folder.ts';

const here = anonymiser(
  { repository: ['/home/robin/shop', '/srv/shop'], home: '/home/robin' },
  redactor(['hunter2hunter2']),
);

describe('paths of this machine', () => {
  it.each([
    ['/home/robin/shop/src/a.js', '/case/repository/src/a.js'],
    ['cd /srv/shop && ls', 'cd /case/repository && ls'],
    ['/home/robin/.claude/projects/-home-robin-shop/x.jsonl', '/case/home/.claude/projects/-case-repository/x.jsonl'],
    ['-home-robin-notes', '-case-home-notes'],
    ['/home/robin/shop-two and /home/robin/shop.bak', '/case/home/shop-two and /case/home/shop.bak'],
    ['/home/robin/shop.', '/case/repository.'],
    ['/home/robinson/x', '/home/robinson/x'],
    ['nothing of the kind', 'nothing of the kind'],
  ])('%s → %s', (before, after) => expect(here.text(before)).toBe(after));

  it('also by the name without links', () => {
    const folder = temporaryFolder();
    const link = join(temporaryFolder(), 'link');
    symlinkSync(folder, link);
    const { text } = anonymiser({ repository: [link], home: undefined }, (given) => given);
    expect(text(`${link}/a ${folder}/b`)).toBe('/case/repository/a /case/repository/b');
  });

  it('the longer one first, whichever it is', () => {
    const { text } = anonymiser({ repository: ['/srv/x'], home: '/srv/x/home' }, (given) => given);
    expect(text('/srv/x/home/a /srv/x/b')).toBe('/case/home/a /case/repository/b');
  });

  it('a home that is / is not replaced everywhere', () =>
    expect(anonymiser({ repository: ['/srv/x'], home: '/' }, (given) => given).text('/etc')).toBe('/etc'));
});

describe('secrets', () => {
  it('known ones and those that look like one, in every value and in no key', () => {
    const after = here.value({
      token: 'x',
      list: [{ text: 'it is hunter2hunter2' }, 'API_KEY=abcdef123456', 7, null, true],
      path: '/home/robin/shop',
    });
    expect(after).toEqual({
      token: 'x',
      list: [{ text: 'it is [redacted]' }, 'API_KEY=[redacted]', 7, null, true],
      path: '/case/repository',
    });
  });

  it('ids of calls stay, although they look random: results are found by them', () => {
    const id = 'toolu_01A9bC8dE7fG6hI5jK4lM3n2';
    expect(
      here.value({ tool_use_id: id, text: `for ${id}: sk-ant-REDACTED`.replace('REDACTED', 'a1B2c3D4e5F6') }),
    ).toEqual({
      tool_use_id: id,
      text: `for ${id}: [redacted]`,
    });
  });

  it('are counted, but not those that were redacted before', () => {
    const before = 'PASSWORD=[redacted] API_KEY=abcdef123456';
    expect(redactionsIn(before, here.text(before))).toBe(1);
  });
});

describe('files that may hold credentials', () => {
  it.each([
    '.env',
    'api/.env.production',
    'prod.env',
    '.envrc',
    '.npmrc',
    'certs/server.pem',
    'id_ed25519',
    'secrets.yaml',
    'config/credentials.json',
    'service-account-prod.json',
  ])('%s', (path) => expect(isSecretFile(path)).toBe(true));

  it.each([
    '.env.example',
    '.env.sample',
    'environment.ts',
    'src/env.ts',
    'keys.ts',
    'secretary.md',
    'src/credentials/index.ts',
  ])('not %s', (path) => expect(isSecretFile(path)).toBe(false));

  it('their variables', () =>
    expect(variablesIn('# note\nexport A_TOKEN="x y"\nB=\'z\' \n\nC\n D_E = f=g')).toEqual({
      A_TOKEN: 'x y',
      B: 'z',
      D_E: 'f=g',
    }));
});
