import { quoteForShell } from '../platform/shell.ts';

/** The first word of the hidden command that the scripts call, with the shell and the words up to the cursor. */
export const COMPLETE = '__complete';

/** The ways to start this program, by full paths: a name would let the folder one is in choose the program. */
type Programs = readonly (readonly string[])[];

/** One after the other until one of them can be started; nothing is said if none can. */
const ask = (programs: Programs, or: string, quote: (word: string) => string, rest: string) =>
  programs.map((words) => `${words.map(quote).join(' ')} ${COMPLETE} ${rest}`).join(or);

/** Also for bash 3.2, which macOS has. */
const bash = (programs: Programs) => `# ccc for bash. Made by: ccc completion bash
_ccc() {
  local IFS=$' \\t\\n' answer name
  COMPREPLY=()
  answer=$({ ${ask(programs, ' || ', quoteForShell, 'bash "${COMP_WORDS[@]:1:COMP_CWORD}"')}; } </dev/null 2>/dev/null) || return 0
  [[ $answer != files ]] || return 0
  ! type compopt >/dev/null 2>&1 || compopt +o default
  while IFS= read -r name; do
    [[ -z $name ]] || COMPREPLY+=("$name")
  done <<<"\${answer#words}"
}
complete -o default -F _ccc ccc
`;

const zsh = (programs: Programs) => `#compdef ccc
# ccc for zsh. Made by: ccc completion zsh
_ccc() {
  local -a answer described
  answer=("\${(@f)$({ ${ask(programs, ' || ', quoteForShell, 'zsh "${(@)words[2,CURRENT]}"')}; } </dev/null 2>/dev/null)}")
  [[ $words[CURRENT] != --*=* ]] || compset -P '*='
  if [[ $answer[1] == files ]]; then
    _files
  else
    described=("\${(@)answer[2,-1]}")
    _describe ccc described
  fi
}
if [[ $funcstack[1] == _ccc ]]; then
  _ccc "$@"
elif (( $+functions[compdef] )); then
  compdef _ccc ccc
fi
`;

/** Needs fish 3.0. The condition asks once and keeps the answer; where it fails, fish offers files. */
const fish = (programs: Programs) => `# ccc for fish. Made by: ccc completion fish
function __ccc_ask
    set -l line (commandline -opc)
    set -e line[1]
    set -l word (commandline -ct)
    set -g __ccc_answer (begin; ${ask(programs, '; or ', fishQuoted, 'fish $line "$word"')}; end </dev/null 2>/dev/null)
    test "$__ccc_answer[1]" != files
end
complete -c ccc -n __ccc_ask -f -a '(string join \\n -- $__ccc_answer[2..-1])'
`;

const fishQuoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

export const COMPLETION_SCRIPTS = { bash, zsh, fish };

export type Shell = keyof typeof COMPLETION_SCRIPTS;
