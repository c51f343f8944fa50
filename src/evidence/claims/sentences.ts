import { kindsIn } from '../commands/parts.ts';

const MAX_LENGTH = 20_000;

/** One sentence of a message: as it stands there, and as plain text to be matched. */
export interface Sentence {
  quote: string;
  text: string;
}

const isTableRow = (line: string) => /^\s*\|.*\|\s*$/.test(line);
const withoutBullet = (line: string) => line.replace(/^\s*(?:[-*+•]|\d+[.)]|#{1,6}|>)\s+/, '').trim();

/**
 * The sentences, list items and table rows of a message, as plain text. Code blocks are left out: they show what to run,
 * or what a text for somebody else says. Code in a line becomes a word for what it runs.
 */
export function sentencesOf(message: string): Sentence[] {
  return message
    .slice(-MAX_LENGTH)
    .replaceAll(/^[\t ]*(```|~~~)[^\n]*\n[\s\S]*?(?:\n[\t ]*\1[^\n]*(?=\n|$)|$)/gm, '\n')
    .split(/[\n⏎]+/)
    .filter((line) => !isPlanned(line))
    .flatMap((line) => (isTableRow(line) ? [line] : line.split(SENTENCE_END)))
    .map((quote) => ({ quote: withoutBullet(quote), text: plainText(isTableRow(quote) ? tableRow(quote) : quote) }))
    .filter(({ text }) => text !== '' && !/[?？]\s*$/.test(text) && !isInstruction(text));
}

const SENTENCE_END =
  /(?<=[.!?][)"”*_]{0,3})\s+(?=[\p{Lu}\p{Lo}\d*_`"“(✅❌-])|,?\s+(?<!\b(?:[Aa]ll|[Nn]one|[Nn]othing|[Ee]verything) )(?:but|although|however|while|aber|pero|mais|mas|но)\b|(?<=[。；！？;])/u;

/** A box that is not ticked, or a step to take. */
const isPlanned = (line: string) =>
  /^\s*(?:[-*+]|\d+[.)])?\s*\[ \]/.test(line) ||
  /^\s*(?:[-*+]|\d+[.)])\s+(?:Run|Verify|Check|Confirm|Ensure|Make sure|Execute|Try)\b/.test(line);

/** "Then check that lint is clean." */
const isInstruction = (sentence: string) =>
  /^(?:(?:then|now|please|next|finally),? )?(?:(?:re-?)?run|check|verify|confirm|ensure|execute) (?:the|that|whether|if|it|all|your|this|these|every|tests|lint|build|typecheck)\b/i.test(
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
