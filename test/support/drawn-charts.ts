import type { Locator } from 'playwright-core';

interface Box {
  top: number;
  bottom: number;
  width: number;
  height: number;
}

const boxesOf = (found: Locator): Promise<Box[]> =>
  found.evaluateAll((all) =>
    all.map((one) => {
      const { top, bottom, width, height } = one.getBoundingClientRect();
      return { top, bottom, width, height };
    }),
  );

/**
 * The columns of a chart as they are on the screen: how high each part of each column is, the lowest first, where the
 * highest column is 1. Throws if they do not fill their chart, do not stand on one line, or if their parts overlap.
 */
export async function drawnColumns(chart: Locator): Promise<number[][]> {
  const [frame] = await boxesOf(chart.locator('svg'));
  const columns = await Promise.all(
    (await chart.locator('svg g').all()).map((group) => boxesOf(group.locator('rect'))),
  );
  const ground = columns[0]?.[0]?.bottom ?? 0;
  for (const parts of columns)
    for (const [at, { bottom }] of parts.entries()) {
      const below = parts[at - 1]?.top ?? ground;
      if (Math.abs(bottom - below) > 0.1)
        throw new Error(`part ${at} ends at ${bottom}, and what is below it at ${below}`);
    }
  const highest = Math.max(...columns.map((parts) => sum(parts.map(({ height }) => height))));
  assertFills(highest, frame?.height);
  return columns.map((parts) => parts.map(({ height }) => height / highest));
}

/** How wide the bars of a chart are on the screen, one below the other, where the widest is 1. */
export async function drawnRows(chart: Locator): Promise<number[]> {
  const widths = (await boxesOf(chart.locator('svg rect'))).map(({ width }) => width);
  const widest = Math.max(...widths);
  const [frame] = await boxesOf(chart.locator('svg'));
  assertFills(widest, frame?.width);
  return widths.map((width) => width / widest);
}

function assertFills(largest: number, room = 0): void {
  if (largest > room + 0.1 || largest < 0.95 * room) throw new Error(`the largest has ${largest} of ${room} pixels`);
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
