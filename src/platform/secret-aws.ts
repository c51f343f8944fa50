import { lazy } from './lazy.ts';
import { MASK } from './redaction-mask.ts';

/**
 * A secret key of AWS is 40 random characters of base64, without a prefix. Its end and beginning must be seen: a longer run
 * is other base64, and what goes on behind a dot is a file or a host. It can begin behind an escaped line end or an
 * encoded sign.
 */
const RUN = lazy(
  () =>
    /(?:(?<![A-Za-z0-9+/_-]|\w\.|:(?=\/\/))|(?<=\\[nrt]|%3[ADad]))[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=_-]|\.\w|%(?:2[BFbf]|3[Dd]))/g,
);

const ABOUT_AWS = lazy(() => /(?:AKIA|ASIA)[A-Z0-9]|aws|secret.?access/i);
const NEAR = 150;

/** Before a run: it belongs to the path of a URL. What stands in a query, or before an `@`, may be a key. */
const URL_PATH = lazy(() => /:\/\/[^\s"'`<>()[\]{}|\\,;?#&=]{0,150}$/);

/** Redacts secret keys of AWS, wherever they stand. */
export const redactAwsSecrets = (text: string): string =>
  text.replace(RUN(), (run, at: number, whole: string) => (isAwsSecret(run, at, whole) ? MASK : run));

/**
 * What is certain: 40 characters with a `/` or `+` in which letters of either case and digits take turns. Of random keys
 * 0.7 % are missed, mostly those with neither sign, because they read as a name; where the text is about AWS, 0.2 %. Also
 * missed are keys whose signs are written `\/` or `%2F`, and keys in the path of a URL.
 */
function isAwsSecret(run: string, at: number, whole: string): boolean {
  if (!/\d/.test(run) || !/[a-z]/.test(run) || !/[A-Z]/.test(run) || isPathOrHash(run)) return false;
  const { changes, inWords } = shapeOf(run);
  const before = whole.slice(Math.max(0, at - NEAR), at);
  if (URL_PATH().test(before) && whole[at + run.length] !== '@') return false;
  if (changes >= MANY_CHANGES && changes - inWords >= (/[+/]/.test(run) ? 0 : 4)) return true;
  if (changes - inWords < -4) return false;
  return ABOUT_AWS().test(before) || ABOUT_AWS().test(whole.slice(at + run.length, at + run.length + NEAR));
}

/** A random key has 25 of them, and fewer than this in one case of 2000; a path in capitals has about ten. */
const MANY_CHANGES = 15;

/**
 * Random text goes from one kind of character to another all the time, and names are made of words. Of the names with as
 * many changes in 410 MB of open source, outside URLs, paths had more letters in words than changes, and others at most
 * three fewer.
 */
const shapeOf = (run: string) => ({
  changes: (run.match(/[a-z](?![a-z])|[A-Z](?![A-Z])|\d(?!\d)|[+/](?![+/])/g)?.length ?? 0) - 1,
  inWords: run.match(/[a-z]{3,}/g)?.join('').length ?? 0,
});

/** Short names in a path, terms of a sum, a hash, or zeros in base64. All of it together is in 0.1 % of random keys. */
const isPathOrHash = (run: string) =>
  run.split('/').length > 5 || run.split('+').length > 5 || /[\da-f]{10}|[\dA-F]{10}/.test(run);
