import { expect, it } from 'vitest';
import { resumeCommand } from '../../../src/history/resume-command.ts';

const ID = 'abcdef12-3456-4789-8abc-def012345678';

it.each<[what: string, folder: string | null, provider: string | undefined, expected: string]>([
  ['no folder', null, undefined, `ccc --resume ${ID}`],
  ['a folder', '/shop', undefined, `cd /shop && ccc --resume ${ID}`],
  [
    'a folder with a quote and a space',
    "/it's here",
    'kimi',
    `cd '/it'\\''s here' && ccc --provider kimi --resume ${ID}`,
  ],
  ['a folder that is none', 'shop', undefined, `ccc --resume ${ID}`],
])('%s', (_, folder, provider, expected) => expect(resumeCommand({ id: ID, folder }, provider)).toBe(expected));

it.each(['\u0015', '\n', '\x1b', '\u202e', '\u2028', '\u200b'])(
  'is not offered for a folder with %j: it could act once it is pasted, and is not seen before',
  (character) => expect(resumeCommand({ id: ID, folder: `/tmp/a${character}touch x #` }, undefined)).toBeNull(),
);

it.each(['--help', '', 'a b', 'x;y'])('an id that somebody wrote by hand is no option: %j', (id) =>
  expect(resumeCommand({ id, folder: null }, undefined)).toBeNull(),
);
