/** The start of the output says that the shell, or the runner, found nothing to run. */
const NEVER_STARTED = new RegExp(
  [
    /^(?:\S+: ){0,2}(?:line \d+: )?(?:syntax error|unexpected EOF|parse error)/,
    /^(?:\(eval\):\d+: |zsh: |zsh:\d+: )(?:no matches found|parse error|command not found|bad pattern|unmatched)/,
    // bash, zsh and sh, in any language.
    /^(?:[\w/().-]+: )?(?:\(eval\):|line \d+: |\d+: |[^\s:]{1,12} \d+ ?[^\s:]{0,6}[:：] ?)?cd(?:: |:\d+: )\S/,
    /^(?:\S+: )?(?:line \d+: |\d+: )?\S+: (?:command )?not found$/,
    /^(?:\S+: )?(?:line \d+: )?\S+: (?:No such file or directory|Permission denied)$/,
    /\bNo module named ['"]?(?:pytest|unittest|mypy|ruff|flake8|pylint|black|tox|nox|coverage)\b/,
    /^npm (?:ERR!|error) (?:Missing script|code E?NOENT|enoent|ENOENT)/i,
    /\bMissing script:/,
    /^(?: ?ERR_PNPM_NO_SCRIPT| ?ERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL.*ENOENT)/,
    /^error (?:Command "[^"]*" not found|Couldn't find a package\.json)/,
    /^Usage Error: Couldn't find a script named/,
    /^error: (?:Script not found|no such (?:sub)?command|Failed to spawn|Justfile does not contain recipe|toolchain '|unrecognized subcommand)/,
    /^(?:g?make: )?\*\*\* No (?:rule to make target|targets)/,
    /^g?make: .*No rule to make target/,
    /^(?:mise ERROR |ERROR )?no tasks? (?:\S+ )?found|^mise ERROR no task/,
    /^task: Task "[^"]*" does not exist/,
    /^(?:error: )?(?:could not find|couldn't find) \x60?Cargo\.toml/,
    /^Could not find (?:a command|an option|gem|\x60)/,
    /^The system cannot find the (?:path|file) specified/,
    /^(?:OCI runtime exec failed|Error response from daemon|Cannot connect to the Docker daemon|no configuration file provided|service "[^"]*" is not running)/,
    /^MSBUILD : error MSB1003/,
    /executable file not found in \$PATH/,
    /error: unrecognized arguments|^ERROR: (?:unknown environment|file or directory not found|not found:)|Cannot open file |No files matching the pattern|^Could not find '|: directory not found$|^No hook with id|MissingProjectException|(?:Plugin|Dependency)ResolutionException|Could not resolve dependencies|Command not found; did you mean|Cannot read file: No such file|^error: Import '.*' failed, not found|^No tests named and|Cannot find file or directory/,
    /\bNo workspaces found|^CACError: |Unrecognized CLI Parameter|^error: package ID specification .* did not match|^error: no (?:test|bin|example) target named|doesn't seem to have been installed|^flag provided but not defined|^(?:error|Error|\w+): (?:unknown|unexpected|unrecognized|invalid) (?:option|argument|flag)\b/,
    /^FAIL\t?.*\[setup failed\]|directory prefix \S+ does not contain|matched no packages|^go: cannot find main module|^no Go files in/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'm',
);

export const saysNothingRan = (text: string): boolean => NEVER_STARTED.test(text);
