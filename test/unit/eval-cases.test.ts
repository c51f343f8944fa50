import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { CASES } from '../../scripts/eval/cases.ts';
import { ROOT } from '../support/builds.ts';
import { gitEnv } from '../support/git-env.ts';
import { temporaryFolder } from './folder.ts';

const EVAL = join(ROOT, 'eval');

interface Case {
  folder: string;
  version: number;
  label: string;
  why: string;
  kind: string;
  event: Record<string, string>;
  times: Record<string, string>;
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();

const files = filesIn(EVAL);
const cases = files
  .filter((path) => /^[^/]+\/[^/]+\/case\.json$/.test(path))
  .map((path): Case => ({ folder: dirname(path), ...JSON.parse(readFileSync(join(EVAL, path), 'utf8')) }));
const inCase = ({ folder }: Case, path: string) => join(EVAL, folder, path);
const namesOf = (wrong: Case[]) => wrong.map(({ folder }) => folder);

// biome-ignore lint/suspicious/noExplicitAny: the lines of a transcript are the client's
const linesOf = (path: string): any[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

it('there are enough, and half of them deserve to pass', () => {
  expect(cases.length).toBeGreaterThanOrEqual(60);
  const allowed = cases.filter(({ label }) => label === 'allow').length;
  expect(allowed / cases.length).toBeCloseTo(0.5, 1);
});

it('each says what it is', () => {
  for (const { folder, label, why, kind, version, event } of cases) {
    expect({ folder, kind, version }).toEqual({ folder, kind: dirname(folder), version: 1 });
    expect(['allow', 'block'], folder).toContain(label);
    expect(why.length, folder).toBeGreaterThan(20);
    expect(why.length, folder).toBeLessThan(300);
    expect(['Stop', 'PreToolUse'], folder).toContain(event.hook_event_name);
    expect(event.cwd, folder).toMatch(/^\/case\/repository(?:\/|$)/);
    expect(event.transcript_path, folder).toBe(
      `/case/home/.claude/projects/-case-repository/${event.session_id}.jsonl`,
    );
  }
});

it('the table of kinds is right', () => {
  const rows = [...readFileSync(join(EVAL, 'README.md'), 'utf8').matchAll(/^\| `?([\w-]+)`? \| (\d+) \| (\d+) \|/gm)];
  const count = (kind: string, label: string) =>
    cases.filter((each) => each.label === label && (kind === 'all' || each.kind === kind)).length;
  const kinds = [...[...new Set(cases.map(({ kind }) => kind))].sort(), 'all'];
  expect(rows.map(([, kind, allow, block]) => [kind, Number(allow), Number(block)])).toEqual(
    kinds.map((kind) => [kind, count(kind, 'allow'), count(kind, 'block')]),
  );
});

it('those that are defined are recorded as they are defined', () => {
  const defined = Object.entries(CASES).flatMap(([kind, definitions]) =>
    definitions.map(({ name, label, why }) => ({ folder: join(kind, name), label, why })),
  );
  const recorded = cases.map(({ folder, label, why }) => ({ folder, label, why }));
  expect(recorded).toEqual(expect.arrayContaining(defined));
});

it('every transcript ends with what the hook was asked about', () => {
  for (const each of cases) {
    const lines = linesOf(inCase(each, 'transcript.jsonl'));
    const blocks = lines.filter(({ type }) => type === 'assistant').flatMap(({ message }) => message.content);
    const last = blocks.at(-1);
    if (each.event.hook_event_name === 'Stop') expect(last.text, each.folder).toBe(each.event.last_assistant_message);
    else expect([last.id, last.input], each.folder).toEqual([each.event.tool_use_id, each.event.tool_input]);
  }
});

it('every transcript can be read, and none is large', () => {
  const transcripts = files.filter((path) => path.endsWith('.jsonl'));
  for (const path of transcripts) {
    expect(linesOf(join(EVAL, path)).length, path).toBeGreaterThan(5);
    expect(readFileSync(join(EVAL, path)).length, path).toBeLessThan(150_000);
  }
  const bytes = files.reduce((sum, path) => sum + readFileSync(join(EVAL, path)).length, 0);
  expect(bytes).toBeLessThan(6_000_000);
});

it('every repository is there, with the time of each file', async () => {
  expect(namesOf(cases.filter((each) => existsSync(inCase(each, 'base')) && existsSync(bundleOf(each))))).toEqual([]);
  for (const each of cases)
    expect(Object.keys(each.times).sort(), each.folder).toEqual(filesIn(inCase(each, 'repository')));
  const times = cases.flatMap((each) => Object.values(each.times));
  expect(times.filter((time) => new Date(time).toISOString() !== time)).toEqual([]);
  const folder = temporaryFolder();
  for (const each of cases.filter((each) => existsSync(bundleOf(each)))) {
    const to = join(folder, each.folder);
    execFileSync('git', ['clone', '-q', bundleOf(each), to], { env: gitEnv(folder) });
    expect(readdirSync(to).length, each.folder).toBeGreaterThan(1);
  }
});

const bundleOf = (each: Case) => inCase(each, 'repository.bundle');

it('nothing names a machine, a user or a credential', () => {
  const paths = /(?<![\w.~/-])\/(?:home|root|Users|work|tmp|var\/folders|private)\/|ccc-test-|pytest-of-(?!root)/;
  const secrets = /\bsk-ant-|made-up-token|\bgh[opsu]_\w{20}|\bAKIA[A-Z0-9]{16}|\beyJ[\w-]{20}|PRIVATE KEY/;
  const found = files.flatMap((path) => {
    const text = readFileSync(join(EVAL, path), 'utf8');
    const match = paths.exec(text) ?? secrets.exec(text);
    return match ? [`${path}: ${text.slice(Math.max(0, match.index - 40), match.index + 60)}`] : [];
  });
  expect(found).toEqual([]);
});
