import type { ResponseForm } from './events.ts';

/** A decision about an event, independent of the format that the event needs. */
export type HookDecision =
  | { kind: 'allow'; reason: string }
  | { kind: 'block'; feedback: string }
  /** The review failed. `reason` is for the agent, where it is denied or sent back; `message` is for people. */
  | { kind: 'failed'; reason: string; message: string };

/** Exit 0 with one JSON object on stdout, or another exit code with text on stderr and nothing on stdout. */
export type HookOutput = { exit: 0; stdout: object } | { exit: 1 | 2 | 124; stderr: string };

export interface OutputOptions {
  /** One line for the user; the agent does not see it. */
  systemMessage?: string | undefined;
  /** Whether a question or tool call whose review failed is denied, or left to the user. */
  onFailure?: 'deny' | 'ask' | undefined;
  /** Whether a stop whose review failed goes through, or is sent back. */
  onStopFailure?: 'allow' | 'block' | undefined;
}

/** The table of docs/hook-contract.md, row by row. */
export function formatOutput(form: ResponseForm, decision: HookDecision, options: OutputOptions = {}): HookOutput {
  const print = (stdout: object): HookOutput => ({
    exit: 0,
    stdout: options.systemMessage ? { ...stdout, systemMessage: options.systemMessage } : stdout,
  });
  switch (decision.kind) {
    case 'allow':
      return print(allowed(form, decision.reason));
    case 'block':
      return form === 'exit-code' ? { exit: 2, stderr: decision.feedback } : print(blocked(form, decision.feedback));
    case 'failed':
      return blocksOnFailure(form, options)
        ? print(blocked(form, decision.reason))
        : { exit: 1, stderr: decision.message };
  }
}

function allowed(form: ResponseForm, reason: string): object {
  switch (form) {
    case 'stop':
    case 'none':
      return { reason };
    case 'question':
      return toolDecision('allow', reason);
    // "allow" would override the user's own permission rules; an empty answer leaves them in force.
    case 'tool':
    case 'permission':
    case 'feedback':
    case 'exit-code':
      return {};
  }
}

function blocked(form: ResponseForm, feedback: string): object {
  switch (form) {
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

/** Whether an event whose review failed is denied or sent back; otherwise it goes ahead as if there were no hook. */
export function blocksOnFailure(
  form: ResponseForm,
  { onFailure = 'deny', onStopFailure = 'allow' }: OutputOptions,
): boolean {
  switch (form) {
    case 'stop':
      return onStopFailure === 'block';
    case 'question':
    case 'tool':
      return onFailure === 'deny';
    case 'permission':
      return true;
    case 'feedback':
    case 'exit-code':
    case 'none':
      return false;
  }
}
