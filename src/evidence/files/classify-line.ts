import { isData, isDocument, isFixture, isTestFile } from './file-kinds.ts';

/** What a line of code is evidence of. */
export type LineKind = 'case' | 'skip' | 'narrowed' | 'assertion' | 'stub' | 'silenced';

export interface ClassifiedLine {
  kind: LineKind;
  /** The same key in two places is the same thing, moved. */
  key: string;
  text: string;
  /** It may be right as it is: a test that cannot run everywhere, a base class, an app for to-dos. */
  mayBeMeant: boolean;
}

/** Only at the start of a line: elsewhere it is text about a test. A `describe` is not a test. */
const JS_CASE =
  /^(?:(?:await|return|void)\s+)?(?:[xf]?(?:it|test|specify)|Deno\.test)(?:\.(?!describe\b)\w+)*(?!\.)(?:\([^()]*\)|`[^`]*`)?\s*[(`]\s*(?:(['"`])(.*?)\1)?/;
const CASES: RegExp[] = [
  /^(?:async\s+)?def\s+(test\w*)\s*(?:\(|$)/,
  /^func\s+((?:Test|Benchmark|Fuzz|Example)\w+)\s*\(/,
  /^#\[(?:\w+::)*(?:[tT]est|rstest|test_case)\b/,
  /^@(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\b/,
  /^\[(?:Fact|Theory|Test|TestMethod|TestCase)\b/,
  /^(?:public\s+)?function\s+(test\w+)\s*\(/,
  /^[xf]?(?:it|specify|scenario)\s+(['"])(.*?)\1(?:,.*)?\s+do\b/,
  /^test\s+(['"])(.*?)\1(?:,.*)?\s+do\b/,
  /^(?:TEST|TEST_F|TEST_P|TEST_CASE|BOOST_AUTO_TEST_CASE)\s*\(/,
  /^func\s+(test\w+)\s*\(\)/,
  /^t\.Run\(\s*"([^"]*)"/,
  /^@test\s+(['"])(.*?)\1/,
];
const SKIP =
  /^(?:(?:await|return|void)\s+)?(?:it|test|describe|context|suite|specify)(?:\.\w+)*\.(?:skip|todo|fixme|skipIf|runIf|failing|fails)\b|^x(?:it|test|describe|context|specify)\s*[( ]|^@(?:pytest\.mark\.(?:skip|skipif|xfail)|(?:unittest\.)?(?:skip(?:If|Unless)?|expectedFailure)|Disabled|Ignore|ignore)\b|^pytestmark\s*=.*\bmark\.(?:skip|xfail)|^raise\s+(?:unittest\.)?SkipTest\b|^GTEST_SKIP\b|^TEST\w*\s*\(.*\bDISABLED_|^(?:pytest\.(?:skip|xfail)|self\.skipTest|[tb]\.Skip(?:f|Now)?|this\.skip|\$this->markTest(?:Skipped|Incomplete)|\$?self::markTest(?:Skipped|Incomplete))\(|^#\[ignore\b|^\[(?:Ignore\b|(?:Fact|Theory)\(.*\bSkip\s*=)|^(?:skip|pending)(?:$|\s+(?:['"]|if\b|unless\b|do\b))|^(?:it|describe|context|specify)\s.*,\s*:(?:skip|pending)\b|^(?:try\s+|throw\s+)?XCTSkip|\bskip:\s*(?:true|['"])|^@tag\s+:skip|^(?:t|ctx|context|testInfo|testContext)\.(?:skip|todo)\(|^\/\/\s?go:build\s+(?:never|ignore|skip|disabled|none|false)\b|^__test__\s*=\s*False\b/;
/** Ends a test file or leaves others out: mostly for a reason. */
const MAYBE_SKIP = /^process\.exit\(0?\)|^(?:sys|os)\.(?:_?exit)\(0?\)|^collect_ignore(?:_glob)?\s*\+?=/;
const NARROWED =
  /^(?:(?:await|return|void)\s+)?(?:it|test|describe|context|suite|specify)(?:\.\w+)*\.only\b|^f(?:it|describe|specify)[\s(]+['"`]/;
/** A function of the tests that asserts. */
const HELPER = /^(?:await\s+)?(?:expect|check|verify|ensure|require|must)[A-Z_]\w*\(/;
const ASSERTION =
  /\bexpect(?:\.\w+)*\s*\(|(?:^|[^\w])(?:assert|ASSERT|EXPECT|REQUIRE|CHECK)\w*(?:\.\w+)*!?\s*[( ]|\.should\b|\bself\.(?:assert|fail)\w*\(|\b(?:assert|require)\.\w+\(t?\b|\bt\.(?:Error|Fatal|Errorf|Fatalf|is|deepEqual|equal|ok|true|throws)\(|\bAssert\.\w+\(|\bverify\(|\bXCTAssert\w*\(|\$this->assert\w+\(|\.must_\w+|\brefute\w*\b/;

/** Imports an assertion and asserts nothing. */
const IMPORT = /^(?:import|from|export)\b|^(?:const|let|var)\b[^=]*=\s*(?:await\s+import|require)\(/;

/** What begins a comment, by the ending of the file; elsewhere `#` is a regular expression, a colour or a private field. */
const COMMENTS: [RegExp, string][] = [
  [
    /\.(?:py|pyi|rb|sh|bash|zsh|fish|pl|pm|r|jl|nim|exs?|tcl|ps1|cr|mk|cmake|tf|nix|gd|coffee)$|akefile$|ockerfile$/i,
    `#+|['"]{3}`,
  ],
  [/\.php$/, String.raw`\/\/+|#+|\/\*+|^\*`],
  [/\.(?:lua|sql|hs|elm|adb|ads|vhdl?)$/, '--+'],
  [/\.(?:clj[cs]?|edn|el|lisp|scm|rkt|asm|s)$/i, ';+'],
  [/\.(?:erl|hrl|tex|pro|m)$/, '%+'],
];
const C_COMMENTS = String.raw`\/\/+|\/\*+|^\*|<!--|\{\/\*`;

interface StubPatterns {
  marker: RegExp;
  stub: RegExp;
}
const stubPatterns = new Map<string, StubPatterns>();

/** Compiled once for each kind of comment. */
function stubsIn(path: string): StubPatterns {
  const comment = COMMENTS.find(([files]) => files.test(path))?.[1] ?? C_COMMENTS;
  const known = stubPatterns.get(comment);
  if (known) return known;
  const made = {
    // Where a marker begins the comment or a remark in it; or in what is thrown.
    marker: new RegExp(
      String.raw`(?:${comment})!?\s*[@[(]?(?:(?:TODO|FIXME|XXX|HACK|TBD)\b|(?:[Tt]odo|[Ff]ixme)(?=\s*(?:[:(]|$|\*\/)))|(?:${comment}).*\b(?:TODO|FIXME|XXX|HACK|TBD)(?:\([^)]*\))?:|\b(?:throw|raise|panic|fatal|error|fail|abort)\b.*\b(?:TODO|FIXME|TBD)\b`,
    ),
    // Says of itself that it is not done.
    stub: new RegExp(
      String.raw`(?<!["'\x60])\b(?:unimplemented|todo)!\s*\(|^pass\s+#\s*(?:later|todo|stub|placeholder|implement|for now)|\b(?:throw|raise|panic|fatal|abort|return)\b.*\b(?:not (?:yet )?implemented(?: yet)?|to be implemented)\b|(?:${comment}).*(?:\bnot (?:yet implemented|implemented yet)\b|\bsimplified for now\b|\b(?:stub(?:bed)?|dummy|fake|hard-?coded) for now\b|\bfor now\b.{0,40}\b(?:stub|hard-?code|fake|dummy|skip|return)|\bplaceholder (?:implementation|for now)|尚?未实现|暂[未不]实现|待(?:实现|完成)|先写死)|(?:${comment})\s*(?:just )?(?:an? )?(?:placeholder|stub)(?=\s*(?:$|[:.,;—–-]|\*\/|for now|until|implementation))|(?:${comment})\s*(?:待办|占位|临时(?:实现|方案|处理))`,
      'i',
    ),
  };
  stubPatterns.set(comment, made);
  return made;
}
/** In product code these may mean what they say: a status text, a text field, data for a story, a base class. */
const MAYBE_STUB =
  /\bnot(?: yet)? implemented\b|\bplaceholder (?:implementation|value|for now)|\b(?:dummy|mock|fake|stub) (?:data|value|implementation)\b|\b(?:stub|hard-?coded) for now\b|未实现|待实现|占位(?!符)|\b(?:raise|throw|throws|return|new)\b.*\b(?:NotImplemented(?:Error|Exception)|UnsupportedOperationException)\b/i;
/** The answer of a server, or of a case that nobody asked for: `501`, "not implemented for …". */
const IS_ANSWER = /\b501\b|^(?:default|else|_)\b.*\bnot implemented\b|\bnot(?: yet)? implemented (?:for|by|on|in)\b/i;
/** Speaks of such markers, or of to-dos. */
const IS_SUBJECT =
  /\b(?:TODO|FIXME|XXX|HACK|TBD)s? (?:items?|and|or|comments?|markers?|lists?|entry|entries|notes?|tags?|apps?|page|views?|models?|routes?|of|are|is|count)\b/;
const SILENCED =
  /\beslint-disable|\bbiome-ignore\b|\boxlint-disable|@ts-(?:ignore|expect-error|nocheck)\b|#\s*type:\s*ignore|#\s*noqa\b|#\s*pylint:\s*disable|#\s*pyright:\s*ignore|#!?\[allow\(|\/\/\s*nolint\b|@SuppressWarnings\b|rubocop:disable|\bNOSONAR\b|#pragma warning disable|\bistanbul ignore|\bc8 ignore|pragma: no cover|phpstan-ignore|psalm-suppress|swiftlint:disable|\bstylelint-disable|prettier-ignore|@Suppress\(/;

/** A quick test, because most lines are of none of these kinds. */
const ANY =
  /it|test|describe|context|suite|spec|scenario|Fact|Theory|skip|Skip|only|ignore|Ignore|Disabled|pending|expect|assert|EXPECT|CHECK|REQUIRE|should|verify|refute|must_|Error\(|Fatal|\bt\.|TODO|FIXME|XXX|HACK|TBD|mplemented|todo!|Exception|pass|for now|tempora|laceholder|stub|mock|ummy|ard-?coded|disable|@ts-|noqa|allow\(|nolint|Suppress|NOSONAR|no cover|XCT|go:build|[待未暂占临先]/i;

/** A longer line was written by a program; its beginning is enough. */
const MAX_LINE_LENGTH = 500;

/** The kinds of a line of a file; a line may be of several, or of none. `before` is the line before it. */
export function classifyLine(path: string, line: string, before = ''): ClassifiedLine[] {
  const text = line.slice(0, MAX_LINE_LENGTH).trim();
  if (text === '' || !ANY.test(text)) return [];
  const found: ClassifiedLine[] = [];
  const add = (kind: LineKind, key = text, mayBeMeant = false) =>
    found.push({ kind, key: `${kind} ${key}`, text, mayBeMeant });
  if (isTestFile(path)) {
    const name = testName(text);
    if (name !== undefined) add('case', name);
    // Keyed by the name of the test: `xit(…)` that became `it.skip(…)` was skipped before.
    if (SKIP.test(text)) add('skip', name, isGuarded(text, before.trim()));
    else if (MAYBE_SKIP.test(text)) add('skip', name, true);
    if (NARROWED.test(text)) add('narrowed');
    if (!isComment(text) && !IMPORT.test(text) && (ASSERTION.test(text) || HELPER.test(text))) add('assertion');
  } else if (
    !isDocument(path) &&
    !isData(path) &&
    !isFixture(path) &&
    !/\.(?:toml|cfg|ini|ya?ml|jsonc?|xml)$/.test(path)
  ) {
    if (/^#\[(?:\w+::)*test\b/.test(text)) add('case');
    if (/^#\[ignore\b/.test(text)) add('skip');
    const { stub, marker } = stubsIn(path);
    if (stub.test(text)) add('stub', text, (isBase(path) && !/\byet\b|!/.test(text)) || IS_ANSWER.test(text));
    else if (marker.test(text)) add('stub', text, /to-?do/i.test(path) || IS_SUBJECT.test(text));
    else if (MAYBE_STUB.test(text)) add('stub', text, true);
  }
  if (!isDocument(path) && SILENCED.test(text)) add('silenced');
  return found;
}

/** Skipped only under a condition, and not under one that always holds. */
function isGuarded(text: string, before: string): boolean {
  if (/\b(?:skipif|skip_?unless|skipIf|skipUnless|runIf)\s*\(/i.test(text))
    return !/\w\(\s*(?:True|true|1|!0|not False|!false)\s*[,)]/.test(text);
  if (/^(?:skip|pending)\s.*\b(?:if|unless)\b|^(?:skip|pending)\s+(?:if|unless)\b/.test(text)) return true;
  return (
    /^(?:\}?\s*else\s+)?(?:if|unless|elif|except|catch)\b/.test(before) && !/^if\s*\(?\s*(?:true|True|1)\b/.test(before)
  );
}

/** The name of the test, so that `it(…)` that became `test(…)` or `it.skip(…)` counts as kept. */
function testName(text: string): string | undefined {
  if (isComment(text)) return undefined;
  const js = JS_CASE.exec(text);
  if (js) return js[2] ?? text;
  for (const pattern of CASES) {
    const match = pattern.exec(text);
    if (match) return match[2] ?? match[1] ?? text;
  }
  return undefined;
}

/** There, "not implemented" says that others implement it. */
const isBase = (path: string) => /base|abstract|interface/i.test(path);

const isComment = (text: string) => /^(?:\/\/|\/\*|\*|#(?!\[)|--|<!--)/.test(text);
