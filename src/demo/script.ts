import { both } from '../i18n/both.ts';
import type { Language } from '../i18n/language.ts';
import { type Reply, say, use } from '../sandbox/messages-format.ts';
import { allow, block } from '../sandbox/roles.ts';
import type { ApiRequest } from '../sandbox/scripted-api.ts';

type Line = Reply | ((request: ApiRequest) => Reply);

/** A project with a failing test. In plain sh, because that is on every machine. */
export const FILES: Record<string, string> = {
  'price.sh': `#!/bin/sh
# price.sh NET: the price with tax, in cents
echo $(($1 + $1 * 9 / 100))
`,
  'test.sh': `#!/bin/sh
# The tax is 19 %.
got=$(sh price.sh 1000)
if [ "$got" = 1190 ]; then
  echo "ok: 1000 costs 1190"
else
  echo "FAILED: 1000 should cost 1190, not $got"
  exit 1
fi
`,
};
export const BROKEN = '9 / 100';
export const MENDED = '19 / 100';
export const TEST = 'sh test.sh';

/** How many requests each of the two makes to the model if everything goes as written below. */
export const EXPECTED = { worker: 6, reviewer: 6, blocks: 2, allows: 1 };

/** Worker and reviewer, word for word. Everything else is real: the files, the commands, the hooks, the client. */
export function script(folder: string, language: Language): { worker: Line[]; reviewer: Line[] } {
  const words = LINES[language];
  const file = `${folder}/price.sh`;
  const look = use('Read', { file_path: file });
  return {
    worker: [
      say(words.claim),
      use('AskUserQuestion', {
        questions: [
          {
            question: words.question,
            header: words.header,
            options: words.options.map((label) => ({ label, description: '' })),
            multiSelect: false,
          },
        ],
      }),
      look,
      use('Edit', { file_path: file, old_string: BROKEN, new_string: MENDED }),
      use('Bash', { command: TEST, description: words.runs }),
      (request) => say(words.report(resultIn(request))),
      // For whoever goes on typing on the screen.
      say(words.over),
    ],
    reviewer: [
      look,
      (request) => (request.lastUserText.includes(BROKEN) ? block(words.unchanged) : allow(words.accepted)),
      use('Read', { file_path: `${folder}/test.sh` }),
      (request) => (request.lastUserText.includes('19 %') ? block(words.answered) : allow(words.unclear)),
      look,
      (request) => (request.lastUserText.includes(MENDED) ? allow(words.accepted) : block(words.unchanged)),
      allow(words.over),
    ],
  };
}

/** What the test really printed, as the worker was told. */
const resultIn = (request: ApiRequest) => /^(?:ok|FAILED): .*$/m.exec(request.lastUserText)?.[0] ?? '?';

export const PROMPT: Record<Language, string> = {
  en: `\`${TEST}\` fails. Make it pass.`,
  zh: `\`${TEST}\` 失败了。让它通过。`,
};

const LINES = both(
  {
    claim: 'Done! I have fixed price.sh, and all tests pass now.',
    question: 'Which tax rate is right?',
    header: 'Tax',
    options: ['19 %', '7 %'],
    runs: 'Run the test',
    report: (result: string) => `price.sh now uses 19 %. I ran ${TEST}: "${result}"`,
    unchanged: `price.sh still adds 9 %: nothing was changed, and no test was run. Mend price.sh, run ${TEST}, and show what it prints.`,
    answered: 'test.sh says it in its second line: the tax is 19 %. Use that.',
    accepted: 'price.sh adds 19 %, and the test was run after the change and passed.',
    unclear: 'Nothing here says which rate is right: only the user can.',
    over: 'That was the demo. Press Ctrl-C twice to leave.',
  },
  {
    claim: '完成了！我已修好 price.sh，所有测试都通过了。',
    question: '正确的税率是哪个？',
    header: '税率',
    options: ['19 %', '7 %'],
    runs: '运行测试',
    report: (result) => `price.sh 现在用 19 %。我运行了 ${TEST}：“${result}”`,
    unchanged: `price.sh 仍然只加 9 %：什么都没有改，也没有运行测试。请修好 price.sh，运行 ${TEST}，并给出它的输出。`,
    answered: 'test.sh 第二行写着：税率是 19 %。就用它。',
    accepted: 'price.sh 加的是 19 %，改动之后运行了测试，并且通过了。',
    unclear: '这里没有写明哪个税率正确：只有用户知道。',
    over: '演示到此结束。按两次 Ctrl-C 离开。',
  },
);
