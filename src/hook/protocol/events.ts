/**
 * How an event can be answered. Claude Code reads a different part of the output for each:
 * - `stop`        top-level `decision`
 * - `question`    `permissionDecision`, the tool being AskUserQuestion
 * - `tool`        `permissionDecision`, any other tool
 * - `permission`  `decision.behavior`
 * - `feedback`    top-level `decision`, but saying nothing is how to allow
 * - `exit-code`   the exit code alone
 * - `none`        nothing can block it
 */
export type ResponseForm = 'stop' | 'question' | 'tool' | 'permission' | 'feedback' | 'exit-code' | 'none';

/**
 * Every event of Claude Code 2.1.325 (a test compares this list with the SDK's own).
 * An event that is missing here would be judged as a Stop, so the ones we do not judge are listed as well.
 */
const SHAPES = {
  Stop: 'stop',
  SubagentStop: 'stop',
  PreToolUse: 'tool',
  PermissionRequest: 'permission',
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
  PermissionDenied: 'none',
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

export type EventName = keyof typeof SHAPES;

export const EVENT_NAMES = Object.keys(SHAPES) as EventName[];

export interface HookEvent {
  name: EventName;
  form: ResponseForm;
}

export const STOP: HookEvent = { name: 'Stop', form: 'stop' };

export const QUESTION_TOOL = 'AskUserQuestion';

/** Missing or unknown names mean Stop; a PreToolUse that does not say which tool is a question (contract, rule 2). */
export function eventOf(name: string | undefined, toolName: string | undefined): HookEvent {
  if (name === undefined || !Object.hasOwn(SHAPES, name)) return STOP;
  const known = name as EventName;
  const isQuestion = known === 'PreToolUse' && (toolName ?? QUESTION_TOOL) === QUESTION_TOOL;
  return { name: known, form: isQuestion ? 'question' : SHAPES[known] };
}
