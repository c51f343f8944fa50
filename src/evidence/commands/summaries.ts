import { stripVTControlCharacters } from 'node:util';
import type { CheckedKind } from '../evidence.ts';

/** What a line of output shows. `clean`: no failure, but perhaps no test either. `nothing`: a run that tested nothing. */
export type Shown = 'passed' | 'clean' | 'failed' | 'nothing';

/**
 * How much a line proves. `whole`: it would name failures too, so it counts even where other lines are missing. `sure`:
 * only such a run prints it, so it also shows that there was one. `weak`: it counts only where the command line says
 * what ran, and no stronger line says otherwise. `gate`: a limit beside the tests was not met, and no test failed by it.
 */
type Strength = 'whole' | 'sure' | 'weak' | 'gate';

/**
 * What stands before a line: the task of mise or turbo, the package of pnpm, the container of compose, the level of
 * Maven and sbt, a mark of success.
 */
const PREFIX = String.raw`(?:\d\d:\d\d:\d\d(?:\.\d+)? )?(?:\[[\w:.@/ -]{1,40}\] ?|[\w@/.-]{1,60}(?::[\w:.-]{1,40}| [\w:.-]{1,40})?: ?|[\w.-]{1,40} +\| ?|[|│┃>#*✓✔✅✗✘✖❌ℹ⚡✨=-]{1,3} )?[\t ]*`;

