import type { ConfigProblem } from '../config/config-file.ts';
import { problemFields } from '../config/problem-fields.ts';
import type { RepositoryConfig } from '../config/repository-config.ts';
import { REPOSITORY_KEYS } from '../config/schema.ts';
import { problemText } from '../i18n/config-problems.ts';
import type { Language } from '../i18n/language.ts';
import { trustMessages } from '../i18n/trust.ts';
import { snakeCase } from '../platform/letter-case.ts';
import { quoteForShell } from '../platform/shell.ts';
import { visibleLine, wrapPrefixed, wrapVisible } from '../platform/visible-text.ts';
import type { TrustedFolder } from './change-trust.ts';
import type { FileChange, TrustComparison } from './compare-with-trusted.ts';
import { CONFIG_FILE, PROMPT_FILE } from './locate.ts';

type Check = NonNullable<RepositoryConfig['values']['checks']>[number];
type Runner = NonNullable<RepositoryConfig['values']['runners']>[number];

/** Exactly what would be trusted. All of it is the repository's text, and is made harmless to a terminal. */
export function trustReport(comparison: TrustComparison, language: Language, columns: number): string[] {
  const messages = trustMessages[language];
  const { files, config, since, writableByOthers } = comparison;
  const { prompt } = files;
  const warnings = [
    ...unusableLines(comparison, language),
    ...(config.broken ? [messages.broken(CONFIG_FILE)] : []),
    ...writableByOthers.map((path) => messages.writableByOthers(visibleLine(path))),
  ];
  return [
    messages.folder(visibleLine(files.root)),
    ...(files.config
      ? ['', messages.file(CONFIG_FILE, files.config.sha256), ...configLines(config, language, columns)]
      : []),
    ...(prompt
      ? ['', messages.prompt(PROMPT_FILE, prompt.sha256), ...wrapPrefixed(unixLines(prompt.text), '  | ', columns)]
      : []),
    ...(since && since.changes.length > 0
      ? [
          '',
          messages.changedSince(since.at.slice(0, 10), since.root === files.root ? undefined : visibleLine(since.root)),
        ]
      : []),
    ...(since?.changes ?? []).flatMap((change) => changeLines(change, language, columns)),
    ...(warnings.length > 0 ? ['', ...warnings] : []),
  ];
}

const unixLines = (text: string) => text.replaceAll('\r\n', '\n');

const unusableLines = ({ files }: TrustComparison, language: Language) =>
  files.unusable.map(({ file, why, detail }) => trustMessages[language].unusableFile[why](file, visibleLine(detail)));

/** Why it cannot be trusted. */
export const refusalLines = (comparison: TrustComparison, language: Language): string[] => [
  ...unusableLines(comparison, language),
  ...(comparison.config.broken
    ? comparison.config.problems.map((problem) => problemLine(problem, CONFIG_FILE, language))
    : []),
];

function configLines({ values, ignored, problems }: RepositoryConfig, language: Language, columns: number): string[] {
  const messages = trustMessages[language];
  const { checks = [], runners = [], ...limits } = values;
  const limitLines = Object.entries(limits).map(([name, value]) => `    ${snakeCase(name)}: ${String(value)}`);
  const lines = [
    ...(checks.length > 0 ? [messages.checks, ...checks.flatMap((check) => checkLines(check, language, columns))] : []),
    ...(runners.length > 0 ? [messages.runners, ...runners.flatMap((runner) => runnerLines(runner, columns))] : []),
    ...(limitLines.length > 0 ? [messages.limits, ...limitLines] : []),
  ];
  return [
    ...(lines.length > 0 ? lines : [messages.setsNothing]),
    ...(ignored.length > 0
      ? [
          messages.ignored(REPOSITORY_KEYS),
          ...ignored.flatMap((key) => wrapVisible(`    ${visibleLine(key)}`, columns)),
        ]
      : []),
    ...problems.flatMap((problem) => wrapVisible(`  ${problemLine(problem, CONFIG_FILE, language)}`, columns)),
  ];
}

export function checkLines(
  { name, run, timeout_seconds, paths }: Check,
  language: Language,
  columns: number,
): string[] {
  const messages = trustMessages[language];
  const label = `    ${visibleLine(name)}: `;
  return [
    ...(run.includes('\n')
      ? [...wrapVisible(label.trimEnd(), columns), ...wrapPrefixed(run, '      | ', columns)]
      : wrapVisible(label + visibleLine(run), columns)),
    ...(timeout_seconds === undefined ? [] : [messages.timeout(timeout_seconds)]),
    ...(paths === undefined ? [] : wrapVisible(messages.onlyIfChanged(paths.map(visibleLine)), columns)),
  ];
}

function runnerLines({ command, kind, passed, failed }: Runner, columns: number): string[] {
  const texts = Object.entries({ passed, failed }).flatMap(([name, text]) =>
    text === undefined ? [] : wrapVisible(`      ${name}: ${visibleLine(text)}`, columns),
  );
  return [...wrapVisible(`    ${kind}: ${visibleLine(command)}`, columns), ...texts];
}

export function problemLine({ key, line, column, cause }: ConfigProblem, file: string, language: Language): string {
  const at = line === undefined ? file : `${file}:${line}:${column}`;
  return trustMessages[language].problem(at, visibleLine(key), visibleLine(problemText[language](cause)));
}

function changeLines({ file, kind, lines }: FileChange, language: Language, columns: number): string[] {
  return [
    trustMessages[language].change[kind](file),
    ...lines.flatMap(({ sign, text }) => wrapPrefixed(`${text}\n`, `  ${sign} `, columns)),
  ];
}

/** A folder as an argument to a command that the user is to type. */
export const folderArgument = (folder: string) => ` ${visibleLine(quoteForShell(folder))}`;

/** For `--json`: the same in every language, and not made harmless, because JSON escapes by itself. */
export function trustDocument({ files, status, config, since, writableByOthers }: TrustComparison) {
  const { checks = [], runners = [], ...limits } = config.values;
  return {
    root: files.root,
    standing: status,
    files: [
      ...(files.config ? [{ file: CONFIG_FILE, sha256: files.config.sha256 }] : []),
      ...(files.prompt ? [{ file: PROMPT_FILE, sha256: files.prompt.sha256 }] : []),
    ],
    checks,
    runners,
    brakes: Object.fromEntries(Object.entries(limits).map(([name, value]) => [snakeCase(name), value])),
    ignored: config.ignored,
    problems: config.problems.map(problemFields),
    prompt: files.prompt?.text ?? null,
    faults: files.unusable,
    writable_by_others: writableByOthers,
    trusted_at: since?.at ?? null,
    trusted_in: since?.root ?? null,
    changes: (since?.changes ?? []).map(({ file, kind, lines }) => ({
      file,
      kind,
      lines: lines.map(({ sign, text }) => `${sign}${text}`),
    })),
  };
}

export const trustedFoldersDocument = (folders: TrustedFolder[]) => ({
  folders: folders.map(({ root, status, trustedAt }) => ({ root, standing: status, trusted_at: trustedAt })),
});
