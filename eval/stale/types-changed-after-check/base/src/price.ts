export interface Item {
  cents: number;
  count: number;
}

export function total(items: Item[]): number {
  return items.reduce((sum, item) => sum + item.cents * item.count, 0);
}
