import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { headings, split } from '../../scripts/markdown.ts';
import { readEnv } from '../../src/config/env.ts';
import { pathsOf } from '../../src/config/paths.ts';
import { EVENT_NAMES, eventOf } from '../../src/hook/protocol/events.ts';
import { deadlinesFor } from '../../src/hook/rules/deadlines.ts';
import { failed, type Verdict } from '../../src/hook/rules/verdict.ts';
import { handleEvent } from '../../src/hook/run.ts';
import { StoredStateSchema } from '../../src/hook/stored-state.ts';
import { ROOT } from '../support/builds.ts';
import { temporaryFolder, write } from './folder.ts';
import { judgeWith, reviewOf } from './hook/fake-judge.ts';

const page = readFileSync(join(ROOT, 'docs/hook-contract.md'), 'utf8');
const lines = page.split('\n');

/** The lines below a heading, up to the next of its level or a higher one. */
function section(title: string): string {
  const all = headings(page);
  const at = all.findIndex(({ text }) => text === title);
  const next = all.slice(at + 1).find(({ level }) => level <= (all[at]?.level ?? 0));
  return lines.slice(all[at]?.line ?? 0, next ? next.line - 1 : undefined).join('\n');
}

/** What stands in backticks in a column of the section's table, row by row. */
const column = (title: string, index: number) =>
  section(title)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(' | ')[index]?.replace(/^\| /, '') ?? '');
const names = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] as string);
const fieldsOf = (file: string, name: string) => {
  const body = new RegExp(`interface ${name} (?:extends \\w+ )?\\{([\\s\\S]*?)\\n\\}`).exec(
    readFileSync(join(ROOT, file), 'utf8'),
  )?.[1];
  return [...(body ?? '').matchAll(/^ {2}(\w+)\??:/gm)].map((match) => match[1] as string);
};

describe('the tables of docs/hook-contract.md', () => {
  it('name every event, with the form it is answered in', () => {
    const rows = column('The events', 0).map((cell, i) => {
      const [event, tool] = names(cell);
      return [event, tool ?? 'Bash', column('The events', 3)[i]?.replace(' |', '')] as const;
    });
    expect([...new Set(rows.map(([event]) => event))]).toEqual(EVENT_NAMES);
    for (const [event, tool, form] of rows)
      expect(eventOf(event, tool).form, event).toBe(form === '–' ? 'none' : form?.replace(' ', '-'));
  });

  it('name every field of the journal and of the state', () => {
    expect(column('Journal', 0).flatMap(names)).toEqual(fieldsOf('src/journal/record.ts', 'JournalEntry'));
    expect(column('State', 0).flatMap(names)).toEqual(Object.keys(StoredStateSchema.entries));
  });

  it('give the deadlines of the defaults', () => {
    const limits = { timeoutSeconds: 600, questionTimeoutSeconds: 30, maxTurns: 60, patienceSeconds: 120 };
    const text = section('Deadlines');
    for (const shape of ['question', 'stop'] as const) {
      const { askMs, endMs, toolRounds } = deadlinesFor(shape, limits);
      for (const ms of [askMs, endMs]) expect(text).toContain(`(${Math.round(ms / 1000)} s)`);
      expect(text).toMatch(new RegExp(`\\| ${toolRounds} \\|`));
    }
    expect(text).toContain(`${deadlinesFor('stop', limits).firstByteMs / 1000} s, if`);
  });
});

const VERDICTS: { verdict: Verdict; costUsd: number }[] = [
  { verdict: { kind: 'allow', feedback: 'npm test was run after the last change and passes.' }, costUsd: 0.006 },
  {
    verdict: { kind: 'block', feedback: 'src/login.ts:12 is still a stub. Write it, then run npm test.' },
    costUsd: 0.006,
  },
  { verdict: failed('api', 'no review from the API: Not logged in · Please run /login'), costUsd: 0 },
];

/** The hook as a process would run it, with a reviewer that says what the page says. */
async function answer(input: string, { verdict, costUsd }: (typeof VERDICTS)[number]) {
  const home = temporaryFolder();
  write(join(home, '.claude/commands/supervisoroff.md'), '!`ccc supervisor-mode off`');
  write(join(home, '.claude/commands/overrule.md'), '!`ccc overrule --dry-run`');
  const env = readEnv({ HOME: home, CCC_SUPERVISOR: '1' });
  const elapsedMs = () => 2600;
  const said = await handleEvent(undefined, {
    env,
    paths: () => pathsOf(env),
    redact: (text) => text,
    loadRedactionPatterns: async () => {},
    elapsedMs,
    stdin: { isTerminal: async () => false, readAll: async () => input },
    handleSignals: () => {},
    judge: judgeWith({
      env,
      cwd: temporaryFolder(),
      elapsedMs,
      review: async () => reviewOf(verdict, { costUsd, model: null }),
    }),
  });
  if (said.exit === 0) return said.stdout;
  return {
    exit: said.exit,
    stderr: said.stderr.replaceAll(home, '/home/user').replace(JSON.parse(input).session_id, '<id>'),
  };
}

describe('the examples of docs/hook-contract.md', () => {
  const fixtures = readdirSync(join(ROOT, 'test/fixtures/hook-inputs')).map((name) =>
    JSON.parse(readFileSync(join(ROOT, 'test/fixtures/hook-inputs', name), 'utf8')),
  );
  const from = headings(page).findIndex(({ text }) => text === 'Examples') + 1;
  const titles = headings(page)
    .slice(from)
    .map(({ text }) => text);

  it('are there for every form', () => expect(titles).toHaveLength(9));

  it.each(titles)('%s', async (title) => {
    const text = section(title);
    const [input, ...outputs] = split(text).fences.map((fence) => fence.lines.join('\n'));
    const fields = JSON.parse(input as string);
    if (fields.transcript_path) expect(fixtures).toContainEqual(fields);
    expect(outputs.length).toBeGreaterThan(0);
    const codes = [...text.matchAll(/exit (\d+), and on stderr/g)].map((match) => Number(match[1]));
    const shown = outputs.map((output) =>
      output.startsWith('{') ? JSON.parse(output) : { exit: codes.shift(), stderr: output },
    );
    // Each waits a moment for a transcript that is not there.
    const answers = outputs.map((_, i) => answer(input as string, VERDICTS[i] as (typeof VERDICTS)[number]));
    expect(await Promise.all(answers)).toEqual(shown);
  });
});
