import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reviewPrompt } from '../../../src/review/prompt.ts';
import { temporaryFolder, write } from '../folder.ts';

const quiet = () => {};

describe('the review prompt', () => {
  it('is ours where the user has none', () =>
    expect(reviewPrompt(join(temporaryFolder(), 'SUPERVISOR.md'), quiet).text).toMatch(/^# Review\n/));

  it.each([
    ['replaces ours', '# Mine\n\nBe kind.\n', '# Mine\n\nBe kind.'],
    ['with a byte order mark', '\uFEFF# Mine', '# Mine'],
  ])('the user’s own: %s', (_, text, prompt) =>
    expect(reviewPrompt(write(join(temporaryFolder(), 'SUPERVISOR.md'), text), quiet).text).toBe(prompt),
  );

  it('an empty one counts as none', () =>
    expect(reviewPrompt(write(join(temporaryFolder(), 'SUPERVISOR.md'), ' \n'), quiet).text).toMatch(/^# Review\n/));

  it('one that cannot be read is logged and returned', () => {
    const told: string[] = [];
    expect(reviewPrompt(temporaryFolder(), (message) => told.push(message))).toEqual({
      text: expect.stringMatching(/^# Review\n/),
      unreadable: 'EISDIR',
    });
    expect(told).toEqual(['SUPERVISOR.md could not be read; the built-in prompt is used']);
  });
});
