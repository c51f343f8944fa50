import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { split } from '../../../scripts/markdown.ts';
import { METRICS, telemetryRecord } from '../../../src/deliver/telemetry-record.ts';
import { CLAIM_STATUSES } from '../../../src/history/statistics.ts';
import type { DecisionOutcome } from '../../../src/hook/rules/decision-outcome.ts';
import { checkWords } from '../../../src/i18n/outcomes.ts';
import { madeUpDecision, madeUpJournal } from '../../support/made-up-journal.ts';
import { ROOT } from '../../support/sandbox.ts';

const FOLDER = join(ROOT, 'docs', 'telemetry');
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const pages = ['telemetry.md', 'telemetry.zh-CN.md'].map((name) => readFileSync(join(ROOT, 'docs', name), 'utf8'));

interface Query {
  expr: string;
  language: 'logql' | 'promql';
  legend?: string | undefined;
}

interface Target {
  datasource: { type: string; uid: string };
  expr: string;
  legendFormat?: string;
}

interface Panel {
  id: number;
  title: string;
  description: string;
  type: string;
  datasource: Target['datasource'];
  targets: Target[];
  fieldConfig: { defaults: { unit?: string } };
}

const dashboard = JSON.parse(read('grafana-dashboard.json'));
const panels: Panel[] = dashboard.panels;
const variables: { datasource: Target['datasource']; query: string }[] = dashboard.templating.list;
const queries: Query[] = [
  ...pages.flatMap((page) =>
    split(page).fences.flatMap(({ language, lines }): Query[] =>
      language === 'logql' || language === 'promql' ? [{ language, expr: lines.join('\n') }] : [],
    ),
  ),
  ...panels.flatMap(({ targets }) =>
    targets.map(({ expr, datasource, legendFormat }): Query => {
      const language = datasource.type === 'loki' ? 'logql' : 'promql';
      return { language, expr, legend: legendFormat };
    }),
  ),
];

/** Of the process that exports, on every record and, by the settings of the collector, on every series. */
const RESOURCE = ['service_name', 'service_version', 'host_name'];
/** As Prometheus and Loki write them. */
const labelsOf = (attributes: object) => Object.keys(attributes).map((name) => name.replaceAll(/[.-]/g, '_'));

const full = madeUpDecision('s', '2026-11-14T09:00:00.000Z', {
  ...{ tool: 'Bash', plan_approved: true },
  claims: CLAIM_STATUSES.map((status) => ({ kind: 'test', quote: 'q', status })),
  checks: Object.keys(checkWords.en).map((outcome) => ({ name: 'test', outcome, reused: false, ms: 1 })),
});
const records = [full, ...madeUpJournal()].map((line) => telemetryRecord(line, false));
const attributesOf = (event: string) => [
  ...RESOURCE,
  ...records.filter(({ eventName }) => eventName === event).flatMap(({ attributes }) => labelsOf(attributes)),
];

/** The names that Prometheus gives to metrics that come over OTLP: dots become underscores, then unit and kind. */
const UNITS: Record<string, string> = { s: '_seconds', USD: '_USD' };
const series = new Map(
  Object.entries(METRICS).flatMap(([metric, { name, unit, kind }]) => {
    const base = `${name.replaceAll('.', '_')}${UNITS[unit] ?? ''}`;
    const known = records.flatMap(({ measurements }) =>
      measurements.filter((one) => one.metric === metric).flatMap(({ attributes }) => labelsOf(attributes)),
    );
    const parts = kind === 'counter' ? ['_total'] : ['_bucket', '_sum', '_count'];
    return parts.map((part) => [base + part, [...RESOURCE, ...known, ...(part === '_bucket' ? ['le'] : [])]] as const);
  }),
);

