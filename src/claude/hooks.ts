import { JUDGED_EVENTS } from '../config/schema.ts';
import type { SupervisorConfig } from '../config/supervisor-config.ts';
import { IDLE_NOTIFICATION, PLAN_TOOL, QUESTION_TOOL, RECORDED_EVENTS } from '../hook/protocol/events.ts';
import type { LaunchMessages } from '../i18n/launch.ts';

/** Claude Code ends a turn after eight blocked stops unless this variable allows more. */
export const BLOCK_CAP = 'CLAUDE_CODE_STOP_HOOK_BLOCK_CAP';
/** Above the highest `max_iterations` (100), so that our own limit is the one that counts. */
export const BLOCK_CAP_VALUE = '101';

/** The arguments with which `ccc supervisor-hook` is registered for some events. */
export const HOOK_FLAGS = ['--background', '--tell'] as const;

/** One entry that makes Claude Code start `ccc supervisor-hook`. */
export interface RegisteredHook {
  event: string;
  matcher?: string;
  /**
   * `--background`: the turn ends at once, and the agent is woken only if the reviewer objects. `--tell`: nothing is
   * reviewed; the user is told what a review in the background came to.
   */
  flag?: (typeof HOOK_FLAGS)[number];
}

export type HookSettings = Pick<
  SupervisorConfig,
  'events' | 'tools' | 'answerQuestions' | 'approvePlans' | 'review' | 'notify'
>;

/** Time for a desktop notification that the answer to the stop had no place for. */
const WAITING = { event: 'Notification', matcher: IDLE_NOTIFICATION } as const satisfies RegisteredHook;

/** The order of `registeredHooks`, for all events that it can name. */
export const EVENT_ORDER: readonly string[] = [...JUDGED_EVENTS, 'PreToolUse', ...RECORDED_EVENTS, WAITING.event];

/** Pure: the entries that these settings ask for, no more and no less. Stop, if it is one of them, comes first. */
export function registeredHooks({ events, review, notify, ...settings }: HookSettings): RegisteredHook[] {
  const isBackground = review === 'background' && events.includes('Stop');
  return [
    ...JUDGED_EVENTS.flatMap((event): RegisteredHook[] => {
      if (event === 'Stop' && isBackground) return [{ event, flag: '--background' }];
      if (events.includes(event)) return [{ event }];
      return event === 'UserPromptSubmit' && isBackground ? [{ event, flag: '--tell' }] : [];
    }),
    ...toolMatchers(toolsOf(settings)).map((matcher) => ({ event: 'PreToolUse', matcher })),
    ...RECORDED_EVENTS.map((event) => ({ event })),
    ...(notify ? [WAITING] : []),
  ];
}

export const isNeverJudged = (event: string) => [...RECORDED_EVENTS, WAITING.event].some((name) => name === event);

/** Who lets the reviewer answer questions or approve plans wants them to be reviewed. */
const toolsOf = ({
  tools,
  answerQuestions,
  approvePlans,
}: Omit<HookSettings, 'events' | 'review' | 'notify'>): string[] => [
  ...tools,
  ...(answerQuestions === 'never' ? [] : [QUESTION_TOOL]),
  ...(approvePlans ? [PLAN_TOOL] : []),
];

/** What Claude Code compares with the whole name of a tool; anything else it takes for an expression. */
const PLAIN_NAMES = /^[A-Za-z0-9_|]+$/;

/** The names in a matcher; undefined if it is an expression. */
export const namesIn = (matcher: string): string[] | undefined =>
  PLAIN_NAMES.test(matcher) ? matcher.split('|').filter(Boolean) : undefined;

/**
 * Names share an entry, an expression has one of its own: it matches any part of a name, and in one entry with it the
 * names would too.
 */
function toolMatchers(tools: string[]): string[] {
  if (tools.includes('*')) return ['*'];
  const names = [...new Set(tools.flatMap((tool) => namesIn(tool) ?? []))];
  const expressions = [...new Set(tools.filter((tool) => namesIn(tool) === undefined))];
  return [...(names.length > 0 ? [names.join('|')] : []), ...expressions];
}

/** For people and for programs: the same in every language. */
export const hookLabel = ({ event, matcher, flag }: RegisteredHook): string =>
  [event, ...(matcher ? [`(${matcher})`] : []), ...(flag ? [`(${flag})`] : [])].join(' ');

export interface HookEntry extends RegisteredHook {
  /** As in a settings file. */
  entry: Record<string, unknown>;
}

/** For the agent, before the feedback that wakes it. */
const REWAKE_MESSAGE = 'The reviewer of this session sends you back:';

/** Our entries for a settings file. `program` is one or more shell words. */
export function ourHooks(
  program: string,
  settings: HookSettings & Pick<SupervisorConfig, 'timeoutSeconds'>,
  messages: Pick<LaunchMessages, 'reviewing' | 'rewakeSummary'>,
): HookEntry[] {
  return registeredHooks(settings).map((registered) => {
    const { event, matcher, flag } = registered;
    const hook = {
      type: 'command',
      command: [program, 'supervisor-hook', ...(flag ? [flag] : [])].join(' '),
      timeout: settings.timeoutSeconds,
      ...(flag === '--background' && {
        asyncRewake: true,
        rewakeSummary: messages.rewakeSummary,
        rewakeMessage: REWAKE_MESSAGE,
      }),
      // The client shows it while it waits.
      ...(flag === undefined && !isNeverJudged(event) && { statusMessage: messages.reviewing }),
    };
    return { ...registered, entry: { ...(matcher ? { matcher } : {}), hooks: [hook] } };
  });
}

/** As `hooks` of a settings file. */
export function asSettings(entries: HookEntry[]): Record<string, object[]> {
  const hooks: Record<string, object[]> = {};
  for (const { event, entry } of entries) hooks[event] = [...(hooks[event] ?? []), entry];
  return hooks;
}

/** The same entry with another command. */
export const withCommand = (hook: HookEntry, command: string): HookEntry => ({
  ...hook,
  entry: { ...hook.entry, hooks: (hook.entry.hooks as object[]).map((inner) => ({ ...inner, command })) },
});

/** Whether a command line runs this command of ours, whichever copy of `ccc` it names. */
export const runsCcc = (command: unknown, verb: 'supervisor-hook' | 'statusline'): boolean =>
  typeof command === 'string' && new RegExp(`(?:^|[/\\\\\\s'"])ccc[\\w.-]*['"]?\\s+${verb}(?:\\s|$)`).test(command);

export const runsCccHook = (command: unknown): boolean => runsCcc(command, 'supervisor-hook');
