import type { DoctorMessages } from '../i18n/doctor.ts';
import type { TerminalStyle } from '../platform/terminal-style.ts';
import { type Area, areaOf, countsOf, type Finding, type Level } from './finding.ts';

const MARKS: Record<Level, { mark: string; plain: string; colour: number }> = {
  ok: { mark: '✓', plain: 'ok', colour: 32 },
  note: { mark: '·', plain: '- ', colour: 36 },
  warning: { mark: '!', plain: '! ', colour: 33 },
  problem: { mark: '✗', plain: 'x ', colour: 31 },
};

/** For people: area by area, each finding under its mark, the fix below it, the counts last. */
export function report(
  findings: Finding[],
  { colour, utf8 }: Pick<TerminalStyle, 'colour' | 'utf8'>,
  words: DoctorMessages,
): string {
  const paint = (text: string, code: number) => (colour ? `\x1b[${code}m${text}\x1b[0m` : text);
  const lines = [...new Set(findings.map(areaOf))].flatMap((area: Area) => [
    paint(words.areas[area], 1),
    ...findings
      .filter((finding) => areaOf(finding) === area)
      .flatMap(({ level, what, fix }) => {
        const { mark, plain, colour: code } = MARKS[level];
        const shown = utf8 ? mark : plain;
        const below = ' '.repeat(shown.length + 3);
        const [first, ...more] = what.split('\n');
        const arrow = utf8 ? '→' : '->';
        return [
          `  ${paint(shown, code)} ${first}`,
          ...more.map((line) => below + line),
          ...(fix === undefined ? [] : [`${below}${arrow} ${fix.replaceAll('\n', `\n${below}  `)}`]),
        ];
      }),
    '',
  ]);
  const { problem, warning, note, ok } = countsOf(findings);
  const worst = problem > 0 ? MARKS.problem : warning > 0 ? MARKS.warning : MARKS.ok;
  return `${lines.join('\n')}\n${paint(words.counts(problem, warning, note, ok), worst.colour)}\n`;
}
