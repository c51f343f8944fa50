import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_LINE_BYTES, transcriptLines } from '../../../src/transcript/file.ts';
import { temporaryFolder } from '../folder.ts';

function read(path: string) {
  const about = { bytes: 0, tooLong: 0 };
  const lines = [...transcriptLines(path, about)].map((line) => line.length);
  return { lines, ...about };
}

it('every line once, whatever their lengths', () => {
  const path = join(temporaryFolder(), 'f');
  const length = fc.oneof(fc.nat(50), fc.constantFrom(1024 * 1024 - 1, 1024 * 1024, 1024 * 1024 + 1, 2_500_000));
  fc.assert(
    fc.property(fc.array(length, { maxLength: 12 }), fc.boolean(), (lengths, ended) => {
      writeFileSync(path, lengths.map((n) => 'x'.repeat(n)).join('\n') + (ended ? '\n' : ''));
      expect(read(path).lines).toEqual(lengths.filter((n) => n > 0));
    }),
    { numRuns: 40 },
  );
});

it('the content is that of the line', () => {
  const path = join(temporaryFolder(), 'f');
  const lines = Array.from({ length: 5000 }, (_, i) => `${i} ${'测'.repeat(i % 300)}`);
  writeFileSync(path, lines.join('\n'));
  const seen: string[] = [];
  for (const line of transcriptLines(path, { bytes: 0, tooLong: 0 })) seen.push(line.toString('utf8'));
  expect(seen).toEqual(lines);
});

it('from any place on: the lines that begin there or later, whatever is read at once', () => {
  const path = join(temporaryFolder(), 'f');
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '测'), maxLength: 60 });
  fc.assert(
    fc.property(text, fc.nat(70), fc.integer({ min: 1, max: 40 }), (content, start, chunkBytes) => {
      writeFileSync(path, content);
      const bytes = Buffer.from(content);
      const isBeginning = start === 0 || bytes[start - 1] === 10;
      const [cut = '', ...whole] = bytes.subarray(start).toString('utf8').split('\n');
      const seen: string[] = [];
      for (const line of transcriptLines(path, { bytes: 0, tooLong: 0 }, { start, chunkBytes }))
        seen.push(line.toString('utf8'));
      expect(seen).toEqual((isBeginning ? [cut, ...whole] : whole).filter((line) => line !== ''));
    }),
  );
});

it.each([
  [[10, MAX_LINE_BYTES + 1, 20], [10, 20], 1],
  [[MAX_LINE_BYTES * 3], [], 1],
  [[MAX_LINE_BYTES + 5, MAX_LINE_BYTES + 5, 7], [7], 2],
])('too long a line is passed over: %j', (lengths, kept, tooLong) => {
  const path = join(temporaryFolder(), 'f');
  writeFileSync(path, lengths.map((n) => 'x'.repeat(n)).join('\n'));
  expect(read(path)).toMatchObject({ lines: kept, tooLong });
});

it('no lines of anything but a file', () => {
  const dir = temporaryFolder();
  execFileSync('mkfifo', [join(dir, 'pipe')]);
  for (const path of [dir, join(dir, 'pipe'), join(dir, 'gone')])
    expect(read(path)).toEqual({ lines: [], bytes: 0, tooLong: 0 });
});
