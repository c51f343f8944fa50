import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Changes, changesSince } from '../git/changes.ts';
import { readDifference } from '../git/diff.ts';
import { isWithin } from '../platform/folders.ts';
import { type Redact, redactedJson, secretsIn } from '../platform/known-secrets.ts';
import { redactor } from '../platform/redact.ts';
import { type ChangeContext, changeClaims } from './claims/changes.ts';
import { NAMES } from './claims/find.ts';
import { type ClaimContext, claimsWithStatus } from './claims/status.ts';
import { projectTasks } from './commands/task-definitions.ts';
import type { Evidence, EvidenceWithoutFindings } from './evidence.ts';
import { fileChanges, type ProjectPaths, projectAt } from './files/changed-files.ts';
import { LineKindCounts } from './files/line-kind-counts.ts';
import { findingsIn, isChecked } from './findings.ts';
import { History, type RoundActivity } from './history.ts';
import { limitedList, MAX_ITEMS, MAX_LENGTH, oneLine } from './limits.ts';
import { isAfter } from './moment.ts';
import { transcriptReading } from './read-transcripts.ts';
import type { EvidenceRequest } from './request.ts';
import { backgroundIn, checkEvidence, lastMessage, verdictEvidence } from './request.ts';
import { namedRun, transcriptEvidence } from './transcript-evidence.ts';

/** What happened, from the transcript and from git. No model is asked, and no program of the project is run. */
export async function gatherEvidence(request: EvidenceRequest): Promise<Evidence> {
  const verdicts = request.verdicts.slice(-MAX_ITEMS.verdicts);
  const history = new History(
    request.since?.getTime(),
    verdicts.map(({ time }) => Date.parse(time)),
    {
      ...{ findTask: request.transcriptOnly ? undefined : projectTasks(request.folder), runners: request.runners },
      isSubagent: request.isSubagent,
    },
  );
  const { subagents, since, changes } = await readSession(request, history);
  const project = projectAt(request.folder, changes, { looksAtFiles: !request.transcriptOnly });
  const [weakenings, files] = await Promise.all([
    weakenedTestsAndStubs(history, changes, project, request),
    fileChanges(history.edits, changes, project, since, request.env),
  ]);
  const redact = redactor([...secretsIn(request.env), ...(request.secrets ?? [])]);
  const isOwn = ownChanges(history, project);
  const context = { subagents, since, changes, project, redact };
  const fromTranscript = transcriptEvidence(history, context);
  const checks = request.checks.slice(0, MAX_ITEMS.checks).map(checkEvidence);
  const message = request.lastMessage ?? history.lastText ?? '';
  const evidence: EvidenceWithoutFindings = {
    ...fromTranscript,
    requests: withKept(fromTranscript.requests, request.keptRequests ?? []),
    claims: [
      ...claimsWithStatus(message, claimContext(fromTranscript, checks, history, redact, namedRun(history, context))),
      ...changeClaims(message, changeContext(fromTranscript, history, project, redact)),
    ],
    git: changes
      ? { base: changes.base, cut: weakenings.truncated, failed: changes.failed, contentUnread: changes.contentUnread }
      : null,
    files: limitedList(files, MAX_ITEMS.files),
    weakened: certainIfOwn(weakenings.weakened, isOwn),
    stubs: certainIfOwn(weakenings.stubs, isOwn),
    lastMessage: lastMessage(request.lastMessage ?? history.lastText, redact),
    background: backgroundIn(request.background, redact),
    verdicts: {
      total: request.verdicts.length,
      items: verdicts.map((verdict, at) =>
        verdictEvidence(verdict, history.rounds[at] as RoundActivity, project, redact),
      ),
    },
    checks,
  };
  const findings = findingsIn(evidence, {
    transcriptUnread: request.transcript !== undefined && history.mainBytes === 0,
    transcriptWrites: transcriptWrites(history, request.transcript),
    foreignLines: history.marked.without < history.marked.with / 20 ? history.marked.without : 0,
    isCommitMissing: isCommitMissing(history, changes, since),
    transcriptTrouble: request.transcriptTrouble,
    isOwn,
  });
  return JSON.parse(redactedJson({ findings, ...evidence }, redact));
}

