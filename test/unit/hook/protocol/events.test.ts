import { HOOK_EVENTS } from '@anthropic-ai/claude-agent-sdk/core';
import { describe, expect, it } from 'vitest';
import { EVENT_NAMES, type EventName, eventOf, type ResponseForm, STOP } from '../../../../src/hook/protocol/events.ts';

const ANSWERABLE: [EventName, ResponseForm][] = [
  ['Stop', 'stop'],
  ['SubagentStop', 'stop'],
  ['PreToolUse', 'tool'],
  ['PermissionRequest', 'permission'],
  ['UserPromptSubmit', 'feedback'],
  ['PostToolUse', 'feedback'],
  ['PostToolUseFailure', 'feedback'],
  ['TaskCompleted', 'exit-code'],
  ['TeammateIdle', 'exit-code'],
  ['PermissionDenied', 'denial'],
];
const answerable = new Set<string>(ANSWERABLE.map(([name]) => name));

describe('the events we know', () => {
  // An event the SDK has and we lack would be judged as a Stop.
  it('are those of the SDK', () => expect(EVENT_NAMES.toSorted()).toEqual([...HOOK_EVENTS].sort()));

  it.each(ANSWERABLE)('%s is answered as %s', (name, form) => {
    expect(eventOf(name, 'Bash')).toEqual({ name, form });
  });

  it.each(EVENT_NAMES.filter((name) => !answerable.has(name)))('%s cannot be blocked', (name) => {
    expect(eventOf(name, 'Bash')).toEqual({ name, form: 'none' });
  });
});

describe('names that mean Stop', () => {
  it.each([
    undefined,
    '',
    'stop',
    'Stop ',
    'Nonsense',
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'valueOf',
  ])('%j', (name) => expect(eventOf(name, undefined)).toEqual(STOP));
});

describe('the tool of an event', () => {
  it.each<[string, string | undefined, ResponseForm]>([
    ['PreToolUse', 'AskUserQuestion', 'question'],
    ['PreToolUse', undefined, 'question'],
    ['PreToolUse', 'Bash', 'tool'],
    ['PreToolUse', 'askuserquestion', 'tool'],
    ['PreToolUse', '', 'tool'],
    ['PermissionRequest', 'AskUserQuestion', 'permission'],
    ['PostToolUse', 'AskUserQuestion', 'feedback'],
    ['PostToolUse', undefined, 'feedback'],
    ['Stop', 'AskUserQuestion', 'stop'],
  ])('%s of %s is a %s', (name, tool, form) => expect(eventOf(name, tool)).toEqual({ name, form }));
});
