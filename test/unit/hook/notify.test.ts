import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import type { EventContext } from '../../../src/hook/event-context.ts';
import { apiErrorNotification, lateNotification, stopNotification } from '../../../src/hook/notify.ts';
import { parseInput } from '../../../src/hook/protocol/input.ts';
import type { FoundState } from '../../../src/hook/rules/recover.ts';
import { appendJournal } from '../../../src/journal/write.ts';
import { ENTRY, newJournal } from '../journal/lines.ts';

const [ESCAPE, BELL] = ['\x1b', '\x07'];
const env = { ...readEnv({ HOME: '/home/me', TERM: 'xterm' }), isAttended: true, projectDir: '/home/me/shop' };
const context = (change: object = {}, event = 'Stop', notify = true) =>
  ({
    ...{ input: { event: { name: event }, cwd: '/', details: {} }, config: { supervisor: { notify } } },
    ...change,
  }) as unknown as EventContext;
const told = (cause: string, change?: object) => stopNotification({ verdict: 'allow', cause }, context(change), env);

describe('a desktop notification', () => {
  it.each([
    ['review', 'approved'],
    ['limit', 'round limit reached, NOT approved'],
    ['stall', 'gave up, NOT approved'],
    ['budget', 'review budget used up, NOT approved'],
    ['impossible', 'impossible as asked, NOT approved'],
  ])('%s: %s', (cause, text) => {
    expect(told(cause)).toMatch(new RegExp(`^${ESCAPE}\\]9;ccc: shop: .*${BELL}$`));
    expect(told(cause)).toContain(text);
  });

  it.each([
    [{ touched: ['a.ts'] }, 'files changed during the review, NOT approved'],
    [{ touched: [], changed_settings: ['SUPERVISOR.md'] }, 'settings of the review changed, NOT approved'],
  ])('an approval with %o is not called one', (change, text) => {
    const approved = { verdict: 'allow', cause: 'review', ...change } as const;
    expect(stopNotification(approved, context(), env)).toContain(`shop: ${text}`);
  });

  it.each(['off', 'background', 'unchanged', 'overruled', 'answered', 'check', 'toString'])(
    'none after %s: nobody waits for it',
    (cause) => expect(told(cause)).toBeUndefined(),
  );

  it('none while the agent goes on, at another event, in the background, with nobody there, or if it is not wanted', () => {
    const approved = { verdict: 'allow', cause: 'review' } as const;
    expect(stopNotification({ verdict: 'block', cause: 'review' }, context(), env)).toBeUndefined();
    expect(stopNotification({ verdict: 'failed', cause: 'api' }, context(), env)).toBeUndefined();
    expect(stopNotification(approved, context({}, 'SubagentStop'), env)).toBeUndefined();
    expect(stopNotification(approved, context({ background: {} }), env)).toBeUndefined();
    expect(stopNotification(approved, context(), { ...env, isAttended: false })).toBeUndefined();
    expect(stopNotification(approved, context({}, 'Stop', false), env)).toBeUndefined();
  });

  describe('when the client waits for the user', () => {
    const waiting = parseInput(
      JSON.stringify({ session_id: 's', hook_event_name: 'Notification', prompt_id: 'p2', cwd: '/home/me/shop' }),
    );
    const APPROVED_STATE = {
      settledPromptId: 'p2',
      approved: { treeFingerprint: 'f', at: '2026-01-01T00:00:00.000Z' },
    };
    const late = (
      lines: object[],
      supervisor: object = {},
      more: Partial<typeof env> = {},
      input = waiting,
      state: object | undefined = APPROVED_STATE,
    ) => {
      const journal = newJournal();
      const stop = { ...ENTRY, session_id: 's', prompt_id: 'p2' };
      for (const line of lines) appendJournal(journal, { ...stop, ...line }, (text) => text);
      const settings = { notify: true, review: 'wait' as const, ...supervisor };
      const context = { supervisor: settings, journal, state: state as FoundState };
      return lateNotification(input, context, { ...env, ...more });
    };
    const FAILED = { verdict: 'failed', cause: 'api', feedback: 'the API is down' };
    const APPROVED = { verdict: 'allow', cause: 'review' };
    const LIMIT = { verdict: 'allow', cause: 'limit' };
    const IN_BACKGROUND = { review: 'background' };

    it('tells of a review that failed, which the answer to the stop could not', () => {
      expect(late([FAILED])).toBe(`${ESCAPE}]9;ccc: shop: review failed, NOT reviewed${BELL}`);
      expect(late([{ ...FAILED, cause: 'deadline' }])).toContain('review failed, NOT reviewed');
      expect(late([FAILED], {}, { language: 'zh' })).toContain('审查失败');
    });

    it('tells of what a review in the background came to', () => {
      expect(late([APPROVED], IN_BACKGROUND)).toContain('shop: approved');
      expect(late([LIMIT], IN_BACKGROUND)).toContain('round limit reached');
      expect(late([FAILED], IN_BACKGROUND)).toContain('review failed, NOT reviewed');
      expect(late([{ verdict: 'block' }], IN_BACKGROUND)).toBeUndefined();
    });

    it.each<[what: string, state: object]>([
      ['none of it', {}],
      ['another prompt', { ...APPROVED_STATE, settledPromptId: 'p1' }],
      ['a state that was edited', { ...APPROVED_STATE, seal: 'broken' }],
      ['a state without a checksum', { ...APPROVED_STATE, seal: 'none' }],
      ['no approval', { ...APPROVED_STATE, approved: undefined }],
    ])('calls nothing approved that only the journal says, where the state has %s', (_, state) => {
      expect(late([APPROVED], IN_BACKGROUND, {}, waiting, state)).toBeUndefined();
      expect(late([LIMIT], IN_BACKGROUND, {}, waiting, state)).toContain('round limit reached');
    });

    it.each<[what: string, lines: object[], supervisor?: object, more?: Partial<typeof env>]>([
      ['nothing is recorded', []],
      ['the answer to the stop told it', [APPROVED]],
      ['the last stop was another one', [FAILED, APPROVED]],
      ['another prompt was judged', [{ ...FAILED, prompt_id: 'p1' }]],
      ['another session was judged', [{ ...FAILED, session_id: 'other' }]],
      ['another event was judged', [{ ...FAILED, event: 'PreToolUse' }]],
      ['it is not wanted', [FAILED], { notify: false }],
      ['nobody sits at the screen', [FAILED], {}, { isAttended: false }],
    ])('not if %s', (_, lines, supervisor, more) => expect(late(lines, supervisor, more)).toBeUndefined());

    it('not if the prompt is not known', () => {
      const { prompt_id, ...input } = waiting;
      expect(prompt_id).toBe('p2');
      expect(late([{ ...FAILED, prompt_id: null }], {}, {}, input as typeof waiting)).toBeUndefined();
    });
  });

  it('names the error of the API that ended a turn', () => {
    const { input } = context({}, 'StopFailure');
    const failed = (error: unknown) => apiErrorNotification({ ...input, details: { error } }, { notify: true }, env);
    expect(failed('rate_limit')).toContain('API error, NOT reviewed (rate_limit)');
    expect(failed({})).toContain('(unknown)');
    expect(failed('a\x07\x1b]0;b')?.match(new RegExp(`[${ESCAPE}${BELL}]`, 'g'))).toHaveLength(2);
    expect(apiErrorNotification(context().input, { notify: true }, env)).toBeUndefined();
    expect(apiErrorNotification(input, { notify: false }, env)).toBeUndefined();
  });
});