/** What the transcript no longer has comes first. */
function withKept(
  requests: Evidence['requests'],
  kept: NonNullable<EvidenceRequest['keptRequests']>,
): Evidence['requests'] {
  const lost = kept.filter(({ time }) => !requests.items.some((item) => item.time === time));
  const items = lost.map(({ time, text }) => ({ time, text: oneLine(text, MAX_LENGTH.firstRequest) }));
  return { total: requests.total + items.length, items: [...items, ...requests.items] };
}

/** Git is asked while the transcript is read: each takes about as long as the other. */
async function readSession(request: EvidenceRequest, history: History) {
  const reading = transcriptReading(history, request.transcript);
  let step = reading.next();
  while (!step.done && request.since === undefined && history.startedAt === 0) step = reading.next();
  const since = request.since ?? (history.startedAt > 0 ? new Date(history.startedAt) : undefined);
  const asked = request.transcriptOnly
    ? undefined
    : changesSince(request.folder, since, request.env, request.readLimits, request.folderIsCopy);
  while (!step.done) {
    await new Promise(setImmediate);
    step = reading.next();
  }
  return { subagents: step.value, since, changes: await asked };
}

/** Commands and edits of the session that wrote to its own transcript, or to another one. */
function transcriptWrites(
  { effects, edits }: History,
  transcript: string | undefined,
): { path: string; isOwn: boolean }[] {
  const written = [
    ...effects.flatMap(({ effects: { written, removed } }) => [...written, ...removed]),
    ...edits.files.keys(),
  ];
  return [...new Set(written)]
    .filter((path) => path === transcript || /\/\.claude\/projects\/.*\.jsonl$/.test(path))
    .map((path) => ({ path, isOwn: path === transcript }));
}

/** The session committed, but git's log has nothing since it began: the date of a commit is what its author says. */
function isCommitMissing({ actions }: History, changes: Changes | undefined, since: Date | undefined): boolean {
  if (!changes || changes.base === null || changes.base !== changes.head || changes.failed) return false;
  return actions.some(
    ({ action, done, moment, command }) =>
      action === 'commit' &&
      done === true &&
      moment.at >= (since?.getTime() ?? 0) &&
      /\bgit (?:-\w+ )*commit\b/.test(command) &&
      !/\bcd\b|\bgit -C\b|reset\b/.test(command),
  );
}

/** Whether the worker is known to have changed a file: by an edit tool, or by a command that names it. */
function ownChanges({ edits, effects }: History, project: ProjectPaths): (path: string) => boolean {
  const named = effects.flatMap(({ effects: { written, removed } }) => [...written, ...removed]);
  const own = new Set([...edits.files.keys(), ...named].map((path) => project.displayPath(path)));
  return (path) => own.has(path) || [...own].some((folder) => path.startsWith(`${folder}/`));
}

/** What came from elsewhere (a pull, a checkout, the user) is not held against the worker. */
const certainIfOwn = ({ total, items }: Evidence['stubs'], isOwn: (path: string) => boolean): Evidence['stubs'] => ({
  total,
  items: items.map((item) => ({ ...item, certain: item.certain && isOwn(item.path) })),
});

/** Asks for an answer or a text, and not for a change. */
const isQuestion = (request: string) =>
  /[?？]\s*$|^\W*(?:how|what|why|which|when|where|who|explain|describe|tell me|show me|summari[sz]e|write|draft|list|compare|translate|review)\b|^(?:请?(?:解释|说明|介绍|总结|列出|写)|为什么|怎么|如何)/i.test(
    request.trim(),
  );

/** The message says that the work is done. */
const DONE =
  /^\W*(?:all )?(?:done|fixed|implemented|added|updated|finished|completed|refactored|resolved)\b|^\W*(?:已|完成|修复|搞定|修正し|実装し|완료|수정)/i;

