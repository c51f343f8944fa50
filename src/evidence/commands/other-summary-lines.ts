/** The last lines of builds, type checks and linters, as in `summaries.ts`: kind, what it shows, how much it proves, the line. */
export const OTHER_LINES = String.raw`
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
lint failed sure Error: \d+ chart\(s\) linted, [1-9]\d* chart\(s\) failed
lint passed sure [1-9]\d* chart\(s\) linted, 0 chart\(s\) failed
build failed sure ERROR: failed to (?:solve|build)\b.*
build passed sure (?:CJS|ESM|IIFE|DTS) (?:⚡️ )?Build success in .*
build failed sure (?:.*✗ Build failed in .*|\[ERROR\] .*An unhandled error occurred.*)
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
build passed sure (?:Lerna .*|NX +)?Successfully ran target \S*build\S* for .*
build failed sure (?:Lerna .*|NX +)?Running target \S*build\S* for .* failed
lint passed sure (?:Lerna .*|NX +)?Successfully ran target \S*lint\S* for .*
lint failed sure (?:Lerna .*|NX +)?Running target \S*lint\S* for .* failed
build failed sure (?:\[ERROR\] )?\[Help 1\] .*
lint failed sure g?make(?:\[\d+\])?: \[.*\] Error \d+ \(ignored\)
build failed sure g?make(?:\[\d+\])?: \[.*\] Error \d+ \(ignored\)
lint failed weak g?make(?:\[\d+\])?: \*\*\* .*
types failed weak g?make(?:\[\d+\])?: \*\*\* .*
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
