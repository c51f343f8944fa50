/** An id names files, so it can never hold a separator, start with a dot, or grow without bound. */
const ID = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;

export function parseId(value: string): string | undefined {
  return ID.test(value) ? value : undefined;
}
