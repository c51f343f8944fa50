export const delay = (attempt) => 100 * attempt;
