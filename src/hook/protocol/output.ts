import type { ResponseForm } from './events.ts';

/** What the supervisor has to say about an event, before it takes the event's own format. */
export type HookDecision =
  | { kind: 'allow'; reason: string }
  | { kind: 'block'; feedback: string }
  /** No judgement could be had. `reason` is for the agent where it has to be denied, `message` for people. */
  | { kind: 'failed'; reason: string; message: string };

/** One JSON object on stdout with exit 0, or nothing on stdout and words for people. There is no third form. */
export type HookOutput = { exit: 0; stdout: object } | { exit: 1 | 2 | 124; stderr: string };

export interface OutputOptions {
  /** One line for the user; the agent does not see it. */
  systemMessage?: string | undefined;
  /** What a failed review of a question or a tool call does: deny it, or leave it to the human. */
  onFailure?: 'deny' | 'ask' | undefined;
}

/** The contract's table, row by row. */
export function formatOutput(shape: ResponseForm, judgement: HookDecision, options: OutputOptions = {}): HookOutput {
  const say = (stdout: object): HookOutput => ({
    exit: 0,
    stdout: options.systemMessage ? { ...stdout, systemMessage: options.systemMessage } : stdout,
  });
  switch (judgement.kind) {
    case 'allow':
      return say(allowed(shape, judgement.reason));
    case 'block':
      return shape === 'exit-code' ? { exit: 2, stderr: judgement.feedback } : say(blocked(shape, judgement.feedback));
    case 'failed':
      return mayDenyOnFailure(shape, options.onFailure ?? 'deny')
        ? say(blocked(shape, judgement.reason))
        : { exit: 1, stderr: judgement.message };
  }
}

function allowed(shape: ResponseForm, reason: string): object {
  switch (shape) {
    case 'stop':
    case 'none':
      return { reason };
    case 'question':
      return toolDecision('allow', reason);
    // Saying "allow" here would switch off the user's own permission rules; saying nothing leaves them in force.
    case 'tool':
    case 'permission':
    case 'feedback':
    case 'exit-code':
      return {};
  }
}

function blocked(shape: ResponseForm, feedback: string): object {
  switch (shape) {
    case 'question':
    case 'tool':
      return toolDecision('deny', feedback);
    case 'permission':
      return {
        hookSpecificOutput: {
          hookEventName: 'PermissionRequest',
          decision: { behavior: 'deny', message: feedback },
        },
      };
    case 'stop':
    case 'feedback':
    case 'exit-code':
    case 'none':
      return { decision: 'block', reason: feedback };
  }
}

function toolDecision(permissionDecision: 'allow' | 'deny', permissionDecisionReason: string): object {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason } };
}

function mayDenyOnFailure(shape: ResponseForm, onFailure: 'deny' | 'ask'): boolean {
  if (shape === 'permission') return true;
  return (shape === 'question' || shape === 'tool') && onFailure === 'deny';
}
