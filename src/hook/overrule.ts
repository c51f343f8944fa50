import type { Paths } from '../config/paths.ts';
import type { Language } from '../i18n/language.ts';
import type { OverruleEntry } from '../journal/record.ts';
import { appendJournal } from '../journal/write.ts';
import type { Redact } from '../platform/known-secrets.ts';
import type { Log } from '../platform/log.ts';
import { visibleLine } from '../platform/visible-text.ts';
import { lastTypedArguments } from '../transcript/typed-command.ts';
import { waitForTranscript } from '../transcript/wait-for-transcript.ts';
import type { HookInput } from './protocol/input.ts';
import { type Overrule, whyNotOverrulable } from './rules/overrule.ts';
import { recordOverrule } from './rules/state.ts';
import { StateFiles } from './state-file.ts';
import { hasOverruleCommand } from './typed-commands.ts';
import { lastVerdict, type PastVerdict } from './verdicts.ts';

/** More of a reason is not kept: every review until the next verdict repeats it. */
const MAX_WHY = 1000;

/** For the transcript: the judging waits for it as well, and longer. */
const WAIT_MS = 300;

export interface OverruleContext {
  /** Of the state. */
  id: string;
  paths: Paths;
  language: Language;
  redact: Redact;
  /** Tells others of the line that was written. */
  deliver?(written: string): void;
}

/**
 * Marks a verdict as wrong: in the state, so that what was sent back goes through once and the user is told, and in the
 * journal. Undefined: it was overruled before. Under the lock of the state, so that this happens once.
 */
export function overruleVerdict(
  target: PastVerdict,
  { why, by }: Pick<Overrule, 'why' | 'by'>,
  { id, paths, language, redact, deliver }: OverruleContext,
): OverruleEntry | undefined {
  if (target.overruled || target.verdict === 'failed') return undefined;
  const { session_id, verdict, event, tool, time, cause, feedback, provider } = target;
  const { folder = null, branch = null, request = null } = target;
  const now = new Date().toISOString();
  const overrule = { time: now, verdict: { time, verdict, event, tool }, why: boundedReason(why, redact), by };
  let wasOverruled = false;
  new StateFiles(paths, language).change(id, (current) => {
    const next = recordOverrule(current, overrule, now);
    wasOverruled = next === undefined;
    return next;
  });
  if (wasOverruled) return undefined;
  const entry: OverruleEntry = {
    time: now,
    session_id,
    supervisor_id: id,
    ...{ folder, branch, provider, request },
    overruled: { time, verdict, cause, event, tool, feedback },
    why: overrule.why,
    by,
  };
  const written = appendJournal(paths.journal, entry, redact);
  deliver?.(written);
  return entry;
}

/** On one line and harmless to a terminal, because it becomes part of lines. */
function boundedReason(why: string, redact: Redact): string {
  const line = visibleLine(redact(why).replaceAll(/\s+/g, ' ').trim());
  return line.length > MAX_WHY ? `${line.slice(0, MAX_WHY - 1)}…` : line;
}

/**
 * What the user typed as `/overrule` since the last verdict, which it is about. From the transcript, because a shell line
 * in the command's file cannot be given the reason (what is typed is put into the shell line as it is) and cannot be
 * told from the worker's own; while a slash command that is closed to the model gets into the transcript only from the
 * user.
 */
export async function recordTypedOverrule(input: HookInput, context: OverruleContext & { log: Log }): Promise<void> {
  const { paths, log } = context;
  const target = lastVerdict(input.session_id, paths);
  if (!target || target.overruled || whyNotOverrulable(target)) return;
  const step = { message: input.last_assistant_message, toolUseId: input.tool_use_id };
  const session = await waitForTranscript(input.session_id, input.transcript_path, paths.claudeDir, step, WAIT_MS);
  const why = session && lastTypedArguments(session.transcript, commandNames(paths), target.time);
  if (why === undefined) return;
  try {
    overruleVerdict(target, { why, by: '/overrule' }, context);
  } catch (error) {
    // The hook answers all the same.
    log('what the user overruled could not be recorded', { error: String(error) });
  }
}

/** The plugin's command, and the one in Claude Code's folder. */
const commandNames = (paths: Paths) => ['ccc:overrule', ...(hasOverruleCommand(paths) ? ['overrule'] : [])];
