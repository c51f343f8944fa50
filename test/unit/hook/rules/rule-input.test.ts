import { describe, expect, it } from 'vitest';
import { parseInput } from '../../../../src/hook/protocol/input.ts';
import { ruleInputFrom } from '../../../../src/hook/rules/rule-input.ts';
import type { Exemption } from '../../../../src/hook/rules/state.ts';

const ruleInput = (fields: object) => ruleInputFrom(parseInput(JSON.stringify({ session_id: 's', ...fields })));
const subagent = { id: 'a', type: 'subagent', status: 'running' };
const shell = { id: 'b', type: 'shell', status: 'running', command: 'npm run dev' };

describe('what is let through although supervision is on', () => {
  it.each<[why: string, fields: object, exemption: Exemption | undefined]>([
    ['a stop', { hook_event_name: 'Stop' }, undefined],
    ['a stop with nothing in the background', { hook_event_name: 'Stop', background_tasks: [] }, undefined],
    ['a stop with a running subagent', { hook_event_name: 'Stop', background_tasks: [subagent] }, 'background'],
    ['a stop in the old form with one', { background_tasks: [subagent] }, 'background'],
    [
      'a stop with a server and a running subagent',
      { hook_event_name: 'Stop', background_tasks: [shell, subagent] },
      'background',
    ],
    ['a stop with a server', { hook_event_name: 'Stop', background_tasks: [shell] }, undefined],
    ['a prompt', { hook_event_name: 'UserPromptSubmit', prompt: 'What is a <task-notification>?' }, undefined],
    [
      'a prompt that says that a task has ended',
      { hook_event_name: 'UserPromptSubmit', prompt: '<task-notification>\n<task-id>b</task-id>' },
      'notification',
    ],
    ['a command of ours', { hook_event_name: 'UserPromptSubmit', prompt: '/supervisoroff' }, 'command'],
    ['another command', { hook_event_name: 'UserPromptSubmit', prompt: '/supervisors please' }, undefined],
    [
      'a prompt that wakes the worker',
      { hook_event_name: 'UserPromptSubmit', prompt: '<system-reminder>[SYSTEM NOTIFICATION - NOT USER INPUT]' },
      'notification',
    ],
    [
      'a stop with a finished subagent',
      { hook_event_name: 'Stop', background_tasks: [{ ...subagent, status: 'completed' }] },
      undefined,
    ],
    [
      'a stop with a task of no type',
      { hook_event_name: 'Stop', background_tasks: [{ status: 'running' }] },
      undefined,
    ],
    ['a stop with nonsense', { hook_event_name: 'Stop', background_tasks: [7, null, 'subagent'] }, undefined],
    [
      'a subagent’s stop with another running',
      { hook_event_name: 'SubagentStop', background_tasks: [subagent] },
      undefined,
    ],
    [
      'a question with one running',
      { hook_event_name: 'PreToolUse', tool_name: 'AskUserQuestion', background_tasks: [subagent] },
      undefined,
    ],
    ['a compaction', { hook_event_name: 'SubagentStop', agent_type: '' }, 'compaction'],
    ['a subagent’s stop', { hook_event_name: 'SubagentStop', agent_type: 'Explore' }, undefined],
    ['a subagent’s stop of no type', { hook_event_name: 'SubagentStop' }, undefined],
    ['a stop of an empty type', { hook_event_name: 'Stop', agent_type: '' }, undefined],
  ])('%s', (_, fields, exemption) => expect(ruleInput(fields).exemption).toBe(exemption));
});

describe('the rest of the input of the rules', () => {
  it.each([
    [{}, { event: 'Stop', tool: null, canNotify: false, promptId: undefined }],
    [{ hook_event_name: 'Unheard' }, { event: 'Stop', canNotify: true }],
    [
      { hook_event_name: 'Stop', prompt_id: 'p' },
      { event: 'Stop', canNotify: true, promptId: 'p' },
    ],
    [{ hook_event_name: 'SubagentStop' }, { event: 'SubagentStop', canNotify: true }],
    [
      { hook_event_name: 'PreToolUse', tool_name: 'Bash' },
      { event: 'PreToolUse', tool: 'Bash', canNotify: true },
    ],
  ])('%j', (fields, expected) => expect(ruleInput(fields)).toMatchObject({ sessionId: 's', ...expected }));
});
