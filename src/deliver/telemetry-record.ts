import { basename } from 'node:path';
import { outcomeOf } from '../hook/rules/decision-outcome.ts';
import { isJudged } from '../hook/rules/summary.ts';
import type { JournalCheck, JournalEntry, JournalLine } from '../journal/record.ts';

type Attributes = Record<string, string | number | boolean>;

/** Every metric, with its unit. A test compares the queries in the documents with this list. */
export const METRICS = {
  reviews: { name: 'ccc.reviews', unit: '{review}', kind: 'counter', about: 'decisions of the supervisor' },
  duration: { name: 'ccc.review.duration', unit: 's', kind: 'histogram', about: 'time from the event to the verdict' },
  cost: { name: 'ccc.review.cost', unit: 'USD', kind: 'counter', about: 'cost of the reviews' },
  tokens: { name: 'ccc.review.tokens', unit: '{token}', kind: 'counter', about: 'tokens of the reviews, by type' },
  claims: { name: 'ccc.claims', unit: '{claim}', kind: 'counter', about: 'claims of the agent, by status' },
} as const;

export interface Measurement {
  metric: keyof typeof METRICS;
  value: number;
  attributes: Attributes;
}

export interface TelemetryRecord {
  eventName: string;
  /** One short line; without the text of anybody unless that is asked for. */
  body: string;
  isFailure: boolean;
  time: Date;
  attributes: Attributes;
  measurements: Measurement[];
}

/** Pure: a line of the journal for telemetry. */
export function telemetryRecord(line: JournalLine, withText: boolean): TelemetryRecord {
  const ids = { 'session.id': line.session_id, 'supervisor.id': line.supervisor_id };
  const place = 'folder' in line ? { project: projectOf(line.folder), folder: line.folder, branch: line.branch } : {};
  const request = withText && 'request' in line ? { request: line.request } : {};
  const record = (eventName: string, body: string, attributes: Record<string, unknown>): TelemetryRecord => ({
    ...{ eventName, body, isFailure: false, time: new Date(line.time), measurements: [] },
    // The name of a record is an attribute as well: many backends, Loki among them, do not keep it otherwise.
    attributes: usable({ 'event.name': eventName, ...ids, ...place, ...request, ...attributes }),
  });
  if ('verdict' in line) {
    const { verdict, cause, event, feedback } = line;
    const outcome = outcomeOf(line);
    const what = outcome === cause ? outcome : `${outcome} (${cause})`;
    const attributes = {
      ...{ 'prompt.id': line.prompt_id, event, tool: line.tool, outcome, verdict, cause },
      ...{ provider: line.provider, model: line.model, round: line.count, 'round.max': line.max },
      ...{ duration_ms: line.duration_ms, cost_usd: line.cost_usd, context: line.context, turns: line.turns },
      ...named('tokens', Object.entries(line.tokens ?? {})),
      ...named('claims', claimsByStatus(line)),
      ...named('checks', checksByOutcome(line)),
      'checks.blocking': line.checks.filter(isBlocking).length,
      ...(withText && { feedback }),
    };
    return {
      ...record('ccc.decision', withText ? `${what}: ${feedback}` : what, attributes),
      isFailure: verdict === 'failed',
      measurements: measurementsOf(line),
    };
  }
  if ('overruled' in line) {
    const { verdict, cause, event, time: of } = line.overruled;
    const attributes = { verdict, cause, event, 'overruled.time': of, by: line.by, ...(withText && { why: line.why }) };
    return record('ccc.overruled', 'overruled', attributes);
  }
  if ('mode' in line) return record('ccc.mode', `turned ${line.mode}`, { mode: line.mode });
  if ('session' in line) {
    const attributes = { session: line.session, why: line.why, provider: line.provider };
    return record('ccc.session', `session ${line.session}`, attributes);
  }
  if ('api_error' in line) {
    const { api_error: type, prompt_id, provider, message } = line;
    const error = { 'prompt.id': prompt_id, 'error.type': type, provider, ...(withText && { message }) };
    return { ...record('ccc.api_error', `API error: ${type}`, error), isFailure: true };
  }
  return record('ccc.review', 'review by hand', {});
}

/** The folder's own name: the same project is elsewhere on another machine. */
const projectOf = (folder: string | null | undefined) => (folder ? basename(folder) : undefined);

const claimsByStatus = ({ claims = [] }: JournalEntry) => counted(claims.map(({ status }) => status));
const checksByOutcome = ({ checks }: JournalEntry) =>
  counted(checks.map(({ outcome }) => outcome.replaceAll('-', '_')));

function counted(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

const named = (group: string, counts: Iterable<[string, number]>) =>
  Object.fromEntries([...counts].map(([name, count]) => [`${group}.${name}`, count]));

/** As `isBlocking` of `checks/` has it: what had failed before the task, or without anything of it, sends nobody back. */
const isBlocking = ({ outcome, failed_before, changed_before }: JournalCheck): boolean =>
  outcome === 'failed' && !failed_before && !changed_before;

/** Without the ids of session and prompt, which would make a series of each (docs/adr/0041). */
function measurementsOf(line: JournalEntry): Measurement[] {
  const { verdict, cause, event, provider, model, folder } = line;
  const outcome = outcomeOf(line);
  const attributes = usable({ outcome, verdict, cause, event, provider, model, project: projectOf(folder) });
  const of = (metric: Measurement['metric'], value: number | null, more: Attributes = {}): Measurement[] =>
    value === null ? [] : [{ metric, value, attributes: { ...attributes, ...more } }];
  return [
    ...of('reviews', 1),
    ...(isJudged(line) ? of('duration', line.duration_ms / 1000) : []),
    ...of('cost', line.cost_usd),
    ...Object.entries(line.tokens ?? {}).flatMap(([type, count]) => of('tokens', count, { type })),
    ...[...claimsByStatus(line)].flatMap(([status, count]) => of('claims', count, { status })),
  ];
}

const usable = (attributes: Record<string, unknown>): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value)),
  ) as Attributes;

export interface TraceContext {
  traceId: string;
  spanId: string;
  traceFlags: number;
}

/** W3C `traceparent`, any version that has the fields of version 00; undefined if it is not valid. */
export function traceContextOf(traceparent: unknown): TraceContext | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const [, version, traceId = '', spanId = '', flags = '', more] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(traceparent.trim()) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}
