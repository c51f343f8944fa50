import type { Redact } from '../platform/known-secrets.ts';
import type { Log } from '../platform/log.ts';
import type { Judgement } from './judgement.ts';
import type { HookInput } from './protocol/input.ts';
import {
  endPass,
  isOvertaken,
  markApproved,
  markImpossible,
  recordCheckRuns,
  recordObjection,
  type State,
} from './rules/state.ts';
import type { StateFiles } from './state-file.ts';

export interface VerdictContext {
  states: StateFiles;
  id: string;
  input: HookInput;
  redact: Redact;
  log: Log;
  /** The process that judged it. */
  pid: number;
}

/**
 * Records what a stop came to: an approval, or an objection; and which checks ran. If the same objection has been made
 * `stall_after` times with no file changed, the outcome becomes a stall. The state is read again, under its lock: during
 * a review the user may have turned supervision off and on, and other hooks may have counted.
 */
export function applyVerdict(judgement: Judgement, { states, id, input, redact, log, pid }: VerdictContext): Judgement {
  const { name } = input.event;
  if (name !== 'Stop' && name !== 'SubagentStop') return judgement;
  const isSubagent = name === 'SubagentStop';
  const { outcome, treeFingerprint } = judgement;
  const { stallAfter } = judgement.project.supervisor;
  const now = new Date().toISOString();
  const runs = judgement.checks
    .flatMap(({ ran, reused }) => (ran && !reused ? [ran] : []))
    .filter(({ outcome: ended }) => ended === 'failed' || !judgement.mayChangeLater);
  const change = (nextOf: (current: State) => State | undefined) => {
    try {
      states.change(id, (current) => {
        const next = nextOf(current);
        return next || runs.length > 0 ? recordCheckRuns(next ?? current, runs) : undefined;
      });
    } catch (error) {
      // The verdict stands all the same; the next task then continues the old count.
      log('the verdict could not be recorded in the state', { error: String(error) });
    }
  };
  // What a subagent was approved for ends no task of the session.
  const objection = objectionIn(judgement);
  if (isSubagent && objection === undefined) return judgement;
  if (outcome.kind === 'review' && outcome.review.verdict.kind === 'allow') {
    const isStillThere = judgement.changedDuringReview.length === 0;
    change((current) =>
      isOvertaken(current, pid)
        ? undefined
        : markApproved(current, input.prompt_id, isStillThere ? treeFingerprint : undefined, now),
    );
    return judgement;
  }
  if (outcome.kind === 'review' && outcome.review.verdict.kind === 'impossible') {
    change((current) => (isOvertaken(current, pid) ? undefined : markImpossible(current, input.prompt_id, now)));
    return judgement;
  }
  if (objection === undefined) change((current) => endPass(current, now));
  else if (stallAfter < 2) change(() => undefined);
  if (objection === undefined || stallAfter < 2) return judgement;
  const text = redact(objection);
  const agent = isSubagent ? (input.agent_id ?? '') : undefined;
  let stalled = false;
  change((current) => {
    const step = recordObjection(current, { text, treeFingerprint, agent }, stallAfter, now);
    stalled = step.stalled;
    return step.next;
  });
  if (!stalled) return judgement;
  const review = outcome.kind === 'review' ? outcome.review : undefined;
  return {
    ...judgement,
    outcome: { kind: 'limit', limit: { kind: 'stall', objection: text, times: stallAfter }, review },
  };
}

/** What the worker is sent back for. A failing check is the same objection whatever it prints, and so is a false claim. */
function objectionIn({ outcome }: Judgement): string | undefined {
  if (outcome.kind === 'check') return `check ${JSON.stringify(outcome.failed.name)} failed`;
  if (outcome.kind === 'claims')
    return `false claims about ${[...new Set(outcome.claims.map(({ kind }) => kind))].sort().join(', ')}`;
  if (outcome.kind !== 'review') return undefined;
  const { verdict } = outcome.review;
  return verdict.kind === 'block' ? verdict.feedback : undefined;
}
