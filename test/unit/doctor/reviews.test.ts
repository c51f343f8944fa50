import { expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { diagnoseChangedSettings, diagnoseReviews } from '../../../src/doctor/reviews.ts';
import { doctorMessages } from '../../../src/i18n/doctor.ts';
import { temporaryFolder, write } from '../folder.ts';

const line = (verdict: string, cause: string, feedback = '') => ({
  ...{ time: '2026-01-01T10:00:00.000Z', session_id: 's', supervisor_id: 's', event: 'Stop' },
  ...{ verdict, cause, feedback },
});
const APPROVED = line('allow', 'review');
const API = line('failed', 'api', 'the API said no\nmore');

it.each<[what: string, lines: object[], level: string | undefined, text: RegExp]>([
  ['no review', [line('allow', 'off'), line('block', 'check')], undefined, /^$/],
  ['none failed', [APPROVED, line('block', 'review')], 'ok', /The last 2 reviews came to a verdict/],
  [
    'the last ones failed',
    [APPROVED, line('failed', 'deadline'), API, API],
    'warning',
    /3 of the last 4 reviews failed: deadline \(1\), api \(2\)\. The last one: .*, the API said no$/,
  ],
  ['it works again', [API, APPROVED], 'note', /1 of the last 2 reviews failed: api \(1\)/],
  ['interrupted by the user', [line('failed', 'interrupted'), APPROVED], 'ok', /The last 1 review came/],
  ['long ago', [API, ...Array.from({ length: 20 }, () => APPROVED)], 'ok', /The last 20 reviews/],
])('%s', (_, lines, level, text) => {
  const home = temporaryFolder();
  const paths = pathsOf(readEnv({ HOME: home }));
  write(paths.journal, lines.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const [diagnosis] = diagnoseReviews(paths, doctorMessages.en);
  expect(diagnosis?.level).toBe(level);
  expect(diagnosis?.what ?? '').toMatch(text);
});

it('what was changed during a session is named, with the session', () => {
  const paths = pathsOf(readEnv({ HOME: temporaryFolder() }));
  const record = (...lines: object[]) =>
    write(paths.journal, lines.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  record(APPROVED, { ...APPROVED, changed_settings: [] });
  expect(diagnoseChangedSettings(paths, doctorMessages.en)).toEqual([]);
  record({ ...APPROVED, changed_settings: ['/home/u/.claude/ccc.json'] }, APPROVED);
  expect(diagnoseChangedSettings(paths, doctorMessages.en)).toMatchObject([
    { level: 'note', what: expect.stringMatching(/during a session \(.*session s\): \/home\/u\/\.claude\/ccc\.json$/) },
  ]);
});
