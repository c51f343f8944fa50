import type { HookInput } from '../protocol/input.ts';
import type { Exemption, RuleInput } from './state.ts';

/** What the rules need to know of a hook input. `found` is an exemption that files and transcript have shown. */
export function ruleInputFrom(input: HookInput, found?: Exemption, pid?: number): RuleInput {
  return {
    pid,
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
  if (input.event.name === 'UserPromptSubmit') return promptExemption(input.details.prompt);
  return undefined;
}

/**
 * The client also sends as a prompt that a background task has ended, that a hook wakes the worker, or that the limit of
 * a subscription has been reset.
 */
const NOTIFICATION =
  /^\s*(?:<system-reminder>\s*\[SYSTEM NOTIFICATION|<task-notification>|Your claude\.ai usage limit has reset\. Continue )/;
/** The user can always turn supervision on or off, and say that a verdict is wrong. */
const OUR_COMMAND = /^\s*\/(?:ccc:)?(?:supervisor|supervisoroff|overrule)(?:\s|$)/;

function promptExemption(prompt: unknown): Exemption | undefined {
  if (typeof prompt !== 'string') return undefined;
  if (NOTIFICATION.test(prompt)) return 'notification';
  return OUR_COMMAND.test(prompt) ? 'command' : undefined;
}

const isRunningSubagent = (task: { type?: string | undefined; status?: string | undefined }) =>
  task.type === 'subagent' && task.status === 'running';
