import { WRAPPER_MARK } from '../claude/executable.ts';
import { patchMessages } from '../i18n/patch.ts';
import { quoteForShell } from '../platform/shell.ts';

export interface WrapperPaths {
  /** The path of the script, and of the real client. */
  claude: string;
  original: string;
  ccc: string;
  /** The Node to run `ccc` with, if that is a script: the first that exists. */
  nodes: string[];
}

/**
 * The script in the place of `claude`. It must never leave the user without `claude`: if ccc cannot be started, it prints
 * one line and starts the original. Most reasons are tested for; if `exec` itself fails, dash exits and runs the trap,
 * and bash continues and runs it at the end of the script.
 */
export function wrapperScript({ claude, original, ccc, nodes }: WrapperPaths): string {
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
