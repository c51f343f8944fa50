/** A reviewer that repeats itself shares at least half of its words with what it said before. */
const SAME_FROM = 0.5;

/** Whether two objections are about the same thing. A reviewer rarely repeats itself word for word. */
export function isSameObjection(one: string, other: string): boolean {
  const [a, b] = [wordSet(one), wordSet(other)];
  if (a.size + b.size === 0) return true;
  const common = [...a].filter((word) => b.has(word)).length;
  return (2 * common) / (a.size + b.size) >= SAME_FROM;
}

/** In languages without spaces pairs of characters stand for words. */
function wordSet(text: string): Set<string> {
  const words =
    text.toLowerCase().match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{N}_]+/gu) ?? [];
  return new Set(words.flatMap((word) => (/^\p{ASCII}|\p{Script=Latin}/u.test(word) ? [word] : pairsOf(word))));
}

function pairsOf(word: string): string[] {
  const characters = [...word];
  return characters.length < 2 ? characters : characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}
