import type { HookInput } from '../protocol/input.ts';
import type { Exemption, RuleInput } from './state.ts';

/** What the rules need to know of a hook input. `found` is an exemption that files and transcript have shown. */
export function ruleInputFrom(input: HookInput, found?: Exemption): RuleInput {
  return {
    sessionId: input.session_id,
    event: input.event.name,
    tool: input.tool_name ?? null,
    promptId: input.prompt_id,
    exemption: exemptionOf(input) ?? found,
    canNotify: input.namesEvent,
  };
}

function exemptionOf(input: HookInput): Exemption | undefined {
  // A worker that waits for its subagents has not finished. Background shells do not count: a server may run forever.
  if (input.event.name === 'Stop' && input.background_tasks?.some(isRunningSubagent)) return 'background';
  // `/compact` ends in a SubagentStop with an empty agent type. It writes a summary: there is no work to judge.
  if (input.event.name === 'SubagentStop' && input.agent_type === '') return 'compaction';
  return undefined;
}

const isRunningSubagent = (task: { type?: string | undefined; status?: string | undefined }) =>
  task.type === 'subagent' && task.status === 'running';
