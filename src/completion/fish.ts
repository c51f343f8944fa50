import type { Offer } from './command-lines.ts';
import { belowKeys, type Context, flagKeys, key, LAUNCH, valueKeys } from './contexts.ts';
import type { ScriptFacts } from './script.ts';

/** Needs fish 3.0. */
export function fishScript({ contexts, about, programs }: ScriptFacts): string {
  const launch = contexts.filter(({ name }) => name === '' || name === LAUNCH);
  const others = contexts.filter((context) => !launch.includes(context));
  return `# ccc for fish. Made by: ccc completion fish
# Prints first what to do (files: leave it to fish; ask: the providers too; only), then the words for the cursor's place.
function __ccc_walk
    set -l line (commandline -opc)
    set -l word (commandline -ct)
    set -e line[1]
    # --scope=user is one word here.
    string match -qr -- '^--[a-z-]+=' "$word"
    and set line $line (string replace -r -- '=.*' '' $word)
    set -l context ''
    set -l given ''
    set -l option ''
    for typed in $line
        if test -n "$option"
            set option ''
            continue
        end
        switch "$context>$typed"
            case ${words(belowKeys(contexts, (name) => name === ''))}
                set context $typed
            case ${words(belowKeys(contexts, (name) => name !== ''))}
                set context "$context $typed"
            case ${words(launch.flatMap(valueKeys))}
                set context ${LAUNCH}
                set given 1
                set option $typed
            case ${words(others.flatMap(valueKeys))}
                set option $typed
            case ${words(launch.flatMap(flagKeys))}
                set context ${LAUNCH}
            case '>*' '${LAUNCH}>*' '*>--'
                echo files
                return
            case '*>-*'
            case '*'
                set given 1
        end
    end
    if test -n "$option"
        switch "$context>$option"
${valueOffers(contexts)}
        end
    else if string match -q -- '-*' "$word"
        switch "$context"
${contexts.map(({ name, options }) => `            case '${name}'\n                ${offering(options, [])}`).join('\n')}
        end
    else if test -n "$given"
        test "$context" = ${LAUNCH}
        and echo files
    else
        switch "$context"
${contexts.map(({ name, word, below }) => `            case '${name}'\n                ${offering(word, below)}`).join('\n')}
        end
    end
end
function __ccc_is_ours
    set -l found (__ccc_walk)
    test "$found[1]" != files
end
function __ccc_offers
    set -l found (__ccc_walk)
    set -l prefix (string match -r -- '^--[a-z-]+=' (commandline -ct))
    for name in $found[2..-1]
        switch "$prefix$name"
${Object.entries(about)
  .map(
    ([name, text]) =>
      `            case ${fishQuoted(name)}\n                printf '%s\\t%s\\n' $name ${fishQuoted(text)}`,
  )
  .join('\n')}
            case '*'
                printf '%s\\n' "$prefix$name"
        end
    end
    if test "$found[1]" = ask
        ${asking(programs)} | string match -r -- '^[A-Za-z0-9._][A-Za-z0-9._-]*$' | string replace -r -- '^' "$prefix"
    end
end
complete -c ccc -n __ccc_is_ours -f -a '(__ccc_offers)'
`;
}

const valueOffers = (contexts: Context[]) =>
  contexts
    .filter(({ name }) => name !== '')
    .flatMap(({ name, values }) =>
      values.map(
        ({ option, offer }) => `            case '${key(name, option)}'\n                ${offering(offer, [])}`,
      ),
    )
    .join('\n');

function offering(offer: Offer, more: string[]): string {
  if (offer === 'file') return 'echo files';
  const names = [...more, ...(typeof offer === 'string' ? [] : offer)];
  return `printf '%s\\n' ${[offer === 'provider' ? 'ask' : 'only', ...names].join(' ')}`;
}

/** One after the other until one of them can be started; nothing is said if none can. */
const asking = (programs: string[][]) =>
  `begin; ${programs.map((argv) => `${argv.map(fishQuoted).join(' ')} completion --providers`).join('; or ')}; end </dev/null 2>/dev/null`;

const words = (names: string[]) => names.map((name) => `'${name}'`).join(' ');

const fishQuoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