/** What claims are compared with. */
export function claimContext(
  { runs, passed, mayHaveRun, mayInclude }: Pick<Evidence, 'runs' | 'passed' | 'mayHaveRun' | 'mayInclude'>,
  checks: Evidence['checks'],
  history: History,
  redact: Redact,
  named: ClaimContext['namedRun'],
): ClaimContext {
  return {
    namedRun: named,
    runs,
    passed,
    isChecked: (kind) => isChecked(kind, checks),
    mayHaveRun: (kind) => mayHaveRun.total > 0 || mayInclude[kind] !== null,
    isAbout: (kind) => {
      const request = history.prompts.last.at(-1)?.text ?? '';
      const saysDone = !isQuestion(request) && DONE.test(history.lastText ?? '');
      return history.edits.total + history.effects.length > 0 || NAMES[kind].test(request) || saysDone;
    },
    lastKinds: history.runs.lastKinds(),
    quote: (sentence) => oneLine(redact(sentence), MAX_LENGTH.sentence),
  };
}

function changeContext(
  { mayHaveRun }: Pick<Evidence, 'mayHaveRun'>,
  history: History,
  project: ProjectPaths,
  redact: Redact,
): ChangeContext {
  const isNamed = (full: string, path: string) =>
    full === project.absolutePath(path) || full.endsWith(`/${path.replace(/^\.?\//, '')}`);
  const edited = [...history.edits.files.keys()];
  const effects = history.effects.map((one) => one.effects);
  const ranInProject = history.runs
    .all()
    .every(({ cwd, line }) =>
      [...line.parts, ...line.opaque].every(
        ({ folder }) => cwd === undefined || isWithin(project.absolutePath(''), project.absolutePath(folder)),
      ),
    );
  const written = [...edited, ...effects.flatMap((each) => each.written)];
  const removed = effects.flatMap((each) => each.removed);
  const isWritten = (path: string) => written.some((full) => isNamed(full, path));
  const isInProject = (full: string) => isWithin(project.absolutePath(''), full) || project.isInRepository(full);
  return {
    actions: history.actions,
    mayHaveRun: mayHaveRun.total > 0,
    mayHaveRunAfter: (moment) =>
      history.hasUnknownSubagents ||
      history.hasOtherTools ||
      history.runs.opaque.some(({ ended }) => isAfter(ended, moment)),
    isWritten,
    isRemoved: (path) => removed.some((full) => isNamed(full, path)),
    isLeft: (path) =>
      !project.exists || written.some((full) => isNamed(full, path) && isInProject(full) && existsSync(full)),
    isGone: (path) =>
      !project.exists || removed.some((full) => isNamed(full, path) && isInProject(full) && !existsSync(full)),
    isRefused: (path) => !isWritten(path) && [...history.refusedEdits.keys()].some((full) => isNamed(full, path)),
    exists: (path) => (project.exists ? existsSync(project.absolutePath(path)) : undefined),
    // A message often leaves out the folder.
    isNowhere: (path) =>
      project.exists &&
      !history.hasOtherTools &&
      !existsSync(project.absolutePath(path)) &&
      !mayBeBelow(project, path) &&
      ranInProject,
    quote: (sentence) => oneLine(redact(sentence), MAX_LENGTH.sentence),
    command: (text) => oneLine(redact(text), MAX_LENGTH.command),
  };
}

const MAX_LOOKED_AT = 20_000;

/** Whether some folder of the project has this path; true if there is too much to look at. */
function mayBeBelow(project: ProjectPaths, path: string): boolean {
  const folders = [project.absolutePath('')];
  let looked = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    if (existsSync(join(folder, path))) return true;
    for (const entry of foldersIn(folder)) {
      if (++looked > MAX_LOOKED_AT) return true;
      folders.push(join(folder, entry));
    }
  }
  return false;
}

/** Links are not followed: they may form a loop. */
function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^(?:node_modules|\.git)$/.test(entry.name))
      .map(({ name }) => name);
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
    else if (how === 'added') counts.markCreated(project.displayGitPath(path));
  const isUnknownToGit = (path: string) => !changes || changes.contentUnread || !project.isInRepository(path);
  counts.addFrom(history.edits.lineKinds, isUnknownToGit, (path) => project.displayPath(path));
  return {
    ...counts.weakenings(MAX_ITEMS.weakenings),
    truncated: changes?.truncated === true || (diff.truncated && !changes?.contentUnread),
  };
}
