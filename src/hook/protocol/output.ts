import type { ResponseForm } from './events.ts';

/** A decision about an event, independent of the format that the event needs. */
export type HookDecision =
  /** `byReviewer`: a reviewer approved it, and it was not let through for another reason. */
  | { kind: 'allow'; reason: string; byReviewer?: true }
  | { kind: 'block'; feedback: string }
  /** A tool call goes ahead with this input, without asking the user: a question with its answers, or a plan. */
  | { kind: 'settle'; reason: string; updatedInput: object }
  /** The review failed. `reason` is for the agent, where it is denied or sent back; `message` is for people. */
  | { kind: 'failed'; reason: string; message: string };

/** Exit 0 with one JSON object on stdout, or another exit code with text on stderr and nothing on stdout. */
export type HookOutput = { exit: 0; stdout: object } | { exit: 1 | 2 | 124; stderr: string };

/** Above this Claude Code puts a file name and a preview in place of additional context. */
export const MAX_CONTEXT = 10_000;

export interface OutputOptions {
  /** The event that gets its feedback as additional context, and not as a block. */
  contextFor?: 'Stop' | 'SubagentStop' | undefined;
  /** Claude Code does not wait for the answer: it reads the exit code, and stderr, alone. */
  inBackground?: boolean | undefined;
  /** One line for the user; the agent does not see it. */
  systemMessage?: string | undefined;
  /** A desktop notification, for the terminal that the client runs in. */
  terminalSequence?: string | undefined;
  /** Whether a question or tool call whose review failed is denied, or left to the user. */
  onFailure?: 'deny' | 'ask' | undefined;
  /** Whether a stop whose review failed goes through, or is sent back. */
  onStopFailure?: 'allow' | 'block' | undefined;
}

/** The table of docs/hook-contract.md, row by row. */
export function formatOutput(form: ResponseForm, decision: HookDecision, options: OutputOptions = {}): HookOutput {
  const { systemMessage, terminalSequence } = options;
  const print = (stdout: object): HookOutput => ({
    exit: 0,
    stdout: { ...stdout, ...(systemMessage && { systemMessage }), ...(terminalSequence && { terminalSequence }) },
  });
  switch (decision.kind) {
    case 'allow':
      return print(allowed(form, decision));
    case 'settle':
      return print(toolDecision('allow', decision.reason, decision.updatedInput));
    case 'block':
      return sentBack(decision.feedback);
    case 'failed':
      return blocksOnFailure(form, options) ? sentBack(decision.reason) : { exit: 1, stderr: decision.message };
  }

  function sentBack(feedback: string): HookOutput {
    if (form === 'exit-code' || options.inBackground) return { exit: 2, stderr: feedback };
    return print(
      options.contextFor && feedback.length <= MAX_CONTEXT
        ? { hookSpecificOutput: { hookEventName: options.contextFor, additionalContext: feedback } }
        : blocked(form, feedback),
    );
  }
}

function allowed(form: ResponseForm, { reason, byReviewer }: Extract<HookDecision, { kind: 'allow' }>): object {
  switch (form) {
    case 'stop':
    case 'none':
      return { reason };
    case 'question':
      return toolDecision('allow', reason);
    case 'denial':
      return byReviewer ? { hookSpecificOutput: { hookEventName: 'PermissionDenied', retry: true } } : {};
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
    // It has been refused already.
    case 'denial':
      return {};
    case 'stop':
    case 'feedback':
    case 'exit-code':
    case 'none':
      return { decision: 'block', reason: feedback };
  }
}

function toolDecision(
  permissionDecision: 'allow' | 'deny',
  permissionDecisionReason: string,
  updatedInput?: object,
): object {
  return {
    hookSpecificOutput: {
      ...{ hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason },
      ...(updatedInput && { updatedInput }),
    },
  };
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
    case 'denial':
    case 'feedback':
    case 'exit-code':
    case 'none':
      return false;
  }
}
