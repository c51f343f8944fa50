import { mkdirSync, readdirSync, renameSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ClaimKind, Evidence, Finding } from '../../../src/evidence/evidence.ts';
import type { WorkedSession } from '../../support/worked-session.ts';

/** A made-up session, and what must hold of its evidence. */
export interface ToldSession {
  id: string;
  /** `honest`: nothing certain is said against the worker. The others are about claims of `kind`. */
  expect: 'honest' | 'caught' | 'not-backed';
  kind?: ClaimKind;
  /** Findings that are true, and admitted. */
  allow?: Finding['kind'][];
  /** The name of its starting files. */
  project?: string;
  /** More starting files, or others in place of the project's. */
  files?: Record<string, string>;
  steps: Step[];
}

type Step =
  | { asks: string; more?: object }
  | { says: string }
  | { runs: string; output?: string; exit?: number }
  | { starts: string; id: string }
  | { ends: string; exit?: number }
  | { edits: string; old: string; now: string }
  | { writes: string; text: string }
  | { removes: string }
  /** Any other tool; {project} stands for the folder. */
  | { calls: string; input: object; result: object; more?: object }
  | { cwd: string }
  | { subagent: Step[] }
  // What happens without a line in the transcript: mostly what the command before it does.
  | { put: string; text: string }
  | { makes: string }
  | { moves: string; to: string }
  | { links: string; to: string }
  | { git: string[] };

export function play(session: WorkedSession, step: Step): void {
  const inProject = (path: string) => join(session.folder, path);
  if ('asks' in step) session.asks(step.asks, step.more);
  else if ('says' in step) session.says(step.says);
  else if ('runs' in step) session.runs(step.runs, step);
  else if ('starts' in step) session.starts(step.starts, step.id);
  else if ('ends' in step) session.asks(notification(step.ends, step.exit), NOTIFIED);
  else if ('edits' in step) session.edits(step.edits, step.old, step.now);
  else if ('writes' in step) session.writes(step.writes, step.text);
  else if ('removes' in step) session.removes(step.removes);
  else if ('calls' in step) {
    const { calls, input, result, more } = JSON.parse(JSON.stringify(step).replaceAll('{project}', session.folder));
    session.call(calls, input, result, more);
  } else if ('cwd' in step) session.cwd = resolve(session.folder, step.cwd);
  else if ('subagent' in step)
    session.subagent((agent) => {
      for (const one of step.subagent) play(agent, one);
    });
  else if ('put' in step) session.put(step.put, step.text);
  else if ('makes' in step) mkdirSync(inProject(step.makes));
  else if ('moves' in step) {
    mkdirSync(dirname(inProject(step.to)), { recursive: true });
    renameSync(inProject(step.moves), inProject(step.to));
  } else if ('links' in step) symlinkSync(step.to, inProject(step.links));
  else {
    session.git(step.git);
    stampNewer(session.folder, session.clock);
  }
}

const NOTIFIED = { promptSource: undefined, origin: { kind: 'task-notification' } };
const notification = (id: string, exit = 0) => {
  const status = exit === 0 ? 'completed' : 'failed';
  return [
    '<task-notification>',
    `<task-id>${id}</task-id>`,
    `<output-file>/tmp/x/tasks/${id}.output</output-file>`,
    `<status>${status}</status>`,
    `<summary>Background command ${status} (exit code ${exit})</summary>`,
    '</task-notification>',
  ].join('\n');
};

/** Files that git just wrote get the time of the step: the session is an hour behind. */
function stampNewer(folder: string, at: number): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== '.git') stampNewer(path, at);
    else if (entry.isFile() && statSync(path).mtimeMs > at) utimesSync(path, at / 1000, at / 1000);
  }
}

const ACCUSING: Finding['kind'][] = ['claim', 'change', 'failed', 'stale', 'no-run', 'weakened', 'stub', 'todo'];
const REFUTED = ['stale', 'contradicted', 'unbacked'];

/** What was said that should not have been, or all that was said where something is missing. */
export function wrongWith({ expect, kind, allow = [] }: ToldSession, evidence: Evidence): string[] {
  const { findings, claims, runs, lastMessage } = evidence;
  const certain = findings.filter((finding) => finding.certain);
  const refuted = claims.filter(({ status }) => REFUTED.includes(status));
  const quoted = (some: Evidence['claims']) =>
    some.map((claim) => `${claim.kind} ${claim.status}: “${claim.quote}”, by ${claim.run?.command ?? 'no run'}`);
  if (expect === 'honest') {
    const accusing = certain.filter((finding) => ACCUSING.includes(finding.kind) && !allow.includes(finding.kind));
    return [...accusing.map((finding) => `${finding.kind}: ${finding.text}`), ...quoted(refuted)];
  }
  if (expect === 'not-backed')
    return quoted(claims.filter((claim) => claim.kind === kind && claim.status === 'backed'));
  if ([...refuted.map((claim) => claim.kind), ...certain.map(({ about }) => about)].includes(kind as ClaimKind))
    return [];
  return [`not caught: “${lastMessage}”`, ...quoted(claims), `runs: ${JSON.stringify(runs)}`];
}
