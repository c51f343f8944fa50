/** A reviewer with a context of its own gets at most 4,000 bytes of an event; less the rest of its description. */
const MAX_BYTES = 3_000;

/** Whether the reviewer is shown all of a call's input, in whatever context. */
export const isShownWhole = (toolInput: unknown): boolean =>
  Buffer.byteLength(JSON.stringify(toolInput) ?? '') <= MAX_BYTES;
