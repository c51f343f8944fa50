import { expect, it } from 'vitest';
import { onOneLine } from '../../../src/hook/notices.ts';
import { wordsIn } from '../../../src/i18n/messages.ts';

it.each(['en', 'zh'] as const)('on one line a command does not run into the next notice, in %s', (language) => {
  const words = wordsIn(language);
  const round = { count: 1, max: 20, seconds: 1, costUsd: null };
  const line = onOneLine([
    words.blocked(round, '/supervisoroff'),
    undefined,
    words.untrusted('.claude/ccc.json', '/work'),
    false,
    words.touched('"a"'),
    words.journalLost('ENOSPC'),
  ]);
  expect(line).toMatch(/\/supervisoroff · .*\.claude\/ccc\.json.*ccc trust --show \/work · .*"a"[.。] /);
  expect(onOneLine(['one\ntwo'])).toBe('one two');
  expect(onOneLine([undefined, false])).toBe('');
});

it('one round is not many', () => {
  expect(wordsIn('en').paused(1, '/supervisor')).toContain('after 1 round;');
  expect(wordsIn('en').paused(20, '/supervisor')).toContain('after 20 rounds;');
});
