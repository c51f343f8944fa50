/** The same data with its keys in the spelling of everything that `ccc` prints for programs: `changedAfter` is `changed_after`. */
export function snakeCased(data: object): object {
  if (Array.isArray(data)) return data.map(each);
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [snake(key), each(value)]));
}

const each = (value: unknown) => (typeof value === 'object' && value !== null ? snakeCased(value) : value);

const snake = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
