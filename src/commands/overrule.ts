import type { ParsedArguments } from '../command-line/declaration.ts';
import { readConfig } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import { type Paths, pathsOf } from '../config/paths.ts';
import { deliver } from '../deliver/deliver.ts';
import { overruleVerdict } from '../hook/overrule.ts';
import { whyNotOverrulable } from '../hook/rules/overrule.ts';
import { isDecision } from '../hook/rules/summary.ts';
import { StateFiles } from '../hook/state-file.ts';
import { lastVerdict, type PastVerdict } from '../hook/verdicts.ts';
import { overruleMessages } from '../i18n/overrule.ts';
import { journalEntries, newestOfId } from '../journal/read.ts';
import { type Redact, secretsIn } from '../platform/known-secrets.ts';
import { localTime } from '../platform/local-time.ts';
import { printJson, writeStdout } from '../platform/output.ts';
import { redactor } from '../platform/redact.ts';
import { errorCode, UserError } from '../platform/user-error.ts';
import { visibleLine } from '../platform/visible-text.ts';
import type { overrule } from './declarations/overrule.ts';
import { selectSession } from './select-session.ts';

/** `ccc overrule`: marks the last verdict of a session as wrong. */
export async function run({ why, session, dryRun, json }: ParsedArguments<typeof overrule>, env: Env): Promise<number> {
  const messages = overruleMessages[env.language];
  // The agent can run commands like the user, and would overrule what it is sent back for.
  if (env.insideClient && !dryRun)
    throw new UserError(messages.inSession, messages.inSessionFix, { code: 'in-session' });
  const paths = pathsOf(env);
  const redact = redactor(secretsIn(env.all));
  const target = verdictToOverrule(sessionId(session, paths, env), paths, env);
  let written = '';
  const tellOthers = (line: string) => {
    written = line;
  };
  const entry = dryRun ? undefined : record(target, why.join(' '), { paths, redact, env, deliver: tellOthers });
  if (json)
    printJson({
      session_id: target.session_id,
      overruled: { ...verdictData(target), feedback: redact(target.feedback) },
      ...(entry ? { time: entry.time, why: entry.why } : {}),
      dry_run: dryRun,
    });
  else writeStdout(`${text(target, dryRun, redact, env)}\n`);
  if (written) await deliver(written, { config: await readConfig(paths.configFile), env, paths });
  return 0;
}

/** The start of an id is looked for among the verdicts of late: an index finds only whole ones, in a journal of any size. */
const LATE_BYTES = 8 * 1024 * 1024;

/** A session that was judged need not have a transcript, so the journal is asked first. */
export function sessionId(given: string | undefined, paths: Paths, env: Env): string {
  if (given === undefined && env.insideClient && env.clientSessionId !== undefined) return env.clientSessionId;
  if (given !== undefined && given !== '') {
    for (const line of newestOfId(paths.journal, given))
      if (isDecision(line) && line.session_id === given) return given;
    const late = new Set([...journalEntries(paths.journal, LATE_BYTES)].map(({ session_id }) => session_id));
    const alike = [...late].filter((id) => id?.startsWith(given));
    if (alike.length === 1) return alike[0] as string;
  }
  return selectSession(given, paths, env, 'overrule').id;
}

function verdictToOverrule(session: string, paths: Paths, { language }: Env): PastVerdict {
  const messages = overruleMessages[language];
  const target = lastVerdict(session, paths, Number.POSITIVE_INFINITY);
  if (!target) throw new UserError(messages.noVerdict(session), messages.noVerdictFix, { code: 'no-verdict' });
  const time = localTime(target.time);
  switch (whyNotOverrulable(target)) {
    case 'failed':
      throw new UserError(messages.failed(time), messages.failedFix(session), { code: 'review-failed' });
    case 'gave-up':
      throw new UserError(messages.gaveUp(time), messages.gaveUpFix, { code: 'gave-up' });
    case undefined:
      if (target.overruled) throw alreadyOverruled(target.overruled.time, language);
      return target;
  }
}

function record(
  target: PastVerdict,
  why: string,
  { env, ...context }: { paths: Paths; redact: Redact; env: Env; deliver(written: string): void },
) {
  const { paths } = context;
  const { language } = env;
  const messages = overruleMessages[language];
  const id = new StateFiles(paths, language).lastOf(target.session_id)?.id ?? target.supervisor_id;
  try {
    const entry = overruleVerdict(target, { why, by: 'ccc overrule' }, { id, language, ...context });
    if (!entry) throw alreadyOverruled(new Date().toISOString(), language);
    return entry;
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    throw new UserError(messages.notWritten(paths.journal, code), messages.notWrittenFix, { code: 'not-journaled' });
  }
}

const alreadyOverruled = (time: string, language: Env['language']) => {
  const messages = overruleMessages[language];
  return new UserError(messages.already(localTime(time)), messages.alreadyFix, { code: 'already-overruled' });
};

const verdictData = ({ time, verdict, cause, event, tool }: PastVerdict) => ({ time, verdict, cause, event, tool });

const MAX_FEEDBACK = 300;

function text({ verdict, cause, time, feedback, event }: PastVerdict, dryRun: boolean, redact: Redact, env: Env) {
  const messages = overruleMessages[env.language];
  const [line = ''] = redact(feedback).trim().split('\n');
  const short = line.length > MAX_FEEDBACK ? `${line.slice(0, MAX_FEEDBACK - 1)}…` : line;
  const decider = cause === 'check' || cause === 'claims' ? cause : 'review';
  const wasAllow = verdict === 'allow';
  const said = messages.verdict(wasAllow ? 'allow' : 'block', decider, localTime(time), visibleLine(short));
  const effect = wasAllow ? 'review' : event === 'Stop' ? 'stop' : 'call';
  return `${(dryRun ? messages.wouldOverrule : messages.overruled)(said)}\n${messages.effect[effect]}`;
}
