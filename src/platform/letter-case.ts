/** `changed_after` as `changedAfter`. */
export const camelCase = (name: string): string =>
  name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** `changedAfter` as `changed_after`, or with another separator. */
export const snakeCase = (name: string, separator = '_'): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `${separator}${letter.toLowerCase()}`);

/** The same data with keys in the spelling of everything that `ccc` prints for programs. */
export function withSnakeCaseKeys(data: object): object {
  if (Array.isArray(data)) return data.map(withSnakeCase);
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [snakeCase(key), withSnakeCase(value)]));
}

const withSnakeCase = (value: unknown) =>
  typeof value === 'object' && value !== null ? withSnakeCaseKeys(value) : value;
