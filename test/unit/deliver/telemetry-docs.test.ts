import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { METRICS, telemetryRecord } from '../../../src/deliver/telemetry-record.ts';
import type { JournalEntry } from '../../../src/journal/record.ts';
import { ROOT } from '../../support/sandbox.ts';

const FOLDER = join(ROOT, 'docs', 'telemetry');
const texts = [
  ...readdirSync(FOLDER).map((name) => readFileSync(join(FOLDER, name), 'utf8')),
  readFileSync(join(ROOT, 'docs', 'telemetry.md'), 'utf8'),
].join('\n');

/** The names that Prometheus gives to metrics that come over OTLP: dots become underscores, then unit and kind. */
const UNITS: Record<string, string> = { s: '_seconds', USD: '_USD' };
const prometheusNames = Object.values(METRICS).flatMap(({ name, unit, kind }) => {
  const base = `${name.replaceAll('.', '_')}${UNITS[unit] ?? ''}`;
  return kind === 'counter' ? [`${base}_total`] : ['_bucket', '_sum', '_count'].map((part) => base + part);
});

it('queries name metrics that are exported, and every metric is in one', () => {
  const named = new Set([...texts.matchAll(/\bccc_[A-Za-z_]+/g)].map(([name]) => name));
  expect([...named].filter((name) => !prometheusNames.includes(name))).toEqual([]);
  for (const { name } of Object.values(METRICS))
    expect(
      [...named].some((one) => one.startsWith(name.replaceAll('.', '_'))),
      name,
    ).toBe(true);
});

it('queries of logs name attributes that are exported', () => {
  const line = {
    ...{ v: 2, time: '2026-01-01T00:00:00Z', session_id: 's', supervisor_id: 's', prompt_id: 'p', event: 'Stop' },
    ...{ tool: 'Bash', verdict: 'block', cause: 'review', feedback: 'no', count: 1, max: 20, duration_ms: 1 },
    ...{ cost_usd: 1, tokens: { input: 1, output: 1, cache_read: 1, cache_write: 1 }, model: 'm', provider: 'p' },
    ...{ folder: '/x/project', branch: 'main', request: 'r', context: 'fork', turns: 1, checks: [], touched: [] },
    ...{ notices: [], tree: null, claims: [{ kind: 'test', quote: 'q', status: 'contradicted' }] },
  } as JournalEntry;
  const place = { folder: '/x/project', branch: 'main', provider: 'p', client_pid: 1 };
  const ids = { time: line.time, session_id: 's', supervisor_id: 's' };
  const records = [
    telemetryRecord(line, false),
    telemetryRecord({ ...ids, ...place, api_error: 'rate_limit', message: 'm', request: null }, false),
  ];
  const known = records.flatMap(({ attributes }) => Object.keys(attributes).map((name) => name.replace('.', '_')));
  const events = records.map(({ eventName }) => eventName);
  const queries = [...texts.matchAll(/\{service_name=\\?"ccc\\?"\}([^[]*)/g)].map(([, query]) => query ?? '');
  expect(queries.length).toBeGreaterThan(5);
  for (const query of queries)
    for (const [, name = '', value = ''] of query.matchAll(/\| (\w+)\s*(?:=~?|>)\s*\\?"?([\w.]*)/g))
      if (name === 'event_name') expect(events).toContain(value);
      else expect(known, query).toContain(name);
});
