import { askingForProviders, type ScriptFacts } from './script.ts';
import { walkFunction } from './walk.ts';

/** Also for bash 3.2, which macOS has. */
export const bashScript = ({ contexts, programs }: ScriptFacts) => `# ccc for bash. Made by: ccc completion bash
${walkFunction(contexts)}
_ccc() {
  local IFS=$' \\t\\n' context given option offers ask files i name
  local -a line=()
  # --scope=user arrives as three words.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    [[ \${COMP_WORDS[i]-} == = ]] || line+=("\${COMP_WORDS[i]-}")
  done
  [[ \${COMP_WORDS[COMP_CWORD]-} != = ]] || line+=('')
  COMPREPLY=()
  _ccc_walk "\${line[@]}"
  [[ -z $files ]] || return 0
  ! type compopt >/dev/null 2>&1 || compopt +o default
  local word=\${line[\${#line[@]}-1]}
  for name in $offers; do
    [[ $name != "$word"* ]] || COMPREPLY+=("$name")
  done
  [[ -n $ask ]] || return 0
  while IFS= read -r name; do
    [[ $name != "$word"* || -z $name || $name == -* || $name == *[!A-Za-z0-9._-]* ]] || COMPREPLY+=("$name")
  done <<<"$(${askingForProviders(programs)})"
}
complete -o default -F _ccc ccc
`;
