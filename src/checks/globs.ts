import { type GlobSegment, parseGlob } from './glob-pattern.ts';

/** Which characters lead from one state to the next. */
type On = Extract<GlobSegment, { kind: 'char' | 'one' | 'set' }> | { kind: 'any' };

/** A way on. What it does to the name that is being read: has a wildcard been in it? `undefined`: as before. */
interface Way {
  to: number;
  wild?: boolean;
}

interface State {
  free: Way[];
  steps: (Way & { on: On })[];
  /** A pattern that is matched here: its place in the list. */
  ends?: number;
  /** The way on if the name that ends here was written out: `src` also means everything below it. */
  open?: number;
}

/** Several states at once, and where each character was found to lead. */
interface Known {
  /** Twice a state's number, and one more if there was a wildcard in the name. */
  states: number[];
  last: number | undefined;
  next: Map<string, Known>;
}

/** What is remembered while matching is thrown away at this size and found again. */
const MAX_KNOWN = 2000;

/**
 * Whether a path is one of those that a list of globs means: `*`, `**`, `?`, `[…]`, `{a,b}`; the last one that matches
 * decides, and one with a leading `!` takes out again (from everything, if it is the first). Every path is walked through
 * once with all patterns side by side: no pattern, however it is made, can take longer than its length times the path's.
 */
export function covers(paths: readonly string[]): (path: string) => boolean {
  const takesOut = paths.map((pattern) => (/^!*/.exec(pattern)?.[0].length ?? 0) % 2 === 1);
  const machine = machineOf(paths.map((pattern) => parseGlob(pattern.replace(/^!+/, ''))));
  const otherwise = takesOut[0] ?? false;
  return (path) => {
    const last = machine(path);
    return last === undefined ? otherwise : !takesOut[last];
  };
}

/** The last of the patterns that matches a whole path. */
function machineOf(patterns: GlobSegment[][]): (path: string) => number | undefined {
  const states: State[] = [{ free: [], steps: [] }];
  patterns.forEach((parts, place) => {
    const end = states[build(states, parts, 0)] as State;
    end.ends = place;
    end.open = states.push({ free: [], steps: [] }) - 1;
    (states[build(states, [{ kind: 'below' }], end.open)] as State).ends = place;
  });
  const stateOf = (at: number) => states[at >> 1] as State;
  const known = new Map<string, Known>();
  const from = (begun: number[]): Known => {
    const reached = closure(stateOf, begun);
    const name = reached.join();
    const before = known.get(name);
    if (before) return before;
    if (known.size >= MAX_KNOWN) {
      for (const one of known.values()) one.next.clear();
      known.clear();
    }
    const last = reached.reduce((highest, at) => Math.max(highest, stateOf(at).ends ?? -1), -1);
    const found: Known = { states: reached, last: last < 0 ? undefined : last, next: new Map() };
    known.set(name, found);
    return found;
  };
  const start = from([0]);
  return (path) => {
    let here = start;
    for (const char of path) {
      let next = here.next.get(char);
      if (!next) {
        next = from(
          here.states.flatMap((at) => stateOf(at).steps.flatMap((way) => (leads(way.on, char) ? after(at, way) : []))),
        );
        here.next.set(char, next);
      }
      here = next;
      if (here.states.length === 0) return undefined;
    }
    return here.last;
  };
}

const after = (at: number, { to, wild }: Way) => to * 2 + (wild === undefined ? at & 1 : Number(wild));

function leads(on: On, char: string): boolean {
  switch (on.kind) {
    case 'any':
      return true;
    case 'char':
      return on.char === char;
    case 'one':
      return char !== '/';
    case 'set':
      return char !== '/' && on.not !== on.ranges.some(([from, to]) => isBetween(char, from, to));
  }
}

const isBetween = (char: string, from: string, to: string) =>
  (from.codePointAt(0) as number) <= (char.codePointAt(0) as number) &&
  (char.codePointAt(0) as number) <= (to.codePointAt(0) as number);

/** Everything that can be reached without a character. */
function closure(stateOf: (at: number) => State, begun: number[]): number[] {
  const reached = new Set(begun);
  for (const at of reached) {
    const { free, open } = stateOf(at);
    for (const way of free) reached.add(after(at, way));
    if (open !== undefined && (at & 1) === 0) reached.add(open * 2);
  }
  return [...reached].sort((a, b) => a - b);
}

/** Adds a way for `parts` that starts at `start`; returns where it ends, which no other way leads to. */
function build(states: State[], parts: GlobSegment[], start: number): number {
  const fresh = () => states.push({ free: [], steps: [] }) - 1;
  const free = (from: number, to: number, wild?: boolean) => (states[from] as State).free.push({ to, wild });
  const step = (from: number, on: On, to: number, wild?: boolean) =>
    (states[from] as State).steps.push({ on, to, wild });
  const slash: On = { kind: 'char', char: '/' };
  let at = fresh();
  free(start, at);
  for (const part of parts) {
    const end = fresh();
    switch (part.kind) {
      case 'char':
        step(at, part, end, part.char === '/' ? false : undefined);
        break;
      case 'one':
      case 'set':
        step(at, part, end, true);
        break;
      case 'some':
      case 'all':
        free(at, end, true);
        step(end, { kind: part.kind === 'all' ? 'any' : 'one' }, end);
        break;
      case 'folders': {
        const name = fresh();
        free(at, end);
        step(end, { kind: 'one' }, name);
        step(name, { kind: 'one' }, name);
        step(name, slash, end);
        break;
      }
      case 'below':
        step(at, slash, end, true);
        step(end, { kind: 'any' }, end);
        break;
      case 'either':
        for (const branch of part.branches) free(build(states, branch, at), end);
        break;
      default:
        part satisfies never;
    }
    at = end;
  }
  return at;
}
