import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Changes, changesSince } from '../git/changes.ts';
import { readDifference } from '../git/diff.ts';
import { redactedJson, redactor, secretsIn } from '../platform/redact.ts';
import type { EvidenceRequest } from './evidence-request.ts';
import type { Facts } from './facts.ts';
import { filesIn, type Project, projectAt } from './files/changed-files.ts';
import { MarkCounts } from './files/mark-counts.ts';
import { findingsIn } from './findings.ts';
import { History, type Stretch } from './history.ts';
import { backgroundIn, checkFact, lastMessage, verdictFact } from './input-facts.ts';
import { listed, MOST } from './limits.ts';
import { transcriptFacts } from './transcript-facts.ts';

/** What happened, from the transcript and from git. No model is involved, and nothing of the project's is run. */
export async function gatherFacts(request: EvidenceRequest): Promise<Facts> {
  const verdicts = request.verdicts.slice(-MOST.verdicts);
  const history = new History(
    request.since?.getTime(),
    verdicts.map(({ time }) => Date.parse(time)),
  );
  const subagents = readTranscripts(history, request.transcript);
  const since = request.since ?? (history.startedAt > 0 ? new Date(history.startedAt) : undefined);
  const changes = await changesSince(request.folder, since, request.env, request.bounds);
  const project = projectAt(request.folder, changes);
  const [marks, files] = await Promise.all([
    marksOf(history, changes, project, request),
    filesIn(history.edits, changes, project, since, request.env),
  ]);
  const redact = redactor(secretsIn(request.env));
  const facts: Omit<Facts, 'findings'> = {
    ...transcriptFacts(history, { subagents, since, changes, project, redact }),
    git: changes
      ? { base: changes.base, cut: marks.cut, failed: changes.failed, contentUnread: changes.contentUnread }
      : null,
    files: listed(files, MOST.files),
    weakened: marks.weakened,
    stubs: marks.stubs,
    lastMessage: lastMessage(request.lastMessage ?? history.lastText, redact),
    background: backgroundIn(request.background, redact),
    verdicts: {
      total: request.verdicts.length,
      items: verdicts.map((verdict, at) => verdictFact(verdict, history.stretches[at] as Stretch, project, redact)),
    },
    checks: request.checks.slice(0, MOST.checks).map(checkFact),
  };
  const findings = findingsIn(facts, request.transcript !== undefined && history.mainBytes === 0);
  return JSON.parse(redactedJson({ findings, ...facts }, redact));
}

const MOST_SUBAGENTS = 200;
const MOST_ENTRIES = 5_000;
const DEEPEST = 4;

/**
 * The main transcript, then those of its subagents, which the client keeps in a folder of the session's name. What it
 * writes there for a compaction is the same conversation once more.
 */
function readTranscripts(history: History, transcript: string | undefined): number {
  if (transcript === undefined) return 0;
  history.read(transcript, false);
  const folder = join(transcript.replace(/\.jsonl$/, ''), 'subagents');
  const names = filesBelow(folder)
    .filter((name) => /(?:^|\/)agent-(?!acompact)[^/]+\.jsonl$/.test(name))
    .slice(0, MOST_SUBAGENTS);
  for (const name of names) history.read(join(folder, name), true);
  return names.length;
}

/** Links are not followed: one that leads back would never end. */
function filesBelow(folder: string, depth = 0): string[] {
  if (depth > DEEPEST) return [];
  try {
    return readdirSync(folder, { withFileTypes: true })
      .slice(0, MOST_ENTRIES)
      .flatMap((entry) => {
        if (!entry.isDirectory()) return entry.isFile() ? [entry.name] : [];
        return filesBelow(join(folder, entry.name), depth + 1).map((name) => join(entry.name, name));
      })
      .sort();
  } catch {
    return [];
  }
}

/**
 * Tests weakened and stubs, by what git says differs. What git cannot tell about (no repository, contents that are not to
 * be read, files elsewhere) the calls' own old and new texts say.
 */
async function marksOf(
  history: History,
  changes: Changes | undefined,
  project: Project,
  { env, bounds }: EvidenceRequest,
) {
  const tally = new MarkCounts();
  const onLine = (path: string, line: string, sign: 1 | -1) => tally.add(project.shown(path, true), line, sign);
  const { cut } = changes ? await readDifference(changes, env, onLine, bounds) : { cut: false };
  for (const { path, how } of changes?.files ?? []) if (how === 'deleted') tally.fileDeleted(project.shown(path, true));
  const isUntold = (path: string) => !changes || changes.contentUnread || !project.isInRepository(path);
  tally.take(history.edits.tally, isUntold, (path) => project.shown(path));
  return { ...tally.result(MOST.marks), cut: changes?.cut === true || (cut && !changes?.contentUnread) };
}
