/**
 * The form of an answer. Claude Code reads a different part of the output for each:
 * - `stop`        top-level `decision`
 * - `question`    `permissionDecision`, the tool being AskUserQuestion
 * - `tool`        `permissionDecision`, any other tool
 * - `permission`  `decision.behavior`
 * - `denial`      `retry`; a call that was refused stays so without it
 * - `feedback`    top-level `decision`; an empty answer allows
 * - `exit-code`   the exit code alone
 * - `none`        nothing can block it
 */
export type ResponseForm = 'stop' | 'question' | 'tool' | 'permission' | 'denial' | 'feedback' | 'exit-code' | 'none';

/**
 * Every event of Claude Code 2.1.325 (a test compares this list with the SDK's own).
 * An event that is missing here would be judged as a Stop, so those that are not judged are listed as well.
 */
const FORMS = {
  Stop: 'stop',
  SubagentStop: 'stop',
  PreToolUse: 'tool',
  PermissionRequest: 'permission',
  PermissionDenied: 'denial',
  UserPromptSubmit: 'feedback',
  PostToolUse: 'feedback',
  PostToolUseFailure: 'feedback',
  TaskCompleted: 'exit-code',
  TeammateIdle: 'exit-code',
  ConfigChange: 'none',
  CwdChanged: 'none',
  DirectoryAdded: 'none',
  Elicitation: 'none',
  ElicitationResult: 'none',
  FileChanged: 'none',
  InstructionsLoaded: 'none',
  MessageDisplay: 'none',
  Notification: 'none',
  PostCompact: 'none',
  PostModelSwitch: 'none',
  PostToolBatch: 'none',
  PreCompact: 'none',
  PreModelSwitch: 'none',
  SessionEnd: 'none',
  SessionStart: 'none',
  Setup: 'none',
  StopFailure: 'none',
  SubagentStart: 'none',
  TaskCreated: 'none',
  UserPromptExpansion: 'none',
  WorktreeCreate: 'none',
  WorktreeRemove: 'none',
} as const satisfies Record<string, ResponseForm>;

export type EventName = keyof typeof FORMS;

export const EVENT_NAMES = Object.keys(FORMS) as EventName[];

export interface HookEvent {
  name: EventName;
  form: ResponseForm;
}

export const STOP: HookEvent = { name: 'Stop', form: 'stop' };

export const QUESTION_TOOL = 'AskUserQuestion';
/** Ends plan mode; its input is the plan. */
export const PLAN_TOOL = 'ExitPlanMode';

/**
 * Not judged but recorded: what never reaches a verdict would leave no trace. After a compaction, which is a start of the
 * session too, the hook gives the user's request back to the agent.
 */
export const RECORDED_EVENTS = ['SessionStart', 'SessionEnd', 'StopFailure'] as const;
/** The type of a Notification: the client waits for the user, about a minute after the turn ended. */
export const IDLE_NOTIFICATION = 'idle_prompt';

/**
 * A missing or unknown name means Stop, and a PreToolUse without a tool name means a question: the original format of the
 * input has a session id and nothing else (docs/hook-contract.md).
 */
export function eventOf(name: string | undefined, toolName: string | undefined): HookEvent {
  if (name === undefined || !Object.hasOwn(FORMS, name)) return STOP;
  const known = name as EventName;
  const isQuestion = known === 'PreToolUse' && (toolName ?? QUESTION_TOOL) === QUESTION_TOOL;
  return { name: known, form: isQuestion ? 'question' : FORMS[known] };
}
