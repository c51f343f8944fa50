import { expect, it } from 'vitest';
import { joinNotices } from '../../../src/hook/notices.ts';
import { hookMessages } from '../../../src/i18n/hook.ts';
import { judgementMessages } from '../../../src/i18n/judgement.ts';

it.each(['en', 'zh'] as const)('on one line a command does not run into the next notice, in %s', (language) => {
  const messages = { ...hookMessages[language], ...judgementMessages[language] };
  const round = { count: 1, max: 20, seconds: 1, costUsd: null };
  const line = joinNotices([
    messages.blocked(round, '/supervisoroff'),
    undefined,
    messages.untrusted('.claude/ccc.json', '/work'),
    false,
    messages.filesChanged('"a"'),
    messages.journalNotWritten('ENOSPC'),
  ]);
  expect(line).toMatch(/\/supervisoroff · .*\.claude\/ccc\.json.*ccc trust --show \/work · .*"a"[.。] /);
  expect(joinNotices(['one\ntwo'])).toBe('one two');
  expect(joinNotices([undefined, false])).toBe('');
});

it('one round is not many', () => {
  expect(hookMessages.en.paused(1, '/supervisor')).toContain('after 1 round;');
  expect(hookMessages.en.paused(20, '/supervisor')).toContain('after 20 rounds;');
});
