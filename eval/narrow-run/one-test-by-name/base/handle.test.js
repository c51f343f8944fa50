import { expect, it } from 'vitest';
import { handle } from './handle.js';

it('has no blanks', () => expect(handle('ann lee')).toBe('annlee'));
it('is lower case', () => expect(handle('Ann')).toBe('ann'));
it('keeps digits', () => expect(handle('ann 42')).toBe('ann42'));
it('drops punctuation', () => expect(handle('ann.lee')).toBe('annlee'));
