import picomatch from 'picomatch';

/** Alternatives multiply with every pair of braces. */
const MAX_ALTERNATIVES = 500;
const MAX_PATTERN_LENGTH = 10_000;
/** About a millisecond for one path. */
const MAX_STEPS = 1_000_000;

/** `unknown`: the pattern is not valid, or matching could take too long. */
type Matcher = (path: string) => boolean | 'unknown';

/**
 * Whether a path is covered by a list of globs: `*`, `**`, `?`, `[…]`, `{a,b}`; a folder means everything below it. The
 * last pattern that matches decides, and a leading `!` excludes (from everything, if that pattern is the first).
 *
 * The worker chooses the file names and must not be able to hold up the hook with them: where a pattern could take too
 * long, the path counts as covered, so that the check runs.
 */
export function covers(patterns: readonly string[]): (path: string) => boolean {
  const rules = patterns.map((pattern) => {
    const glob = pattern.replace(/^!+/, '');
    return { excludes: (pattern.length - glob.length) % 2 === 1, match: matcherOf(glob) };
  });
  const otherwise = rules[0]?.excludes ?? false;
  return (path) => {
    const last = rules.findLast(({ excludes, match }) => {
      const matches = match(path);
      return matches === 'unknown' ? !excludes : matches;
    });
    return last ? !last.excludes : otherwise;
  };
}

/**
 * The paths below which a list of globs can match, without wildcards; empty: anywhere. Undefined if one leads out of the
 * folder: nothing is known of files there.
 */
export function basesOf(patterns: readonly string[]): string[] | undefined {
  if (patterns[0]?.startsWith('!')) return [''];
  const included = patterns.filter((pattern) => !/^!(?:!!)*(?!!)/.test(pattern)).map((glob) => glob.replace(/^!+/, ''));
  const bases = included.flatMap((glob) => {
    const alternatives = glob.length > MAX_PATTERN_LENGTH ? undefined : expandBraces(tokensOf(glob));
    return alternatives === undefined ? [''] : alternatives.map(baseOf);
  });
  return bases.includes(undefined) || included.some((glob) => glob.startsWith('~')) ? undefined : (bases as string[]);
}

function baseOf(tokens: string[]): string | undefined {
  const names = namesOf(tokens);
  if (names.some((name) => name.map(plain).join('') === '..')) return undefined;
  const wild = names.findIndex((name) => name.some((token) => token === '*' || token === '?' || isClass(token)));
  return names
    .slice(0, wild < 0 ? undefined : wild)
    .map((name) => name.map(plain).join(''))
    .filter((name) => name !== '' && name !== '.')
    .join('/');
}

function matcherOf(glob: string): Matcher {
  if (/^(?:\.?\/)*\.?$/.test(glob)) return () => true;
  const alternatives = glob.length > MAX_PATTERN_LENGTH ? undefined : expandBraces(tokensOf(glob));
  if (alternatives === undefined) return () => 'unknown';
  const matchers = alternatives.filter((tokens) => tokens.length > 0).map(matcherWithoutBraces);
  return (path) => {
    const results = matchers.map((match) => match(path));
    return results.includes(true) || (results.includes('unknown') && 'unknown');
  };
}

/** An escaped character, a bracket expression, or one character. */
const tokensOf = (glob: string): string[] =>
  glob.match(/\\.|\[(?:[!^]|(?![!^]))(?:\[:\w+:\]|\\.|[^\\])(?:\[:\w+:\]|\\.|[^\]\\])*\]|./gsu) ?? [];

/** Undefined if there are too many alternatives. Braces without a comma, or never closed, are ordinary characters. */
function expandBraces(tokens: string[]): string[][] | undefined {
  const expanded: string[][] = [];
  const pending = [tokens];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const current = next;
    const group = outermostBraces(current);
    if (group === undefined) expanded.push(current);
    else
      for (const [i, comma] of group.commas.entries()) {
        const branch = current.slice((group.commas[i - 1] ?? group.open) + 1, comma);
        pending.push([...current.slice(0, group.open), ...branch, ...current.slice(group.close + 1)]);
      }
    if (expanded.length + pending.length > MAX_ALTERNATIVES) return undefined;
  }
  return expanded;
}

