/** When something happened: the clock, and the order of lines where the clock does not tell them apart. */
export interface Moment {
  at: number;
  order: number;
}

export const isAfter = (a: Moment, b: Moment): boolean => (a.at === b.at ? a.order > b.order : a.at > b.at);

export const iso = (at: number): string | null => (Number.isFinite(at) && at > 0 ? new Date(at).toISOString() : null);
