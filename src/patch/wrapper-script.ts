import { WRAPPER_MARK } from '../claude/executable.ts';
import { patchMessages } from '../i18n/patch.ts';
import { quoteForShell } from '../platform/shell.ts';

export interface WrapperFacts {
  /** Where the script will be, and the real client. */
  claude: string;
  original: string;
  ccc: string;
  /** What to run a `ccc` on that is a script for Node: the first that is there. */
  nodes: string[];
}

/**
 * The script in the place of `claude`. Nobody may lose their `claude` by it: whatever keeps ccc from starting, the
 * original is started, with one line about it. What can be seen beforehand is tested; where `exec` itself fails, dash
 * ends (and runs the trap) and bash goes on (and runs it at the end of the script).
 */
export function wrapperScript({ claude, original, ccc, nodes }: WrapperFacts): string {
  const undo = `mv ${quoteForShell(original)} ${quoteForShell(claude)}`;
  const line = (text: string) => `printf '%s\\n' ${quoteForShell(text)} >&2`;
  return `${WRAPPER_MARK} Made by: ccc patch. Undone by: ccc patch --reset
ccc=${quoteForShell(ccc)}
original=${quoteForShell(original)}

without_ccc() {
  case \${CCC_LANG:-\${LC_ALL:-\${LC_MESSAGES:-\${LANG:-}}}} in
    [zZ][hH]*) ${line(patchMessages.zh.withoutCcc(ccc, undo))} ;;
    *) ${line(patchMessages.en.withoutCcc(ccc, undo))} ;;
  esac
  exec "$original" "$@"
}
trap 'without_ccc "$@"' EXIT
[ -z "\${BASH_VERSION:-}" ] || shopt -s execfail

# If the original is gone, ccc looks for another claude.
if [ -x "$original" ]; then export CCC_CLAUDE="$original"; else unset CCC_CLAUDE; fi
if [ -f "$ccc" ] && [ -r "$ccc" ] && [ -s "$ccc" ]; then
  IFS= read -r first <"$ccc"
  case $first in
    '#!'*node*)
      for node in ${nodes.map(quoteForShell).join(' ') || "''"}; do
        [ -x "$node" ] && exec "$node" "$ccc" --as-claude "$@"
      done
      ;;
    *) [ -x "$ccc" ] && exec "$ccc" --as-claude "$@" ;;
  esac
fi
exit 127
`;
}
