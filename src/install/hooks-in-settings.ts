import type { Node } from 'jsonc-parser/lib/esm/main.js';
import { OUR_EVENTS, startsOurHook } from '../claude/hooks.ts';
import { at, membersOf, nameOf } from '../platform/json/tree.ts';

/** One hook in a settings file, and what it stands in: `"Stop": [ groups { "hooks": [ hook ] } ]`. */
export interface HookSpot {
  groups: Node;
  group: Node;
  hooks: Node;
  hook: Node;
}

/** The hooks of an event that start us. */
function startingUs(settings: Node, event: string): HookSpot[] {
  const groups = at(settings, 'hooks', event);
  if (groups?.type !== 'array') return [];
  return membersOf(groups).flatMap((group) => {
    const hooks = at(group, 'hooks');
    if (hooks?.type !== 'array') return [];
    return membersOf(hooks)
      .filter((hook) => startsOurHook(at(hook, 'command')?.value))
      .map((hook) => ({ groups, group, hooks, hook }));
  });
}

/** Those of them that `ccc install` answers for. With another matcher it is somebody's own. */
export function installedFor(settings: Node, event: string): HookSpot[] {
  const ours = OUR_EVENTS.find((known) => known.event === event);
  if (!ours) return [];
  return startingUs(settings, event).filter(
    ({ group }) => ours.matcher === undefined || at(group, 'matcher')?.value === ours.matcher,
  );
}

/** Events for which somebody has us started in another way than we write it. */
export const startedByHand = (settings: Node): string[] =>
  membersOf(at(settings, 'hooks'))
    .map(nameOf)
    .filter((event) => startingUs(settings, event).length > installedFor(settings, event).length);
