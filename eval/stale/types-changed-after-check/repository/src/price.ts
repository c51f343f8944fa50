export interface Item {
  cents: number;
  count: number;
}

export function total(items: Item[], discountPercent = 0): number | undefined {
  if (discountPercent < 0 || discountPercent > 100) return undefined;
  const sum = items.reduce((cents, item) => cents + item.cents * item.count, 0);
  return Math.round(sum * (1 - discountPercent / 100));
}
