import { describe, expect, it } from 'vitest';
import { asOwnEntry } from '../../../src/transcript/subagents.ts';

describe('an entry of a subagent as its own', () => {
  const user = (content: unknown) => ({ type: 'user', isSidechain: true, message: { role: 'user', content } });
  it.each([
    ['what another agent asks', 'Count the lines.', 'Count the lines.'],
    [
      'what a teammate is asked',
      '<teammate-message teammate_id="lead" summary="x">\nCount.\nAll.\n</teammate-message>',
      'Count.\nAll.',
    ],
    [
      'a message with words around it',
      'See <teammate-message>x</teammate-message>',
      'See <teammate-message>x</teammate-message>',
    ],
  ])('%s', (_, content, expected) => {
    expect(asOwnEntry(user(content))).toMatchObject({
      isSidechain: undefined,
      message: { role: 'user', content: expected },
    });
  });
});
