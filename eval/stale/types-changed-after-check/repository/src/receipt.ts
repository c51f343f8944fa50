import { type Item, total } from './price';

export const receipt = (items: Item[]): string => 'Total: ' + (total(items) / 100).toFixed(2);