/** The last lines of tools: kind, what the line shows, how much it proves, and the line itself. */
const TABLE = String.raw`
test passed whole Tests:? +(?:\d+ (?:skipped|todo|expected fail|flaky)(?:,| \|) )*[1-9]\d* passed\b(?!.*\bfailed\b).*
test failed sure Tests:? +(?:\d+ \w+(?: \w+)?(?:,| \|) )*[1-9]\d* failed\b.*
test failed sure Test (?:Files|Suites):? +(?:\d+ \w+(?:,| \|) )*[1-9]\d* failed\b.*
test passed sure Test (?:Files|Suites):? +(?:\d+ skipped(?:,| \|) )*[1-9]\d* passed(?: \(\d+\)|, \d+ total)
test nothing sure Tests:? +\d+ (?:skipped|todo)(?:(?:,| \|) \d+ (?:skipped|todo))*(?: \(\d+\)|, \d+ total)
test failed sure Errors +[1-9]\d* errors?
test failed weak FAIL +\S+\.\w+.*
test passed whole =+ (?:\d+ (?:skipped|xfailed|xpassed|deselected|warnings?|rerun), )*[1-9]\d* passed(?:, \d+ (?:skipped|xfailed|xpassed|deselected|warnings?|rerun|subtests passed))* in [\d.:]+ ?s.*
test failed sure =+ (?:\d+ \w+, )*[1-9]\d* (?:failed|errors?)\b.* in [\d.:]+ ?s.*
test passed whole (?:\d+ (?:skipped|xfailed|deselected|warnings?), )*[1-9]\d* passed(?:, \d+ (?:skipped|xfailed|xpassed|deselected|warnings?|subtests passed))* in [\d.:]+ ?s.*
test failed sure (?:\d+ \w+, )*[1-9]\d* (?:failed|errors?)(?:, \d+ \w+)* in [\d.:]+ ?s.*
test nothing sure =* ?(?:no tests ran|\d+ (?:skipped|deselected)(?:, \d+ (?:skipped|deselected|warnings?))*) in [\d.:]+ ?s.*
test nothing weak collected 0 items
test failed sure (?:FAILED|ERROR) \S+\.py(?:::\S+.*)?
test failed weak ERROR collecting .*
test failed weak ERROR(?:S!?)?(?: .*|:.*)?
test passed weak OK(?: \((?:skipped|expected failures)=\d+.*\))?
test failed sure FAILED \((?:failures|errors|unexpected successes)=\d+.*\)
test passed sure Ran [1-9]\d* tests? in [\d.]+s
test nothing sure (?:Ran 0 tests in [\d.]+s|NO TESTS RAN)
test passed sure ok +\t?\S+\s+(?:[\d.]+s|\(cached\))(?!.*\[no tests to run\]).*
test failed sure FAIL\t\S+.*
test failed sure FAIL +\S+ +(?:[\d.]+s|\[(?:build|setup) failed\])
test failed sure --- FAIL: \S+.*
test passed weak (?:PASS|--- PASS: \S+ .*)
test failed weak FAIL
test nothing weak (?:ok +\t?\S+\s+.*\[no tests to run\]|\?\s+\S+\s+\[no test files\]|testing: warning: no tests to run)
test failed weak panic: .*
test passed sure test result: ok\. [1-9]\d* passed.*
test failed sure test result: FAILED\..*
test nothing weak test result: ok\. 0 passed.*
test clean weak test result: ok\. 0 passed.*
test nothing weak running 0 tests
test passed whole Summary \[.*\] +\d+ tests? run: [1-9]\d* passed(?!.*\bfailed\b).*
test failed sure Summary \[.*\] +\d+(?:/\d+)? tests? run: .*\b[1-9]\d* failed.*
test passed sure [1-9]\d* passing(?: \(.*\))?
test failed sure [1-9]\d* failing
test nothing sure 0 passing(?: \(.*\))?
test passed sure [#ℹ] pass [1-9]\d*
test clean whole [#ℹ] fail 0
test failed sure [#ℹ] fail +[1-9]\d*
test nothing sure [#ℹ] (?:tests|pass) 0
test failed weak not ok\b(?!.*# (?:TODO|SKIP|todo|skip)).*
test passed weak # pass +[1-9]\d*
test passed whole All tests successful\.
test passed whole Result: PASS
test failed sure Result: FAIL
test passed whole 100% tests passed, 0 tests failed out of [1-9]\d*
test failed sure \d+% tests passed, [1-9]\d* tests? failed out of \d+
test nothing sure No tests were found!!!
test passed sure Tests run: [1-9]\d*, Failures: 0, Errors: 0\b.*
test failed sure Tests run: \d+, +(?:Failures: [1-9]|Failures: \d+, Errors: [1-9]).*
test failed sure There (?:were|are) (?:failing tests|test failures).*
test failed sure \d+ tests? completed, [1-9]\d* failed.*
test clean whole BUILD SUCCESS(?:FUL)?\b.*
test failed weak BUILD FAIL(?:ED|URE)\b.*
test nothing weak (?:Tests are skipped\.|No tests to run\.|> Task \S*:test\w* NO-SOURCE)
test passed sure > Task \S*:(?:test(?!Classes)\w*|\w+Test)(?: UP-TO-DATE| FROM-CACHE)?
test passed whole \S+! +- +[^:：\d]+[:：] +0 *[,，、].*\d.*
test failed sure \S+! +- +[^:：\d]+[:：] +[1-9]\d* *[,，、].*\d.*
test passed whole Test Run Successful\.
test failed sure Test Run Failed\.
test passed whole Test summary: total: \d+, failed: 0, succeeded: [1-9].*
test failed sure Test summary: total: \d+, failed: [1-9].*
test nothing sure (?:No test is available|No test matches the given testcase filter).*
test passed whole [1-9]\d* examples?, 0 failures(?!, [1-9]\d* error).*
test failed sure \d+ examples?, (?:[1-9]\d* failures?|0 failures, [1-9]\d* errors?).*
test nothing sure 0 examples, 0 failures.*
test passed whole [1-9]\d* (?:runs|tests), \d+ assertions, 0 failures, 0 errors.*
test failed sure \d+ (?:runs|tests), \d+ assertions, (?:[1-9]\d* failures|0 failures, [1-9]\d* errors).*
test nothing sure 0 (?:runs|tests), 0 assertions.*
test passed whole OK \([1-9]\d* tests?, \d+ assertions?\)
test passed sure OK, but .*
test failed sure (?:FAILURES|ERRORS)!
test failed sure Tests: \d+, Assertions: \d+, (?:Errors|Failures): [1-9].*
test nothing sure No tests executed!
test passed whole (?:\d+ (?:doctests?|properties|property), )*(?!(?<all>\d+) tests?, 0 failures, \k<all> excluded)[1-9]\d* tests?, 0 failures\b.*
test failed sure (?:\d+ (?:doctests?|properties|property), )*\d+ tests?, [1-9]\d* failures?\b.*
test passed whole [1-9]\d* specs?, 0 failures.*
test failed sure \d+ specs?, [1-9]\d* failures?.*
test passed sure [1-9]\d* pass
test failed sure [1-9]\d* fail
test nothing sure 0 pass
test passed whole ok \| [1-9]\d* passed.*\| 0 failed.*
test failed sure FAILED \| \d+ passed.*
test passed whole Executed [1-9]\d* tests?, with (?:\d+ tests? skipped and )?0 failures.*
test failed sure Executed \d+ tests?, with (?:\d+ tests? skipped and )?[1-9]\d* failures?.*
test passed whole \*\* TEST (?:SUCCEEDED|EXECUTE SUCCEEDED) \*\*.*
test failed sure \*\* TEST (?:FAILED|EXECUTE FAILED) \*\*.*
test passed whole (?:\S+ )?Test run with [1-9]\d* tests? .*passed after .*
test failed sure (?:\S+ )?Test run with \d+ tests? .*failed after .*
test passed whole (?:\d\d:\d\d \+[1-9]\d*(?: ~\d+)?: )?All (?:\d+ )?tests passed[!.]?.*
test failed sure (?:\d\d:\d\d \+\d+(?: ~\d+)? -\d+: )?Some tests failed\..*
test nothing sure No tests (?:ran|match|found|executed|were found)\b.*
test nothing sure No test files found.*
test nothing weak (?:Error: )?no tests? (?:specified|defined|configured).*
test nothing sure g?make(?:\[\d+\])?: (?:Nothing to be done for )?['‘\x60]\S*(?:test|check|spec|unit|e2e)\S*['’](?:\.| is up to date\.)
test passed sure [1-9]\d* passed \([\d.]+(?:ms|s|m|h).*\)
test failed sure [1-9]\d* failed
test passed weak [1-9]\d* passed[.!]?
test passed sure [1-9]\d* tests? passed
test failed sure [1-9]\d* tests? failed
test passed sure (?:✔ +)?All specs passed!.*
test failed sure (?:✖ +)?\d+ of \d+ failed \(\d+%\).*
test passed sure (?:TOTAL: |.*Executed \d+ of [1-9]\d* (?:\(skipped \d+\) )?)(?:\d+ )?SUCCESS.*
test failed sure .*Executed \d+ of \d+ .*\([1-9]\d* FAILED\).*
test passed sure \[  PASSED  \] [1-9]\d* tests?\.
test failed sure \[  FAILED  \] .*
test passed sure All tests passed \([1-9]\d* assertions? in \d+ test cases?\)
test failed sure test cases: +\d+ \|.*\b[1-9]\d* failed.*
test passed sure \[doctest\] Status: SUCCESS!
test failed sure \[doctest\] Status: FAILURE!
test passed sure \*\*\* No errors detected
test failed sure \*\*\* [1-9]\d* failures? .*
test passed sure Ok: +[1-9]\d*
test failed sure Fail: +[1-9]\d*
test passed sure # PASS: +[1-9]\d*
test failed sure # (?:FAIL|ERROR): +[1-9]\d*
test passed whole [1-9]\d* success(?:es)? / 0 failures / 0 errors.*
test failed sure \d+ success(?:es)? / (?:[1-9]\d* failures|0 failures / [1-9]\d* errors).*
test passed whole \[ FAIL 0 \| WARN \d+ \| SKIP \d+ \| PASS [1-9]\d* \]
test failed sure \[ FAIL [1-9]\d* \| WARN \d+ \| SKIP \d+ \| PASS \d+ \]
test passed sure All [1-9]\d* tests passed.*
test failed sure [1-9]\d* out of \d+ tests failed.*
test passed sure Test suite \S+: PASS
test failed sure Test suite \S+: FAIL
test passed sure Test Successful in .*
test failed sure [1-9]\d* (?:failures?|errors?)! in .* tests? run\.
test passed sure TEST RUN PASSED
test failed sure TEST RUN FAILED.*
test passed sure (?!(?<whole>\d+) tests?, 0 failures, \k<whole> excluded)[1-9]\d* (?:tests|passed), (?:no|0) failures.*
test passed sure Suite result: ok\. [1-9].*
test failed sure Suite result: FAILED\..*
test passed sure Ran [1-9]\d* test suites? .*: [1-9]\d* tests passed, 0 failed.*
test passed sure Ran [1-9]\d* tests? (?:containing|across) .*
test passed weak 0 failures, 0 errors\.
test failed sure [1-9]\d* failures?, \d+ errors?\.
test failed sure 0 failures, [1-9]\d* errors?\.
test passed whole Passed: Total [1-9]\d*, Failed 0, Errors 0.*
test failed sure Failed: Total \d+, .*
test passed whole Tests: succeeded [1-9]\d*, failed 0,.*
test failed sure Tests: succeeded \d+, failed [1-9].*
test failed sure \*\*\* [1-9]\d* TESTS? FAILED \*\*\*
test passed whole [1-9]\d* scenarios? \((?:\d+ skipped, )?[1-9]\d* passed\)
test failed sure [1-9]\d* scenarios? \(.*\b[1-9]\d* failed.*\)
test passed sure [1-9]\d* (?:features?|scenarios?) passed, 0 failed,.*
test failed sure \d+ (?:features?|scenarios?) passed, [1-9]\d* failed,.*
test passed sure [1-9]\d* tests?, [1-9]\d* passed, 0 failed
test failed sure \d+ tests?, \d+ passed, [1-9]\d* failed
test passed sure \w+: commands succeeded
test passed weak congratulations :\).*
test failed weak evaluation failed :\(.*
test passed sure nox > Session [\w.() -]*test[\w.() -]* was successful.*
test failed sure nox > Session [\w.() -]*test[\w.() -]* failed\.
test passed whole (?:[\w -]{1,30}[:=] *)?[1-9]\d*(?:/\d+)? (?:tests? )?passed(?:,|;| \|| and)? +0 (?:tests? )?failed(?:,.*|\.|!)?
test failed sure (?:[\w -]{1,30}[:=] *)?\d+(?:/\d+)? (?:tests? )?passed(?:,|;| \|| and)? +[1-9]\d* (?:tests? )?failed(?:,.*|\.|!)?
test passed whole (?:Total|Tests|Results?)[:=] *\d+ *[,;|/]? +(?:Passed|PASS|Pass)[:=] *[1-9]\d* *[,;|/]? +(?:Failed|FAIL|Fail)[:=] *0\b.*
test failed sure (?:Total|Tests|Results?)[:=] *\d+ *[,;|/]? +(?:Passed|PASS|Pass)[:=] *\d+ *[,;|/]? +(?:Failed|FAIL|Fail)[:=] *[1-9].*
test passed whole (?:Passed|PASS|Pass|passed)[:=] *[1-9]\d* *[,;|/]? +(?:Failed|FAIL|Fail|failed)[:=] *0\b.*
test failed sure (?:Passed|PASS|Pass|passed)[:=] *\d+ *[,;|/]? +(?:Failed|FAIL|Fail|failed)[:=] *[1-9].*
test failed weak FAIL(?:ED)?(?:[ :].*)?
test failed weak (?:npm (?:ERR!|error).*|.*ELIFECYCLE.*)
build passed sure \[build\] (?:Complete!|.* built in .*)
build passed weak Done in [\d.]+ ?m?s\.?
build passed weak Install(?:ed|ing) \S+ .*
build passed sure (?:\S+ |\d+ page\(s\) )?[Bb]uilt in [\d.]+ ?m?s.*
build passed sure (?:○|ƒ|●|◐) +\((?:Static|Dynamic|SSG|Partial Prerender|ISR)\) .*
build passed sure Finished processing dependencies for \S+.*
build passed sure Successfully installed \S+.*
build failed sure error during build:?.*
build failed sure (?:\S+ )?Build failed (?:in|with) .*
build passed sure (?:webpack [\d.]+ )?(?:✓ )?[Cc]ompiled successfully.*
build passed sure webpack [\d.]+ compiled with \d+ warnings? .*
build failed sure webpack [\d.]+ compiled with [1-9]\d* errors?.*
build failed sure Failed to type check\.
build failed sure Failed to compile\.?.*
build passed sure (?:BUILD SUCCESS(?:FUL)?\b.*|Build succeeded\.?|Build succeeded (?:with|in) .*)
build failed sure (?:BUILD FAIL(?:ED|URE)\b.*|Build FAILED\.|Build failed with .*)
build passed sure Finished (?:\x60?\w+\x60? )?(?:dev|release|profile|\x60).*target\(s\) in .*
build failed sure error: could not compile .*
build failed weak error(?:\[E\d+\])?: .*
build passed sure \*\* (?:BUILD|ARCHIVE|ANALYZE) SUCCEEDED \*\*.*
build failed sure \*\* (?:BUILD|ARCHIVE|ANALYZE) FAILED \*\*.*
build passed sure Build complete!.*
build passed sure (?:⚡️? )?Build success in .*
build passed sure created \S+ in [\d.]+ ?m?s
build passed sure (?:✓ )?Built build[/\\]\S+.*
build passed sure Application bundle generation complete\..*
build passed sure Bundle(?:d| complete).* in .*
build passed sure Successfully (?:tagged|built) \S+.*
build passed weak \[100%\] Built target .*
build failed sure g?make(?:\[\d+\])?: \*\*\* .*
build failed sure ninja: build stopped: .*
build failed weak .*: error TS\d+: .*
build failed weak .*\berror TS\d+\b.*
build failed weak \S+:\d+(?::\d+)?: (?:fatal )?error(?: [A-Z]+\d+)?:.*
build failed weak \S+\(\d+,\d+\): error [A-Z]+\d+: .*
build failed weak fatal error: .*
build failed weak (?:[1-9]\d* errors?(?: generated)?\.?|Found [1-9]\d* errors?.*)
build failed weak \s*[1-9]\d* (?:Error\(s\)|Fehler|Erreur\(s\)|Error\(es\)|个错误|個のエラー|エラー|Errori|erro\(s\)|Ошибок)
build passed weak \s*0 (?:Error\(s\)|Fehler|Erreur\(s\)|Error\(es\)|个错误|個のエラー|エラー|Errori|erro\(s\)|Ошибок)
build failed weak (?:npm (?:ERR!|error).*|.*ELIFECYCLE.*)
build failed weak Build failed.*
build failed weak .*compilation (?:failed|error).*
types failed sure .*\berror TS\d+\b.*
types passed sure Success: no issues found in [1-9]\d* source files?
types failed sure Found [1-9]\d* errors? in \d+ files?.*
types passed sure 0 errors, \d+ warnings?, \d+ (?:informations?|notes).*
types failed sure [1-9]\d* errors?, \d+ warnings?, \d+ (?:informations?|notes).*
types passed sure svelte-check found 0 errors.*
types failed sure svelte-check found [1-9]\d* errors?.*
types passed sure (?:- )?0 errors\b.*
types failed weak (?:- )?[1-9]\d* errors?\b.*
types passed weak (?:No errors!.*|Found 0 errors\.?.*)
types passed weak All checks passed!
types failed weak Found [1-9]\d* (?:errors?|diagnostics?|problems?)\b.*
types failed weak .*: error[: ].*
types failed weak error\[[\w-]+\].*
types passed weak Finished .*target\(s\) in .*
types passed weak done \(passed successfully\)
types failed weak (?:npm (?:ERR!|error).*|.*ELIFECYCLE.*)
lint passed weak Finished .*target\(s\) in .*
lint failed sure error: could not compile .*
lint failed sure ✖ [1-9]\d* problems? \([1-9]\d* errors?.*
lint passed sure ✖ [1-9]\d* problems? \(0 errors.*
lint failed weak ESLint found too many warnings.*
lint failed sure ✖ [1-9]\d* problems?\b(?! \().*
lint passed sure All checks passed!
lint passed sure Found \d+ errors? \(\d+ fixed, 0 remaining\)\.
lint failed sure Found \d+ errors? \(\d+ fixed, [1-9]\d* remaining\)\.
lint failed weak Found [1-9]\d* errors?\b(?! \(\d+ fixed, 0 remaining\)).*
lint passed weak Checked \d+ files? in .*\. (?:No fixes applied|Fixed \d+ files?)\.
lint passed sure 0 issues\.
lint failed sure [1-9]\d* issues:?
lint failed sure \S+\.go:\d+:\d+: .* \([\w-]+\)
lint passed sure [1-9]\d* files? inspected, no offenses detected.*
lint failed sure \d+ files? inspected, [1-9]\d* offenses? .*
lint passed sure All matched files use Prettier code style!
lint failed sure (?:\[warn\] )?Code style issues (?:found|were found).*
lint failed weak \d+ files? would be (?:re)?formatted.*
lint failed weak would reformat .*
lint passed weak \d+ files? (?:would be )?left unchanged.*
lint passed sure Done linting! Found \d+ violations?, 0 serious in \d+ files?\.
lint failed sure Done linting! Found \d+ violations?, [1-9]\d* serious in \d+ files?\.
lint passed sure No issues found!.*
lint failed sure [1-9]\d* issues? found\..*
lint passed sure \[OK\] No errors.*
lint failed sure \[ERROR\] Found [1-9]\d* errors?.*
lint passed sure No errors found!.*
lint failed sure FOUND [1-9]\d* ERRORS?\b.*
lint passed sure Found \d+ warnings? and 0 errors\..*
lint failed sure Found \d+ warnings? and [1-9]\d* errors?\..*
lint passed weak Your code has been rated at 10\.00/10.*
lint failed weak Your code has been rated at \d\.\d\d/10.*
lint passed weak .*found no issues\..*
lint passed sure Found 0 (?:errors?|issues?|problems?|warnings?)\b.*
lint passed sure Summary: 0 error\(s\).*
lint failed sure Summary: [1-9]\d* error\(s\).*
lint passed weak (?:No (?:issues|problems|offenses|lint errors|errors).*|0 (?:errors?|issues?|problems?)\b.*)
lint failed weak (?:[1-9]\d* (?:errors?|issues|problems(?! \(0 errors)|offenses)\b.*)
lint failed weak error(?:\[\w+\]| ?:).*
lint failed weak .*\btoo many warnings\b.*
lint passed weak .*\.+Passed
lint failed weak .*\.+Failed
lint failed weak (?:npm (?:ERR!|error).*|.*ELIFECYCLE.*)
test passed sure \d+%: Checks: [1-9]\d*, Failures: 0, Errors: 0
test failed sure \d+%: Checks: \d+, (?:Failures: [1-9]|Failures: 0, Errors: [1-9]).*
test passed sure \[  PASSED  \] [1-9]\d* test\(s\)\.
test passed whole \[====\] [^|]*: [1-9]\d* \| [^|]*: [1-9]\d* \| [^|]*: 0 \| [^|]*: 0
test failed sure \[====\] [^|]*: \d+ \| [^|]*: \d+ \| (?:[^|]*: [1-9]\d* \| [^|]*: \d+|[^|]*: 0 \| [^|]*: [1-9]\d*)
test passed sure OK \([1-9]\d* tests?, \d+ ran,.*\)
test failed sure Errors \([1-9]\d* failures?, .*\)
test passed sure Passed [1-9]\d* test cases? with \d+ assertions?\.
test failed sure Failed [1-9]\d* test cases?, .*
test passed whole OK \([1-9]\d* tests?\)
test passed whole \[ +0 tests failed +\]
test failed sure \[ +[1-9]\d* tests failed +\]
test failed sure \[FAILED\] \S.*
test passed whole DONE [1-9]\d* tests?(?:, \d+ skipped)? in .*
test failed sure DONE \d+ tests?.*\b[1-9]\d* (?:failures?|errors?) in .*
test nothing sure DONE 0 tests in .*
test passed sure [1-9]\d* modules passed unittests
test failed sure \d+/\d+ modules FAILED unittests
test failed sure cabal: Tests failed for .*
test passed sure [1-9]\d* of [1-9]\d* test suites \(\d+ of \d+ test cases\) passed\.
test failed sure rspec \./\S+:\d+ # .*
test failed sure error: Test failed
test failed sure \(fail\) .*
test failed gate (?:FAIL|ERROR:?|Coverage failure:) ?(?:Required test coverage .*|total of .* is less than fail-under=.*)
test passed sure [\w ./-]*\b(?:py)?tests?\b[\w ./()-]*\.{3,}Passed
test failed sure [\w ./-]*\b(?:py)?tests?\b[\w ./()-]*\.{3,}Failed
test passed whole \*\* TESTS=[1-9]\d* PASS=[1-9]\d* FAIL=0\b.*
test failed sure \*\* TESTS=\d+ PASS=\d+ FAIL=[1-9].*
test failed sure (?:✖ +)?[1-9]\d*/\d+ targets failed, including the following:
test failed sure Executed \d+ out of \d+ tests?: .*\b(?:fails?|fail locally|fails locally)\b.*
test passed whole Executed \d+ out of [1-9]\d* tests?: [1-9]\d* tests? pass(?:es)?\.
test nothing sure ERROR: No test targets were found.*
test failed sure Build Summary: .*\b[1-9]\d* failed\b.*
test passed sure Build Summary: (\d+)/\d+ steps succeeded; [1-9]\d*/\d+ tests passed
test failed sure \d+ success(?:es)? / (?:[1-9]\d* failures? / \d+|0 failures / [1-9]\d*) errors?.*
test passed whole [1-9]\d* success(?:es)? / 0 failures / 0 errors.*
test failed sure Failure! \d+ passed, [1-9]\d* failed.*
test passed whole Success! [1-9]\d* passed, 0 failed.*
test failed sure (?:\d\d:\d\d:\d\d +)?Done\. PASS=\d+ WARN=\d+ ERROR=[1-9].*
test passed sure (?:\d\d:\d\d:\d\d +)?Done\. PASS=[1-9]\d* WARN=\d+ ERROR=0\b.*
test passed whole -+ All tests passed! -+
test failed sure -+ [1-9]\d* failing tests? -+
lint failed sure Error: \d+ chart\(s\) linted, [1-9]\d* chart\(s\) failed
lint passed sure [1-9]\d* chart\(s\) linted, 0 chart\(s\) failed
build failed sure ERROR: failed to (?:solve|build)\b.*
build passed sure (?:CJS|ESM|IIFE|DTS) (?:⚡️ )?Build success in .*
build failed sure (?:.*✗ Build failed in .*|\[ERROR\] .*An unhandled error occurred.*)
test failed sure (?:\S+ )?\d+ tests? run in .*\b[1-9]\d* failed\b.*
test failed sure \d+ test targets? and \d+ tests? run; .*\b[1-9]\d* failed.*
test failed sure Test result: FAILED\. .*
test passed whole Test result: OK\. .*passed: [1-9].*failed: 0\b.*
test failed sure Tests Passed: \d+, Failed: [1-9].*
test passed whole Tests Passed: [1-9]\d*, Failed: 0\b.*
test failed sure (?:✖ +)?[1-9]\d*/\d+ failed
test failed sure Finished running tests in .* with [1-9]\d* failed tests?\.
test passed whole Finished running tests in .*, all tests passed!.*
build failed sure Operations? failed\.
lint failed sure Analysis failed with [1-9]\d* weighted issues?\.
lint failed sure \d+ mods/funs, found (?!no issues)[1-9].*
lint passed sure \d+ mods/funs, found no issues\.?
types failed sure Total errors: [1-9]\d*, Skipped: .*
types failed sure done \(warnings were emitted\)
types passed sure done \(passed successfully\)
lint failed sure linting took .*, errors: (?:[1-9]\d*, warnings: \d+|0, warnings: [1-9]\d*)
lint passed sure linting took .*, errors: 0, warnings: 0
lint failed sure Failed: [1-9]\d* failure\(s\), .*
lint passed sure Passed: 0 failure\(s\), 0 warning\(s\).*
lint failed sure == \[\S+\] FAIL
lint failed weak \S+\.kts?:\d+:\d+: .*
test nothing sure No tests were executed\.
test nothing sure Total number of tests run: 0
test nothing sure (?:\[=+\] )?(?:Running )?0 tests from 0 test (?:suites|cases).*
test nothing sure > Task \S*:test\w* SKIPPED
test nothing sure Executed 0 tests?, with 0 failures.*
test nothing sure (?:NX +)?No tasks were (?:run|executed).*
test nothing sure Tasks: +0 successful, 0 total
test nothing sure (?:lerna success run )?No packages found with the lifecycle script .*
test nothing sure All (?:tests|examples) (?:have been excluded|were filtered out)\.?
test failed gate Jest: .* coverage threshold for .* not met.*
test failed gate ERROR: Coverage for \w+ \(.*\) does not meet .*
test failed gate (?:Line|Branch|Lines|Total)? ?[Cc]overage .* (?:is|was) (?:below|less than|under) .*
test failed sure error: could not compile .*
test failed sure == Compilation error in file .*
test failed sure Failed [1-9]\d* tests?\. Passed \d+ tests?\..*
test passed whole Failed 0 tests\. Passed [1-9]\d* tests?\..*
test passed sure [1-9]\d* tests passed\.
test failed sure \*\*\*Test Failed\*\*\* .*
test nothing sure Result: NOTESTS
test nothing sure (?:error: )?(?:No tests? (?:modules|configuration file|specs|matches)|No specs found|No examples found|no tests matched).*
test nothing sure ok \| 0 passed \| 0 failed.*
test nothing sure (?:error: )?regex .* matched 0 tests\..*
test nothing sure (?:collected \d+ items / \d+ deselected / 0 selected|.* but no test was executed)
test nothing sure 1\.\.0(?: .*)?
test nothing sure 0 tests
test passed sure (?:Lerna .*|NX +)?Successfully ran target \S*test\S* for .*
test failed sure (?:Lerna .*|NX +)?Running target \S*test\S* for .* failed
build passed sure (?:Lerna .*|NX +)?Successfully ran target \S*build\S* for .*
build failed sure (?:Lerna .*|NX +)?Running target \S*build\S* for .* failed
lint passed sure (?:Lerna .*|NX +)?Successfully ran target \S*lint\S* for .*
lint failed sure (?:Lerna .*|NX +)?Running target \S*lint\S* for .* failed
test failed weak (?:\[ERROR\] )?\[Help 1\] .*
build failed sure (?:\[ERROR\] )?\[Help 1\] .*
test failed sure g?make(?:\[\d+\])?: \[.*\] Error \d+ \(ignored\)
lint failed sure g?make(?:\[\d+\])?: \[.*\] Error \d+ \(ignored\)
build failed sure g?make(?:\[\d+\])?: \[.*\] Error \d+ \(ignored\)
test failed weak g?make(?:\[\d+\])?: \*\*\* .*
lint failed weak g?make(?:\[\d+\])?: \*\*\* .*
types failed weak g?make(?:\[\d+\])?: \*\*\* .*
test failed weak error (?:Command failed with exit code [1-9]\d*\.|script .* exited with code [1-9]\d*.*)
test failed weak error: script .* exited with code [1-9]\d*.*
build failed weak error:? (?:Command failed with exit code|script .* exited with code) [1-9]\d*.*
lint failed weak error:? (?:Command failed with exit code|script .* exited with code) [1-9]\d*.*
types failed weak error:? (?:Command failed with exit code|script .* exited with code) [1-9]\d*.*
build passed sure (?:Rspack|Rsbuild|webpack [\d.]+) compiled (?:successfully|with \d+ warnings?).*
build failed sure (?:Rspack|Rsbuild|webpack [\d.]+) compiled with [1-9]\d* errors?.*
build failed weak (?:\[!\] |[✗✘×] )?(?:\([^)]*\) )?(?:Error|RollupError|RolldownError|SyntaxError|ParseError): .*
build passed weak (?:Linking|\[\d+/\d+\] Linking) .*
build passed sure Bundled [1-9]\d* modules? in .*
build passed weak Generated \S+ app
build failed sure Compilation failed due to warnings .*
build failed sure == Compilation error in file .*
build passed sure .*\[SuccessX\]
build failed weak \S+\(\d+, ?\d+\):? Error: .*
build failed weak (?:=+> )?Compiling \S+ failed
build failed weak Error: .*
types failed sure error: Type checking failed\..*
types failed weak \S+\(\d+, ?\d+\):? Error: .*
lint failed sure [×✖] Some errors were emitted while .*
lint failed sure Found [1-9]\d* (?:errors?|problems?)\.?
lint failed sure ESLint found too many warnings.*
lint passed sure No hints
lint failed sure [1-9]\d* hints?
lint passed sure Total: 0 warnings / 0 errors in \d+ files?
lint failed sure Total: (?:[1-9]\d* warnings? / \d+|0 warnings / [1-9]\d*) errors? in \d+ files?
lint passed sure CSpell: Files checked: [1-9]\d*, Issues found: 0 .*
lint failed sure CSpell: Files checked: \d+, Issues found: [1-9].*
lint failed sure Scanned \d+ files?, found [1-9]\d* errors? .*
lint failed sure Checkstyle ends with [1-9]\d* errors?\.
lint failed sure ERROR: \S+ Imports are incorrectly sorted .*
lint passed weak (?:Checked [1-9]\d* files?(?: in .*)?(?:\. No fixes applied\.)?)
lint failed weak \*\* \(Mix\) mix format failed .*
lint failed weak PHPCBF CAN FIX .*
lint passed sure System check identified no issues .*
lint failed sure System check identified [1-9]\d* issues? .*
lint failed weak formatting .* produced changes
lint failed weak (?:.*:\d+:\d+:|\s+\d+:\d+) +error\b.*
`;

