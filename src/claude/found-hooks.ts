import { startsThisProgram } from '../config/own-program.ts';
import { isObject } from '../platform/json/parse.ts';
import { HOOK_FLAGS, namesIn, type RegisteredHook, runsCccHook } from './hooks.ts';

/** An entry in the `hooks` of a settings file, with the group it is in. */
export interface FoundHook {
  event: string;
  group: Record<string, unknown>;
  hook: Record<string, unknown>;
}

/** Every entry of these `hooks` (as in a settings file), whoever wrote it. */
export function hooksIn(hooks: unknown): FoundHook[] {
  return Object.entries(isObject(hooks) ? hooks : {}).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? groups : [])
      .filter(isObject)
      .flatMap((group) =>
        (Array.isArray(group.hooks) ? group.hooks : []).filter(isObject).map((hook) => ({ event, group, hook })),
      ),
  );
}

/** Those that start us, whichever copy of `ccc` they name. */
export const cccHooksIn = (hooks: unknown): FoundHook[] =>
  hooksIn(hooks).filter(({ hook }) => runsCccHook(hook.command));

/** Whether these `hooks` start us for what is wanted, with nothing in the entry that could keep the hook from deciding. */
export const covers = (hooks: unknown, wanted: RegisteredHook): boolean =>
  cccHooksIn(hooks).some((found) => isPlain(found) && isFor(found, wanted));

/** The entry is started for all that is wanted, and perhaps for more. */
export const isFor = (found: FoundHook, wanted: RegisteredHook): boolean =>
  found.event === wanted.event && matcherCovers(found, wanted.matcher) && runsAs(found.hook, wanted);

/** Claude Code has no matcher for these: one that is there is ignored. */
const WITHOUT_MATCHER = ['Stop', 'UserPromptSubmit', 'TaskCompleted', 'TeammateIdle'];

/** Of expressions only an identical one counts: they are not evaluated. */
function matcherCovers({ event, group: { matcher } }: FoundHook, wanted: string | undefined): boolean {
  if (WITHOUT_MATCHER.includes(event)) return true;
  if (matcher === undefined || matcher === '' || matcher === '*' || matcher === '.*' || matcher === wanted) return true;
  if (typeof matcher !== 'string' || wanted === undefined) return false;
  const names = namesIn(matcher);
  return namesIn(wanted)?.every((name) => names?.includes(name)) ?? false;
}

/** The entry is one that `ccc install` writes for this: the same event, matcher and flag. */
export const isEntryOf = (found: FoundHook, wanted: RegisteredHook): boolean =>
  found.event === wanted.event && (found.group.matcher ?? '') === (wanted.matcher ?? '') && runsAs(found.hook, wanted);

/** A hook for the background that the client waits for would be neither. */
const runsAs = ({ command, asyncRewake }: FoundHook['hook'], { flag }: RegisteredHook) =>
  flagIn(command) === flag && (flag !== '--background' || asyncRewake === true);

export function flagIn(command: unknown): RegisteredHook['flag'] {
  const words = typeof command === 'string' ? command.split(/\s+/) : [];
  return HOOK_FLAGS.find((flag) => words.includes(flag));
}

/** Whether a command starts exactly this program as the hook. */
export const startsThisHook = (command: unknown): boolean =>
  startsThisProgram(command, 'supervisor-hook') ||
  HOOK_FLAGS.some((flag) => startsThisProgram(command, 'supervisor-hook', flag));

/** What a found entry is registered for, to name it. */
export function registrationOf({ event, group: { matcher }, hook }: FoundHook): RegisteredHook {
  const flag = flagIn(hook.command);
  return { event, ...(typeof matcher === 'string' && matcher !== '' ? { matcher } : {}), ...(flag ? { flag } : {}) };
}

const PLAIN_GROUP = ['matcher', 'hooks'];
const PLAIN_HOOK = ['type', 'command', 'timeout', 'statusMessage'];
const BACKGROUND_HOOK = [...PLAIN_HOOK, 'asyncRewake', 'rewakeSummary', 'rewakeMessage'];

/** What an entry of ours has beyond ours: `if`, `async`, `once`, `shell` and the like let it run elsewhere, later, or never. */
export function foreignFields({ group, hook }: FoundHook): string[] {
  const ours = flagIn(hook.command) === '--background' ? BACKGROUND_HOOK : PLAIN_HOOK;
  return [
    ...Object.keys(group).filter((key) => !PLAIN_GROUP.includes(key)),
    ...Object.keys(hook).filter((key) => !ours.includes(key)),
  ];
}

/** Nothing in the entry could keep the hook from deciding. */
export const isPlain = (found: FoundHook): boolean =>
  foreignFields(found).length === 0 &&
  found.hook.type === 'command' &&
  (found.hook.timeout === undefined || Number(found.hook.timeout) > 0);
