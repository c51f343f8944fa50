import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import type { EventContext } from '../../../src/hook/event-context.ts';
import { apiErrorNotification, stopNotification } from '../../../src/hook/notify.ts';

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
    ['review', 'reviewed and approved'],
    ['limit', 'all rounds used up. NOT approved'],
    ['stall', 'the same objection again. NOT approved'],
    ['budget', 'review budget used up. NOT approved'],
    ['impossible', 'found impossible as asked. NOT approved'],
  ])('%s: %s', (cause, text) => {
    expect(told(cause)).toMatch(new RegExp(`^${ESCAPE}\\]9;ccc: shop: .*${BELL}$`));
    expect(told(cause)).toContain(text);
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

  it('names the error of the API that ended a turn', () => {
    const { input } = context({}, 'StopFailure');
    const failed = (error: unknown) => apiErrorNotification({ ...input, details: { error } }, { notify: true }, env);
    expect(failed('rate_limit')).toContain('stopped by an API error (rate_limit)');
    expect(failed({})).toContain('(unknown)');
    expect(failed('a\x07\x1b]0;b')?.match(new RegExp(`[${ESCAPE}${BELL}]`, 'g'))).toHaveLength(2);
    expect(apiErrorNotification(context().input, { notify: true }, env)).toBeUndefined();
    expect(apiErrorNotification(input, { notify: false }, env)).toBeUndefined();
  });
});
