import { expect, it } from 'vitest';
import { total } from './price';

it('adds up', () => expect(total([{ cents: 250, count: 2 }])).toBe(500));
it('is nothing for an empty cart', () => expect(total([])).toBe(0));
