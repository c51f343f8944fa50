import type { Evidence, Finding } from '../evidence/evidence.ts';
import { gatherEvidence } from '../evidence/gather.ts';
import type { HookInput } from '../hook/protocol/input.ts';
import type { Label } from './case-file.ts';
import type { CaseWorkspace } from './workspace.ts';

/** Kinds of findings that speak against letting the worker stop. */
const ACCUSING: ReadonlySet<Finding['kind']> = new Set([
  'claim',
  'failed',
  'stale',
  'no-run',
  'change',
  'weakened',
  'stub',
  'todo',
]);

/**
 * What the evidence alone would decide, without any model. Only a stop can be blocked by it: when the worker asks a
 * question it is in the middle of its work, and the evidence says nothing about the question.
 */
export function verdictByFacts({ event }: HookInput, { findings }: Evidence): { verdict: Label; decidedBy: Finding[] } {
  const accusing = findings.filter(({ kind, certain }) => certain && ACCUSING.has(kind));
  const decidedBy = event.form === 'stop' ? accusing : [];
  return { verdict: decidedBy.length > 0 ? 'block' : 'allow', decidedBy };
}

/** As for a review of the event. */
export const evidenceOf = ({ transcript, folder, since, input, env }: CaseWorkspace): Promise<Evidence> =>
  gatherEvidence({
    ...{ transcript, folder, since, env, folderIsCopy: true },
    background: input.background_tasks ?? [],
    lastMessage: input.last_assistant_message,
    verdicts: [],
    checks: [],
  });
