import { both } from '../i18n/both.ts';
import type { Language } from '../i18n/language.ts';
import { type Reply, textReply, toolUseReply } from '../sandbox/messages-format.ts';
import type { ApiRequest } from '../sandbox/scripted-api.ts';
import { allow, block } from '../sandbox/scripted-replies.ts';

type ScriptedReply = Reply | ((request: ApiRequest) => Reply);

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
export const FIXED = '19 / 100';
export const TEST = 'sh test.sh';

/** What the script below leads to: requests to the model, and verdicts. */
export const EXPECTED = { worker: 6, reviewer: 6, blocks: 2, allows: 1 };

/** The replies of both models. Everything else is real: the files, the commands, the hooks, the client. */
export function script(folder: string, language: Language): { worker: ScriptedReply[]; reviewer: ScriptedReply[] } {
  const text = TEXTS[language];
  const file = `${folder}/price.sh`;
  const readFile = toolUseReply('Read', { file_path: file });
  return {
    worker: [
      textReply(text.claim),
      toolUseReply('AskUserQuestion', {
        questions: [
          {
            question: text.question,
            header: text.header,
            options: text.options.map((label) => ({ label, description: '' })),
            multiSelect: false,
          },
        ],
      }),
      readFile,
      toolUseReply('Edit', { file_path: file, old_string: BROKEN, new_string: FIXED }),
      toolUseReply('Bash', { command: TEST, description: text.runs }),
      (request) => textReply(text.report(testOutputIn(request))),
      // With --interactive the user may go on typing.
      textReply(text.over),
    ],
    reviewer: [
      readFile,
      (request) => (request.lastUserText.includes(BROKEN) ? block(text.unchanged) : allow(text.accepted)),
      toolUseReply('Read', { file_path: `${folder}/test.sh` }),
      (request) => (request.lastUserText.includes('19 %') ? block(text.answered) : allow(text.unclear)),
      readFile,
      (request) => (request.lastUserText.includes(FIXED) ? allow(text.accepted) : block(text.unchanged)),
      allow(text.over),
    ],
  };
}

/** What the test printed, from the tool result that the worker received. */
const testOutputIn = (request: ApiRequest) => /^(?:ok|FAILED): .*$/m.exec(request.lastUserText)?.[0] ?? '?';

export const PROMPT: Record<Language, string> = {
  en: `\`${TEST}\` fails. Make it pass.`,
  zh: `\`${TEST}\` 失败了，请让它通过。`,
};

const TEXTS = both(
  {
    claim: 'Done! I have fixed price.sh, and all tests pass now.',
    question: 'Which tax rate is right?',
    header: 'Tax',
    options: ['19 %', '7 %'],
    runs: 'Run the test',
    report: (result: string) => `price.sh now uses 19 %. I ran ${TEST}: "${result}"`,
    unchanged: `price.sh still adds 9 %: nothing was changed, and no test was run. Fix price.sh, run ${TEST}, and show what it prints.`,
    answered: 'The answer is in line 2 of test.sh: the tax is 19 %. Use that.',
    accepted: 'price.sh adds 19 %, and the test passed after the change.',
    unclear: 'Nothing in the project says which rate is right: only the user knows.',
    over: 'That was the demo. Press Ctrl-C twice quickly to exit.',
  },
  {
    claim: '完成了！我已修好 price.sh，所有测试都通过了。',
    question: '正确的税率是哪个？',
    header: '税率',
    options: ['19 %', '7 %'],
    runs: '运行测试',
    report: (result) => `price.sh 现在按 19 % 计算。我运行了 ${TEST}：“${result}”`,
    unchanged: `price.sh 仍按 9 % 计算：文件没有改动，也没有运行测试。请修好 price.sh，运行 ${TEST}，并给出输出。`,
    answered: '答案在 test.sh 第 2 行：税率是 19 %。请照此修改。',
    accepted: 'price.sh 按 19 % 计算，改动后运行的测试也通过了。',
    unclear: '项目里没有写明正确的税率：只有用户知道。',
    over: '演示到此结束。快速按两次 Ctrl-C 退出。',
  },
);
