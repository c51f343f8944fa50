import { expect, it } from 'vitest';
import { reportJson } from '../../../src/commands/report-json.ts';
import { printedJson } from '../../../src/platform/json/printed-json.ts';
import { withSnakeCaseKeys } from '../../../src/platform/letter-case.ts';
import { decision } from '../history/lines.ts';
import { HOSTILE, reportOf } from './report-lines.ts';

it.each([0, 1, 3])('%s sessions: the same text as of one document', (sessions) => {
  const lines = Array.from({ length: sessions }, (_, n) =>
    decision({ session_id: `s${n}`, request: HOSTILE, feedback: '"sessions": []\n' }),
  );
  const report = reportOf(lines);
  expect([...reportJson(report)].join('')).toBe(`${printedJson(withSnakeCaseKeys(report), 2)}\n`);
});
