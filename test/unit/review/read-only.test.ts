import { describe, expect, it } from 'vitest';
import { refusalReason } from '../../../src/review/read-only.ts';

const PLAIN_GIT = { runsPrograms: false };

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
  ])('%s %j', (tool, input) => expect(refusalReason(tool, input, PLAIN_GIT)).toBeUndefined());
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
  ])('%s', (tool) => expect(refusalReason(tool, {}, PLAIN_GIT)).toContain(`${tool} is not available`));

  it('work in the background', () =>
    expect(refusalReason('Bash', { command: 'sleep 100', run_in_background: true }, PLAIN_GIT)).toContain(
      'background',
    ));
});

describe('where the repository makes git run programs', () => {
  it.each([
    ['git diff', true],
    ['cd a && git -C b status', true],
    ['cat .gitignore', false],
    ['ls', false],
  ])('%s', (command, refused) =>
    expect(refusalReason('Bash', { command }, { runsPrograms: true }) !== undefined).toBe(refused),
  );
});
