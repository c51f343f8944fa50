/** An id becomes part of file names: no separator, no dot at the start, a bounded length. */
const ID = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;

export function parseId(value: string): string | undefined {
  return ID.test(value) ? value : undefined;
}
