import { engines } from '../../package.json';
import { type FoundClaude, locateClaude } from '../claude/executable.ts';
import type { Env } from '../config/env.ts';
import { type DoctorMessages, doctorMessages } from '../i18n/doctor.ts';
import { isUserError } from '../platform/user-error.ts';
import { sandboxEnvironment } from '../sandbox/environment.ts';
import { createSandboxFolder } from '../sandbox/folder.ts';
import { runInSandbox, type SandboxRun } from '../sandbox/run-client.ts';
import { type Diagnosis, ok, problem, warning } from './diagnosis.ts';

const VERSION_MS = 10_000;

/** Bugs of older versions that affect supervision, the worst first. */
const KNOWN_BAD = [
  { below: '2.0.76', say: problem, why: 'emptyAnswers' },
  { below: '2.1.248', say: warning, why: 'expandsFiles' },
] as const;

export interface ClientDiagnosis {
  diagnoses: Diagnosis[];
  /** Undefined if there is none: then the hooks cannot be tested. */
  client: (FoundClaude & { version: string }) | undefined;
}

export async function diagnoseClient(env: Env, abortSignal: AbortSignal): Promise<ClientDiagnosis> {
  const messages = doctorMessages[env.language];
  const node = diagnoseNode(process.versions, messages);
  let found: FoundClaude;
  try {
    found = locateClaude(env);
  } catch (error) {
    if (!isUserError(error)) throw error;
    return { diagnoses: [problem('client.found', error.message, error.fix), ...node], client: undefined };
  }
  const run = await askVersion(found.path, env, abortSignal);
  const version = versionIn(run.stdout);
  if (version === undefined) {
    const odd = problem(
      'client.version',
      messages.notClaude(found.path, howItEnded(run, messages)),
      messages.notClaudeFix,
    );
    return { diagnoses: [odd, ...node], client: undefined };
  }
  const is = ok('client.found', messages.client(version, found.path, messages.foundBy[found.by]));
  return { diagnoses: [is, ...diagnoseVersion(version, messages), ...node], client: { ...found, version } };
}

async function askVersion(claude: string, env: Env, abortSignal: AbortSignal): Promise<SandboxRun> {
  const folder = createSandboxFolder();
  try {
    const start = { command: claude, args: ['--version'], cwd: folder.project, env: sandboxEnvironment(env, folder) };
    return await runInSandbox(start, VERSION_MS, abortSignal);
  } finally {
    folder.remove();
  }
}

/** From `2.1.325 (Claude Code)`; a wrapper may print more around it. */
export const versionIn = (text: string): string | undefined => /(\d+\.\d+\.\d+)\S* \(Claude Code\)/.exec(text)?.[1];

export function diagnoseVersion(version: string, messages: DoctorMessages): Diagnosis[] {
  const bad = KNOWN_BAD.find(({ below }) => isOlder(version, below));
  return bad ? [bad.say('client.version', messages[bad.why](version, bad.below), messages.updateClient)] : [];
}

export function diagnoseNode(versions: { node: string; bun?: string }, messages: DoctorMessages): Diagnosis[] {
  // The single binary contains its own runtime.
  if (versions.bun) return [];
  const needed = engines.node.replace(/^>=/, '');
  return isOlder(versions.node, needed)
    ? [problem('client.node', messages.oldNode(versions.node, needed), messages.oldNodeFix(needed))]
    : [ok('client.node', messages.node(versions.node))];
}

export function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number)) as [number[], number[]];
  const i = [0, 1, 2].find((place) => (a[place] ?? 0) !== (b[place] ?? 0));
  return i !== undefined && (a[i] ?? 0) < (b[i] ?? 0);
}

function howItEnded({ ending, stdout, stderr }: SandboxRun, messages: DoctorMessages): string {
  switch (ending.kind) {
    case 'not-started':
      return messages.couldNotStart(ending.code);
    case 'too-slow':
      return messages.didNotExit(ending.seconds);
    case 'interrupted':
      return '';
    case 'exited': {
      const line = (stdout.trim() || stderr.trim()).split('\n', 1)[0]?.slice(0, 200);
      return line ? messages.printed(line) : messages.exitedWith(ending.code ?? ending.signal ?? '');
    }
  }
}
