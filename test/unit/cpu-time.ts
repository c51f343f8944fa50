/** Milliseconds of work that `body` takes. Not the clock's: on a busy machine that measures the neighbours. */
export async function cpuMs(body: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await body();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
