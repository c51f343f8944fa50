import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writePaged } from '../../../src/platform/pager.ts';
import { temporaryFolder, write } from '../folder.ts';

const SCREEN = { stdout: true, columns: 20, rows: 4 };
const PATH = process.env.PATH;

async function paged(texts: string[], given: { pager?: string; screen?: object; variables?: object } = {}) {
  const file = join(temporaryFolder(), 'paged');
  const written: string[] = [];
  const variables = { PATH, FILE: file, PAGER: given.pager ?? 'cat > "$FILE"', ...given.variables };
  const code = await writePaged(
    () => texts,
    variables,
    { ...SCREEN, ...given.screen },
    (text) => written.push(text) > 0,
  );
  return { code, paged: existsSync(file) ? readFileSync(file, 'utf8') : undefined, written: written.join('') };
}

const LONG = ['one\n', 'two\n', 'three\n', 'four\n'];
const ALL = LONG.join('');

describe('what does not fit on the terminal', () => {
  it.each<[string, string[]]>([
    ['has as many lines as it', LONG],
    ['wraps', ['x'.repeat(61)]],
    ['wraps by the width of Chinese', ['字'.repeat(31)]],
    ['has coloured lines', LONG.map((line) => `\x1b[31m${line}`)],
  ])('goes through the pager: %s', async (_, texts) => {
    expect(await paged(texts)).toEqual({ code: 0, paged: texts.join(''), written: '' });
  });

  it('lets less show colours, if nothing else is said about it', async () => {
    const pager = 'cat > /dev/null; printf "$LESS" > "$FILE"';
    expect(await paged(LONG, { pager })).toMatchObject({ paged: 'FRX' });
    expect(await paged(LONG, { pager, variables: { LESS: 'i' } })).toMatchObject({ paged: 'i' });
  });

  it.each<[string, object]>([
    ['not a terminal', { screen: { stdout: false } }],
    ['a size that is not known', { screen: { rows: undefined } }],
    ['a terminal without abilities', { variables: { TERM: 'dumb' } }],
    ['an empty PAGER', { pager: '' }],
    ['cat', { pager: 'cat' }],
    ['a pager that is not there', { pager: 'no-such-pager' }],
    ['a command line whose program is not there', { pager: 'no-such-pager --colour' }],
  ])('is written as it is: %s', async (_, given) => {
    const { written, paged: shown } = await paged(LONG, given);
    expect([written, shown]).toEqual([ALL, undefined]);
  });

  it('goes through less of an absolute folder, and through nothing of the current one', async () => {
    const dir = temporaryFolder();
    const [repository, own] = [join(dir, 'repository'), join(dir, 'own')];
    const less = '#!/bin/sh\ncat > "$FILE"; echo "$PATH" >> "$FILE"\n';
    for (const folder of [repository, join(repository, 'bin'), own]) write(join(folder, 'less'), less, 0o755);
    const before = process.cwd();
    process.chdir(repository);
    onTestFinished(() => process.chdir(before));
    const withPath = (path: string) => paged(LONG, { variables: { PAGER: undefined, PATH: path } });
    const inRepository = `.:${repository}:bin:${join(repository, 'bin')}:`;
    expect(await withPath(inRepository)).toEqual({ code: 0, paged: undefined, written: ALL });
    const system = `${own}:/usr/bin:/bin`;
    expect(await withPath(`${inRepository}:${system}`)).toEqual({ code: 0, paged: `${ALL}${system}\n`, written: '' });
  });

  it('is not computed to its end when the pager is left', async () => {
    let asked = 0;
    function* endless() {
      for (;;) {
        asked++;
        yield 'a line\n';
      }
    }
    expect(await writePaged(endless, { PATH, PAGER: 'head -n 1 > /dev/null' }, SCREEN, () => true)).toBe(0);
    expect(asked).toBeGreaterThan(1);
  });
});

it('what fits is written at once', async () => {
  // Colours take no room.
  const texts = ['one\n', '\x1b[31mtwo, as wide as it\x1b[0m\n', 'three\n'];
  expect(await paged(texts)).toEqual({ code: 0, paged: undefined, written: texts.join('') });
});

it('ends when nobody reads any more', async () => {
  const written: string[] = [];
  const texts = () => Array.from({ length: 100_000 }, () => 'a line\n');
  await writePaged(texts, {}, { ...SCREEN, stdout: false }, (text) => written.push(text) < 2);
  expect(written).toHaveLength(2);
});
