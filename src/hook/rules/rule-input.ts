import type { HookInput } from '../protocol/input.ts';
import type { Exemption, RuleInput } from './state.ts';

/** What the rules of a session need to know of a hook input; `found` is what files and transcript have shown. */
export function ruleInputFrom(input: HookInput, found?: Exemption): RuleInput {
  return {
    sessionId: input.session_id,
    isStop: input.event.name === 'Stop',
    promptId: input.prompt_id,
    exemption: exemptionOf(input) ?? found,
    canTell: input.namesEvent,
  };
}

function exemptionOf(input: HookInput): Exemption | undefined {
  // A worker that waits for its own subagents has paused, not finished. Shells and servers may run for ever.
  if (input.event.name === 'Stop' && input.background_tasks?.some(isRunningSubagent)) return 'background';
  // `/compact` ends in a SubagentStop with an empty agent type: a summary was written, no work was claimed.
  if (input.event.name === 'SubagentStop' && input.agent_type === '') return 'compaction';
  return undefined;
}

const isRunningSubagent = (task: { type?: string | undefined; status?: string | undefined }) =>
  task.type === 'subagent' && task.status === 'running';
