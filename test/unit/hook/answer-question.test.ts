import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answerQuestion } from '../../../src/hook/answer-question.ts';
import { temporaryFolder, write } from '../folder.ts';

const option = (label: string) => ({ label, description: '' });
const QUESTION = { questions: [{ question: 'Which DB?', options: [option('SQLite'), option('Postgres')] }] };
const ANSWERS = { 'Which DB?': 'SQLite' };

function setUp() {
  const folder = temporaryFolder();
  write(join(folder, 'docs/plan.md'), 'SQLite');
  write(join(folder, 'Makefile'), 'all:');
  const transcript = join(folder, 's.jsonl');
  const said = (type: string, text: string, more: object = { uuid: 'u', timestamp: '2026-01-01T00:00:00Z' }) =>
    JSON.stringify({ type, message: { role: type, content: text }, ...more });
  write(
    transcript,
    [
      said('user', 'Add a store.\nUse  SQLite, please, as in the other project. 要小的库。'),
      said('assistant', 'Should it rather be Postgres with replicas?'),
      said('user', 'Use Postgres for everything', {}),
    ].join('\n'),
  );
  const ask = (ground: unknown, more: object = {}) =>
    answerQuestion('evident', {
      ...{ toolInput: QUESTION, proposed: { answers: ANSWERS, ground }, feedback: 'because', folder, transcript },
      ...more,
    });
  return { folder, transcript, ask };
}

describe('"evident" needs a ground that is there', () => {
  it.each([
    ['a file', 'docs/plan.md'],
    ['a file with a line', 'docs/plan.md:12'],
    ['a file in a sentence', 'It is in `docs/plan.md`, line 3.'],
    ['a file without a dot', 'Makefile'],
    ['a file in a Chinese sentence', '见docs/plan.md，第 3 行'.replace('见', '见 ')],
    ["the user's words", 'use sqlite, please'],
    ["the user's words in Chinese", '用户说“要小的库”'],
    ["the user's words in quotes", 'The user said: "Use SQLite, please".'],
  ])('%s', (_, ground) => {
    expect(setUp().ask(ground)).toEqual({
      kind: 'answered',
      answers: [{ question: 'Which DB?', answer: 'SQLite', ground }],
    });
  });

  it.each<[why: string, ground: unknown]>([
    ['none', undefined],
    ['an empty one', ' '],
    ['no text', 7],
    ['a file that is not there', 'docs/other.md'],
    ['a folder', 'docs/'],
    ['the project itself', '.'],
    ['a file outside of the project', '/etc/hostname'],
    ['a way out of the project', '../../../../etc/hostname'],
    ['words of the worker', 'it rather be Postgres with replicas'],
    ['words that nobody said', 'the user wants it small'],
    ['words that were added to the transcript', 'Use Postgres for everything'],
    ['a file of git', '.git/HEAD'],
    ['a few letters', 'use'],
    ['a link out of the project', 'link.md'],
  ])('not: %s', (_, ground) => {
    const { folder, ask } = setUp();
    write(join(folder, '.git/HEAD'), 'ref');
    symlinkSync('/etc/hostname', join(folder, 'link.md'));
    expect(ask(ground)).toEqual({ kind: 'left', why: 'no-ground' });
  });

  it('one for each question', () => {
    const { ask } = setUp();
    const other = { question: 'Which OS?', options: [option('Linux'), option('BSD')] };
    const toolInput = { questions: [...QUESTION.questions, other] };
    const answers = { ...ANSWERS, 'Which OS?': 'Linux' };
    const given = (ground: unknown) => ask(undefined, { toolInput, proposed: { answers, ground } });
    expect(given({ 'Which DB?': 'docs/plan.md', 'Which OS?': 'Add a store.' }).kind).toBe('answered');
    expect(given({ 'Which DB?': 'docs/plan.md' })).toEqual({ kind: 'left', why: 'no-ground' });
  });
});

it('"always" takes what convinced the reviewer for the ground', () => {
  const asked = { toolInput: QUESTION, proposed: { answers: ANSWERS, ground: undefined }, feedback: 'It is small.' };
  expect(answerQuestion('always', { ...asked, folder: '/', transcript: undefined })).toEqual({
    kind: 'answered',
    answers: [{ question: 'Which DB?', answer: 'SQLite', ground: 'It is small.' }],
  });
  expect(answerQuestion('never', { ...asked, folder: '/', transcript: undefined })).toEqual({
    kind: 'left',
    why: 'not-allowed',
  });
});

it('an answer that does not fit is left to the user', () => {
  const { ask } = setUp();
  const proposed = { answers: { 'Which DB?': 'MySQL' }, ground: 'docs/plan.md' };
  expect(ask(undefined, { proposed })).toEqual({ kind: 'left', why: 'unknown-label' });
});

describe('what cannot be undone is left to the user, whatever is chosen', () => {
  it.each([
    'Delete the old migrations?',
    'Should I remove the table?',
    'Drop the column?',
    'Publish to npm now?',
    'Deploy it?',
    'Push to main with --force?',
    'May I force-push?',
    'Send the mail to all customers?',
    'Buy the domain?',
    'Which card should I pay with?',
    'Run git reset --hard?',
    'Overwrite the file?',
    '要删除旧表吗？',
    '现在发布吗？',
    '用哪张卡付款？',
    '强推到主分支？',
    'Cancel the subscription?',
    'Make the repository public?',
    'Get rid of the table?',
    'Tear down the cluster?',
    'git clean -fdx?',
    'rm data.db?',
    'Merge the PR?',
    'Roll back the database?',
    'Order the part?',
    'De\u00adlete it?',
    'Ｄｅｌｅｔｅ it?',
    'D\u0435l\u0435te it?',
    '要刪除嗎？',
    '删库？',
    '合并分支？',
    'Rotate the key?',
    '要公开仓库吗？',
  ])('%s', (question) => {
    for (const toolInput of [
      { questions: [{ question, options: [option('Yes'), option('No')] }] },
      { questions: [{ question: 'How?', options: [option('Keep it'), { label: 'Go', description: question }] }] },
    ]) {
      const [{ question: asked }] = toolInput.questions as unknown as [{ question: string }];
      const label = asked === 'How?' ? 'Keep it' : 'No';
      const proposed = { answers: { [asked]: label }, ground: undefined };
      expect(
        answerQuestion('always', { toolInput, proposed, feedback: 'x', folder: '/', transcript: undefined }),
      ).toEqual({
        kind: 'left',
        why: 'irreversible',
      });
    }
  });

  it.each([
    'Which DB?',
    'Tabs or spaces?',
    'Which name should the function have?',
    '用哪个数据库？',
    'How should the page display totals?',
  ])('not: %s', (question) => {
    const toolInput = { questions: [{ question, options: [option('A'), option('B')] }] };
    const proposed = { answers: { [question]: 'A' }, ground: undefined };
    expect(
      answerQuestion('always', { toolInput, proposed, feedback: 'x', folder: '/', transcript: undefined }).kind,
    ).toBe('answered');
  });
});

it('a question that the reviewer was shown only a part of is left to the user', () => {
  const long = { label: 'A', description: 'x'.repeat(4_000) };
  const toolInput = { questions: [{ question: 'Which?', options: [long, option('B')] }] };
  const asked = { toolInput, proposed: { answers: { 'Which?': 'B' }, ground: '' }, feedback: 'x', folder: '/' };
  expect(answerQuestion('always', { ...asked, transcript: undefined })).toEqual({ kind: 'left', why: 'too-long' });
});
