import { describe, expect, it } from 'vitest';
import { sessionWords } from '../../../src/commands/report-text.ts';
import { nextStep, statusText } from '../../../src/dashboard/session-texts.ts';
import { ReportBuilder } from '../../../src/history/report.ts';
import type { SessionHistory } from '../../../src/history/session-history.ts';
import { statusOf } from '../../../src/history/session-status.ts';
import { SessionList } from '../../../src/history/sessions.ts';
import { reportMessages } from '../../../src/i18n/report.ts';
import type { JournalEntry } from '../../../src/journal/record.ts';
import { madeUpDecision, madeUpJournal } from '../../support/made-up-journal.ts';

describe('what stands of a session', () => {
  const question = { event: 'PreToolUse', tool: 'AskUserQuestion', questions: ['Which one?'] };

  it.each<[fields: Partial<JournalEntry>, isRunning: boolean, answered: boolean | undefined, isMore: boolean]>([
    [{}, false, false, false],
    [{}, false, true, true],
    [{}, true, true, true],
    [{}, false, undefined, true],
    [{ verdict: 'block' }, false, true, false],
    [{ touched: ['a.ts'] }, false, true, true],
    [{ cause: 'limit' }, false, false, false],
    [{ event: 'SubagentStop' }, false, true, true],
    [{ event: 'SubagentStop' }, true, true, false],
    [question, false, false, true],
    [question, true, false, false],
  ])('of %o, running: %s, answered after it: %s, the report says the same', (fields, isRunning, answered, isMore) => {
    const time = '2026-11-17T09:00:00.000Z';
    const builder = new ReportBuilder('', '2026-11-01T00:00:00.000Z');
    builder.add(madeUpDecision('aaaa', time, fields));
    const report = builder.report({
      ...{
        running: new Map(isRunning ? [['aaaa', { pid: 7, activity: 'unknown' as const }]] : []),
        hasAnswered: () => answered,
      },
      ...{ requestOf: () => null, providerToName: () => undefined, places: {} },
    });
    const [session] = report.sessions;
    if (!session) throw new Error('it is not in the report');
    const found = statusText(session, session, isRunning);
    expect(found !== null).toBe(isMore);
    for (const language of ['en', 'zh'] as const)
      if (found) expect(sessionWords(session, reportMessages[language]).state).toContain(found[language]);
  });
});

describe('what the user can do about it', () => {
  const { en } = reportMessages;
  const steps = en.nextStep;
  const sessions = new SessionList();
  for (const line of madeUpJournal()) sessions.add(line);
  const session = (change: Partial<SessionHistory>) => ({ ...(sessions.get('aaaa1111') as SessionHistory), ...change });
  const asked = { time: '2026-11-17T09:00:00.000Z', what: 'question' as const, text: 'Which one?' };

  const stepOf = (history: SessionHistory, isRunning: boolean, answered = false) =>
    nextStep(
      history,
      statusOf(
        history,
        { endedAt: history.lastAt, isOff: false },
        isRunning ? { activity: 'unknown' as const } : undefined,
        answered,
      ),
      isRunning,
    );

  it.each<[change: Partial<SessionHistory>, isRunning: boolean, step: string | undefined]>([
    [{ outcome: 'failed' }, false, steps.failed],
    [{ outcome: 'limit' }, false, steps.limit],
    [{ outcome: 'stall' }, true, en.nextStepInTerminal.stall],
    [{ outcome: 'sent-back' }, false, steps.continue],
    [{ outcome: 'files-changed' }, false, steps.continue],
    [{ outcome: 'approved', asked }, true, en.answerInTerminal],
    [{ outcome: 'sent-back' }, true, undefined],
    [{ outcome: 'approved', asked }, false, steps.continue],
    [{ outcome: 'approved' }, false, undefined],
    [{ outcome: 'off' }, true, undefined],
  ])('after %o, running: %s: %s', (change, isRunning, step) =>
    expect(stepOf(session(change), isRunning)?.en).toBe(step),
  );

  it.each<[isRunning: boolean, step: string | undefined]>([
    [false, steps.continue],
    [true, undefined],
  ])('after an approval after which the agent went on, running: %s: %s', (isRunning, step) =>
    expect(stepOf(session({ outcome: 'approved' }), isRunning, true)?.en).toBe(step),
  );

  it('is there in both languages', () =>
    expect(stepOf(session({ outcome: 'limit' }), true)).toEqual({
      en: 'type /supervisor in its terminal; the count starts anew',
      zh: '在其终端里输入 /supervisor，重新计数',
    }));
});
