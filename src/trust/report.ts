import type { Check } from '../checks/check.ts';
import { type ConfigProblem, problemFields } from '../config/config-file.ts';
import { REPOSITORY_KEYS } from '../config/schema.ts';
import { configFaultText } from '../i18n/config-problems.ts';
import type { Language } from '../i18n/language.ts';
import { trustMessages } from '../i18n/trust.ts';
import { fitted, quoteVisible, visibleLine } from '../platform/visible-text.ts';
import type { Examined, FileChange } from './examine.ts';
import { CONFIG_FILE, PROMPT_FILE } from './locate.ts';

/** Pure: exactly what would be trusted. All of it is foreign text, and shown so that it can only be read. */
export function trustReport(examined: Examined, language: Language, columns: number): string[] {
  const words = trustMessages[language];
  const { brought, config, since, open } = examined;
  const { prompt } = brought;
  return [
    words.folder(visibleLine(brought.root)),
    ...(brought.config
      ? ['', words.file(CONFIG_FILE, brought.config.sha256), ...configLines(examined, language, columns)]
      : []),
    ...(prompt
      ? ['', words.prompt(PROMPT_FILE, prompt.sha256), ...quoteVisible(unixLines(prompt.text), MARK, columns)]
      : []),
    ...(since && since.files.length > 0 ? ['', words.changedSince(since.at.slice(0, 10))] : []),
    ...(since?.files ?? []).flatMap((change) => changeLines(change, language, columns)),
    ...(brought.faults.length > 0 || config.broken || open.length > 0 ? [''] : []),
    ...brought.faults.map(({ file, why, detail }) => words.fault[why](file, visibleLine(detail))),
    ...(config.broken ? [words.broken(CONFIG_FILE)] : []),
    ...open.map((path) => words.open(visibleLine(path))),
  ];
}

const MARK = '  | ';

const unixLines = (text: string) => text.replaceAll('\r\n', '\n');

function configLines({ config }: Examined, language: Language, columns: number): string[] {
  const words = trustMessages[language];
  const { checks = [], ...brakes } = config.values;
  const brakeLines = Object.entries(brakes).map(([name, value]) => `    ${snake(name)}: ${String(value)}`);
  const nothing = checks.length === 0 && brakeLines.length === 0;
  return [
    ...(checks.length > 0 ? [words.checks, ...checks.flatMap((check) => checkLines(check, language, columns))] : []),
    ...(brakeLines.length > 0 ? [words.brakes, ...brakeLines] : []),
    ...(nothing ? [words.setsNothing] : []),
    ...(config.ignored.length > 0
      ? [words.ignored(REPOSITORY_KEYS), ...config.ignored.flatMap((key) => fitted(`    ${visibleLine(key)}`, columns))]
      : []),
    ...config.problems.flatMap((problem) => fitted(`  ${problemLine(problem, CONFIG_FILE, language)}`, columns)),
  ];
}

export function checkLines(
  { name, run, timeout_seconds, paths }: Check,
  language: Language,
  columns: number,
): string[] {
  const words = trustMessages[language];
  const called = `    ${visibleLine(name)}: `;
  return [
    ...(run.includes('\n')
      ? [...fitted(called.trimEnd(), columns), ...quoteVisible(run, '      | ', columns)]
      : fitted(called + visibleLine(run), columns)),
    ...(timeout_seconds === undefined ? [] : [words.atMost(timeout_seconds)]),
    ...(paths === undefined ? [] : fitted(words.onlyIf(paths.map(visibleLine)), columns)),
  ];
}

export function problemLine({ key, line, column, fault }: ConfigProblem, file: string, language: Language): string {
  const at = line === undefined ? file : `${file}:${line}:${column}`;
  return trustMessages[language].problem(at, visibleLine(key), visibleLine(configFaultText[language](fault)));
}

function changeLines({ file, kind, lines }: FileChange, language: Language, columns: number): string[] {
  const words = trustMessages[language];
  return [
    words.change[kind](file),
    ...lines.flatMap(({ sign, text }) => quoteVisible(`${text}\n`, `  ${sign} `, columns)),
  ];
}

/** `stallAfter` → `stall_after` */
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** For programs: the same in every language, and nothing made visible; JSON does that by itself. */
export function asData({ brought, standing, config, since, open }: Examined) {
  const { checks = [], ...brakes } = config.values;
  return {
    root: brought.root,
    standing,
    files: [
      ...(brought.config ? [{ file: CONFIG_FILE, sha256: brought.config.sha256 }] : []),
      ...(brought.prompt ? [{ file: PROMPT_FILE, sha256: brought.prompt.sha256 }] : []),
    ],
    checks,
    brakes: Object.fromEntries(Object.entries(brakes).map(([name, value]) => [snake(name), value])),
    ignored: config.ignored,
    problems: config.problems.map(problemFields),
    prompt: brought.prompt?.text ?? null,
    faults: brought.faults,
    writable_by_others: open,
    trusted_at: since?.at ?? null,
    changes: (since?.files ?? []).map(({ file, kind, lines }) => ({
      file,
      kind,
      lines: lines.map(({ sign, text }) => `${sign}${text}`),
    })),
  };
}