/**
 * Every line above has one of these in lower case. Searching for each of them is several times faster than one pattern
 * for all, and outputs are most of a transcript.
 */
const WORDS =
  'pass coverage task mods took operation dialyzer fail ok error succe issue problem buil compil complet finish linting check style render test warning offense reformat unchanged executed result summary status congrat make elifecycle created install ninja panic running items rated total hint linking generat imports phpcbf matched rspec produced done prerendered erro( ошибок fehler erreur 错误 エラー .go: [help [==== 1..0 spec example scenario'.split(
    ' ',
  );
/** Of localised summaries of .NET: `Bestanden!   - Fehler: 0`. */
const EXCLAMATION = /\S!\s+-\s/;

type Key = `${Shown} ${Strength}`;

/** The lines of each meaning, and one pattern for all of them. */
let table: Map<string, string[]> | undefined;
const compiled = new Map<string, RegExp>();

/** Compiled at the first use, because it takes milliseconds and most hook events need none. */
function patternFor(kind: CheckedKind, key: Key): RegExp | undefined {
  table ??= linesByMeaning();
  const meaning = `${kind} ${key}`;
  const lines = table.get(meaning);
  if (!lines) return undefined;
  const known = compiled.get(meaning) ?? new RegExp(`^${PREFIX}(?:${lines.join('|')})[\\t ]*$`);
  compiled.set(meaning, known);
  return known;
}

