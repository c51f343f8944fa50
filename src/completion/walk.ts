import type { Offer } from './command-lines.ts';
import { belowKeys, type Context, flagKeys, key, LAUNCH, valueKeys } from './contexts.ts';

/**
 * The part that bash and zsh understand alike. Given the words up to the cursor, it sets what belongs there: `offers`
 * (words), `ask` (the providers too) or `files` (leave it to the shell).
 */
export function walkFunction(contexts: Context[]): string {
  const launch = contexts.filter(({ name }) => name === '' || name === LAUNCH);
  const withValue = contexts.filter((context) => !launch.includes(context)).flatMap(valueKeys);
  return `_ccc_walk() {
  context='' given='' option='' offers='' ask='' files=''
  while [ $# -gt 1 ]; do
    case "$context>$1" in
      ${keys(belowKeys(contexts, (name) => name === ''))}) context=$1 ;;
      ${keys(belowKeys(contexts, (name) => name !== ''))}) context="$context $1" ;;
      ${keys(launch.flatMap(valueKeys))}) context='${LAUNCH}' given=1 option=$1; shift ;;
      ${keys(withValue)}) option=$1; shift ;;
      ${keys(launch.flatMap(flagKeys))}) context='${LAUNCH}' ;;
      '>'*|'${LAUNCH}>'*|*'>--') files=1; return ;;
      *'>-'*) ;;
      *) given=1 ;;
    esac
    [ $# -gt 1 ] || break
    option=
    shift
  done
  if [ -n "$option" ]; then
    case "$context>$option" in
${valueOffers(contexts)}
    esac
    return
  fi
  case $1 in
    -*)
      case $context in
${contexts.map(({ name, options }) => `        '${name}') offers='${options.join(' ')}' ;;`).join('\n')}
      esac
      ;;
    *)
      if [ -n "$given" ]; then
        [ "$context" != '${LAUNCH}' ] || files=1
        return
      fi
      case $context in
${contexts.map((context) => `        '${context.name}') ${wordOffers(context)} ;;`).join('\n')}
      esac
      ;;
  esac
}`;
}

/** None under '': an option that was given there has already led into the launch. */
const valueOffers = (contexts: Context[]) =>
  contexts
    .filter(({ name }) => name !== '')
    .flatMap(({ name, values }) =>
      values.map(({ option, offer }) => `      '${key(name, option)}') ${offering(offer, [])} ;;`),
    )
    .join('\n');

const wordOffers = ({ below, word }: Context) => offering(word, below);

function offering(offer: Offer, more: string[]): string {
  const words = [...more, ...(typeof offer === 'string' ? [] : offer)];
  const parts = [
    ...(words.length > 0 ? [`offers='${words.join(' ')}'`] : []),
    ...(offer === 'provider' ? ['ask=1'] : []),
    ...(offer === 'file' ? ['files=1'] : []),
  ];
  return parts.join(' ') || ':';
}

const keys = (names: string[]) => names.map((name) => `'${name}'`).join('|');
