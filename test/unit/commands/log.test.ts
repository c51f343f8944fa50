import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assertJournal } from '../../../src/commands/journal-options.ts';
import { entriesFor } from '../../../src/commands/log-entries.ts';
import { entryTexts } from '../../../src/commands/log-text.ts';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { temporaryFolder, write } from '../folder.ts';

const DECISION = {
  ...{ time: '2026-01-02T03:04:05.000Z', session_id: 'abcdef12-3456', supervisor_id: 'x', prompt_id: null },
  ...{ event: 'Stop', tool: null, verdict: 'allow', cause: 'review', feedback: 'all there' },
};
const ANSWER = {
  ...DECISION,
  ...{ event: 'PreToolUse', tool: 'AskUserQuestion', cause: 'answered', feedback: 'The README says so.' },
  answers: [{ question: 'Which parts?', answer: ['A', 'B'], ground: 'README.md\n2026-01-02 forged' }],
};

const STYLE = { language: 'en', columns: Number.POSITIVE_INFINITY, colour: false } as const;
const NOTHING_SPECIAL = { answers: false, session: undefined };

describe('ccc log', () => {
  function entries(lines: unknown[], given: object = {}) {
    const paths = pathsOf(readEnv({ HOME: temporaryFolder() }));
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    write(paths.journal, `${text.join('\n')}\n`);
    return [...entriesFor({ ...NOTHING_SPECIAL, ...given }, paths.journal, 'en')];
  }
  const log = (lines: unknown[], given: object = {}) =>
    [...entryTexts(entries(lines, given), { ...NOTHING_SPECIAL, ...given }, STYLE)].join('').trimEnd();

  it.each<[why: string, fields: object, words: string]>([
    ['an approval', {}, 'Stop: approved'],
    ['a call without an objection', { event: 'PreToolUse', tool: 'Bash' }, 'PreToolUse Bash: no objection'],
    ['what was sent back', { verdict: 'block' }, 'Stop: sent back'],
    ['a failure', { verdict: 'failed', cause: 'api' }, 'Stop: review failed'],
    ['a stall', { cause: 'stall' }, 'Stop: gave up, NOT approved'],
    ['the impossible', { cause: 'impossible' }, 'Stop: cannot be done as asked, NOT approved'],
    ['the limit', { cause: 'limit' }, 'Stop: let through, not reviewed (limit)'],
  ])('calls %s what it was', (_, fields, words) => expect(log([{ ...DECISION, ...fields }])).toContain(words));

  it('lists what was answered, each line as one', () => {
    expect(log([DECISION, ANSWER], { answers: true })).toMatch(
      /^[\d: -]+ {2}abcdef12 {2}PreToolUse AskUserQuestion: answered for you\n {2}"Which parts\?" → "A, B"\n {2}because: README\.md<U\+000A>2026-01-02 forged\n {2}The README says so\.$/,
    );
  });

  it('lists every answer, and the last fifty decisions', () => {
    const many = (line: object) => Array.from({ length: 70 }, () => line);
    expect(entries(many(ANSWER), { answers: true })).toHaveLength(70);
    expect(entries(many(DECISION))).toHaveLength(50);
  });

  it('is not stopped by lines that were edited', () => {
    const odd = [
      ...[
        '{"supervisor_id":"x","verdict":"allow"}',
        'nonsense',
        { ...DECISION, feedback: 7 },
        { ...ANSWER, answers: {} },
      ],
      ...[
        { ...ANSWER, answers: [null] },
        { ...DECISION, verdict: 'maybe' },
        { ...DECISION, tool: 7 },
      ],
    ];
    expect(log([...odd, DECISION])).toContain('Stop: approved');
    expect(() => log(odd, { answers: true })).not.toThrow();
  });

  it.each<[string, object, string]>([
    ['nothing', {}, 'No decisions in the journal yet.'],
    ['no answers', { answers: true }, 'Nothing was answered or approved for you.'],
    ['nothing that fits', { verdict: 'block' }, 'Nothing in the journal fits.'],
  ])('says so: %s', (_, given, words) => expect(log([], given)).toContain(words));

  it('does not take a journal that cannot be read for an empty one', () => {
    const { journal } = pathsOf(readEnv({ HOME: temporaryFolder() }));
    mkdirSync(journal, { recursive: true });
    expect(() => assertJournal(journal, 'en')).toThrow(/cannot be read \((?:EISDIR|\w+)\)/);
  });
});
