import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { journalPartsFolder } from '../../../src/config/paths.ts';
import { lastIndexed } from '../../../src/journal/part-index.ts';
import { fullParts, openParts, openPartsInOrder, openPartsOf, PART_BYTES, rotate } from '../../../src/journal/parts.ts';
import { journalLines, newestFirst } from '../../../src/journal/read.ts';
import { appendJournal } from '../../../src/journal/write.ts';
import { hostTag } from '../../../src/platform/process-alive.ts';
import { modeOf, write } from '../folder.ts';
import { ENTRY, line, mayHave, newJournal, partPath, writeParts } from './lines.ts';

const names = (journal: string) => readdirSync(journalPartsFolder(journal)).sort();
const append = (journal: string, count: number, partBytes: number) =>
  appendJournal(journal, { ...ENTRY, count }, (text) => text, partBytes);
const counts = (journal: string) => [...journalLines(journal)].map((entry) => 'count' in entry && entry.count);

it('is put aside at the limit, and not one byte before', () => {
  const journal = newJournal();
  write(journal, 'x'.repeat(PART_BYTES - 1));
  rotate(journal);
  expect(existsSync(journal)).toBe(true);
  write(journal, 'x'.repeat(PART_BYTES));
  rotate(journal);
  expect([existsSync(journal), names(journal)]).toEqual([false, ['000001.jsonl']]);
});

