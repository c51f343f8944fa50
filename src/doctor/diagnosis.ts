import type { DoctorMessages } from '../i18n/doctor.ts';
import type { TerminalStyle } from '../platform/terminal-style.ts';

type Area = 'client' | 'hooks' | 'settings' | 'files' | 'providers' | 'terminal' | 'disk';
type DiagnosisId = `${Area}.${string}`;

/** One result. `id` names it for programs; everything that is not ok says how to fix it. */
export type Diagnosis = { id: DiagnosisId; what: string } & (
  | { level: 'ok'; fix?: undefined }
  | { level: 'note' | 'warning' | 'problem'; fix: string }
);

type Level = Diagnosis['level'];

export const ok = (id: DiagnosisId, what: string): Diagnosis => ({ id, level: 'ok', what });

const worseThanOk = (level: Exclude<Level, 'ok'>) => (id: DiagnosisId, what: string, fix: string) =>
  ({ id, level, what, fix }) satisfies Diagnosis;
export const note = worseThanOk('note');
export const warning = worseThanOk('warning');
export const problem = worseThanOk('problem');

const areaOf = (diagnosis: Diagnosis): Area => diagnosis.id.split('.', 1)[0] as Area;

export function countLevels(diagnoses: Diagnosis[]): Record<Level, number> {
  const counts = { ok: 0, note: 0, warning: 0, problem: 0 };
  for (const { level } of diagnoses) counts[level]++;
  return counts;
}

const MARKS: Record<Level, { mark: string; plain: string; colour: number }> = {
  ok: { mark: '✓', plain: 'ok', colour: 32 },
  note: { mark: '·', plain: '- ', colour: 36 },
  warning: { mark: '!', plain: '! ', colour: 33 },
  problem: { mark: '✗', plain: 'x ', colour: 31 },
};

/** For people: area by area, each diagnosis with its mark, the fix below it, the counts last. */
export function doctorReport(
  diagnoses: Diagnosis[],
  { colour, utf8 }: Pick<TerminalStyle, 'colour' | 'utf8'>,
  messages: DoctorMessages,
): string {
  const paint = (text: string, code: number) => (colour ? `\x1b[${code}m${text}\x1b[0m` : text);
  const lines = [...new Set(diagnoses.map(areaOf))].flatMap((area: Area) => [
    paint(messages.areas[area], 1),
    ...diagnoses
      .filter((diagnosis) => areaOf(diagnosis) === area)
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
  const { problem, warning, note, ok } = countLevels(diagnoses);
  const worst = problem > 0 ? MARKS.problem : warning > 0 ? MARKS.warning : MARKS.ok;
  return `${lines.join('\n')}\n${paint(messages.counts(problem, warning, note, ok), worst.colour)}\n`;
}
