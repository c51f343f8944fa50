/** When something happened: by the clock, then by the order of the lines. */
export interface Moment {
  at: number;
  order: number;
}

export const isAfter = (a: Moment, b: Moment): boolean => (a.at === b.at ? a.order > b.order : a.at > b.at);

export const isoTime = (at: number): string | null =>
  Number.isFinite(at) && at > 0 ? new Date(at).toISOString() : null;