it('parts are numbered in their order, private, and every line is there once', () => {
  const journal = newJournal();
  for (let n = 1; n <= 40; n++) append(journal, n, 2000);
  expect(counts(journal)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
  const parts = fullParts(journal);
  expect(parts.map(({ number }) => number)).toEqual(parts.map((_, n) => n + 1));
  expect(parts.length).toBeGreaterThan(5);
  expect(modeOf(journalPartsFolder(journal))).toBe(0o700);
  for (const { path } of parts) expect(modeOf(path)).toBe(0o600);
  expect(modeOf(join(journalPartsFolder(journal), 'index'))).toBe(0o600);
});

it('while another process has the lock nothing is put aside; the next line tries again', () => {
  const journal = newJournal();
  write(journal, `${line(1)}\n`);
  const lock = join(journalPartsFolder(journal), 'lock');
  rotate(journal, 1e6);
  symlinkSync(`${process.ppid}.${hostTag()}.somebody1`, lock);
  append(journal, 2, 10);
  expect(names(journal)).toEqual(['lock']);
  rmSync(lock);
  append(journal, 3, 10);
  expect(names(journal)).toEqual(['000001.jsonl']);
  expect(readFileSync(partPath(journal, 1), 'utf8').split('\n')).toHaveLength(4);
});

it('a link is not put aside: no part is one, and what it leads to would be gone from view', () => {
  const journal = newJournal();
  const elsewhere = join(journal, '..', 'elsewhere.jsonl');
  write(elsewhere, `${line(1)}\n`);
  symlinkSync(elsewhere, journal);
  append(journal, 2, 10);
  append(journal, 3, 10);
  expect(lstatSync(journal).isSymbolicLink()).toBe(true);
  expect(counts(journal)).toEqual([1, 2, 3]);
});

it('where there can be no folder the line is written all the same', () => {
  const journal = newJournal();
  write(journalPartsFolder(journal), 'a file');
  append(journal, 1, 10);
  append(journal, 2, 10);
  expect(counts(journal)).toEqual([1, 2]);
});

it.skipIf(process.getuid?.() === 0)(
  'a folder that cannot be listed does not count as empty: no part is replaced',
  () => {
    const journal = writeParts(newJournal(), `${line(1)}\n`, `${line(2)}\n`);
    chmodSync(journalPartsFolder(journal), 0o300);
    rotate(journal, 1);
    expect(() => fullParts(journal)).toThrow('EACCES');
    chmodSync(journalPartsFolder(journal), 0o700);
    expect(readFileSync(partPath(journal, 1), 'utf8')).toBe(`${line(1)}\n`);
  },
);

it('an old journal of any size becomes one part', () => {
  const journal = newJournal();
  write(journal, `${line(1, 'x'.repeat(1_500_000))}\n`.repeat(6));
  append(journal, 7, PART_BYTES);
  expect([names(journal), existsSync(journal)]).toEqual([['000001.jsonl'], false]);
  expect([...journalLines(journal)]).toHaveLength(7);
});

it('the number of a part that was removed is not used again while the index has it', () => {
  const journal = newJournal();
  for (let n = 1; n <= 3; n++) append(journal, n, 10);
  for (const { path } of fullParts(journal)) rmSync(path);
  append(journal, 4, 10);
  expect(names(journal)).toEqual(['000003.jsonl', 'index']);
});

it('files of other names are left alone', () => {
  const journal = writeParts(newJournal(), `${line(1)}\n`, `${line(2)}\n`);
  for (const name of ['7.jsonl', '0000001.jsonl', '000002.jsonl.bak'])
    writeFileSync(join(journalPartsFolder(journal), name), `${line(9)}\n`);
  expect(fullParts(journal).map(({ number }) => number)).toEqual([1]);
});

it('a journal that is put aside, twice, while it is read: no line twice, none missed, none newer', () => {
  for (const read of [openParts, openPartsInOrder, (journal: string) => openPartsOf(journal, 's1')]) {
    const journal = writeParts(newJournal(), `${line(1)}\n`, `${line(2)}\n`);
    const reading = read(journal)[Symbol.iterator]();
    const first = reading.next();
    append(journal, 3, 10);
    append(journal, 4, 10);
    append(journal, 5, 1e6);
    let [seen, step] = [0, first];
    for (; !step.done; step = reading.next()) seen += 1;
    expect(seen).toBe(2);
  }
  const journal = writeParts(newJournal(), `${line(1)}\n`, `${line(2)}\n${line(3)}\n`);
  const seen: string[] = [];
  for (const { supervisor_id } of newestFirst(journal)) {
    if (seen.push(supervisor_id) === 1) for (const n of [4, 5, 6]) append(journal, n, 10);
  }
  expect(seen).toEqual(['s3', 's2', 's1']);
  const inOrder: string[] = [];
  const again = writeParts(newJournal(), `${line(1)}\n`, `${line(2)}\n${line(3)}\n`);
  for (const { supervisor_id } of journalLines(again)) {
    if (inOrder.push(supervisor_id) === 1) for (const n of [4, 5, 6]) append(again, n, 10);
  }
  expect(inOrder).toEqual(['s1', 's2', 's3']);
});

describe('goes on where somebody has put into the folder', () => {
  const FORGED = Buffer.from('cccidx-2\xff\xff\xff\xff\0\0\0\0', 'latin1');
  it.each<[what: string, put: (folder: string) => void]>([
    ['a part of the last number', (folder) => writeFileSync(join(folder, '999999.jsonl'), '')],
    ['one that is not empty', (folder) => writeFileSync(join(folder, '900000.jsonl'), `${line(9)}\n`)],
    ['an index that claims all parts', (folder) => writeFileSync(join(folder, 'index'), FORGED)],
    ['an index of any size', (folder) => truncateSync(write(join(folder, 'index'), 'cccidx-2\0\0\0\0'), 16 + 12 * 1e8)],
    ['a folder as the lock', (folder) => mkdirSync(join(folder, 'lock'))],
    ['a file as the lock', (folder) => writeFileSync(join(folder, 'lock'), 'x')],
    ['a folder as a part', (folder) => mkdirSync(join(folder, '000001.jsonl', 'x'), { recursive: true })],
    ['a folder as a later part', (folder) => mkdirSync(join(folder, '000003.jsonl'))],
    ['a folder as the index', (folder) => mkdirSync(join(folder, 'index', 'x'), { recursive: true })],
    ['a folder as the next index', (folder) => mkdirSync(join(folder, 'index.tmp', 'x'), { recursive: true })],
  ])('%s', (_, put) => {
    const journal = newJournal();
    const folder = journalPartsFolder(journal);
    mkdirSync(folder, { recursive: true });
    put(folder);
    for (const n of [1, 2, 3, 4]) append(journal, n, 10);
    expect(fullParts(journal).map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(counts(journal)).toEqual([1, 2, 3, 4]);
    expect(lastIndexed(folder)).toBe(3);
    expect(statSync(join(folder, 'index')).size).toBeLessThan(1_000);
    expect([1, 2, 3].filter(mayHave(folder, ENTRY.supervisor_id))).toEqual([1, 2, 3]);
    expect([1, 2, 3].filter(mayHave(folder, 'nobody'))).toEqual([]);
    expect(names(journal).filter((name) => name === 'lock')).toEqual([]);
  });

  it('what was in the way is kept', () => {
    const journal = newJournal();
    write(join(journalPartsFolder(journal), 'lock', 'mine'), 'text');
    append(journal, 1, 10);
    const [moved = ''] = names(journal).filter((name) => name.startsWith('lock-moved-'));
    expect(readFileSync(join(journalPartsFolder(journal), moved, 'mine'), 'utf8')).toBe('text');
  });
});

it('many huge parts are added to the index a few at a time', () => {
  const journal = writeParts(newJournal(), '', '', '', '', `${line(1)}\n`);
  for (const { path } of fullParts(journal)) truncateSync(path, 65 * 1024 * 1024);
  const folder = journalPartsFolder(journal);
  rotate(journal, 1);
  expect(lastIndexed(folder)).toBe(2);
  append(journal, 2, 1);
  expect(lastIndexed(folder)).toBe(4);
});
