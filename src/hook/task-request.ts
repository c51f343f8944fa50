import type { State } from './rules/state.ts';

const MAX_LINE = 200;

/** The first line of what the user asked for in this task, by what was recorded of the session; null: not known. */
export function taskRequest(state: State | undefined, sessionId: string): string | null {
  const requests = (state?.begin?.sessionId === sessionId && state.begin.requests) || [];
  const { at } = state?.taskBegan ?? {};
  const first = at === undefined ? requests[0] : requests.find(({ time }) => time !== null && time >= at);
  return firstLineOf((first ?? requests.at(-1))?.text);
}

export function firstLineOf(text: string | undefined): string | null {
  const line = text
    ?.split('\n')
    .map((each) => each.trim())
    .find(Boolean);
  if (!line) return null;
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE - 1)}…` : line;
}
