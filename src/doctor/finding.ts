export type Area = 'client' | 'hooks' | 'settings' | 'files' | 'providers' | 'terminal' | 'disk';
type Check = `${Area}.${string}`;

/** One thing that was looked at. `check` is for programs and stays; whatever is not fine says how to put it right. */
export type Finding = { check: Check; what: string } & (
  | { level: 'ok'; fix?: undefined }
  | { level: 'note' | 'warning' | 'problem'; fix: string }
);

export type Level = Finding['level'];

export const ok = (check: Check, what: string): Finding => ({ check, level: 'ok', what });

const worseThanOk = (level: Exclude<Level, 'ok'>) => (check: Check, what: string, fix: string) =>
  ({ check, level, what, fix }) satisfies Finding;
export const note = worseThanOk('note');
export const warning = worseThanOk('warning');
export const problem = worseThanOk('problem');

export const areaOf = (finding: Finding): Area => finding.check.split('.', 1)[0] as Area;

export function countsOf(findings: Finding[]): Record<Level, number> {
  const counts = { ok: 0, note: 0, warning: 0, problem: 0 };
  for (const { level } of findings) counts[level]++;
  return counts;
}
