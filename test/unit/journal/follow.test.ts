import {
  appendFileSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { journalPartsFolder } from '../../../src/config/paths.ts';
import { JournalFollower } from '../../../src/journal/follow.ts';
import { rotate } from '../../../src/journal/parts.ts';
import { line, newJournal, partPath, writeParts } from './lines.ts';

function following(journal: string) {
  const follower = new JournalFollower(journal);
  onTestFinished(() => follower.close());
  return () => follower.next().map(({ supervisor_id }) => supervisor_id);
}
const append = (journal: string, ...ns: number[]) => appendFileSync(journal, ns.map((n) => `${line(n)}\n`).join(''));

it('what is added from now on, once', () => {
  const journal = writeParts(newJournal(), `${line(1)}\n`, `${line(2)}\n`);
  const next = following(journal);
  expect(next()).toEqual([]);
  append(journal, 3, 4);
  expect([next(), next()]).toEqual([['s3', 's4'], []]);
});

it('across one rotation and across several, in order', () => {
  const journal = writeParts(newJournal(), `${line(1)}\n`);
  const next = following(journal);
  append(journal, 2);
  rotate(journal, 1);
  expect(next()).toEqual(['s2']);
  append(journal, 3);
  expect(next()).toEqual(['s3']);
  for (const n of [4, 5, 6]) {
    append(journal, n);
    rotate(journal, 1);
  }
  append(journal, 7);
  expect([next(), next()]).toEqual([['s4', 's5', 's6', 's7'], []]);
});

it('no more at once than is wanted; the rest the next time, also after a rotation', () => {
  const journal = writeParts(newJournal(), `${line(1)}\n`);
  const follower = new JournalFollower(journal);
  onTestFinished(() => follower.close());
  const next = () => follower.next(1).map(({ supervisor_id }) => supervisor_id);
  for (const n of [2, 3, 4, 5]) {
    append(journal, n);
    rotate(journal, 1);
  }
  append(journal, 6);
  expect([next(), next(), next(), next(), next(), next()]).toEqual([['s2'], ['s3'], ['s4'], ['s5'], ['s6'], []]);
});

it('a hole that is larger than any disk ends, and what is added behind it is found', () => {
  const journal = writeParts(newJournal(), `${line(1)}\n`);
  const follower = new JournalFollower(journal);
  onTestFinished(() => follower.close());
  truncateSync(journal, 4 * 1024 ** 4);
  expect(follower.next(20 * 1024 * 1024)).toEqual([]);
});

it('a late line in a part that was put aside, also after newer ones were seen', () => {
  const journal = writeParts(newJournal(), `${line(1)}\n`);
  const next = following(journal);
  const late = openSync(journal, constants.O_WRONLY | constants.O_APPEND);
  rotate(journal, 1);
  append(journal, 2);
  expect(next()).toEqual(['s2']);
  writeFileSync(late, `${line(3)}\n`);
  append(journal, 4);
  expect([next(), next()]).toEqual([['s3', 's4'], []]);
  closeSync(late);
});

it('a line that is completed later, also one that was begun before', () => {
  const journal = writeParts(newJournal(), `${line(1)}\n${line(2).slice(0, 9)}`);
  const next = following(journal);
  expect(next()).toEqual([]);
  appendFileSync(journal, `${line(2).slice(9)}\n${line(3).slice(0, 7)}`);
  expect(next()).toEqual(['s2']);
  appendFileSync(journal, `${line(3).slice(7)}\n`);
  expect(next()).toEqual(['s3']);
});

it('a journal that is created later', () => {
  const journal = newJournal();
  const next = following(journal);
  expect(next()).toEqual([]);
  mkdirSync(dirname(journal), { recursive: true });
  append(journal, 1);
  expect(next()).toEqual(['s1']);
});

it('removed and made anew: the new lines, and none of the old', () => {
  const journal = writeParts(newJournal(), `${line(1)}\n`, `${line(2)}\n`, `${line(3)}\n`);
  const next = following(journal);
  rmSync(journal);
  rmSync(partPath(journal, 2));
  expect(next()).toEqual([]);
  append(journal, 4);
  expect(next()).toEqual(['s4']);
  rmSync(journal);
  rmSync(journalPartsFolder(journal), { recursive: true });
  expect(next()).toEqual([]);
  append(journal, 5);
  rotate(journal, 1);
  append(journal, 6);
  expect(next()).toEqual(['s5', 's6']);
});

it('emptied in place, or replaced by an editor', () => {
  const journal = writeParts(newJournal(), `${line(1)}\n${line(2)}\n`);
  const next = following(journal);
  writeFileSync(journal, `${line(3)}\n`);
  expect(next()).toEqual(['s3']);
  writeFileSync(`${journal}.new`, `${line(4)}\n`);
  renameSync(`${journal}.new`, journal);
  expect(next()).toEqual(['s4']);
});
