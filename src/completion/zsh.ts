import { quoteForShell } from '../platform/shell-quote.ts';
import { askingForProviders, type ScriptFacts } from './script.ts';
import { walkFunction } from './walk.ts';

export const zshScript = ({ contexts, about, programs }: ScriptFacts) => `#compdef ccc
# ccc for zsh. Made by: ccc completion zsh
${walkFunction(contexts)}
_ccc() {
  local context given option offers ask files
  local -a line names described commands
  line=("\${(@)words[2,CURRENT]}")
  # --scope=user is one word here.
  if [[ $line[-1] == --*=* ]] && compset -P '*='; then
    line=("\${(@)line[1,-2]}" "\${line[-1]%%=*}" "\${line[-1]#*=}")
  fi
  _ccc_walk "\${(@)line}"
  if [[ -n $files ]]; then
    _files
    return
  fi
  names=(\${=offers})
  [[ -z $ask ]] || names+=(\${(M)\${(f)"$(${askingForProviders(programs)})"}:#[A-Za-z0-9._][A-Za-z0-9._-]#})
  if [[ -z $context && $line[-1] != -* ]]; then
    described=(
${Object.entries(about)
  .map(([name, text]) => `      ${quoteForShell(`${name}:${text}`)}`)
  .join('\n')}
    )
    commands=(\${described%%:*})
    names=(\${names:|commands})
    _describe 'ccc' described
  fi
  compadd -- $names
}
if [[ $funcstack[1] == _ccc ]]; then
  _ccc "$@"
elif (( $+functions[compdef] )); then
  compdef _ccc ccc
fi
`;
