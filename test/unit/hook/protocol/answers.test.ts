import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Answer, answeredInput, fitAnswers } from '../../../../src/hook/protocol/answers.ts';

const option = (label: string) => ({ label, description: 'd' });
const DATABASE = {
  question: 'Which DB?',
  header: 'DB',
  options: [option('SQLite'), option('Postgres')],
  multiSelect: false,
};
const PARTS = {
  question: 'Which parts?',
  header: 'P',
  options: [option('Cache'), option('Mail'), option('Log')],
  multiSelect: true,
};

describe('an answer that fits', () => {
  it.each<[why: string, questions: object[], answers: object, expected: [string, Answer][]]>([
    ['a label', [DATABASE], { 'Which DB?': 'SQLite' }, [['Which DB?', 'SQLite']]],
    ['a list of one label', [DATABASE], { 'Which DB?': ['SQLite'] }, [['Which DB?', 'SQLite']]],
    ['several labels', [PARTS], { 'Which parts?': ['Mail', 'Cache'] }, [['Which parts?', ['Mail', 'Cache']]]],
    ['one of several', [PARTS], { 'Which parts?': 'Mail' }, [['Which parts?', ['Mail']]]],
    [
      'every question',
      [DATABASE, PARTS],
      { 'Which parts?': ['Log'], 'Which DB?': 'Postgres' },
      [
        ['Which DB?', 'Postgres'],
        ['Which parts?', ['Log']],
      ],
    ],
  ])('%s', (_, questions, answers, expected) => {
    expect(fitAnswers({ questions }, answers)).toEqual({ kind: 'fit', answers: expected });
  });
});

describe('an answer that does not fit is none', () => {
  it.each<[why: string, questions: unknown, answers: unknown, kind: string]>([
    ['a label that is not offered', [DATABASE], { 'Which DB?': 'MySQL' }, 'unknown-label'],
    ['a label in other letters', [DATABASE], { 'Which DB?': 'sqlite' }, 'unknown-label'],
    ['two labels where one is asked for', [DATABASE], { 'Which DB?': ['SQLite', 'Postgres'] }, 'unknown-label'],
    ['the same label twice', [PARTS], { 'Which parts?': ['Mail', 'Mail'] }, 'unknown-label'],
    ['no label', [PARTS], { 'Which parts?': [] }, 'unknown-label'],
    ['labels in one text', [PARTS], { 'Which parts?': 'Cache, Mail' }, 'unknown-label'],
    [
      'labels that together are another',
      [{ ...PARTS, options: ['A', 'B', 'A, B'].map(option) }],
      { 'Which parts?': ['A', 'B'] },
      'unknown-label',
    ],
    ['a number', [DATABASE], { 'Which DB?': 1 }, 'unknown-label'],
    ['one question left out', [DATABASE, PARTS], { 'Which DB?': 'SQLite' }, 'incomplete'],
    ['nothing', [DATABASE], {}, 'incomplete'],
    ['what is inherited', [{ ...DATABASE, question: 'toString' }], {}, 'incomplete'],
    ['a question that was not asked', [DATABASE], { 'Which DB?': 'SQLite', 'Which OS?': 'Linux' }, 'unknown-question'],
    ['a list', [DATABASE], ['SQLite'], 'not-an-object'],
    ['a text', [DATABASE], 'SQLite', 'not-an-object'],
    ['null', [DATABASE], null, 'not-an-object'],
    ['no questions', [], {}, 'unreadable-question'],
    ['no list of questions', DATABASE, { 'Which DB?': 'SQLite' }, 'unreadable-question'],
    ['the same question twice', [DATABASE, DATABASE], { 'Which DB?': 'SQLite' }, 'unreadable-question'],
    ['no options', [{ ...DATABASE, options: [] }], { 'Which DB?': 'SQLite' }, 'unreadable-question'],
    [
      'two equal labels',
      [{ ...DATABASE, options: [option('A'), option('A')] }],
      { 'Which DB?': 'A' },
      'unreadable-question',
    ],
    ['a label that is no text', [{ ...DATABASE, options: [{ label: 1 }] }], { 'Which DB?': 1 }, 'unreadable-question'],
    ['the name of the prototype', [{ ...DATABASE, question: '__proto__' }], { x: 1 }, 'unreadable-question'],
  ])('%s', (_, questions, answers, kind) => {
    expect(fitAnswers({ questions }, answers)).toEqual({ kind });
  });

  it.each([undefined, null, 'x', 1, [], {}])('for an input that is %j', (input) => {
    expect(fitAnswers(input, { 'Which DB?': 'SQLite' })).toEqual({ kind: 'unreadable-question' });
  });
});

