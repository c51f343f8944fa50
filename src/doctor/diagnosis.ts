import type { DoctorMessages } from '../i18n/doctor.ts';
import type { TerminalStyle } from '../platform/terminal-style.ts';

type Area = 'client' | 'hooks' | 'settings' | 'files' | 'providers' | 'terminal' | 'disk';
type Check = `${Area}.${string}`;

/** One result. `check` names it for programs; everything that is not ok says how to fix it. */
export type Finding = { check: Check; what: string } & (
  | { level: 'ok'; fix?: undefined }
  | { level: 'note' | 'warning' | 'problem'; fix: string }
);

type Level = Finding['level'];

export const ok = (check: Check, what: string): Finding => ({ check, level: 'ok', what });

const worseThanOk = (level: Exclude<Level, 'ok'>) => (check: Check, what: string, fix: string) =>
  ({ check, level, what, fix }) satisfies Finding;
export const note = worseThanOk('note');
export const warning = worseThanOk('warning');
export const problem = worseThanOk('problem');

const areaOf = (finding: Finding): Area => finding.check.split('.', 1)[0] as Area;

export function countsOf(findings: Finding[]): Record<Level, number> {
  const counts = { ok: 0, note: 0, warning: 0, problem: 0 };
  for (const { level } of findings) counts[level]++;
  return counts;
}

const MARKS: Record<Level, { mark: string; plain: string; colour: number }> = {
  ok: { mark: '✓', plain: 'ok', colour: 32 },
  note: { mark: '·', plain: '- ', colour: 36 },
  warning: { mark: '!', plain: '! ', colour: 33 },
  problem: { mark: '✗', plain: 'x ', colour: 31 },
};

/** For people: area by area, each finding with its mark, the fix below it, the counts last. */
export function report(
  findings: Finding[],
  { colour, utf8 }: Pick<TerminalStyle, 'colour' | 'utf8'>,
  messages: DoctorMessages,
): string {
  const paint = (text: string, code: number) => (colour ? `\x1b[${code}m${text}\x1b[0m` : text);
  const lines = [...new Set(findings.map(areaOf))].flatMap((area: Area) => [
    paint(messages.areas[area], 1),
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
  return `${lines.join('\n')}\n${paint(messages.counts(problem, warning, note, ok), worst.colour)}\n`;
}
