import { constants } from 'node:os';

const TERMINATING = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

type TerminatingSignal = (typeof TERMINATING)[number];

export interface FirstSignal {
  signal: AbortSignal;
  /** Its name, once one has arrived. */
  name: TerminatingSignal | undefined;
}

/** From here on the first signal aborts the work instead of ending the process, so that its children can be ended first. */
export function firstSignal(): FirstSignal {
  const controller = new AbortController();
  const first: FirstSignal = { signal: controller.signal, name: undefined };
  for (const name of TERMINATING)
    process.on(name, () => {
      first.name ??= name;
      controller.abort();
    });
  return first;
}

/** From here on `handle` gets every signal, until what is returned is called. */
export function handleSignals(handle: (name: TerminatingSignal) => void): () => void {
  for (const name of TERMINATING) process.on(name, handle);
  return () => {
    for (const name of TERMINATING) process.off(name, handle);
  };
}

/** As a shell reports it. */
export const exitCodeOf = (name: TerminatingSignal): number => 128 + constants.signals[name];

/** Of what runs until Ctrl-C: there is no other way to end it. */
export const exitCodeAfter = ({ name }: FirstSignal): number =>
  name === undefined || name === 'SIGINT' ? 0 : exitCodeOf(name);
