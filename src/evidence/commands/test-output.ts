/** Of the whole run, or of all that one target was to do. */
const NONE_AT_ALL = new RegExp(
  [
    /^g?make: (?:Nothing to be done for )?['`]\S*(?:test|check|spec|unit|e2e)\S*'(?:\.$| is up to date)/,
    /^Ran 0 tests\b/,
    /\bNO TESTS RAN\b|\bno tests ran\b|^collected 0 items$/,
    /\bNo test files found\b|\bNo tests found\b|\bNo tests? (?:is|were|are) (?:available|found)\b|\bNo tests executed\b/,
    /\bno tests? (?:specified|defined|configured)\b/i,
    /^[\t ]*0 pass(?:ing)?\b/,
    /^[#ℹ] tests 0$/,
    /^0 (?:examples|runs), 0 /,
    /\bExecuted 0 tests\b/,
    /\bNo test matches the given testcase filter\b/,
    // All of them were skipped.
    /^[\t =]*\d+ (?:skipped|deselected)(?:, \d+ (?:skipped|deselected|warnings?))* in [\d.]+ ?s/,
    /^[\t ]*Tests:?[\t ]+\d+ (?:skipped|todo)(?:(?:,| \|) \d+ (?:skipped|todo))*(?: \(\d+\)|, \d+ total)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'm',
);
/** Of one package or one program of several: what a pipe lets through need not be all of them. */
const NONE_IN_PART =
  /\[no test files\]|\[no tests to run\]|^running 0 tests$|\btest result: ok\. 0 passed\b|\bNo tests to run\b|\bTests are skipped\b|^> Task \S*:test\w* NO-SOURCE$/m;
const SOME =
  /\b[1-9]\d* (?:tests? |specs? |suites? |examples? )?pass(?:ed|ing)?\b|\bRan [1-9]|\brunning [1-9]\d* tests?\b|^ok[ \t]+\S+[ \t](?!.*\[no tests to run\])|^ok \d|^PASS[ \t]+\S|^[\t ]*--- PASS|^[#ℹ] (?:tests|pass) [1-9]|\bTests run: [1-9]|\b[1-9]\d* (?:examples?|runs), |^OK \([1-9]|\bPassed: +[1-9]|\bExecuted [1-9]|^> Task \S*:(?:test(?!Classes)\w*|\w+Test)(?: UP-TO-DATE| FROM-CACHE)?$/m;

/** A run that went well because it had nothing to do. Output of several, of which one tested something, is a run. */
export function testedNothing(words: string, isWhole: boolean): boolean {
  return (NONE_AT_ALL.test(words) || (isWhole && NONE_IN_PART.test(words))) && !SOME.test(words);
}

/** The summary of a test tool. */
const SUMMARY =
  /^[\t ]*Tests:?\s.{0,80}\b[1-9]\d* (?:passed|failed)\b.{0,80}(?:\(\d+\)|\d total)$|^=+ .{0,80}\b[1-9]\d* (?:passed|failed)\b.{0,80} in [\d.]+s|\bTests run: [1-9]|\btest result: (?:ok|FAILED)\. [1-9]|^[#ℹ] tests [1-9]|^[\t ]*[1-9]\d* passing \(|^[1-9]\d* examples?, /m;

/** Something was tested, whatever the command is called. */
export const testedSomething = (words: string): boolean => SUMMARY.test(words);
