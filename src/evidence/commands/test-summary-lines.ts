/** The last lines of test runs, as in `summaries.ts`: what the line shows, how much it proves, and the line itself. */
export const TEST_LINES = String.raw`
passed whole Tests:? +(?:\d+ (?:skipped|todo|expected fail|flaky)(?:,| \|) )*[1-9]\d* passed\b(?!.*\bfailed\b).*
failed sure Tests:? +(?:\d+ \w+(?: \w+)?(?:,| \|) )*[1-9]\d* failed\b.*
failed sure Test (?:Files|Suites):? +(?:\d+ \w+(?:,| \|) )*[1-9]\d* failed\b.*
passed sure Test (?:Files|Suites):? +(?:\d+ skipped(?:,| \|) )*[1-9]\d* passed(?: \(\d+\)|, \d+ total)
nothing sure Tests:? +\d+ (?:skipped|todo)(?:(?:,| \|) \d+ (?:skipped|todo))*(?: \(\d+\)|, \d+ total)
failed sure Errors +[1-9]\d* errors?
failed weak FAIL +\S+\.\w+.*
passed whole =+ (?:\d+ (?:skipped|xfailed|xpassed|deselected|warnings?|rerun), )*[1-9]\d* passed(?:, \d+ (?:skipped|xfailed|xpassed|deselected|warnings?|rerun|subtests passed))* in [\d.:]+ ?s.*
failed sure =+ (?:\d+ \w+, )*[1-9]\d* (?:failed|errors?)\b.* in [\d.:]+ ?s.*
passed whole (?:\d+ (?:skipped|xfailed|deselected|warnings?), )*[1-9]\d* passed(?:, \d+ (?:skipped|xfailed|xpassed|deselected|warnings?|subtests passed))* in [\d.:]+ ?s.*
failed sure (?:\d+ \w+, )*[1-9]\d* (?:failed|errors?)(?:, \d+ \w+)* in [\d.:]+ ?s.*
nothing sure =* ?(?:no tests ran|\d+ (?:skipped|deselected)(?:, \d+ (?:skipped|deselected|warnings?))*) in [\d.:]+ ?s.*
nothing weak collected 0 items
failed sure (?:FAILED|ERROR) \S+\.py(?:::\S+.*)?
failed weak ERROR collecting .*
failed weak ERROR(?:S!?)?(?: .*|:.*)?
passed weak OK(?: \((?:skipped|expected failures)=\d+.*\))?
failed sure FAILED \((?:failures|errors|unexpected successes)=\d+.*\)
passed sure Ran [1-9]\d* tests? in [\d.]+s
nothing sure (?:Ran 0 tests in [\d.]+s|NO TESTS RAN|Ran 0 tests containing .*|No projects matched the filters.*|All \d+ tests (?:have been )?skipped.*)
nothing weak \d+ (?:skipped|did not run)
nothing sure (?<same>\d+) tests?, 0 failures, \k<same> excluded.*
failed sure There were failing tests\..*
passed sure ok +\t?\S+\s+(?:[\d.]+s|\(cached\))(?!.*\[no tests to run\]).*
failed sure FAIL\t\S+.*
failed sure FAIL +\S+ +(?:[\d.]+s|\[(?:build|setup) failed\])
failed sure --- FAIL: \S+.*
passed weak (?:PASS|--- PASS: \S+ .*)
failed weak FAIL
nothing weak (?:ok +\t?\S+\s+.*\[no tests to run\]|\?\s+\S+\s+\[no test files\]|testing: warning: no tests to run)
failed weak panic: .*
passed sure test result: ok\. [1-9]\d* passed.*
failed sure test result: FAILED\..*
nothing weak test result: ok\. 0 passed.*
clean weak test result: ok\. 0 passed.*
nothing weak running 0 tests
passed whole Summary \[.*\] +\d+ tests? run: [1-9]\d* passed(?!.*\bfailed\b).*
failed sure Summary \[.*\] +\d+(?:/\d+)? tests? run: .*\b[1-9]\d* failed.*
passed sure [1-9]\d* passing(?: \(.*\))?
failed sure [1-9]\d* failing
nothing sure 0 passing(?: \(.*\))?
passed sure [#ℹ] pass [1-9]\d*
clean whole [#ℹ] fail 0
failed sure [#ℹ] fail +[1-9]\d*
nothing sure [#ℹ] (?:tests|pass) 0
failed weak not ok\b(?!.*# (?:TODO|SKIP|todo|skip)).*
passed weak # pass +[1-9]\d*
passed whole All tests successful\.
passed whole Result: PASS
failed sure Result: FAIL
passed whole 100% tests passed, 0 tests failed out of [1-9]\d*
failed sure \d+% tests passed, [1-9]\d* tests? failed out of \d+
nothing sure No tests were found!!!
passed sure Tests run: [1-9]\d*, Failures: 0, Errors: 0\b.*
failed sure Tests run: \d+, +(?:Failures: [1-9]|Failures: \d+, Errors: [1-9]).*
failed sure There (?:were|are) (?:failing tests|test failures).*
failed sure \d+ tests? completed, [1-9]\d* failed.*
clean whole BUILD SUCCESS(?:FUL)?\b.*
failed weak BUILD FAIL(?:ED|URE)\b.*
nothing weak (?:Tests are skipped\.|No tests to run\.|> Task \S*:test\w* NO-SOURCE)
passed sure > Task \S*:(?:test(?!Classes)\w*|\w+Test)(?: UP-TO-DATE| FROM-CACHE)?
passed whole \S+! +- +[^:：\d]+[:：] +0 *[,，、].*\d.*
failed sure \S+! +- +[^:：\d]+[:：] +[1-9]\d* *[,，、].*\d.*
passed whole Test Run Successful\.
failed sure Test Run Failed\.
passed whole Test summary: total: \d+, failed: 0, succeeded: [1-9].*
failed sure Test summary: total: \d+, failed: [1-9].*
nothing sure (?:No test is available|No test matches the given testcase filter).*
passed whole (?!(?<each>\d+) examples?, 0 failures, \k<each> pending)[1-9]\d* examples?, 0 failures(?!, [1-9]\d* error).*
nothing sure (?<every>\d+) examples?, 0 failures, \k<every> pending.*
failed sure \d+ examples?, (?:[1-9]\d* failures?|0 failures, [1-9]\d* errors?).*
nothing sure 0 examples, 0 failures.*
passed whole [1-9]\d* (?:runs|tests), \d+ assertions, 0 failures, 0 errors.*
failed sure \d+ (?:runs|tests), \d+ assertions, (?:[1-9]\d* failures|0 failures, [1-9]\d* errors).*
nothing sure 0 (?:runs|tests), 0 assertions.*
passed whole OK \([1-9]\d* tests?, \d+ assertions?\)
passed sure OK, but .*
failed sure (?:FAILURES|ERRORS)!
failed sure Tests: \d+, Assertions: \d+, (?:Errors|Failures): [1-9].*
nothing sure No tests executed!
passed whole (?:\d+ (?:doctests?|properties|property), )*(?!(?<all>\d+) tests?, 0 failures, \k<all> excluded)[1-9]\d* tests?, 0 failures\b.*
failed sure (?:\d+ (?:doctests?|properties|property), )*\d+ tests?, [1-9]\d* failures?\b.*
passed whole [1-9]\d* specs?, 0 failures.*
failed sure \d+ specs?, [1-9]\d* failures?.*
passed sure [1-9]\d* pass
failed sure [1-9]\d* fail
nothing sure 0 pass
passed whole ok \| [1-9]\d* passed.*\| 0 failed.*
failed sure FAILED \| \d+ passed.*
passed whole Executed [1-9]\d* tests?, with (?:\d+ tests? skipped and )?0 failures.*
failed sure Executed \d+ tests?, with (?:\d+ tests? skipped and )?[1-9]\d* failures?.*
passed whole \*\* TEST (?:SUCCEEDED|EXECUTE SUCCEEDED) \*\*.*
failed sure \*\* TEST (?:FAILED|EXECUTE FAILED) \*\*.*
passed whole (?:\S+ )?Test run with [1-9]\d* tests? .*passed after .*
failed sure (?:\S+ )?Test run with \d+ tests? .*failed after .*
passed whole (?:\d\d:\d\d \+[1-9]\d*(?: ~\d+)?: )?All (?:\d+ )?tests passed[!.]?.*
failed sure (?:\d\d:\d\d \+\d+(?: ~\d+)? -\d+: )?Some tests failed\..*
nothing sure No tests (?:ran|match|found|executed|were found)\b.*
nothing sure No test files found.*
nothing weak (?:Error: )?no tests? (?:specified|defined|configured).*
nothing sure g?make(?:\[\d+\])?: (?:Nothing to be done for )?['‘\x60]\S*(?:test|check|spec|unit|e2e)\S*['’](?:\.| is up to date\.)
passed sure [1-9]\d* passed \([\d.]+(?:ms|s|m|h).*\)
failed sure [1-9]\d* failed
passed weak [1-9]\d* passed[.!]?
passed sure [1-9]\d* tests? passed
failed sure [1-9]\d* tests? failed
passed sure (?:✔ +)?All specs passed!.*
failed sure (?:✖ +)?\d+ of \d+ failed \(\d+%\).*
passed sure (?:TOTAL: |.*Executed \d+ of [1-9]\d* (?:\(skipped \d+\) )?)(?:\d+ )?SUCCESS.*
failed sure .*Executed \d+ of \d+ .*\([1-9]\d* FAILED\).*
passed sure \[  PASSED  \] [1-9]\d* tests?\.
failed sure \[  FAILED  \] .*
passed sure All tests passed \([1-9]\d* assertions? in \d+ test cases?\)
failed sure test cases: +\d+ \|.*\b[1-9]\d* failed.*
passed sure \[doctest\] Status: SUCCESS!
failed sure \[doctest\] Status: FAILURE!
passed sure \*\*\* No errors detected
failed sure \*\*\* [1-9]\d* failures? .*
passed sure Ok: +[1-9]\d*
failed sure Fail: +[1-9]\d*
passed sure # PASS: +[1-9]\d*
failed sure # (?:FAIL|ERROR): +[1-9]\d*
passed whole [1-9]\d* success(?:es)? / 0 failures / 0 errors.*
failed sure \d+ success(?:es)? / (?:[1-9]\d* failures|0 failures / [1-9]\d* errors).*
passed whole \[ FAIL 0 \| WARN \d+ \| SKIP \d+ \| PASS [1-9]\d* \]
failed sure \[ FAIL [1-9]\d* \| WARN \d+ \| SKIP \d+ \| PASS \d+ \]
passed sure All [1-9]\d* tests passed.*
failed sure [1-9]\d* out of \d+ tests failed.*
passed sure Test suite \S+: PASS
failed sure Test suite \S+: FAIL
passed sure Test Successful in .*
failed sure [1-9]\d* (?:failures?|errors?)! in .* tests? run\.
passed sure TEST RUN PASSED
failed sure TEST RUN FAILED.*
passed sure (?!(?<whole>\d+) tests?, 0 failures, \k<whole> excluded)[1-9]\d* (?:tests|passed), (?:no|0) failures.*
passed sure Suite result: ok\. [1-9].*
failed sure Suite result: FAILED\..*
passed sure Ran [1-9]\d* test suites? .*: [1-9]\d* tests passed, 0 failed.*
passed sure Ran [1-9]\d* tests? (?:containing|across) .*
passed weak 0 failures, 0 errors\.
failed sure [1-9]\d* failures?, \d+ errors?\.
failed sure 0 failures, [1-9]\d* errors?\.
passed whole Passed: Total [1-9]\d*, Failed 0, Errors 0.*
failed sure Failed: Total \d+, .*
passed whole Tests: succeeded [1-9]\d*, failed 0,.*
failed sure Tests: succeeded \d+, failed [1-9].*
failed sure \*\*\* [1-9]\d* TESTS? FAILED \*\*\*
passed whole [1-9]\d* scenarios? \((?:\d+ skipped, )?[1-9]\d* passed\)
failed sure [1-9]\d* scenarios? \(.*\b[1-9]\d* failed.*\)
passed sure [1-9]\d* (?:features?|scenarios?) passed, 0 failed,.*
failed sure \d+ (?:features?|scenarios?) passed, [1-9]\d* failed,.*
passed sure [1-9]\d* tests?, [1-9]\d* passed, 0 failed
failed sure \d+ tests?, \d+ passed, [1-9]\d* failed
passed sure \w+: commands succeeded
passed weak congratulations :\).*
failed weak evaluation failed :\(.*
passed sure nox > Session [\w.() -]*test[\w.() -]* was successful.*
failed sure nox > Session [\w.() -]*test[\w.() -]* failed\.
passed whole (?:[\w -]{1,30}[:=] *)?[1-9]\d*(?:/\d+)? (?:tests? )?passed(?:,|;| \|| and)? +0 (?:tests? )?failed(?:,.*|\.|!)?
failed sure (?:[\w -]{1,30}[:=] *)?\d+(?:/\d+)? (?:tests? )?passed(?:,|;| \|| and)? +[1-9]\d* (?:tests? )?failed(?:,.*|\.|!)?
passed whole (?:Total|Tests|Results?)[:=] *\d+ *[,;|/]? +(?:Passed|PASS|Pass)[:=] *[1-9]\d* *[,;|/]? +(?:Failed|FAIL|Fail)[:=] *0\b.*
failed sure (?:Total|Tests|Results?)[:=] *\d+ *[,;|/]? +(?:Passed|PASS|Pass)[:=] *\d+ *[,;|/]? +(?:Failed|FAIL|Fail)[:=] *[1-9].*
passed whole (?:Passed|PASS|Pass|passed)[:=] *[1-9]\d* *[,;|/]? +(?:Failed|FAIL|Fail|failed)[:=] *0\b.*
failed sure (?:Passed|PASS|Pass|passed)[:=] *\d+ *[,;|/]? +(?:Failed|FAIL|Fail|failed)[:=] *[1-9].*
failed weak FAIL(?:ED)?(?:[ :].*)?
failed weak (?:npm (?:ERR!|error).*|.*ELIFECYCLE.*)
passed sure \d+%: Checks: [1-9]\d*, Failures: 0, Errors: 0
failed sure \d+%: Checks: \d+, (?:Failures: [1-9]|Failures: 0, Errors: [1-9]).*
passed sure \[  PASSED  \] [1-9]\d* test\(s\)\.
passed whole \[====\] [^|]*: [1-9]\d* \| [^|]*: [1-9]\d* \| [^|]*: 0 \| [^|]*: 0
failed sure \[====\] [^|]*: \d+ \| [^|]*: \d+ \| (?:[^|]*: [1-9]\d* \| [^|]*: \d+|[^|]*: 0 \| [^|]*: [1-9]\d*)
passed sure OK \([1-9]\d* tests?, \d+ ran,.*\)
failed sure Errors \([1-9]\d* failures?, .*\)
passed sure Passed [1-9]\d* test cases? with \d+ assertions?\.
failed sure Failed [1-9]\d* test cases?, .*
passed whole OK \([1-9]\d* tests?\)
passed whole \[ +0 tests failed +\]
failed sure \[ +[1-9]\d* tests failed +\]
failed sure \[FAILED\] \S.*
passed whole DONE [1-9]\d* tests?(?:, \d+ skipped)? in .*
failed sure DONE \d+ tests?.*\b[1-9]\d* (?:failures?|errors?) in .*
nothing sure DONE 0 tests in .*
passed sure [1-9]\d* modules passed unittests
failed sure \d+/\d+ modules FAILED unittests
failed sure cabal: Tests failed for .*
passed sure [1-9]\d* of [1-9]\d* test suites \(\d+ of \d+ test cases\) passed\.
failed sure rspec \./\S+:\d+ # .*
failed sure error: Test failed
failed sure \(fail\) .*
failed gate (?:FAIL|ERROR:?|Coverage failure:) ?(?:Required test coverage .*|total of .* is less than fail-under=.*)
passed sure [\w ./-]*\b(?:py)?tests?\b[\w ./()-]*\.{3,}Passed
failed sure [\w ./-]*\b(?:py)?tests?\b[\w ./()-]*\.{3,}Failed
passed whole \*\* TESTS=[1-9]\d* PASS=[1-9]\d* FAIL=0\b.*
failed sure \*\* TESTS=\d+ PASS=\d+ FAIL=[1-9].*
failed sure (?:✖ +)?[1-9]\d*/\d+ targets failed, including the following:
failed sure Executed \d+ out of \d+ tests?: .*\b(?:fails?|fail locally|fails locally)\b.*
passed whole Executed \d+ out of [1-9]\d* tests?: [1-9]\d* tests? pass(?:es)?\.
nothing sure ERROR: No test targets were found.*
failed sure Build Summary: .*\b[1-9]\d* failed\b.*
passed sure Build Summary: (\d+)/\d+ steps succeeded; [1-9]\d*/\d+ tests passed
failed sure \d+ success(?:es)? / (?:[1-9]\d* failures? / \d+|0 failures / [1-9]\d*) errors?.*
passed whole [1-9]\d* success(?:es)? / 0 failures / 0 errors.*
failed sure Failure! \d+ passed, [1-9]\d* failed.*
passed whole Success! [1-9]\d* passed, 0 failed.*
failed sure (?:\d\d:\d\d:\d\d +)?Done\. PASS=\d+ WARN=\d+ ERROR=[1-9].*
passed sure (?:\d\d:\d\d:\d\d +)?Done\. PASS=[1-9]\d* WARN=\d+ ERROR=0\b.*
passed whole -+ All tests passed! -+
failed sure -+ [1-9]\d* failing tests? -+
failed sure (?:\S+ )?\d+ tests? run in .*\b[1-9]\d* failed\b.*
failed sure \d+ test targets? and \d+ tests? run; .*\b[1-9]\d* failed.*
failed sure Test result: FAILED\. .*
passed whole Test result: OK\. .*passed: [1-9].*failed: 0\b.*
failed sure Tests Passed: \d+, Failed: [1-9].*
passed whole Tests Passed: [1-9]\d*, Failed: 0\b.*
failed sure (?:✖ +)?[1-9]\d*/\d+ failed
failed sure Finished running tests in .* with [1-9]\d* failed tests?\.
passed whole Finished running tests in .*, all tests passed!.*
nothing sure No tests were executed\.
nothing sure Total number of tests run: 0
nothing sure (?:\[=+\] )?(?:Running )?0 tests from 0 test (?:suites|cases).*
nothing sure > Task \S*:test\w* SKIPPED
nothing sure Executed 0 tests?, with 0 failures.*
nothing sure (?:NX +)?No tasks were (?:run|executed).*
nothing sure Tasks: +0 successful, 0 total
nothing sure (?:lerna success run )?No packages found with the lifecycle script .*
nothing sure All (?:tests|examples) (?:have been excluded|were filtered out)\.?
failed gate Jest: .* coverage threshold for .* not met.*
failed gate ERROR: Coverage for \w+ \(.*\) does not meet .*
failed gate (?:Line|Branch|Lines|Total)? ?[Cc]overage .* (?:is|was) (?:below|less than|under) .*
failed sure error: could not compile .*
failed sure == Compilation error in file .*
failed sure Failed [1-9]\d* tests?\. Passed \d+ tests?\..*
passed whole Failed 0 tests\. Passed [1-9]\d* tests?\..*
passed sure [1-9]\d* tests passed\.
failed sure \*\*\*Test Failed\*\*\* .*
nothing sure Result: NOTESTS
nothing sure (?:error: )?(?:No tests? (?:modules|configuration file|specs|matches)|No specs found|No examples found|no tests matched).*
nothing sure ok \| 0 passed \| 0 failed.*
nothing sure (?:error: )?regex .* matched 0 tests\..*
nothing sure (?:collected \d+ items / \d+ deselected / 0 selected|.* but no test was executed)
nothing sure 1\.\.0(?: .*)?
nothing sure 0 tests
passed sure (?:Lerna .*|NX +)?Successfully ran target \S*test\S* for .*
failed sure (?:Lerna .*|NX +)?Running target \S*test\S* for .* failed
failed weak (?:\[ERROR\] )?\[Help 1\] .*
failed sure g?make(?:\[\d+\])?: \[.*\] Error \d+ \(ignored\)
failed weak g?make(?:\[\d+\])?: \*\*\* .*
failed weak error (?:Command failed with exit code [1-9]\d*\.|script .* exited with code [1-9]\d*.*)
failed weak error: script .* exited with code [1-9]\d*.*
`;
