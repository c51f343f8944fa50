import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printedJson } from '../../../../src/platform/json/printed-json.ts';

describe('JSON that is printed', () => {
  it.each([
    ['a C0 control', '\u001b[2J', '"\\u001b[2J"'],
    ['a C1 control', '\u009b2J', '"\\u009b2J"'],
    ['DEL', 'a\u007fb', '"a\\u007fb"'],
    ['text that is turned around', 'a\u202eb\u2066', '"a\\u202eb\\u2066"'],
    ['what is not seen', 'a\u200bb\u00adc\ufeffd', '"a\\u200bb\\u00adc\\ufeffd"'],
    ['a line separator', 'a\u2028b', '"a\\u2028b"'],
    ['a tag, outside the first plane', 'a\u{e0041}b', '"a\\udb40\\udc41b"'],
    ['ordinary text', 'é 你好 ❤️ 😀 “a”', '"é 你好 ❤️ 😀 “a”"'],
  ])('%s', (_, text, expected) => {
    expect(printedJson(text)).toBe(expected);
  });

  it('has the same value, also as a key and with an indent', () => {
    const unit = fc.constantFrom('\u0000', '\u001b', '\u009b', '\u202e', '\u{e0041}', '\\', '"', 'a', '\ud800');
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit }), fc.string({ unit })), (value) => {
        const text = printedJson(value, 2);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is searched for
        expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
      }),
    );
  });
});
