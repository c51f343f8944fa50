import { expect, it } from 'vitest';
import { sessionWords } from '../../../src/commands/report-text.ts';
import { statusText } from '../../../src/dashboard/status-text.ts';
import { ReportBuilder } from '../../../src/history/report.ts';
import { reportMessages } from '../../../src/i18n/report.ts';
import type { JournalEntry } from '../../../src/journal/record.ts';
import { madeUpDecision } from '../../support/made-up-journal.ts';

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
