import { once } from 'node:events';
import { USUAL_COLUMNS, writeStdout } from './output.ts';
import { endTree, isAlive } from './process-tree.ts';
import { programOnPath, safePath } from './program-on-path.ts';
import { exitCodeOf, handleSignals } from './signals.ts';
import { type ChildProcess, start } from './spawn.ts';
import { widthOf } from './text-layout.ts';

type Variables = Readonly<Record<string, string | undefined>>;

interface Screen {
  stdout: boolean;
  columns: number | undefined;
  rows: number | undefined;
}

/** Less than a pipe takes, so that what is never looked at is not computed. */
const PIECE_LETTERS = 16 * 1024;
/** By which a shell says that there is no such program, or that it cannot be run. */
const NOT_RUN = [126, 127];

/**
 * Writes texts, through the user's pager if they do not fit on the terminal. They may be asked for a second time: if
 * there is no such pager, they are written without. Returns the exit code.
 */
export async function writePaged(
  texts: () => Iterable<string>,
  variables: Variables,
  screen: Screen,
  write: (text: string) => boolean = writeStdout,
): Promise<number> {
  if (!isPaged(variables, screen) || fitsOn(screen, texts())) return writeAll(texts(), write);
  const pager = startPager(variables);
  if (!pager || !(await hasStarted(pager))) return writeAll(texts(), write);
  let ended: { code: number; all: Promise<void> } | undefined;
  const stopHandling = handleSignals((name) => {
    // The terminal sends it to the pager too, which decides by itself.
    if (name === 'SIGINT') return;
    ended ??= { code: exitCodeOf(name), all: endTree(pager) };
  });
  await feed(pager, texts());
  if (isAlive(pager)) await once(pager, 'exit');
  await ended?.all;
  stopHandling();
  if (ended === undefined && NOT_RUN.includes(pager.exitCode ?? 0)) return writeAll(texts(), write);
  return ended?.code ?? 0;
}

/** As git decides it. */
const isPaged = ({ PAGER = 'less', TERM }: Variables, { stdout, rows }: Screen): boolean =>
  stdout && rows !== undefined && TERM !== 'dumb' && !['', 'cat'].includes(PAGER.trim());

function fitsOn({ rows = 0, columns = USUAL_COLUMNS }: Screen, texts: Iterable<string>): boolean {
  let used = 0;
  for (const text of texts) {
    for (const line of text.replace(/\n$/, '').split('\n')) {
      used += Math.max(1, Math.ceil(widthOf(line.replaceAll(COLOUR, '')) / columns));
      // One row is for the prompt.
      if (used >= rows) return false;
    }
  }
  return true;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is how a colour begins
const COLOUR = /\x1b\[\d*m/g;

/** Undefined if there is none. A pager that the user has named is looked for as their shell would do it. */
function startPager(variables: Variables): ChildProcess | undefined {
  const { PAGER, PATH } = variables;
  const less = PAGER === undefined ? programOnPath('less', PATH) : undefined;
  const command = less ? ([less, []] as const) : PAGER && commandOf(PAGER);
  if (!command) return undefined;
  try {
    return start(...command, {
      stdio: ['pipe', 'inherit', 'inherit'],
      // Without a locale `less` would show other letters than ASCII as numbers.
      env: { LESS: 'FRX', LESSCHARSET: 'utf-8', LV: '-c', ...variables, ...(less && { PATH: safePath(PATH) }) },
    });
  } catch {
    return undefined;
  }
}

/** A plain name is started without a shell, as git does it: what is ended then is the pager itself. */
const commandOf = (pager: string): readonly [program: string, args: readonly string[]] =>
  /^[\w./-]+$/.test(pager) ? [pager, []] : ['/bin/sh', ['-c', pager]];

const hasStarted = (pager: ChildProcess): Promise<boolean> =>
  once(pager, 'spawn').then(
    () => true,
    () => false,
  );

/** Until all is written, or the pager was left. */
async function feed(pager: ChildProcess, texts: Iterable<string>): Promise<void> {
  const { stdin } = pager;
  if (!stdin) return;
  const closed = new Promise<void>((resolve) => {
    for (const event of ['close', 'error']) stdin.once(event, resolve);
    pager.once('exit', () => resolve());
  });
  for (const piece of pieces(texts)) {
    if (!isAlive(pager) || stdin.destroyed) return;
    if (!stdin.write(piece)) await Promise.race([once(stdin, 'drain').catch(() => {}), closed]);
  }
  stdin.end();
}

function writeAll(texts: Iterable<string>, write: (text: string) => boolean): number {
  for (const piece of pieces(texts)) if (!write(piece)) break;
  return 0;
}

function* pieces(texts: Iterable<string>): Generator<string> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE_LETTERS) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
