/** A settings file as somebody might have written it, and a place in it where it can be changed without touching ours. */
export interface SettingsFile {
  seed: number;
  text: string;
  /** The same change to this file and to one that was made from it. */
  edited(text: string): string;
}

const MARK = 'unrelated-value';

/** Numbers that look random and are the same for the same seed. */
function dice(seed: number) {
  let state = seed * 2654435761;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    upTo: (max: number) => Math.floor(next() * (max + 1)),
    shuffled: <T>(list: T[]): T[] =>
      list
        .map((value) => [next(), value] as const)
        .sort((a, b) => a[0] - b[0])
        .map(([, value]) => value),
  };
}

type Dice = ReturnType<typeof dice>;

/** Comments, tabs, CRLF, a byte order mark, one line or many, trailing commas, other hooks, empty lists. */
export function settingsFile(seed: number): SettingsFile {
  const d = dice(seed);
  const mark = d.chance(0.25) ? '\uFEFF' : '';
  const body = writer(d)(contents(d));
  const edits = [
    (text: string) => text.replace(MARK, 'another value, longer than before'),
    (text: string) => text.replace(`"${MARK}"`, `"${MARK}" /* looked at, { twice */`),
    (text: string) => text.replace(`"${MARK}"`, `"${MARK}", "added": ["later"]`),
    (text: string) => `${text}\n// a last word, ccc supervisor-hook\n`,
    (text: string) => text.replace(/^\uFEFF?/, (first) => `${first}// a first word\n`),
  ];
  return { seed, text: mark + body, edited: d.pick(body.includes(MARK) ? edits : edits.slice(3)) };
}

type Tree = string | number | boolean | null | Tree[] | { [name: string]: Tree };

function contents(d: Dice): Tree {
  if (d.chance(0.08)) return {};
  const parts: [string, Tree][] = [
    ['$schema', 'https://json.schemastore.org/claude-code-settings.json'],
    ['model', 'opus // not a comment'],
    ['note', MARK],
    ['permissions', { allow: ['Bash(git diff:*)', 'Read'], deny: [] }],
    ['statusLine', { type: 'command', command: 'echo "{ \\"a\\": [1, 2] }"' }],
    ['cleanupPeriodDays', 30],
    ['spinnerTipsEnabled', false],
    ['名字', '中文，和 emoji 🙂'],
  ];
  const chosen = parts.filter(() => d.chance(0.5));
  if (d.chance(0.6)) chosen.push(['env', env(d)]);
  if (d.chance(0.75)) chosen.push(['hooks', hooks(d)]);
  return Object.fromEntries(d.shuffled(chosen));
}

function env(d: Dice): Tree {
  const variables: [string, Tree][] = [
    ['FOO', 'bar'],
    ['ANTHROPIC_MODEL', 'x'],
    ['CLAUDE_CODE_STOP_HOOK_BLOCK_CAP', d.pick(['0', '8', '1000'])],
  ];
  return d.chance(0.25) ? {} : Object.fromEntries(d.shuffled(variables.filter(() => d.chance(0.5))));
}

function hooks(d: Dice): Tree {
  if (d.chance(0.15)) return {};
  const groups = (matcher?: string): Tree =>
    Array.from({ length: d.upTo(3) }, () => ({
      ...(matcher && d.chance(0.8) ? { matcher } : {}),
      hooks: Array.from({ length: d.upTo(2) }, () => ({
        type: 'command',
        command: d.pick(OTHER_COMMANDS),
        timeout: 5,
      })),
    }));
  const events: [string, Tree][] = [
    ['Stop', groups()],
    ['PreToolUse', groups(d.pick(['Bash', 'Edit|Write', 'AskUserQuestion']))],
    ['Notification', groups()],
  ];
  return Object.fromEntries(d.shuffled(events.filter(() => d.chance(0.6))));
}

const OTHER_COMMANDS = ['say done', 'cat > /tmp/x; exit 0', 'sh -c \'echo "}],"\'', 'ccc status', 'supervisor-hook'];

/** Writes a value the way one person would, with all that JSON with comments allows. */
function writer(d: Dice) {
  const eol = d.pick(['\n', '\n', '\r\n']);
  const unit = d.pick(['  ', '  ', '    ', '\t', ' ', '']);
  const manner = d.pick(['lines', 'lines', 'lines', 'one line', 'wild'] as const);
  const comments = d.pick([0, 0, 0.1, 0.3]);
  const trailing = d.chance(0.3);
  const remark = () => (d.chance(0.5) ? `/* ${d.pick(WORDS)} */` : `// ${d.pick(WORDS)}${eol}`);
  const aside = () => (comments > 0 && d.chance(comments) ? d.pick(['', ' ']) + remark() : '');
  const wild = () => d.pick(['', ' ', '  ', '\t', eol, `${eol}${eol}\t `]);
  const colon = manner === 'one line' && d.chance(0.5) ? ':' : ': ';

  function members(open: string, close: string, list: string[], depth: number): string {
    const gap = (level: number) => {
      if (manner === 'one line') return d.chance(0.2) ? ' ' : '';
      return manner === 'wild' ? wild() : eol + unit.repeat(level) + (d.chance(0.05) ? eol + unit.repeat(level) : '');
    };
    if (list.length === 0) {
      if (manner === 'one line' || d.chance(0.6)) return open + close;
      return open + d.pick([' ', gap(depth), gap(depth + 1) + aside() + gap(depth)]) + close;
    }
    const written = list.map((member, i) => {
      const last = i === list.length - 1;
      const comma = last ? (trailing && d.chance(0.5) ? ',' : '') : ',';
      return `${gap(depth + 1)}${aside()}${member}${aside()}${comma}${aside()}`;
    });
    return `${open}${aside()}${written.join('')}${gap(depth)}${close}`;
  }

  function value(tree: Tree, depth: number): string {
    if (Array.isArray(tree))
      return members(
        '[',
        ']',
        tree.map((inner) => value(inner, depth + 1)),
        depth,
      );
    if (typeof tree !== 'object' || tree === null) return JSON.stringify(tree);
    const list = Object.entries(tree).map(
      ([name, inner]) => `${JSON.stringify(name)}${colon}${value(inner, depth + 1)}`,
    );
    return members('{', '}', list, depth);
  }

  return (tree: Tree) => `${aside()}${value(tree, 0)}${aside()}${d.pick(['', eol, eol, `${eol}${eol}`])}`;
}

const WORDS = ['why: see the notes', 'a, b', '"hooks": {', '} ]', 'https://example.org', '说明', 'ccc supervisor-hook'];
