/** Half of the words the same: how a reviewer says a thing again when nothing has been done about it. */
const ALIKE = 0.5;

/** Pure: whether two objections are the same one. A reviewer hardly ever says it twice in the same words. */
export function isSameObjection(one: string, other: string): boolean {
  const [a, b] = [wordSet(one), wordSet(other)];
  if (a.size + b.size === 0) return true;
  const common = [...a].filter((word) => b.has(word)).length;
  return (2 * common) / (a.size + b.size) >= ALIKE;
}

/** Languages without spaces have no words to count: pairs of characters stand for them. */
function wordSet(text: string): Set<string> {
  const words =
    text.toLowerCase().match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{N}_]+/gu) ?? [];
  return new Set(words.flatMap((word) => (/^\p{ASCII}|\p{Script=Latin}/u.test(word) ? [word] : pairsOf(word))));
}

function pairsOf(word: string): string[] {
  const characters = [...word];
  return characters.length < 2 ? characters : characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}
