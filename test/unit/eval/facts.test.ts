import { expect, it } from 'vitest';
import { verdictByFacts } from '../../../src/eval/facts.ts';
import type { Evidence, Finding } from '../../../src/evidence/evidence.ts';
import { parseInput } from '../../../src/hook/protocol/input.ts';

const finding = (kind: Finding['kind'], certain = true): Finding => ({ kind, about: null, certain, text: kind });
const event = (name: string, tool_name?: string) =>
  parseInput(JSON.stringify({ session_id: 's', hook_event_name: name, tool_name }));
const judge = (findings: Finding[], name = 'Stop', tool?: string) =>
  verdictByFacts(event(name, tool), { findings } as Evidence);

it.each(['claim', 'failed', 'stale', 'no-run', 'weakened', 'stub', 'todo'] as const)(
  'a certain finding of kind %s blocks; an uncertain one does not',
  (kind) => {
    expect(judge([finding('incomplete'), finding(kind)])).toEqual({ verdict: 'block', decidedBy: [finding(kind)] });
    expect(judge([finding(kind, false)])).toEqual({ verdict: 'allow', decidedBy: [] });
  },
);

it.each(['check', 'background', 'incomplete'] as const)('%s accuses nobody', (kind) =>
  expect(judge([finding(kind)]).verdict).toBe('allow'),
);

it('nothing found: allowed', () => expect(judge([])).toEqual({ verdict: 'allow', decidedBy: [] }));

it('a question is not blocked by what is unfinished', () => {
  expect(judge([finding('no-run')], 'PreToolUse', 'AskUserQuestion').verdict).toBe('allow');
  expect(judge([finding('no-run')], 'SubagentStop').verdict).toBe('block');
});
