import { roundedUsd } from '../hook/rules/budget.ts';
import { evalMessages } from '../i18n/eval.ts';
import type { Language } from '../i18n/language.ts';
import { withSnakeCaseKeys } from '../platform/letter-case.ts';
import { alignColumns } from '../platform/text-layout.ts';
import { visible, visibleLine } from '../platform/visible-text.ts';
import { LABELS } from './case-file.ts';
import { decidingFindings, figuresOf, kindsIn, missesIn } from './figures.ts';
import type { CaseResult, RunResult } from './run-cases.ts';
import { agreementOf, type Share } from './statistics.ts';

type Messages = (typeof evalMessages)['en'];

export interface EvalReport extends RunResult {
  factsOnly: boolean;
  repeat: number;
}

const VERDICTS = ['allow', 'block', 'failed'] as const;

export function reportData(report: EvalReport): object {
  const { results, unusable, stopped, factsOnly, repeat } = report;
  return withSnakeCaseKeys({
    ...{ factsOnly, repeat, stopped: stopped ?? null },
    models: modelsIn(results),
    ...figuresOf(results),
    kinds: kindsIn(results).map(({ kind, label, results: those }) => ({ kind, label, ...figuresOf(those) })),
    decidingFindings: decidingFindings(results),
    misses: missesIn(results).map(({ name, kind, label, verdict, repeat: at, feedback }) => ({
      ...{ name, kind, label, verdict, repeat: at, feedback },
    })),
    results: results.map((result) => ({
      ...result,
      costUsd: result.costUsd === null ? null : roundedUsd(result.costUsd),
    })),
    unusable,
  });
}

export function reportText({ results, factsOnly }: EvalReport, language: Language): string {
  const messages = evalMessages[language];
  const figures = figuresOf(results);
  const failed = results.filter(({ verdict }) => verdict === 'failed').length;
  const models = modelsIn(results);
  const head = factsOnly
    ? messages.factsSummary(figures.cases)
    : messages.summary(figures.cases, figures.reviews, failed);
  return `${visible(
    [
      [models.length > 0 ? `${head}${language === 'zh' ? '，' : ', '}${messages.by(models)}` : head],
      matrixLines(figures.matrix, messages),
      scoreLines(figures, factsOnly, messages),
      kindLines(results, factsOnly, messages),
      decidingLines(results, messages),
      missLines(results, messages),
      failureLines(results, messages),
    ]
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.join('\n'))
      .join('\n\n'),
  )}\n`;
}

const modelsIn = (results: readonly CaseResult[]) => [...new Set(results.flatMap(({ model }) => model ?? []))].sort();

type Figures = ReturnType<typeof figuresOf>;

function matrixLines(matrix: Figures['matrix'], messages: Messages): string[] {
  const rows = LABELS.map((label) => [
    messages.labels[label],
    ...VERDICTS.map((verdict) => `${matrix[label][verdict]}`),
  ]);
  return alignColumns([[messages.deserves, ...VERDICTS.map((verdict) => messages.verdicts[verdict])], ...rows]);
}

function scoreLines(figures: Figures, factsOnly: boolean, messages: Messages): string[] {
  const { precision, recall, accuracy, agreement, costUsd, durationMs, reviews } = figures;
  const scored = (share: Share | null, text: (count: number, of: number) => string[]) => {
    const [name = '', meaning = ''] = text(share?.count ?? 0, share?.of ?? 0);
    return share ? [name, intervalText(share, messages), meaning] : [name, messages.none, ''];
  };
  const kappa = agreement?.kappa?.toFixed(2);
  const spent = ([name = '', each = '']: string[], total: string) => [name, total, each];
  return alignColumns([
    scored(precision, messages.precision),
    scored(recall, messages.recall),
    scored(accuracy, messages.accuracy),
    ...(agreement ? [scored(agreement.same, (count, of) => messages.agreement(count, of, kappa))] : []),
    ...(costUsd === null ? [] : [spent(messages.cost(dollars(costUsd / reviews)), dollars(costUsd))]),
    ...(factsOnly || reviews === 0
      ? []
      : [spent(messages.time(timeText(durationMs / reviews, messages)), timeText(durationMs, messages))]),
  ]);
}

function kindLines(results: readonly CaseResult[], factsOnly: boolean, messages: Messages): string[] {
  const { columns } = messages;
  const hasRepeats = agreementOf(results) !== null;
  const head = [
    ...[columns.kind, columns.deserves, columns.cases, ...VERDICTS.map((verdict) => messages.verdicts[verdict])],
    columns.right,
    ...(hasRepeats ? [columns.same] : []),
    ...(factsOnly ? [] : [columns.cost, columns.time]),
  ];
  const rows = kindsIn(results).map(({ kind, label, results: those }) => {
    const { cases, matrix, accuracy, agreement, costUsd, durationMs } = figuresOf(those);
    return [
      ...[kind, messages.labels[label], `${cases}`, ...VERDICTS.map((verdict) => `${matrix[label][verdict]}`)],
      accuracy ? intervalText(accuracy, messages) : messages.none,
      ...(hasRepeats ? [agreement ? `${agreement.same.count}/${agreement.same.of}` : messages.none] : []),
      ...(factsOnly
        ? []
        : [costUsd === null ? messages.none : dollars(costUsd), timeText(durationMs / those.length, messages)]),
    ];
  });
  return rows.length > 0 ? alignColumns([head, ...rows]) : [];
}

function decidingLines(results: readonly CaseResult[], messages: Messages): string[] {
  const rows = decidingFindings(results).map(({ kind, cases, deserved }) => [
    `  ${kind}`,
    messages.deciding(cases, deserved),
  ]);
  return rows.length > 0 ? [messages.decidingFindings, ...alignColumns(rows)] : [];
}

function missLines(results: readonly CaseResult[], messages: Messages): string[] {
  const misses = missesIn(results).flatMap((result) => [
    `  ${messages.miss(titleOf(result, results, messages), messages.labels[result.label], messages.verdicts[result.verdict])}`,
    ...firstLine(result.feedback),
  ]);
  return misses.length > 0 ? [messages.misses, ...misses] : [];
}

function failureLines(results: readonly CaseResult[], messages: Messages): string[] {
  const failures = results
    .filter(({ verdict }) => verdict === 'failed')
    .flatMap((result) => [`  ${titleOf(result, results, messages)}: ${result.cause}`, ...firstLine(result.feedback)]);
  return failures.length > 0 ? [messages.failures, ...failures] : [];
}

/** With the repeat, if there are several. */
const titleOf = ({ name, repeat }: CaseResult, results: readonly CaseResult[], messages: Messages) =>
  results.some((other) => other.repeat > 1) ? messages.inRepeat(visibleLine(name), repeat) : visibleLine(name);

const firstLine = (feedback: string): string[] => {
  const line = feedback.split('\n').find((text) => text.trim() !== '');
  return line === undefined ? [] : [`    ${visibleLine(line.trim())}`];
};

const percent = (value: number) => `${Math.round(value * 100)}`;
const intervalText = ({ value, low, high }: Share, messages: Messages) =>
  messages.interval(percent(value), percent(low), percent(high));

const dollars = (usd: number) => `$${usd.toFixed(usd < 0.1 ? 3 : 2)}`;

function timeText(ms: number, messages: Messages): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return messages.seconds(seconds < 10 ? (ms / 1000).toFixed(1) : `${seconds}`);
  return messages.minutes(Math.floor(seconds / 60), seconds % 60);
}