/** Mostly well formed, sometimes not: what a model may send, and what a client may make of it. */
const text = fc.oneof(fc.constantFrom('a', 'b', 'c', 'A', '__proto__', 'toString', ''), fc.string({ maxLength: 4 }));
const anyOption = fc.oneof(
  { weight: 8, arbitrary: fc.record({ label: text, description: text }) },
  fc.constantFrom<unknown>(null, 'a', {}, { label: 1 }),
);
const anyQuestion = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      { question: text, header: text, options: fc.array(anyOption, { maxLength: 4 }), multiSelect: fc.boolean() },
      { requiredKeys: ['question', 'options'] },
    ),
  },
  fc.constantFrom<unknown>(null, 'a', {}, { question: 1, options: [] }),
);
const anyInput = fc.oneof(
  { weight: 8, arbitrary: fc.record({ questions: fc.array(anyQuestion, { maxLength: 4 }) }) },
  fc.jsonValue(),
);
const anyAnswer = fc.oneof(text, fc.array(text, { maxLength: 3 }), fc.jsonValue());
const anyAnswers = fc.oneof({ weight: 8, arbitrary: fc.dictionary(text, anyAnswer, { maxKeys: 4 }) }, fc.jsonValue());

/** What Claude Code has to get, written down independently of the code. */
function expectValid(
  input: { questions: { question: string; options: { label: string }[]; multiSelect?: boolean }[] },
  sent: Record<string, unknown>,
) {
  const answers = sent.answers as Record<string, unknown>;
  expect(sent.questions).toEqual(input.questions);
  expect(Object.keys(answers).sort()).toEqual(input.questions.map(({ question }) => question).sort());
  for (const { question, options, multiSelect } of input.questions) {
    const labels = options.map(({ label }) => label);
    const given = answers[question];
    if (multiSelect) {
      expect(Array.isArray(given)).toBe(true);
      expect((given as string[]).length).toBeGreaterThan(0);
      for (const label of given as string[]) expect(labels).toContain(label);
    } else expect(labels).toContain(given);
    expect((sent.annotations as Record<string, { notes: string }>)[question]?.notes).toBe('why');
  }
}

const withNotes = (answers: [string, Answer][]) =>
  answers.map(([question, answer]) => ({ question, answer, notes: 'why' }));

describe('whatever is asked and whatever is answered', () => {
  it('is a valid and complete set of answers, or none', () => {
    fc.assert(
      fc.property(anyInput, anyAnswers, (input, proposed) => {
        const fitted = fitAnswers(input, proposed);
        if (fitted.kind !== 'fit') return;
        const sent = JSON.parse(JSON.stringify(answeredInput(input, withNotes(fitted.answers))));
        expectValid(JSON.parse(JSON.stringify(input)), sent);
      }),
      { numRuns: 20_000 },
    );
  });

  it('is sent on if it is right', () => {
    const wellFormed = fc.uniqueArray(
      fc.record({
        question: fc.string({ minLength: 1 }).filter((words) => words.trim() !== '' && words !== '__proto__'),
        labels: fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 4 }),
        multiSelect: fc.boolean(),
      }),
      { minLength: 1, maxLength: 4, selector: ({ question }) => question },
    );
    fc.assert(
      fc.property(wellFormed, (asked) => {
        const questions = asked.map(({ question, labels, multiSelect }) => ({
          question,
          multiSelect,
          options: labels.map(option),
        }));
        const proposed = Object.fromEntries(
          asked.map(({ question, labels, multiSelect }) => [question, multiSelect ? labels.slice(1) : labels[0]]),
        );
        const fitted = fitAnswers({ questions }, proposed);
        expect(fitted.kind).toBe('fit');
        if (fitted.kind === 'fit') expectValid({ questions }, answeredInput({ questions }, withNotes(fitted.answers)));
      }),
    );
  });
});
