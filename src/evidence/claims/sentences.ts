import { kindsIn } from '../commands/parts.ts';

const MAX_LENGTH = 20_000;

/** One sentence of a message: as it stands there, and as plain text to be matched. */
export interface Sentence {
  quote: string;
  text: string;
  /** Quoted from somebody else, or under words such as "Example:". */
  isAside: boolean;
  /** A row of a table without a mark or a number: perhaps a definition. */
  isTable: boolean;
}

const isTableRow = (line: string) => /^\s*\|.*\|\s*$/.test(line);
const withoutBullet = (line: string) => line.replace(/^\s*(?:[-*+•]|\d+[.)]|#{1,6}|>)\s+/, '').trim();

/** Blocks of code show what to run, or what a text for somebody else says. A block that is not closed ends with the text. */
const LEFT_OUT =
  /<!--[\s\S]*?(?:-->|(?![\s\S]))|~~[^~\n]+~~|^[\t ]*(```|~~~)[^\n]*\n[\s\S]*?(?:^[\t ]*\1[^\n]*$|(?![\s\S]))/gm;

/** The sentences, list items and table rows of a message, as plain text. Code in a line becomes a word for what it runs. */
export function sentencesOf(message: string): Sentence[] {
  const sentences: Sentence[] = [];
  let topic = '';
  for (const line of message
    .slice(-MAX_LENGTH)
    .replaceAll(LEFT_OUT, '\n')
    .split(/[\n⏎]+/)) {
    if (line.trim() === '') continue;
    if (isHeading(line)) topic = line;
    // What follows a line with a colon is a list; a paragraph ends it.
    else if (!/^\s*(?:[-*+•|>]|\d+[.)])/.test(line) && !/^\s*#/.test(topic)) topic = '';
    if (isPlanned(line) || NO_CLAIMS.test(topic)) continue;
    const isAside = /^\s*>|^(?: {4,}|\t)(?![-*+•\d])/.test(line) || ASIDE.test(topic);
    const isTable = isTableRow(line) && !/[✅✓✔🟢]|\d/u.test(line);
    for (const quote of isTableRow(line) ? [line] : line.split(SENTENCE_END)) {
      const text = plainText(isTableRow(quote) ? tableRow(quote) : quote);
      if (text !== '' && !/[?？]\s*$/.test(text) && !isInstruction(text))
        sentences.push({ quote: withoutBullet(quote), text, isAside, isTable });
    }
  }
  return sentences;
}

const isHeading = (line: string) =>
  /^\s*#{1,6}\s/.test(line) || /[:：]\s*(?:\*\*)?\s*$/.test(line) || /^\s*\*\*[^*]+\*\*\s*$/.test(line);

/** Headings of what is to come, or is asked for. */
const NO_CLAIMS =
  /\b(?:acceptance|criteria|definition of done|next steps?|to-?dos?|remaining|requirements?|before (?:you )?merg\w*|template|what (?:you|to) (?:can )?(?:do|run|check)|how to)\b|验收|下一步|后续|待办|要求|次のステップ|次の手順|다음 단계/i;
/** Headings of something else than what was done. */
const ASIDE =
  /\b(?:example|legend|means?|colou?rs?|badges?|looks? like|prints?|output|options?|background|history)\b|例如|示例|例:/i;

const SENTENCE_END =
  /(?<=[.!?][)"”*_]{0,3})\s+(?=[\p{Lu}\p{Lo}\d*_`"“(✅❌-])|,?\s+(?<!\b(?:[Aa]ll|[Nn]one|[Nn]othing|[Ee]verything) )(?:but|although|however|while|aber|pero|mais|mas|но)\b|(?<=[。；！？;])/u;

/** A box that is not ticked, or a step to take. */
const isPlanned = (line: string) =>
  /^\s*(?:[-*+]|\d+[.)])?\s*\[ \]/.test(line) ||
  /^\s*(?:[-*+]|\d+[.)])\s+(?:Run|Verify|Check|Confirm|Ensure|Make sure|Execute|Try)\b/.test(line);

/** "Then check that lint is clean." */
const isInstruction = (sentence: string) =>
  /^next steps?\b|^(?:(?:then|now|please|next|finally),? )?(?:(?:re-?)?run|check|verify|confirm|ensure|execute) (?:the|that|whether|if|it|all|your|this|these|every|tests|lint|build|typecheck)\b/i.test(
    sentence,
  );

const tableRow = (line: string) =>
  line
    .replace(/^\s*\|/, '')
    .replace(/\|\s*$/, '')
    .replaceAll('|', ' : ');

function plainText(sentence: string): string {
  return withoutBullet(sentence)
    .replace(/^\s*\[[xX]\]\s*/, '✅ ')
    .replaceAll(/\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replaceAll(/`([^`\n]*)`/g, (_, code: string) => wordFor(code))
    .replaceAll(QUOTATION, ' text ')
    .replaceAll(/\*\*|__|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** What somebody or something else says; a single word in quotes is only emphasised. */
const QUOTATION = /"[^"\s]+ [^"]+"|“[^”\s]+ [^”]+”|[「“][^」”]{6,}[」”]/g;

const WORDS = { test: 'tests', build: 'build', types: 'typecheck', lint: 'lint' } as const;

/** What a piece of code runs; otherwise it is a name, which says nothing here. */
function wordFor(code: string): string {
  const known = kindsIn(code).filter((kind) => kind !== 'other');
  return known.length > 0 ? known.map((kind) => WORDS[kind]).join(' and ') : ' code ';
}