/** Every label that a query names: in braces, in filters, in groups and where a number is taken from. */
function labelsIn(expr: string): string[] {
  const plain = expr.replaceAll(/"[^"]*"/g, '""');
  const groups = [...plain.matchAll(/\b(?:by|without)\s*\(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(','));
  const found = [...plain.matchAll(/(\w+)\s*(?:=~|!~|!=|=|>=|<=|>|<)/g), ...plain.matchAll(/\bunwrap\s+(\w+)/g)];
  return [...groups, ...found.map(([, name = '']) => name)].map((name) => name.trim()).filter(Boolean);
}

const names = (expr: string) => [...expr.matchAll(/\bccc_[A-Za-z_]+/g)].map(([name]) => name);

describe('queries', () => {
  it('name metrics that are exported, and every metric is in one', () => {
    const named = new Set(queries.flatMap(({ expr }) => names(expr)));
    expect([...named].filter((name) => !series.has(name))).toEqual([]);
    for (const { name } of Object.values(METRICS))
      expect(
        [...named].some((one) => one.startsWith(name.replaceAll('.', '_'))),
        name,
      ).toBe(true);
  });

  it.each(queries.filter(({ language }) => language === 'promql'))(
    'of metrics name their labels: $expr',
    ({ expr }) => {
      expect(names(expr)).not.toEqual([]);
      for (const name of names(expr)) expect(series.get(name)).toEqual(expect.arrayContaining(labelsIn(expr)));
    },
  );

  it.each(queries.filter(({ language }) => language === 'logql'))(
    'of records name their attributes: $expr',
    ({ expr }) => {
      const [, event = ''] = /\| event_name="([\w.]+)"/.exec(expr) ?? [];
      expect(records.map(({ eventName }) => eventName)).toContain(event);
      expect(attributesOf(event)).toEqual(expect.arrayContaining(labelsIn(expr)));
    },
  );

  it.each(queries.filter(({ legend }) => legend?.includes('{{')))(
    'show what they group by: $legend',
    ({ expr, legend }) => {
      const [, label = ''] = /\{\{(\w+)\}\}/.exec(legend ?? '') ?? [];
      expect(expr).toContain(`by (${label})`);
    },
  );

  it.each(queries)('ask for outcomes that there are, and not for verdicts: $expr', ({ expr }) => {
    const asked = [...expr.matchAll(/\boutcome\s*(?:=~|!~|!=|=)\s*"([^"]*)"/g)].flatMap(([, words = '']) =>
      words.split('|'),
    );
    expect(Object.keys(OUTCOMES)).toEqual(expect.arrayContaining(asked));
    expect(labelsIn(expr)).not.toContain('verdict');
  });
});

/** Whether it is exported: what was not reviewed is not. */
const OUTCOMES: Record<DecisionOutcome, boolean> = {
  ...{
    approved: true,
    'files-changed': true,
    'settings-changed': true,
    'sent-back': true,
    failed: true,
    'cut-off': true,
  },
  ...{ impossible: true, stall: true, limit: true, budget: true, overruled: true, answered: true },
  ...{ 'plan-approved': true, unattended: true, 'no-objection': true, 'not-reviewed': false },
};

it.each(pages)('every outcome that is exported is explained', (page) => {
  const table = page.slice(page.indexOf('| `outcome` |'), page.indexOf('`ccc.overruled` '));
  const rows = table.split('\n').flatMap((line) => line.split('|')[1]?.match(/(?<=`)[a-z-]+(?=`)/g) ?? []);
  const exported = Object.entries(OUTCOMES).flatMap(([outcome, isExported]) => (isExported ? [outcome] : []));
  expect(rows.slice(1).sort()).toEqual(exported.sort());
});

it.each(pages)('every attribute of a decision is listed, and every way in which a check ends', (page) => {
  const namesIn = (begins: RegExp) =>
    [...(begins.exec(page)?.[0] ?? '').matchAll(/`([\w.*]+)`/g)].map(([, name]) => name);
  const listed = namesIn(/^.*`ccc\.decision`.*$/m);
  for (const name of Object.keys(telemetryRecord(full, false).attributes)) {
    const [group] = name.split('.');
    expect(listed.includes(name) || listed.includes(`${group}.*`), name).toBe(true);
  }
  const outcomes = Object.keys(checkWords.en).map((outcome) => outcome.replaceAll('-', '_'));
  expect(namesIn(/^`checks\.\*`.*$/m)).toEqual(expect.arrayContaining(outcomes));
});

describe('the dashboard', () => {
  const known = [...read('grafana-sources.yaml').matchAll(/uid: (\w+), type: (\w+)/g)].map(([, uid, type]) => ({
    type,
    uid,
  }));

  it('asks sources that there are', () => {
    for (const { datasource, targets } of panels)
      for (const one of [datasource, ...targets.map((target) => target.datasource)]) {
        expect(known).toContainEqual(one);
        expect(one).toEqual(datasource);
      }
    for (const { datasource, query } of variables) {
      expect(known).toContainEqual(datasource);
      const [, metric = '', label = ''] = /^label_values\((\w+), (\w+)\)$/.exec(query) ?? [];
      expect(series.get(metric)).toContain(label);
    }
  });

  it.each(panels)('$title: has a unit and says what it shows', ({ description, fieldConfig, targets }) => {
    expect(description).not.toBe('');
    expect(fieldConfig.defaults.unit).toBeTruthy();
    const isAlone = targets.length === 1 && targets[0]?.legendFormat === undefined;
    if (!isAlone) for (const { legendFormat } of targets) expect(legendFormat).toBeTruthy();
  });

  it('has each id once', () => expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length));
});

describe('the compose file', () => {
  const compose = read('compose.yaml');

  it('lets only this machine in', () => {
    const ports = [...compose.matchAll(/ports: \[(.*)\]/g)].flatMap(([, list = '']) => list.split(','));
    expect(ports.length).toBeGreaterThan(1);
    for (const port of ports) expect(port.trim()).toMatch(/^'127\.0\.0\.1:(\d+):\1'$/);
  });

  it('mounts the files of its folder, and names versions', () => {
    const mounted = [...compose.matchAll(/\.\/([\w.-]+):/g)].map(([, name = '']) => name);
    expect(['compose.yaml', ...mounted].sort()).toEqual(readdirSync(FOLDER).sort());
    for (const [, image] of compose.matchAll(/image: (.*)/g)) expect(image).toMatch(/:v?\d+\.\d+\.\d+$/);
  });

  it('has Prometheus ask the collector where the collector answers', () => {
    const [, port] = /prometheus:\n\s+endpoint: 0\.0\.0\.0:(\d+)/.exec(read('collector.yaml')) ?? [];
    expect(port).toBeDefined();
    expect(read('prometheus.yaml')).toContain(`'collector:${port}'`);
  });
});
