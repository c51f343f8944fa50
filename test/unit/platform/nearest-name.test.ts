import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestName } from '../../../src/platform/nearest-name.ts';

const KNOWN = ['supervisor-hook', 'supervisor-mode', 'help', 'glm-long', 'glm'];

describe('the name that was meant', () => {
  it.each<[typed: string, meant: string | undefined]>([
    ['supervisor-hook', 'supervisor-hook'],
    ['glm', 'glm'],
    ['supervisor-hok', 'supervisor-hook'],
    ['supervisor_mode', 'supervisor-mode'],
    ['supervisormode', 'supervisor-mode'],
    ['superviser-mod', 'supervisor-mode'],
    ['super', 'supervisor-hook'],
    ['supervisor-m', 'supervisor-mode'],
    ['hlep', 'help'],
    ['hepl', 'help'],
    ['helpp', 'help'],
    ['gml', 'glm'],
    ['glmm', 'glm'],
    ['dashboard', undefined],
    // Half of a short name is not a typing mistake.
    ['gulp', undefined],
    ['gl', 'glm'],
    ['m', undefined],
    ['fix the tests', undefined],
    ['帮助', undefined],
  ])('%s: %s', (typed, meant) => expect(nearestName(typed, KNOWN)).toBe(meant));

  it('none is known', () => expect(nearestName('help', [])).toBeUndefined());

  it('a known name is its own nearest', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 3 }), { minLength: 1 }), fc.nat(), (names, at) => {
        const name = names[at % names.length] as string;
        expect(nearestName(name, names)).toBe(name);
      }),
    );
  });
});
