const TERMINATING = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

export interface FirstSignal {
  signal: AbortSignal;
  /** Its name, once one has arrived. */
  name: (typeof TERMINATING)[number] | undefined;
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
