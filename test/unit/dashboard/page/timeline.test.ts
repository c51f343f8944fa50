import { expect, it } from 'vitest';
import { messagesFor } from '../../../../src/dashboard/page/messages.ts';
import type { Line } from '../../../../src/dashboard/page/model.ts';
import { isShownToUser, newRequests, textOf, titleOf } from '../../../../src/dashboard/page/timeline.ts';
import { outcomeTexts } from '../../../../src/i18n/outcomes.ts';

const [english, chinese] = [messagesFor('en'), messagesFor('zh-CN')];
const stop = (fields: Partial<Line>): Line => ({
  time: '',
  event: 'Stop',
  verdict: 'allow',
  cause: 'review',
  ...fields,
});

it.each<[line: Line, title: string]>([
  [stop({}), 'approved'],
  [stop({ touched: ['a.ts'] }), 'files changed during the review, NOT approved'],
  [stop({ changed_settings: ['ccc.json'] }), 'settings of the review changed, NOT approved'],
  [stop({ event: 'PreToolUse' }), 'no objection'],
  [stop({ verdict: 'block' }), 'sent back'],
  [stop({ verdict: 'block', cause: 'check' }), 'sent back: a check failed'],
  [stop({ verdict: 'failed', cause: 'budget' }), 'review failed, NOT reviewed'],
  [stop({ verdict: 'failed', cause: 'interrupted' }), 'review cut off, NOT reviewed'],
  [stop({ cause: 'limit' }), outcomeTexts.en.limit],
  [stop({ cause: 'overruled' }), outcomeTexts.en.overruled],
  [stop({ cause: 'compaction' }), 'not reviewed (compaction)'],
  [stop({ cause: 'answered' }), 'answered for you'],
  [stop({ event: 'PreToolUse', tool: 'ExitPlanMode', plan_approved: true }), 'plan approved for you'],
  [stop({ event: 'PreToolUse', verdict: 'block', cause: 'unattended' }), 'nobody there to answer'],
  [stop({ verdict: 'block', cause: 'constructor' }), 'sent back'],
  [stop({ verdict: 'allow', cause: 'toString' }), 'not reviewed (toString)'],
  [{ time: '', session: 'started', why: 'constructor' }, 'Session started (constructor)'],
  [{ time: '', api_error: 'overloaded' }, 'API error: overloaded'],
  [{ time: '', session: 'started', why: 'startup' }, 'Session started'],
  [{ time: '', session: 'started', why: 'resume' }, 'Session resumed'],
  [{ time: '', session: 'started', why: 'clear' }, 'Session started (after /clear)'],
  [{ time: '', session: 'started', why: 'teleport' }, 'Session started (teleport)'],
  [{ time: '', session: 'started', why: '' }, 'Session started'],
  ...['prompt_input_exit', 'other', 'logout', 'clear', 'bypass_permissions_disabled', ''].map((why): [Line, string] => [
    { time: '', session: 'ended', why },
    'Session ended',
  ]),
  [{ time: '', session: 'ended', why: 'teleport' }, 'Session ended (teleport)'],
  [
    { time: '', by_hand: { verdict: 'allow', feedback: '', duration_ms: 1, cost_usd: null } },
    'Review by hand: approved',
  ],
])('%o is called %s', (line, title) => expect(titleOf(line, english)).toBe(title));

it.each<[line: Line, label: string]>([
  [stop({ verdict: 'block', feedback: 'Run it.' }), 'Feedback'],
  [stop({ cause: 'stall', feedback: 'Run it.' }), 'Feedback'],
  [stop({ cause: 'overruled', feedback: 'It is fine.' }), 'Why'],
  [stop({ verdict: 'failed', cause: 'api', feedback: 'overloaded' }), 'Why'],
  [{ time: '', overruled: { verdict: 'block', feedback: 'Run it.' }, why: 'It is fine.' }, 'Why'],
  [{ time: '', api_error: 'overloaded', message: '529' }, 'What the client showed'],
])('the text of %o is labelled %s', (line, label) => expect(textOf(line, english)[0]).toBe(label));

it.each<[line: Line, text: string | undefined]>([
  [stop({ cause: 'limit', feedback: 'iteration limit reached (3); supervision paused' }), undefined],
  [stop({ cause: 'budget', feedback: 'the review budget is used up' }), undefined],
  [stop({ verdict: 'failed', cause: 'budget', feedback: 'too expensive' }), 'too expensive'],
  [stop({ cause: 'stall', feedback: 'Run it.' }), 'Run it.'],
])('what a limit says is in the title, in the language of the user: %o has %s', (line, text) =>
  expect(textOf(line, chinese)[1]).toBe(text),
);

it('Chinese has the same entries, with its own punctuation', () => {
  expect(titleOf({ time: '', api_error: 'overloaded' }, chinese)).toBe('API 错误：overloaded');
  const session = (what: string, why: string) => titleOf({ time: '', session: what, why }, chinese);
  expect(session('started', 'startup')).toBe('会话开始');
  expect(session('started', 'resume')).toBe('恢复会话');
  expect(session('started', 'clear')).toBe('会话开始（/clear 之后）');
  expect(session('ended', 'other')).toBe('会话结束');
  expect(session('ended', 'teleport')).toBe('会话结束（teleport）');
  expect(Object.keys(chinese.starts)).toEqual(Object.keys(english.starts));
  expect(Object.keys(chinese.causes)).toEqual(Object.keys(english.causes));
});

it('names a request where it is another than the one before', () => {
  const lines = ['Add a cart', 'Add a cart', null, 'Add a cart', 'Say hi'].map((request) => stop({ request }));
  expect(newRequests(lines)).toEqual(['Add a cart', undefined, undefined, undefined, 'Say hi']);
});

it.each<[line: Partial<Line>, isShown: boolean]>([
  [{}, true],
  [{ cause: 'limit' }, true],
  [{ cause: 'answered' }, false],
  [{ verdict: 'block' }, false],
  [{ verdict: 'block', cause: 'unattended' }, false],
  [{ verdict: 'failed', cause: 'api' }, false],
  [{ plan_approved: true }, false],
])('a question with %o was shown to the user: %s', (fields, isShown) =>
  expect(isShownToUser(stop({ event: 'PreToolUse', tool: 'AskUserQuestion', ...fields }))).toBe(isShown),
);
