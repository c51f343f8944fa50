/** `npm run picture`: runs the demo on a real terminal of 80 columns and draws what it showed as docs/demo.svg. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as pty from '@lydell/node-pty';
import headless from '@xterm/headless';

const COLS = 80;
const [WIDTH, HEIGHT, PAD] = [8.4, 19, 16];
const COLOURS: Record<number, string> = { 1: '#ff7b72', 2: '#7ee787', 4: '#79c0ff', 5: '#d2a8ff', 6: '#76e3ea' };
const home = mkdtempSync(join(tmpdir(), 'ccc-picture-'));

const terminal = new headless.Terminal({ cols: COLS, rows: 60, allowProposedApi: true });
const demo = pty.spawn(process.execPath, ['dist/ccc.cjs', 'demo'], {
  cols: COLS,
  rows: 60,
  env: { HOME: home, PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', TERM: 'xterm-256color' },
});
const written: Promise<void>[] = [];
demo.onData((data) => written.push(new Promise((resolve) => terminal.write(data, resolve))));
const code = await new Promise<number>((resolve) => demo.onExit(({ exitCode }) => resolve(exitCode)));
await Promise.all(written);
rmSync(home, { recursive: true, force: true });
if (code !== 0) throw new Error(`the demo ended with ${code}`);

const buffer = terminal.buffer.active;
const rows = Array.from({ length: buffer.length }, (_, y) => runsIn(y));
while (rows.at(-1)?.length === 0) rows.pop();
const [width, height] = [COLS * WIDTH + 2 * PAD, rows.length * HEIGHT + 2 * PAD];
const text = rows.map(
  (runs, y) => `<text x="${PAD}" y="${PAD + (y + 0.75) * HEIGHT}">${runs.map((run) => tspan(run)).join('')}</text>`,
);
mkdirSync('docs', { recursive: true });
writeFileSync(
  'docs/demo.svg',
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="ccc demo">
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" fill="#e6edf3" xml:space="preserve">
${text.join('\n')}
</g>
</svg>
`,
);

interface Run {
  x: number;
  text: string;
  colour: string | undefined;
}

function runsIn(y: number): Run[] {
  const line = buffer.getLine(y);
  const runs: Run[] = [];
  for (let x = 0; line && x < COLS; x++) {
    const cell = line.getCell(x);
    const letter = cell?.getChars() || ' ';
    const colour = cell?.isFgPalette() ? COLOURS[cell.getFgColor()] : undefined;
    const last = runs.at(-1);
    if (last && last.colour === colour) last.text += letter;
    else runs.push({ x, text: letter, colour });
  }
  const end = runs.at(-1);
  if (end) end.text = end.text.trimEnd();
  // The folder has another name each time.
  return runs
    .map((run) => ({ ...run, text: run.text.replace(/\/\S*ccc-sandbox-\w+/, '/tmp/…') }))
    .filter((run) => run.text !== '');
}

function tspan({ x, text, colour }: Run): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<tspan x="${(PAD + x * WIDTH).toFixed(1)}"${colour ? ` fill="${colour}"` : ''}>${escaped}</tspan>`;
}