function outermostBraces(tokens: string[]) {
  let outermost: { open: number; commas: number[]; close: number } | undefined;
  const open: { open: number; commas: number[] }[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token === '{') open.push({ open: at, commas: [] });
    else if (token === ',') open.at(-1)?.commas.push(at);
    else if (token === '}') {
      const closed = open.pop();
      if (closed && closed.commas.length > 0 && closed.open < (outermost?.open ?? tokens.length))
        outermost = { ...closed, commas: [...closed.commas, at], close: at };
    }
  }
  return outermost;
}

/** picomatch makes a regular expression of it, and that tries every way to divide a name among its stars. */
function matcherWithoutBraces(tokens: string[]): Matcher {
  const { glob, folders, stars } = forPicomatch(tokens);
  const pattern = regExpOf(glob);
  if (pattern === undefined) return () => 'unknown';
  return (path) => {
    const parts = path.split('/');
    const longest = Math.max(...parts.map((part) => part.length));
    return parts.length ** folders * longest ** stars > MAX_STEPS ? 'unknown' : pattern.test(path);
  };
}

/** Undefined if the pattern is not valid: a range such as `[z-a]`. */
function regExpOf(glob: string): RegExp | undefined {
  try {
    return picomatch.makeRe(glob, {
      ...{ dot: true, posix: true, literalBrackets: false, flags: 'su', debug: true, fastpaths: false },
      ...{ nobrace: true, noextglob: true, nonegate: true },
    });
  } catch {
    return undefined;
  }
}

function namesOf(tokens: string[]): string[][] {
  const names: string[][] = [[]];
  for (const token of tokens) {
    const name = names.at(-1) as string[];
    if (token === '/' || token === '\\/') names.push([]);
    // `**` means something only as a whole name.
    else if (!(token === '*' && name.length > 1 && name.at(-1) === '*')) name.push(token);
  }
  return names;
}

/** The pattern as picomatch has to be given it, with the number of its `**` and the most `*` in one name. */
function forPicomatch(tokens: string[]): { glob: string; folders: number; stars: number } {
  const names = namesOf(tokens);
  while (names.length > 1 && /^\.?$/.test((names[0] as string[]).join(''))) names.shift();
  while (names.length > 1 && names.at(-1)?.length === 0) names.pop();
  const isFolder = names.at(-1)?.every((token) => token !== '*' && token !== '?' && !isClass(token));

  const quoted = names
    .map((name) => name.map(quote).join(''))
    .filter((name, i, all) => !(name === '**' && all[i - 1] === '**'));
  // To picomatch `src/**` is the folder as well.
  if (isFolder) quoted.push('**');
  else if (quoted.length > 1 && quoted.at(-1) === '**') quoted.push('*');
  return {
    glob: quoted.join('/'),
    folders: quoted.filter((name) => name === '**').length,
    stars: Math.max(
      0,
      ...names.map((name) => (name.join('') === '**' ? 0 : name.filter((token) => token === '*').length)),
    ),
  };
}

/** An escaped character is that character. */
const plain = (token: string) => (token.length > 1 && token.startsWith('\\') ? token.slice(1) : token);

const isClass = (token: string) => token.length > 2 && token.startsWith('[');

/** What only picomatch or a regular expression gives a meaning to becomes an ordinary character. */
function quote(token: string): string {
  // A slash separates names, so none of them has one: something else that no name has takes its place.
  if (isClass(token))
    return token
      .replaceAll('/', '\uffff')
      .replaceAll(/\\(.)/gsu, (escaped, char: string) => (/[\\\]^-]/.test(char) ? escaped : char))
      .replaceAll(/(?:\\\\)+/g, '\\\\');
  if (token === '*' || token === '?') return token;
  const char = plain(token);
  // picomatch 4 takes quotes away, and never returns from four backslashes at the end.
  if (char === '"') return '["]';
  if (char === '\\') return '[\\\\]';
  return /[$()*+.?[\]^{|}]/.test(char) ? `\\${char}` : char;
}
