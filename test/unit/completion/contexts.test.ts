import { expect, it } from 'vitest';
import { contextsOf } from '../../../src/completion/contexts.ts';

const contexts = contextsOf(
  {
    plain: {},
    house: {
      options: { '--colour': ['red', 'blue'], '--empty': 'flag' },
      below: { sell: { word: 'provider', options: { '--to': 'free' } } },
    },
  },
  { '--dry-run': 'flag', '--provider': 'provider' },
);

it('the first word, a launch that has begun, and every command with those below it', () => {
  expect(contexts).toEqual([
    {
      name: '',
      below: ['plain', 'house'],
      word: 'provider',
      options: ['--dry-run', '--provider', '--help', '--version'],
      values: [{ option: '--provider', offer: 'provider' }],
    },
    {
      name: 'launch',
      below: [],
      word: 'provider',
      options: ['--dry-run', '--provider'],
      values: [{ option: '--provider', offer: 'provider' }],
    },
    { name: 'plain', below: [], word: 'free', options: ['--help'], values: [] },
    {
      name: 'house',
      below: ['sell'],
      word: 'free',
      options: ['--colour', '--empty', '--help'],
      values: [{ option: '--colour', offer: ['red', 'blue'] }],
    },
    {
      name: 'house sell',
      below: [],
      word: 'provider',
      options: ['--to', '--help'],
      values: [{ option: '--to', offer: 'free' }],
    },
  ]);
});