function linesByMeaning(): Map<string, string[]> {
  const lines = new Map<string, string[]>();
  for (const row of TABLE.trim().split('\n')) {
    const [, meaning, line] = /^(\w+ \w+ \w+) (.*)$/.exec(row) as unknown as [string, string, string];
    const known = lines.get(meaning);
    if (known) known.push(line);
    else lines.set(meaning, [line]);
  }
  return lines;
}

/** What an output shows of each kind. */
export class ShownRuns {
  private readonly lines: string[];
  private readonly found = new Map<string, boolean>();

  constructor(output: string) {
    const text = output.length > START + END ? `${output.slice(0, START)}\n${output.slice(-END)}` : output;
    this.lines = summaryLines(text);
  }

  private has(kind: CheckedKind, key: Key): boolean {
    if (this.lines.length === 0) return false;
    const known = this.found.get(`${kind} ${key}`);
    if (known !== undefined) return known;
    const pattern = patternFor(kind, key);
    const isFound = pattern !== undefined && this.lines.some((line) => pattern.test(line));
    this.found.set(`${kind} ${key}`, isFound);
    return isFound;
  }

  /** How a run of that kind ended. Where lines are missing, only a line that would name failures shows that it passed. */
  outcome(kind: CheckedKind, isFiltered = false): 'passed' | 'failed' | undefined {
    const has = (key: Key) => this.has(kind, key);
    if (has('failed sure') || has('failed gate')) return 'failed';
    const isHidden = isFiltered && kind === 'test';
    if (has('passed whole') || has('clean whole') || (!isHidden && has('passed sure'))) return 'passed';
    if (has('failed weak')) return 'failed';
    return !isHidden && (has('passed weak') || has('clean weak')) ? 'passed' : undefined;
  }

