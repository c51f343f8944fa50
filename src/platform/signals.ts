const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface FirstSignal {
  signal: AbortSignal;
  /** Which it was, once there was one. */
  name: (typeof ENDING)[number] | undefined;
}

/** From here on a signal ends the work, not the process: what it started has to go first. */
export function firstSignal(): FirstSignal {
  const controller = new AbortController();
  const first: FirstSignal = { signal: controller.signal, name: undefined };
  for (const name of ENDING)
    process.on(name, () => {
      first.name ??= name;
      controller.abort();
    });
  return first;
}
