import { type PendingNotice, withNotice } from './pending-notice.ts';
import { isToldAt, type RuleInput, type StateStep } from './state.ts';

/** What decides how a session is supervised, as an event finds it. */
export interface SeenSettings {
  /** A checksum for each file. */
  files: Record<string, string>;
  /** The client's process: what changes between two of them is no change during a session. */
  client: string;
  /** The files when the session was launched; undefined: not known. */
  atLaunch: Record<string, string> | undefined;
  /** Variables that a repository's settings had set for the hook, and that it ignores. */
  ignoredVariables: string[];
}

/** Not paths, so they cannot be a file's. */
const VARIABLES = 'variables';
const CLIENT = 'client';
const CHANGED = 'changed';

/** The files that were found to have changed since this client began: what was approved after that was so by other rules. */
export const changedSoFar = (watched: Record<string, string> | undefined): string[] =>
  watched?.[CHANGED]?.split('\n') ?? [];

/** The files that are not as they were when this session last looked, or began. */
export function changedFiles(watched: Record<string, string> | undefined, { files, atLaunch }: SeenSettings): string[] {
  const before = watched ?? atLaunch;
  // A file of another folder is not there to compare; without a beginning there is nothing to compare with.
  return before ? Object.keys(files).filter((path) => path in before && before[path] !== files[path]) : [];
}

/** Adds to a step what has changed since, to be told once, and remembers what was seen. */
export function noteSettings(step: StateStep, seen: SeenSettings, input: RuleInput, now: string): StateStep {
  const { next } = step;
  if (!next) return step;
  const watched = next.watched?.[CLIENT] === seen.client ? next.watched : undefined;
  const changed = changedFiles(watched, seen);
  const variables = seen.ignoredVariables.join(', ');
  const isNew = variables !== '' && variables !== watched?.[VARIABLES];
  const soFar = [...new Set([...changedSoFar(watched), ...changed])];
  const files = {
    ...{ ...watched, ...seen.files, [CLIENT]: seen.client },
    ...(isNew ? { [VARIABLES]: variables } : {}),
    ...(soFar.length > 0 ? { [CHANGED]: soFar.join('\n') } : {}),
  };
  if (watched && changed.length === 0 && !isNew && Object.keys(files).length === Object.keys(watched).length)
    return step;
  const notices: PendingNotice[] = [
    ...(changed.length > 0 ? [{ kind: 'settings-changed' as const, at: now, what: changed.join(', ') }] : []),
    ...(isNew ? [{ kind: 'variables-ignored' as const, at: now, what: variables }] : []),
  ];
  const noted = notices.reduce(withNotice, { ...next, watched: files });
  return {
    ...step,
    next: noted,
    ...(isToldAt(input) && noted.pendingNotices ? { notices: noted.pendingNotices } : {}),
  };
}
