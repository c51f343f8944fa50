import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '../config/env.ts';
import { journalEntries } from '../journal/read.ts';
import { isObject } from '../platform/json/parse.ts';
import { writePrivate } from '../platform/private-file.ts';
import { sandboxEnvironment } from './environment.ts';
import { answeredFirstRun, createSandboxFolder, type SandboxFolder } from './folder.ts';
import { textReply } from './messages-format.ts';
import { runInSandbox, type SandboxExit } from './run-client.ts';
import { type ApiRequest, type ScriptedApi, startScriptedApi } from './scripted-api.ts';
import { allow, block, isReviewRequest, repliesByRole } from './scripted-replies.ts';

const LIMIT_MS = 60_000;
const DONE = 'I am done.';
const PROMPT = 'This is a test run by ccc doctor. There is nothing to do: say that you are done.';

/** The settings to try, already made harmless: see harmless-settings.ts. */
export interface HookScenario {
  user: Record<string, unknown>;
  project: Record<string, unknown>;
  local: Record<string, unknown>;
  /** What a launch passes with `--settings`; undefined for plain `claude`. */
  launch: Record<string, unknown> | undefined;
  /** Further arguments of a launch. */
  args: string[];
}

/** How far the round trip got: `proved` is the whole way, every other kind names where it broke. */
export type RoundTripOutcome =
  | { kind: 'proved' }
  | { kind: 'interrupted' }
  | { kind: 'not-started'; code: string }
  | { kind: 'no-request' }
  | { kind: 'no-hook'; error: string }
  | { kind: 'no-review'; error: string }
  | { kind: 'no-feedback' }
  | { kind: 'no-verdicts'; found: string[] };

export interface RoundTrip {
  outcome: RoundTripOutcome;
  ending: SandboxExit;
  ms: number;
  /** The end of the client's output, stderr first, without the scripted text. */
  output: string;
  /** The client's messages about settings that it did not load. */
  refused: string[];
}

/**
 * One supervised turn of the real client on a scripted API: the worker says it is done, the reviewer blocks with a random
 * word in its feedback, the worker has to receive that word, and the reviewer then allows. Runs in a folder of its own,
 * which is removed afterwards.
 */
export async function hookRoundTrip(
  claude: string,
  scenario: HookScenario,
  { env, abortSignal, limitMs = LIMIT_MS }: { env: Env; abortSignal: AbortSignal; limitMs?: number },
): Promise<RoundTrip> {
  const word = `word-${randomBytes(8).toString('hex')}`;
  const token = `made-up-${randomBytes(16).toString('hex')}`;
  const startedAt = performance.now();
  const folder = createSandboxFolder();
  let api: ScriptedApi | undefined;
  try {
    api = await startScriptedApi(
      repliesByRole({ worker: [textReply(DONE)], reviewer: [block(`Not yet. First say this word: ${word}`), allow()] }),
    );
    const settingsArguments = writeSettings(folder, scenario);
    const run = await runInSandbox(
      {
        command: claude,
        args: ['-p', PROMPT, ...settingsArguments, ...scenario.args],
        cwd: folder.project,
        env: {
          ...sandboxEnvironment(env, folder),
          ANTHROPIC_BASE_URL: api.url,
          ANTHROPIC_AUTH_TOKEN: token,
          // If this process is killed, the client must not retry for minutes.
          CLAUDE_CODE_MAX_RETRIES: '1',
          CCC_SUPERVISOR: '1',
          CCC_CLAUDE: claude,
        },
      },
      limitMs,
      abortSignal,
    );
    const outcome = roundTripOutcome({
      ending: run.ending,
      requests: api.requests.filter(({ headers }) => headers.authorization === `Bearer ${token}`),
      word,
      ...tracesIn(folder),
    });
    const output = `${run.stderr.trim()}\n${run.stdout.replace(DONE, '').trim()}`.trim();
    const refused = refusedSettings(run.stderr, userSettings(folder));
    return { outcome, ending: run.ending, ms: performance.now() - startedAt, output, refused };
  } finally {
    await api?.close();
    folder.remove();
  }
}

