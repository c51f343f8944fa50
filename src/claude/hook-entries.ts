import { isObject } from '../platform/json/parse.ts';

/** Claude Code ends a turn after eight blocked stops unless this variable says more. */
export const BLOCK_CAP = 'CLAUDE_CODE_STOP_HOOK_BLOCK_CAP';
/** Above every `max_iterations` there can be, so that 20 means 20. */
export const BLOCK_CAP_VALUE = '101';

/** What Claude Code starts us for. */
export const OUR_EVENTS = [
  { event: 'Stop', matcher: undefined },
  { event: 'PreToolUse', matcher: 'AskUserQuestion' },
] as const;

export interface HookEntry {
  event: string;
  entry: Record<string, unknown>;
}

/** Our entries for a settings file. `program` is a shell word or words. */
export function ourHooks(program: string, timeoutSeconds: number, statusMessage: string): HookEntry[] {
  const hook = { type: 'command', command: `${program} supervisor-hook`, timeout: timeoutSeconds, statusMessage };
  return OUR_EVENTS.map(({ event, matcher }) => ({ event, entry: { ...(matcher ? { matcher } : {}), hooks: [hook] } }));
}

/** Whether a command line starts this verb of ours, whichever `ccc` it names. */
export const startsOurs = (command: unknown, verb: 'supervisor-hook' | 'statusline'): boolean =>
  typeof command === 'string' && new RegExp(`(?:^|[/\\\\\\s'"])ccc[\\w.-]*['"]?\\s+${verb}(?:\\s|$)`).test(command);

export const startsOurHook = (command: unknown): boolean => startsOurs(command, 'supervisor-hook');

/**
 * The events for which these `hooks` (as in a settings file) already start us. An event must not be reviewed twice; nor
 * may a repository say that it is reviewed where it is not: what it brings counts only if it is `exactly` our command.
 */
export function eventsCovered(hooks: unknown, exactly?: string): string[] {
  if (!isObject(hooks)) return [];
  return OUR_EVENTS.filter(({ event, matcher }) => {
    const groups = Array.isArray(hooks[event]) ? hooks[event] : [];
    return groups.some((group) => isObject(group) && matches(group.matcher, matcher) && startsUs(group.hooks, exactly));
  }).map(({ event }) => event);
}

const startsUs = (hooks: unknown, exactly: string | undefined) =>
  Array.isArray(hooks) &&
  hooks.some(
    (hook) =>
      isObject(hook) &&
      (exactly === undefined
        ? startsOurHook(hook.command)
        : hook.command === exactly &&
          hook.type === 'command' &&
          (hook.timeout === undefined || Number(hook.timeout) > 0)),
  );

/** A matcher is a name, a list of them or an expression; none, or `*`, matches everything. Other expressions are not tried. */
function matches(matcher: unknown, tool: string | undefined): boolean {
  if (tool === undefined || matcher === undefined || matcher === '' || matcher === '*' || matcher === '.*') return true;
  return typeof matcher === 'string' && matcher.split('|').some((name) => name.trim() === tool);
}
