const REFERENCE = /\$\{([^}]*)\}/g;

/** What may stand between the braces of `${NAME}`, and name a variable. */
export const isVariableName = (text: string) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);

/** What stands in the `${…}`s of a value, whether it can be a name or not. */
export const referencesIn = (value: string): string[] => [...value.matchAll(REFERENCE)].map((match) => match[1] ?? '');

/** The value with every `${…}` replaced. */
export const filledIn = (value: string, fill: (reference: string) => string): string =>
  value.replaceAll(REFERENCE, (_, reference: string) => fill(reference));