/** What a round trip has left behind to judge it by. */
export interface RoundTripTraces {
  ending: SandboxExit;
  /** Those with the round trip's own token. */
  requests: readonly ApiRequest[];
  /** A random word in the reviewer's feedback. */
  word: string;
  /** Whether our hook has written anything. */
  hookRan: boolean;
  /** What the client has recorded about hooks that failed. */
  hookErrors: string[];
  journal: { verdict: string; cause: string; feedback: string }[];
}

/** Pure. Judged by the API's requests and by the journal; what the client prints does not count. */
export function roundTripOutcome({
  ending,
  requests,
  word,
  hookRan,
  hookErrors,
  journal,
}: RoundTripTraces): RoundTripOutcome {
  if (ending.kind === 'interrupted') return { kind: 'interrupted' };
  if (ending.kind === 'not-started') return { kind: 'not-started', code: ending.code };
  if (!requests.some((request) => !isReviewRequest(request))) return { kind: 'no-request' };
  const firstReview = requests.findIndex(isReviewRequest);
  if (firstReview === -1) {
    const failure = journal.find((entry) => entry.verdict === 'failed')?.feedback;
    const error = failure ?? hookErrors.at(-1) ?? '';
    return { kind: hookRan ? 'no-review' : 'no-hook', error };
  }
  const gotFeedback = requests
    .slice(firstReview)
    .some((request) => !isReviewRequest(request) && contains(request, word));
  if (!gotFeedback) return { kind: 'no-feedback' };
  const [first, second, ...more] = journal;
  const isComplete =
    more.length === 0 && first?.verdict === 'block' && second?.verdict === 'allow' && second.cause === 'review';
  if (isComplete) return { kind: 'proved' };
  return { kind: 'no-verdicts', found: journal.map(({ verdict, cause }) => `${verdict} (${cause})`) };
}

const contains = (request: ApiRequest, word: string) => JSON.stringify(request.body.messages).includes(word);

const userSettings = (folder: SandboxFolder) => join(folder.claudeDir, 'settings.json');

/** Returns the arguments that name what was written. */
function writeSettings(folder: SandboxFolder, { user, project, local, launch }: HookScenario): string[] {
  const write = (path: string, content: object) => writePrivate(path, JSON.stringify(content, null, 2));
  write(userSettings(folder), user);
  write(join(folder.project, '.claude', 'settings.json'), project);
  write(join(folder.project, '.claude', 'settings.local.json'), local);
  write(join(folder.claudeDir, '.claude.json'), answeredFirstRun(folder.project));
  if (launch === undefined) return [];
  const file = join(folder.root, 'launch.settings.json');
  write(file, launch);
  return ['--settings', file];
}

/** Without the path, because the user's own file has another one. */
function refusedSettings(stderr: string, path: string): string[] {
  const lines = stderr.split('\n').filter((line) => line.includes(path));
  return lines.map((line) => line.slice(line.indexOf(path) + path.length).replace(/^:?\s*/, ''));
}

/** What hook and client have written into the folder. */
const tracesIn = (folder: SandboxFolder): Pick<RoundTripTraces, 'hookRan' | 'hookErrors' | 'journal'> => ({
  hookRan: existsSync(join(folder.cccDir, 'ccc')),
  hookErrors: hookErrorsIn(join(folder.claudeDir, 'projects')),
  journal: [...journalEntries(join(folder.cccDir, 'ccc', 'reviews.jsonl'))],
});

/** With `-p` the client does not report a failed hook, but records it in the transcript. */
function hookErrorsIn(projectsFolder: string): string[] {
  if (!existsSync(projectsFolder)) return [];
  return readdirSync(projectsFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.jsonl'))
    .flatMap((file) => readFileSync(join(projectsFolder, file), 'utf8').split('\n'))
    .filter((line) => line.includes('"hook_non_blocking_error"'))
    .flatMap((line) => hookError(line))
    .map((text) => text.replace(/^Failed with non-blocking status code: /, '').trim());
}

function hookError(line: string): string[] {
  try {
    const { attachment } = JSON.parse(line);
    return isObject(attachment) ? [String(attachment.stderr ?? '')] : [];
  } catch {
    return [];
  }
}
