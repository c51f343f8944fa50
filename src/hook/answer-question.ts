import { realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SupervisorConfig } from '../config/supervisor-config.ts';
import { isWithin } from '../platform/folders.ts';
import { isObject } from '../platform/json/parse.ts';
import { readRequests } from '../transcript/requests.ts';
import { type Answer, fitAnswers, type Misfit } from './protocol/answers.ts';
import { mayBeIrreversible } from './rules/irreversible.ts';
import { isShownWhole } from './rules/shown-whole.ts';
import type { ProposedAnswers } from './rules/verdict.ts';

/** What the reviewer answered in the user's place, and on what ground. */
export interface GivenAnswer {
  question: string;
  answer: Answer;
  ground: string;
}

/** Why the user has to answer although the reviewer would have. */
export type NotAnswered = Misfit | 'not-allowed' | 'irreversible' | 'no-ground' | 'too-long';

export type QuestionAnswer = { kind: 'answered'; answers: GivenAnswer[] } | { kind: 'left'; why: NotAnswered };

export interface AskedQuestion {
  toolInput: unknown;
  proposed: ProposedAnswers;
  /** What convinced the reviewer, in one sentence. */
  feedback: string;
  /** The project folder. */
  folder: string;
  transcript: string | undefined;
}

/** Whether the reviewer's answers may be given for the user. Anything that does not fit leaves the question to them. */
export function answerQuestion(mode: SupervisorConfig['answerQuestions'], asked: AskedQuestion): QuestionAnswer {
  const { toolInput, proposed, feedback } = asked;
  if (mode === 'never') return { kind: 'left', why: 'not-allowed' };
  const fitted = fitAnswers(toolInput, proposed.answers);
  if (fitted.kind !== 'fit') return { kind: 'left', why: fitted.kind };
  // What the reviewer was shown only a part of it cannot have judged.
  if (!isShownWhole(toolInput)) return { kind: 'left', why: 'too-long' };
  if (mayBeIrreversible(toolInput)) return { kind: 'left', why: 'irreversible' };
  const said = mode === 'evident' ? wordsOfUser(asked.transcript) : '';
  const answers: GivenAnswer[] = [];
  for (const [question, answer] of fitted.answers) {
    const ground = groundOf(proposed.ground, question);
    if (mode === 'evident' && !(isFileIn(asked.folder, ground) || isSaid(ground, said)))
      return { kind: 'left', why: 'no-ground' };
    answers.push({ question, answer, ground: ground || feedback });
  }
  return { kind: 'answered', answers };
}

const MAX_GROUND = 1_000;

/** One ground for all questions, or one for each. */
function groundOf(ground: unknown, question: string): string {
  const own = isObject(ground) && Object.hasOwn(ground, question) ? ground[question] : ground;
  return typeof own === 'string' ? own.trim().slice(0, MAX_GROUND) : '';
}

/** A file of the project that the ground names, alone or with a line: `docs/plan.md:12`. */
function isFileIn(folder: string, ground: string): boolean {
  return ground
    .split(/[\s"'`,;()<>“”‘’「」，。；：、（）《》]+/)
    .map((word) => word.replace(/(?::\d+)*[:.]*$/, ''))
    .filter(Boolean)
    .some((word) => isRegularFileWithin(folder, word));
}

function isRegularFileWithin(folder: string, name: string): boolean {
  try {
    const path = realpathSync(resolve(folder, name));
    const project = realpathSync(folder);
    return isWithin(project, path) && !isWithin(join(project, '.git'), path) && statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Less is in every conversation. A Chinese character says as much as two letters. */
const MIN_QUOTE = 6;
const weightOf = (text: string) => text.length + (text.match(/\p{Script=Han}/gu)?.length ?? 0);
const QUOTED = /["“'‘「`]([^"”'’」`]+)["”'’」`]/g;
const MAX_REQUESTS = 1_000;

/** What the user typed. The worker's words are no ground for what the user wants, and the question is among them. */
const wordsOfUser = (transcript: string | undefined): string =>
  transcript === undefined
    ? ''
    : readRequests(transcript, MAX_REQUESTS)
        .filter(({ isMarked }) => isMarked)
        .map(({ text }) => plain(text))
        .join('\n');

const isSaid = (ground: string, said: string): boolean =>
  [ground, ...[...ground.matchAll(QUOTED)].map(([, quote = '']) => quote)]
    .map(plain)
    .some((quote) => weightOf(quote) >= MIN_QUOTE && said.includes(quote));

const plain = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
