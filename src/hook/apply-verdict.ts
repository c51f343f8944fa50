import type { SupervisorConfig } from '../config/supervisor-config.ts';
import type { Log } from '../platform/log.ts';
import type { Redact } from '../platform/redact.ts';
import type { Judgement } from './judgement.ts';
import type { HookInput } from './protocol/input.ts';
import { markApproved, recordObjection, type State } from './rules/state.ts';
import type { StateFiles } from './state-file.ts';

export interface VerdictContext {
  states: StateFiles;
  id: string;
  input: HookInput;
  rules: SupervisorConfig;
  redact: Redact;
  log: Log;
}

/**
 * What a judgement leaves in the state: a task that is settled, or an objection that stands. The same objection too often,
 * with nothing done about it, and the stop is let through.
 */
export function applyVerdict(judged: Judgement, { states, id, input, rules, redact, log }: VerdictContext): Judgement {
  if (input.event.name !== 'Stop') return judged;
  const { outcome, tree } = judged;
  const change = (next: (current: State) => State) => {
    try {
      states.update(id, (current) => (current ? { next: next(current) } : {}));
    } catch (error) {
      // The verdict stands all the same; the next task then goes on with the old count.
      log('the state could not be settled', { error: String(error) });
    }
  };
  if (outcome.kind === 'review' && outcome.review.verdict.kind === 'allow') {
    change((current) => markApproved(current, input.prompt_id, tree, now()));
    return judged;
  }
  const about = objectionIn(judged);
  if (about === undefined || rules.stallAfter < 2) return judged;
  let stalled = false;
  change((current) => {
    const step = recordObjection(current, { about: redact(about), tree }, rules.stallAfter, now());
    stalled = step.stalled;
    return step.next;
  });
  if (!stalled) return judged;
  const review = outcome.kind === 'review' ? outcome.review : undefined;
  const brake = { kind: 'stall', about: redact(about), times: rules.stallAfter } as const;
  return { ...judged, outcome: { kind: 'brake', brake, review } };
}

/** What the worker is to be sent back for. A check is the same check whatever it prints. */
function objectionIn({ outcome }: Judgement): string | undefined {
  if (outcome.kind === 'check') return `check ${JSON.stringify(outcome.failed.name)} failed`;
  if (outcome.kind !== 'review') return undefined;
  const { verdict } = outcome.review;
  return verdict.kind === 'block' ? verdict.feedback : undefined;
}

const now = () => new Date().toISOString();
