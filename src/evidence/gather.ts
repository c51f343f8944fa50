import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Changes, changesSince } from '../git/changes.ts';
import { readDifference } from '../git/diff.ts';
import { redactedJson, redactor, secretsIn } from '../platform/redact.ts';
import type { Evidence, EvidenceWithoutFindings } from './evidence.ts';
import { fileChanges, type ProjectPaths, projectAt } from './files/changed-files.ts';
import { LineKindCounts } from './files/line-kind-counts.ts';
import { findingsIn } from './findings.ts';
import { History, type RoundActivity } from './history.ts';
import { limitedList, MAX_ITEMS } from './limits.ts';
import type { EvidenceRequest } from './request.ts';
import { backgroundIn, checkEvidence, lastMessage, verdictEvidence } from './request.ts';
import { transcriptEvidence } from './transcript-evidence.ts';

/** What happened, from the transcript and from git. No model is asked, and no program of the project is run. */
export async function gatherEvidence(request: EvidenceRequest): Promise<Evidence> {
  const verdicts = request.verdicts.slice(-MAX_ITEMS.verdicts);
  const history = new History(
    request.since?.getTime(),
    verdicts.map(({ time }) => Date.parse(time)),
  );
  const subagents = readTranscripts(history, request.transcript);
  const since = request.since ?? (history.startedAt > 0 ? new Date(history.startedAt) : undefined);
  const changes = await changesSince(request.folder, since, request.env, request.readLimits);
  const project = projectAt(request.folder, changes);
  const [weakenings, files] = await Promise.all([
    weakenedTestsAndStubs(history, changes, project, request),
    fileChanges(history.edits, changes, project, since, request.env),
  ]);
  const redact = redactor(secretsIn(request.env));
  const evidence: EvidenceWithoutFindings = {
    ...transcriptEvidence(history, { subagents, since, changes, project, redact }),
    git: changes
      ? { base: changes.base, cut: weakenings.truncated, failed: changes.failed, contentUnread: changes.contentUnread }
      : null,
    files: limitedList(files, MAX_ITEMS.files),
    weakened: weakenings.weakened,
    stubs: weakenings.stubs,
    lastMessage: lastMessage(request.lastMessage ?? history.lastText, redact),
    background: backgroundIn(request.background, redact),
    verdicts: {
      total: request.verdicts.length,
      items: verdicts.map((verdict, at) =>
        verdictEvidence(verdict, history.rounds[at] as RoundActivity, project, redact),
      ),
    },
    checks: request.checks.slice(0, MAX_ITEMS.checks).map(checkEvidence),
  };
  const findings = findingsIn(evidence, {
    transcriptUnread: request.transcript !== undefined && history.mainBytes === 0,
  });
  return JSON.parse(redactedJson({ findings, ...evidence }, redact));
}

const MAX_SUBAGENTS = 200;
const MAX_ENTRIES = 5_000;
const MAX_DEPTH = 4;

/**
 * The main transcript, then those of its subagents, which the client keeps in a folder named after the session. The ones
 * of a compaction repeat the conversation and are left out.
 */
function readTranscripts(history: History, transcript: string | undefined): number {
  if (transcript === undefined) return 0;
  history.read(transcript, false);
  const folder = join(transcript.replace(/\.jsonl$/, ''), 'subagents');
  const names = filesBelow(folder)
    .filter((name) => /(?:^|\/)agent-(?!acompact)[^/]+\.jsonl$/.test(name))
    .slice(0, MAX_SUBAGENTS);
  for (const name of names) history.read(join(folder, name), true);
  return names.length;
}

/** Links are not followed: they may form a loop. */
function filesBelow(folder: string, depth = 0): string[] {
  if (depth > MAX_DEPTH) return [];
  try {
    return readdirSync(folder, { withFileTypes: true })
      .slice(0, MAX_ENTRIES)
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
 * From git's diff. Where git has none (no repository, contents not compared, files outside it), from the edit calls in the
 * transcript.
 */
async function weakenedTestsAndStubs(
  history: History,
  changes: Changes | undefined,
  project: ProjectPaths,
  { env, readLimits }: EvidenceRequest,
) {
  const counts = new LineKindCounts();
  const onLine = (path: string, line: string, sign: 1 | -1) => counts.add(project.displayGitPath(path), line, sign);
  const diff = changes ? await readDifference(changes, env, onLine, readLimits) : { truncated: false };
  for (const { path, how } of changes?.files ?? [])
    if (how === 'deleted') counts.markDeleted(project.displayGitPath(path));
  const isUnknownToGit = (path: string) => !changes || changes.contentUnread || !project.isInRepository(path);
  counts.addFrom(history.edits.lineKinds, isUnknownToGit, (path) => project.displayPath(path));
  return {
    ...counts.weakenings(MAX_ITEMS.weakenings),
    truncated: changes?.truncated === true || (diff.truncated && !changes?.contentUnread),
  };
}