  /** The tests themselves passed, whatever else failed. */
  isGreen(kind: CheckedKind): boolean {
    return !this.has(kind, 'failed sure') && (this.has(kind, 'passed whole') || this.has(kind, 'passed sure'));
  }

  /** Some lines say that it passed, and some that it failed. */
  isMixed(kind: CheckedKind): boolean {
    return this.has(kind, 'failed sure') && (this.has(kind, 'passed whole') || this.has(kind, 'passed sure'));
  }

  /** It had nothing to test. One part of several may have had nothing: that counts only if the output is complete. */
  testedNothing(isComplete: boolean): boolean {
    const isShown = this.has('test', 'nothing sure') || (isComplete && this.has('test', 'nothing weak'));
    return isShown && !this.hasRun('test');
  }

  /** There was a run of that kind, whatever the command is called. */
  hasRun(kind: CheckedKind): boolean {
    return PROOFS.some((key) => this.has(kind, key));
  }
}

const PROOFS: Key[] = ['passed whole', 'passed sure', 'failed sure'];

/** How many characters of an output are looked at: a summary stands at its end, an early failure at its start. */
const START = 3_000;
const END = 9_000;
const MAX_LINE_LENGTH = 400;
const MAX_LINES = 300;

/** The lines that may be a summary: of many, the first and the last. */
function summaryLines(output: string): string[] {
  const text = stripVTControlCharacters(output).replaceAll(/\r\n?/g, '\n');
  const lower = text.toLowerCase();
  const starts = new Set<number>();
  for (const word of WORDS)
    for (let at = lower.indexOf(word); at >= 0; ) {
      starts.add(lower.lastIndexOf('\n', at) + 1);
      const end = lower.indexOf('\n', at);
      at = end < 0 ? -1 : lower.indexOf(word, end);
    }
  if (EXCLAMATION.test(text)) for (const { index } of text.matchAll(/^.*\S!\s+-\s/gm)) starts.add(index);
  const all = [...starts].sort((a, b) => a - b);
  const kept = all.length <= MAX_LINES ? all : [...all.slice(0, MAX_LINES / 3), ...all.slice((-MAX_LINES * 2) / 3)];
  return kept
    .map((start) => text.slice(start, lineEnd(text, start)).trim())
    .filter((line) => line.length <= MAX_LINE_LENGTH);
}

const lineEnd = (text: string, start: number) => {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
};
