import { CHECKED_KINDS, type CheckedKind } from '../evidence.ts';
import { sentencesOf } from './sentences.ts';
import { EVERYTHING, isDenied, PASSES, SUBJECTS } from './words.ts';

/** What a message says passes: a kind, or whatever was run last. */
export interface FoundClaim {
  kind: CheckedKind | 'everything';
  quote: string;
  /** The sentence says this and little else: it is about the work, whatever else was run. */
  isPlain: boolean;
  /** It tells of the work, and not of another time or place, a condition, or what somebody else says. */
  isOwn: boolean;
  /** It speaks of some of them: "my new tests pass". */
  isPartial: boolean;
}

/** What a message says about tests, build, type check and lint passing. */
export function claimsIn(message: string): FoundClaim[] {
  const found = new Map<string, FoundClaim>();
  for (const { text, quote, isAside, isTable } of sentencesOf(message))
    for (const { kind, isOwn, isPlain, ...claim } of kindsClaimed(text)) {
      const key = `${kind} ${text}`;
      if (!found.has(key))
        found.set(key, { kind, quote, ...claim, isOwn: isOwn && !isAside, isPlain: isPlain && !isTable });
    }
  return [...found.values()];
}

/** In any case and language, a word for something that passes. */
const MAY_CLAIM =
  /pass|green|succe|suces|fail|\bok\b|clean|happy|fixed|resolved|error|issue|warning|compil|check|good|✅|✓|✔|🟢|\d ?\/ ?\d|bestand|bestehen|grün|erfolg|fehler|läuft|laufen|pasa|éxito|exitos|correct|verde|réussi|vert|erro|erreur|прош|пройд|проход|успеш|ошиб|зел|чист|通过|成功|绿|无误|正常|没有|零|无|パス|通過|合格|グリーン|エラー|問題|通[りるっ]|통과|성공|없|satisf|0 /i;

/** What ran elsewhere was looked up, and not run here. */
const ELSEWHERE =
  /(?<![\w-])(?:CI|GitHub Actions|Actions|pipelines?|workflow runs?|remote checks?|PR checks|checks on (?:the )?PR|CircleCI|GitLab|Buildkite|Jenkins|Vercel|Netlify|Cloudflare)(?![\w-]|:\w)/;

/** `15/21 tests pass`, `12 of 13 green`, `98% of the tests pass`, `13 个测试中有 12 个通过`. */
function isPart(clause: string): boolean {
  const [, done, all] = /(?<![\d.])(\d+) ?(?:\/|of|von|sur|de|из) ?(\d+)(?![\d.])/.exec(clause) ?? [];
  const [, whole, part] =
    /(\d+) ?[个项条개][^\d，。,]{0,10}[中里有중][^\d，。,]{0,6}([1-9]\d*) ?[个项条개](?! ?(?:失败|错误|报错|警告|问题))/.exec(
      clause,
    ) ?? [];
  const isPercentage = /(?<![\d.])\d\d?(?:\.\d+)? ?% (?:of (?:the |all )?(?:\w+ )?(?:tests|specs|cases)|pass)/.test(
    clause,
  );
  if (isPercentage || (part !== undefined && Number(part) < Number(whole))) return true;
  return done !== undefined && Number(done) < Number(all);
}

/** "Before my change all tests passed." */
const EARLIER = /^(?:before|prior to) (?:my|the|this|these|your|any) (?:change|fix|edit|refactor|commit|patch|update)/i;

/** "As you confirmed, all tests pass." */
const BY_OTHERS =
  /\b(?:as|like) (?:you|the user|he|she|they) (?:\w+ )?(?:confirmed|said|noted|mentioned|reported|verified|saw|told|wrote)\b|\baccording to\b|\bper your\b|^(?:you|they|he|she) (?:\w+ )?(?:ran|confirmed|verified|tested|saw|reported)\b/i;

