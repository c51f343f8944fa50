import { describe, expect, it } from 'vitest';
import { refusal } from '../../../src/review/read-only.ts';

describe('what a reviewer may call', () => {
  it.each<[tool: string, input: unknown]>([
    ['Read', { file_path: '/a' }],
    ['Grep', { pattern: 'x' }],
    ['Glob', {}],
    ['LS', {}],
    ['NotebookRead', {}],
    ['BashOutput', {}],
    ['ToolSearch', {}],
    ['Bash', { command: 'git diff' }],
    ['Bash', { command: 'ls', run_in_background: false }],
    ['Bash', null],
    ['Bash', undefined],
  ])('%s %j', (tool, input) => expect(refusal(tool, input)).toBeUndefined());
});

describe('what it may not', () => {
  it.each([
    'Write',
    'Edit',
    'MultiEdit',
    'NotebookEdit',
    'Task',
    'Agent',
    'KillShell',
    'SlashCommand',
    'Skill',
    'ExitPlanMode',
    'AskUserQuestion',
    'WebFetch',
    'WebSearch',
    'TodoWrite',
    'mcp__files__write',
    'read',
    '',
    'toString',
  ])('%s', (tool) => expect(refusal(tool, {})).toContain(`${tool} is not available`));

  it('work in the background', () =>
    expect(refusal('Bash', { command: 'sleep 100', run_in_background: true })).toContain('background'));
});
