/** What the words of an answer say of `allow_stop`, in valid JSON or not. */
export interface Said {
  isTrue: boolean;
  isFalse: boolean;
}

const MENTION = /allow[\s_-]*stop/giu;
/** How far after the key its value is looked for. */
const REACH = 60;

/**
 * Looks for everything that can be meant as a verdict, in whatever form: it is used only to keep an approval from being
 * read where something says the opposite. Linear in the length of the text.
 */
export function saidOf(text: string): Said {
  const plain = plainText(text);
  const said: Said = { isTrue: false, isFalse: false };
  const mentions = [...plain.matchAll(MENTION)].map(({ 0: { length }, index }) => ({ index, end: index + length }));
  mentions.forEach(({ end }, i) => {
    const after = plain.slice(end, Math.min(end + REACH, mentions[i + 1]?.index ?? plain.length));
    const meaning = meaningOf(after);
    if (meaning === true) said.isTrue = true;
    if (meaning === false) said.isFalse = true;
  });
  return said;
}

/** "true or false", as in the format that the prompt gives. */
const EITHER = /^[^\p{L}\p{N}]*(?:true\s*(?:or|\||\/)\s*false|false\s*(?:or|\||\/)\s*true)(?![\p{L}\p{N}])/iu;
const VALUE = /^([^\p{L}\p{N}]*)([\p{L}\p{N}]+)/u;
const TRUE = /(?<![\p{L}\p{N}])true(?![\p{L}\p{N}])/iu;
const FALSE = /(?<![\p{L}\p{N}])false(?![\p{L}\p{N}])/iu;
const NEGATIVE = /^(?:f|fa|fal|fals|false|no|none|null|nil|0|deny|denied|block|blocked|off|never)$/i;

/** What comes after the key: a value, or a sentence about it. */
function meaningOf(after: string): boolean | undefined {
  if (EITHER.test(after)) return undefined;
  const [, between = '', word = ''] = VALUE.exec(after) ?? [];
  if (/^true$/i.test(word)) return true;
  if (/^false$/i.test(word) || (/[:=]/.test(between) && NEGATIVE.test(word))) return false;
  const sentence = after.split('\n', 1)[0] ?? '';
  return FALSE.test(sentence) && !TRUE.test(sentence) ? false : undefined;
}

/** Escapes decoded, and without what Unicode offers to make a word look like another. */
const plainText = (text: string) =>
  text
    .replaceAll(/\\+u([0-9a-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