/** Some of them: the rest may have failed, and often the next sentence says so. */
const PARTIAL =
  /\b(?:my|new|added|these|those|own|related|relevant|affected|other|others|rest|remaining|almost|nearly|(?<!all )(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|zwölf|übrigen|restlichen|autres|demás|restantes|остальн[а-яё]*|(?:tests?|specs) (?:for|of|in|about)|(?<!all )\d+ (?:of the )?(?:tests?|specs))\b|新增|新加|其余|其他|\d+ ?个(?:测试|用例)|新しい|その他|残り|새로|나머지/;

const isPartial = (clause: string) =>
  /\b(?:nearly|almost)\b/.test(clause) ||
  ((PARTIAL.test(clause) || NAMED_PART.test(clause)) && !/\ball\b|\bevery\b|全部|所有|すべて|모든/.test(clause));

/** "The price tests pass", "tests pass for this file", "this file passes". */
const NAMED_PART =
  /\bthe (?!full|whole|entire|unit|integration|existing|new|test|other|build|backend|frontend|complete|automated|e2e|end-to-end|rust|go|python|jest|vitest|cypress|playwright)[a-z-]+ (?:tests?|specs?) |\bpass(?:es|ed)?\b.* for |^\W*code pass/;

/** "If all tests pass, …": the whole sentence is a condition. */
const CONDITION =
  /^(?:if|once|as soon as|unless|provided|assuming|wait(?:ing)? (?:for|until)|until|only (?:if|when)|before (?:merging|you)|next steps?|sobald|falls|wenn|dès que|quand|lorsque|cuando|si|quando|se|если|когда)\b(?! (?:anything|i |we )\b)|只有当|一旦|たら、|れば、|하면 |(?<=[\u3131-\uD79D])면,/i;
/** "… all tests pass, except one." */
const EXCEPTION =
  /\b(?:all but|but one|save for|barring|with the exception of|bis auf|l[’']exception de|a excepción de|com exceção de|sauf|excepté|hormis|salvo|excepto|menos|außer|exceto|abgesehen von)\b|кроме|за исключением|除了|除外|除.{1,30}外|を除|以外|제외|외의|[1-9]\d* ?个?(?:失败|失敗|실패)/i;

function kindsClaimed(text: string): Omit<FoundClaim, 'quote'>[] {
  // Most sentences speak of nothing of the kind.
  if (!MAY_CLAIM.test(text) || isPart(text) || [EARLIER, BY_OTHERS, CONDITION, EXCEPTION].some((no) => no.test(text)))
    return [];
  if (ELSEWHERE.test(text.replaceAll(/[(（—–].*/g, ''))) return [];
  const sentence = text.toLowerCase();
  const clauses = new Map(CHECKED_KINDS.map((kind) => [kind, claimedClause(kind, sentence)]));
  const kinds = CHECKED_KINDS.filter((kind) => clauses.get(kind) !== undefined);
  const about = (clause = '') => ({
    isPlain: isPlainClause(clause) && !OTHER_CONTEXT.test(sentence) && !OF_DATA.test(sentence),
    isOwn:
      !BEFORE_CLAUSE.test(sentence.slice(0, Math.max(0, sentence.indexOf(clause)))) &&
      !OTHER_STATE.test(sentence.slice(0, Math.max(0, sentence.indexOf(clause)) + clause.length)),
    isPartial: isPartial(clause),
  });
  // What TypeScript compiles is a type check, and that it compiles says nothing of a build.
  const named =
    kinds.includes('types') && !/\b(?:build|bundle)|构建|编译|打包|ビルド|빌드/.test(sentence)
      ? kinds.filter((kind) => kind !== 'build')
      : kinds;
  if (named.length > 0) return named.map((kind) => ({ kind, ...about(clauses.get(kind)) }));
  const everything = EVERYTHING.exec(sentence);
  if (!everything) return [];
  const clause = clauseAround(sentence, everything.index, everything.index + everything[0].length);
  if (isDenied(clause)) return [];
  const listed = CHECKED_KINDS.filter((kind) => LISTED[kind].test(sentence));
  return (listed.length > 0 ? listed : (['everything'] as const)).map((kind) => ({ kind, ...about(clause) }));
}

/** Before the clause: a condition, another time, or what somebody else says. */
const BEFORE_CLAUSE =
  /\b(?:if|once(?! (?:i|we) )|unless|until|as soon as|as long as|every time|yesterday|last (?:week|month|night)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|screenshot|pasted|reporter|contributor|criteria|definition of done|sobald|falls|dès que|une fois|cuando|если|когда)\b|только если|只有当|您提到|你提到|你说/;

/** Another branch, commit, version, moment or condition than what is there now: the last run may not be about it. */
const OTHER_STATE =
  /\b(?:on|auf|en|sur|em|на) (?:the |dem |der |la |le )?(?:code|main|master|trunk|develop|upstream|(?:base|old|other|previous|original|target|release|stable) (?:branch|commit|version))\b|\b(?:at|bei|as of) (?:the )?(?:code|commit|tag|revision|head~|that (?:point|time|moment|commit)|[0-9a-f]{7,40}\b)|\b(?:with|on|under|using|mit|unter|con|avec|com|bajo) (?:the )?(?:node(?:\.?js)?|python|ruby|php|java|jdk|go|rust|deno|bun|typescript|react|vue|version|windows|macos|ubuntu) ?v?\d|\b(?:with|without|mit|ohne|con|sin|avec|sans) (?:the )?(?:\w+ )?code (?:set|unset|enabled|disabled|installed|exported|running|mocked|stubbed|reverted|on|off)\b|之前|以前|当时|那时|当時|その時|당시/;

/** Tells of another time, another place, or what somebody else says. */
const OTHER_CONTEXT =
  /\b(?:log|issue|ticket|reporter|contributor|author|colleague|thread|release|yesterday|last (?:week|month|time|night)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|back then|at the time|example|template|criteria|acceptance|definition of done|before merging|in (?:production|staging)|pasted|linked|quoted?|means|stands for|next steps|when(?= (?:the |all |every |your |both )*(?:tests?|test suite|suite|builds?|lint|linter|types?|checks?|ci|everything)\b)|if|once|as soon as|unless|until|so that|after the|every time|as long as|makes?|lets?|allows?|screenshot|historically|than|must|nachdem|müssen|une fois|wird|has to|have to|würde|sicherstellen|assurer|asegurar\w*|comprobar|garantir)\b|нужно|убедиться|^\W*(?:green|red|yellow|grün|vert|verde)\s*[:=–-]|=|--\w|вы пишете|해야|您提到|你提到|您说|你说|据说|才会|时，/;

/** "The input passes the type check" says nothing of the code. */
const OF_DATA =
  /\b(?:input|value|values|data|argument|arguments|payload|string|object|request|response|user|file|node|element)s? (?:now |still |then )?pass(?:es|ed)?\b/;

/** What a plain statement has beside the words for what passes. */
const FILLER = new RegExp(
  `${Object.values(SUBJECTS).join('|')}|${PASSES}|\\b(?:all|the|both|every|each|full|whole|entire|unit|integration|end-to-end|existing|new|relevant|related|my|our|now|still|again|also|locally|here|and|with|no|without|any|in|of|for|is|are|was|were|has|have|been|run|runs|ran|successfully|fine|done|everything|it|they|i|we|total|result|results|status|warnings?|errors?|code|project|app|package|crate|module)\\b|全部|所有|单元|集成|现在|目前|本地|均|都|已|了|的|也|すべて|全て|全|の|が|は|を|も|して|しました|しています|います|ました|です|ます|모든|모두|전부|가|이|은|는|도|했습니다|합니다|됩니다|[\\d\\s!-/:-@[-\`{-~–—…“”‘’、。，；：！？（）]+`,
  'g',
);
const MAX_OTHER_LETTERS = 24;
/** One of these says as much as several letters. */
const WIDE = /[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;

const isPlainClause = (clause: string) =>
  clause.replaceAll(FILLER, '').replaceAll(WIDE, 'www').length <= MAX_OTHER_LETTERS;

/** In a list behind "all checks pass": `(fmt, lint, test:ci)`. */
const LISTED: Record<CheckedKind, RegExp> = {
  test: /\b(?:tests?(?::\w+)?|pytest|vitest|jest|specs)\b|测试|テスト/,
  build: /\b(?:build|compile)\b|构建|ビルド/,
  types: /\b(?:type[- ]?checks?|types|tsc|mypy|pyright|typecheck)\b|类型/,
  lint: /\b(?:lint(?:er|ing)?|eslint|ruff|biome|clippy|vet)\b/,
};

const GAP = 60;

interface KindPatterns {
  subject: RegExp;
  /** The words stand the other way round: "passes all tests", "25 passing tests", "no lint errors". */
  reversed: RegExp;
}

const patterns = new Map<CheckedKind, KindPatterns>();
const PASS = new RegExp(PASSES, 'g');
const ANY_SUBJECT = new RegExp(Object.values(SUBJECTS).join('|'), 'g');

/** Of which there are none if it passes. */
const NONE_OF: Record<CheckedKind, string> = {
  test: 'tests? failures?|failing tests?',
  build: '(?:build|compilation|compile|compiler) (?:errors?|failures?)|erreurs? de compilation|errores de compilación',
  types: 'type(?:script)?[ -](?:check )?errors?|typfehler|erreurs? de types?|errores de tipos?|erros de tipos?',
  lint: 'lint(?:er|ing)? (?:errors?|issues?|warnings?|violations?|problems?)|lint-?fehler|erreurs? de lint(?:er)?|errores de lint(?:er)?|erros de lint(?:er)?',
};

/** Compiled at the first use: few messages speak of every kind. */
function patternsOf(kind: CheckedKind): KindPatterns {
  const known = patterns.get(kind);
  if (known) return known;
  const subject = SUBJECTS[kind];
  const made = {
    subject: new RegExp(subject, 'g'),
    reversed: new RegExp(
      `(?:\\b(?:pass(?:es|ed|ing)?|satisf(?:y|ies)|successfully|passa|passe|besteht)(?: (?:all|every|both|of|the|its|these|our|\\d+|existing|new|full|unit|cleanly with|code))* ?(?:[a-z-]+ )?|通过(?:了)?(?:全部|所有|\\d+ ?个)?)(?:${subject})(?! (?:runner|file|case|helper))|\\b(?:0|no|zero|keine|aucune?|no hay|sem)(?: remaining| more)? (?:${NONE_OF[kind]})(?![ -](?:introduced|added)| (?:were|are) (?:introduced|added))\\b`,
      'g',
    ),
  };
  patterns.set(kind, made);
  return made;
}

/** Tried first, because it costs least: a word for one of the kinds, in any language. */
export const NAMES: Record<CheckedKind, RegExp> = {
  test: /test|suite|spec|jest|playwright|pass|prueba|тест|测试|用例|单测|テスト|테스트/,
  build: /build|bundle|compil|kompil|constru|сбор|собира|компил|构建|编译|打包|ビルド|コンパイル|빌드|컴파일/,
  types: /type|tsc|mypy|pyright|\bty\b|svelte-check|cargo check|typ|tipos|типов|типиз|类型|型チェック|타입/,
  lint: /lint|biome|ruff|clippy|rubocop|flake8|detekt|shellcheck|analy|prettier|format|vet|credo|phpstan|линт|代码检查|静态|リント|静的|린트/,
};

/** The clause of a sentence, in lower case, which says that this passes. */
function claimedClause(kind: CheckedKind, sentence: string): string | undefined {
  if (!NAMES[kind].test(sentence)) return undefined;
  const { subject, reversed } = patternsOf(kind);
  const unlessDenied = (start: number, end: number) => {
    const clause = clauseAround(sentence, start, end);
    return isDenied(clause) ? undefined : clause;
  };
  for (const match of matchesOf(subject, sentence)) {
    const start = match.index;
    const end = start + match[0].length;
    const behind = sentence.slice(end, end + GAP);
    PASS.lastIndex = 0;
    for (let pass = PASS.exec(behind); pass; pass = PASS.exec(behind)) {
      const gap = behind.slice(0, pass.index);
      if (!isConnected(gap)) break;
      if (isNoun(sentence.slice(0, start), pass[0])) continue;
      if (isDescription(sentence.slice(0, start), gap) || !fits(kind, match[0], pass[0], gap)) continue;
      const clause = unlessDenied(start, end + pass.index + pass[0].length);
      if (clause !== undefined) return clause;
    }
    const saysAlone =
      (/^(?:compiles|compiled|compila|компилируется)$/.test(match[0]) &&
        /^\s*(?:$|[.,;!)—–]|and\b|cleanly|fine)/.test(behind)) ||
      /^type-?checked$|^typechecks$/.test(match[0]);
    const alone = saysAlone ? unlessDenied(start, end) : undefined;
    if (alone !== undefined) return alone;
    // `✅ Build`: the mark stands first, and nothing but the name behind it.
    const before = sentence.slice(0, start).trim();
    if (
      /(?:^|[,;:|·]\s*)(?:✅|✓|✔|🟢)\s*(?:all|full|the)?$/.test(before) &&
      /^\s*(?:$|[,;:|·—–(-])/.test(behind) &&
      !isDenied(sentence)
    )
      return match[0];
  }
  for (const match of matchesOf(reversed, sentence)) {
    const clause = unlessDenied(match.index, match.index + match[0].length);
    if (clause !== undefined) return clause;
  }
  return kind === 'test' ? countedClause(sentence) : undefined;
}

/** As `matchAll`, which copies the pattern each time: that takes longer than the search. */
function* matchesOf(pattern: RegExp, text: string): Generator<RegExpExecArray> {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) yield match;
}

/** `Result: 12 passed, 0 failed`: a count needs no subject. */
function countedClause(sentence: string): string | undefined {
  const match =
    /(?<![a-z\d/.])(?:[1-9]\d*(?: ?\/ ?\d+)? (?:tests? )?(?:passed|passing)(?! (?:in|to|as|the|a|an|through)(?! \d))|[1-9]\d*(?: unit| new)? passing tests?)(?![a-z])/.exec(
      sentence,
    );
  // A count of failures beside it says that not all passed.
  if (!match || isDenied(sentence)) return undefined;
  return clauseAround(sentence, match.index, match.index + match[0].length);
}

/** "Tests that a token passes" and "the test for a successful login" tell what is tested. */
const isDescription = (before: string, gap: string): boolean =>
  /\b(?:(?:for|of|with|to|on|in|against|that|covers?|checks?) an?|the|every|each|any) $/.test(gap) ||
  (/^ (?:that|whether|how)\b/.test(gap) && !/\b(?:the|all|both|these|those) (?:[a-z]+ )?$/.test(before));

/** "A lint pass over the tree" is a noun. */
const isNoun = (before: string, pass: string) =>
  pass === 'pass' && /\b(?:an?|another|one|each|first|second|final) (?:\w+ )?$/.test(before);

/** "Fixed" is said of errors that a tool reported; "clean" and "0 issues" of a tool, not of tests. */
function fits(kind: CheckedKind, subject: string, pass: string, gap: string): boolean {
  if (/^(?:fixed|resolved)$/.test(pass))
    return (
      (kind === 'lint' || kind === 'types') && /(?:errors?|issues?|warnings?|lint(?:ing)?)/.test(`${subject}${gap}`)
    );
  if (/^(?:clean|cleanly)$/.test(pass) && kind === 'test') return /^cleanly$/.test(pass);
  if (/^\d+ ?\/ ?\d+$/.test(pass)) {
    const [done, all] = pass.split('/').map(Number);
    return kind === 'test' && done === all && /[:(—–-]\s*$/.test(gap);
  }
  if (/^(?:happy)$/.test(pass)) return kind !== 'test';
  if (/^types$/.test(subject)) return /^(?:clean|pass(?:es|ed)?|green)|errors?/.test(pass) && gap.length < 12;
  return true;
}

/** Nothing but a list of other things that pass stands between: "tests, lint and build all pass". */
function isConnected(gap: string): boolean {
  if (/[.!?。！？]\s/.test(gap)) return false;
  if (!/[,，;；:：、—–(]| - /.test(gap)) return true;
  const rest = gap
    .replaceAll(ANY_SUBJECT, '')
    .replaceAll(
      /\b(?:and|und|y|et|e|all|both|now|also|the|is|are|unit|integration|full|type|checks?|checking|errors?|suite|code|with|status|result|results|run|total|\d+)\b|[和与及、,，:：()（—–/&+-]/g,
      '',
    )
    .replaceAll(/\s+/g, '');
  return rest.length <= 10;
}

/** From the sign of punctuation before a match to the one behind it. */
function clauseAround(sentence: string, start: number, end: number): string {
  const left = Math.max(
    ...[',', ';', '—', '–', '(', '，', '；', '（', ': '].map((sign) => sentence.lastIndexOf(sign, start - 1)),
  );
  const found = /[,;—–()，；（）]|$/.exec(sentence.slice(end));
  return sentence.slice(left + 1, end + (found?.index ?? 0));
}
