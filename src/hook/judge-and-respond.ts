import type { Log } from '../platform/log.ts';
import { applyVerdict } from './apply-verdict.ts';
import type { EventContext } from './event-context.ts';
import type { Judge, JudgeRequest } from './judge.ts';
import type { HookOutput } from './protocol/output.ts';
import type { RespondDependencies } from './respond.ts';
import { respondJudged } from './respond-judged.ts';
import type { Client } from './rules/claim.ts';
import { changedSettings, type PendingNotice } from './rules/pending-notice.ts';
import type { State } from './rules/state.ts';
import { recordBegin } from './session-begin.ts';
import type { StateFiles } from './state-file.ts';
import { keepNotice } from './state-notices.ts';
import { taskRequest } from './task-request.ts';

/** An event that is to be judged, and what is needed to record what comes of it. */
export interface JudgedEvent extends EventContext {
  states: StateFiles;
  client: Client | undefined;
  /** When the id was used before this event. */
  lastUsedAt: string | undefined;
  log: Log;
  /** Those that are found on the way are added. */
  told: PendingNotice[];
}

/**
 * The second half of the data path, for an event that is judged: where it took place → how the session began →
 * judgement → state → answer. A file of its own, because an event that is not judged does not load it.
 */
export async function judgeAndRespond(
  request: JudgeRequest & { state: State },
  judge: Judge,
  event: JudgedEvent,
  dependencies: RespondDependencies,
): Promise<HookOutput> {
  const { states, id, input, log, client, lastUsedAt, told } = event;
  log('judging begins', { event: input.event.name, count: request.count });
  const project = request.project ?? (await judge.locateProject(request));
  const recording = { states, id, input, redact: dependencies.redact, log, pid: process.pid };
  const begun = recordBegin(request.state, project.session, { ...recording, client, lastUsedAt });
  told.push(...begun.notices);

  const judged = await judge.judgeEvent({
    ...request,
    state: begun.state,
    project,
    changedSettings: changedSettings(told),
  });
  log('judging ended', {
    outcome: judged.outcome,
    checks: judged.checks.map(({ name, outcome, ms }) => ({ name, outcome, ms })),
    tree: judged.treeFingerprint,
    touched: judged.changedDuringReview,
  });

  for (const file of judged.editedResults ?? []) {
    const notice: PendingNotice = { kind: 'settings-changed', at: new Date().toISOString(), what: file };
    keepNotice(notice, event);
    told.push(notice);
  }
  // What was found to have changed only now counts as well.
  const settings = [...new Set([...(event.changedSettings ?? []), ...changedSettings(told)])];
  return respondJudged(
    applyVerdict(judged, recording),
    { ...event, changedSettings: settings, request: taskRequest(begun.state, input.session_id) },
    dependencies,
  );
}
