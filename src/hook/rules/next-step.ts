import { type Client, claim, withClient } from './claim.ts';
import type { FoundState } from './recover.ts';
import { decide, type RuleInput, type Rules, type State, type StateStep } from './state.ts';
import { noteSettings, type SeenSettings } from './watched.ts';

interface KnownState {
  /** As it is in the file. */
  found: FoundState | undefined;
  /** As it is known otherwise too: from the journal, or from another id of the same session. */
  current: State | undefined;
}

interface Surroundings {
  client: Client | undefined;
  settings: SeenSettings | undefined;
  now: string;
}

/** What is done about an event, and the state after it: the client's claim on it, the decision, the settings as seen. */
export function nextStep(
  { found, current }: KnownState,
  input: RuleInput,
  rules: Rules,
  { client, settings, now }: Surroundings,
): StateStep {
  const own = current?.enabled ? claim(current, client, now) : current;
  const step = decide(own, input, rules, now);
  // What is known otherwise than from the file is written also by an event that changes nothing.
  const next = step.next ?? (own === found ? undefined : own);
  if (!next) return step;
  const claimed = { ...step, next: client && next.enabled ? withClient(next, client, now) : next };
  return settings ? noteSettings(claimed, settings, input, now) : claimed;
}
