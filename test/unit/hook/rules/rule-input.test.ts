import { describe, expect, it } from 'vitest';
import { parseInput } from '../../../../src/hook/protocol/input.ts';
import { ruleInputFrom } from '../../../../src/hook/rules/rule-input.ts';
import type { Exemption } from '../../../../src/hook/rules/state.ts';

const occasion = (fields: object) => ruleInputFrom(parseInput(JSON.stringify({ session_id: 's', ...fields })));
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
  ])('%s', (_, fields, exemption) => expect(occasion(fields).exemption).toBe(exemption));
});

describe('the rest of an occasion', () => {
  it.each([
    [{}, { isStop: true, canTell: false, promptId: undefined }],
    [{ hook_event_name: 'Unheard' }, { isStop: true, canTell: true }],
    [
      { hook_event_name: 'Stop', prompt_id: 'p' },
      { isStop: true, canTell: true, promptId: 'p' },
    ],
    [{ hook_event_name: 'SubagentStop' }, { isStop: false, canTell: true }],
    [
      { hook_event_name: 'PreToolUse', tool_name: 'Bash' },
      { isStop: false, canTell: true },
    ],
  ])('%j', (fields, expected) => expect(occasion(fields)).toMatchObject({ sessionId: 's', ...expected }));
});
