import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastChars, OutputTail, plainText } from '../../../src/checks/output-tail.ts';

/** What is kept of a text that came in pieces of this size. */
function kept(text: string | Buffer, piece = 1000, secrets: string[] = []) {
  const bytes = Buffer.from(text);
  const end = new OutputTail();
  for (let at = 0; at < bytes.length; at += piece) end.add(bytes.subarray(at, at + piece));
  return end.text(secrets);
}

describe('the end of an output', () => {
  it('a short one is whole', () => {
    expect(kept('one\ntwo\n')).toEqual({ output: 'one\ntwo', leftOut: 0 });
    expect(kept('')).toEqual({ output: '', leftOut: 0 });
    expect(kept('中文\n🙂', 1)).toEqual({ output: '中文\n🙂', leftOut: 0 });
  });

  it('of a long one whole lines are kept, and what is missing is counted', () => {
    const text = Array.from({ length: 50_000 }, (_, n) => `line ${n} 中文🙂`).join('\n');
    const { output, leftOut } = kept(text, 777);
    expect(output.length).toBeLessThanOrEqual(12_000);
    expect(output).toMatch(/^line \d+ 中文🙂\n/);
    expect(text.endsWith(output)).toBe(true);
    expect(leftOut).toBe(Buffer.byteLength(text) - Buffer.byteLength(output));
  });

  it('of one endless line whole characters are kept', () =>
    fc.assert(
      fc.property(fc.nat(3), fc.integer({ min: 100, max: 5000 }), (shift, piece) => {
        const { output, leftOut } = kept('x'.repeat(shift) + '中🙂'.repeat(20_000), piece);
        expect(output).toMatch(/^中?(?:🙂|中🙂)+$/u);
        expect(leftOut).toBeGreaterThan(0);
      }),
      { numRuns: 30 },
    ));

  it('bytes that are not text do no harm', () =>
    expect(kept(Buffer.from([0x66, 0xff, 0xfe, 0x0a, 0x67])).output).toBe('f\ufffd\ufffd\ng'));

  it('memory stays where it is', () => {
    const end = new OutputTail();
    const piece = Buffer.alloc(64 * 1024, 'x\n');
    for (let n = 0; n < 5000; n++) end.add(piece);
    const held = (end as unknown as { parts: Buffer[] }).parts.reduce((sum, part) => sum + part.length, 0);
    expect(held).toBeLessThanOrEqual(128 * 1024);
    expect(end.text().leftOut).toBeGreaterThan(300_000_000);
  });

  it('secrets of the environment are not in it', () => {
    expect(kept('a s3cr3t-value b\ns3cr3t', 1000, ['s3cr3t', 's3cr3t-value']).output).toBe(
      'a [redacted] b\n[redacted]',
    );
    expect(kept('password: expected abc').output).toBe('password: expected abc');
  });
});

describe('text without a terminal', () => {
  it.each([
    ['colours', '\u001b[1;31mred\u001b[0m', 'red'],
    ['a title', '\u001b]0;title\u0007text', 'text'],
    ['a link', '\u001b]8;;http://x\u001b\\text\u001b]8;;\u001b\\', 'text'],
    ['a title that never ends', '\u001b]0;title\ntext', '\ntext'],
    ['a sequence in one byte', '\u009b31mred', 'red'],
    ['other sequences', '\u001b(Btext\u001b7\u001b=', 'text'],
    ['an escape at the end', 'text\u001b', 'text'],
    ['bells and backspaces', 'a\u0007b\u0008c\u0000', 'abc'],
    ['progress', '10%\r50%\r100%\ndone', '100%\ndone'],
    ['progress with a return at the end', '10%\r100%\r\n', '100%\n'],
    ['lines of Windows', 'a\r\nb\r\n', 'a\nb\n'],
    ['tabs and line breaks stay', 'a\tb\n\nc', 'a\tb\n\nc'],
    ['a turned direction', 'a\u202eb\u2066c', 'abc'],
    ['letters and emoji stay', 'é中👩‍💻', 'é中👩‍💻'],
  ])('%s', (_, text, expected) => expect(plainText(text)).toBe(expected));

  it('nothing is left that moves anything, whatever it was', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('\u001b', '[', ']', '\u0007', '\r', '\n', 'a', ';', '1', '\u009b') }),
        (text) => {
          // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
          expect(plainText(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
        },
      ),
    ));

  it('a long line costs no more than its length', () => {
    for (const char of ['x', '\r', '\u001b', '\u001b]', '\u001b['])
      expect(plainText(char.repeat(500_000)).length).toBeLessThan(500_001);
  });
});

it.each<[text: string, chars: number, end: string]>([
  ['abc', 3, 'abc'],
  ['ab\ncd', 4, 'cd'],
  ['ab\ncd', 2, 'cd'],
  ['ab\ncd', 1, 'd'],
  ['ab\n', 2, 'b\n'],
  ['🙂🙂', 3, '🙂'],
])('the last of %j within %d is %j', (text, chars, end) => expect(lastChars(text, chars)).toBe(end));
