import { declare } from '../../command-line/declaration.ts';
import { both } from '../../i18n/both.ts';
import { json, session } from './options.ts';

export const evidence = declare({
  name: 'evidence',
  summary: both('Show what happened in a session', '显示会话里实际发生了什么'),
  details: both(
    `Computed from the transcript and git, without a model: what you asked for, which files changed, which tests, builds and checks ran and whether code changed after them, what failed, what is still open, tests that were removed or skipped, stubs that were added. The reviewer gets the same, plus the results of the checks, which run only at a stop and in ccc review.

Credentials are removed. Nothing of the project is run.`,
    `根据会话记录和 git 计算，不经过任何模型：你提出的要求、改动的文件、运行过的测试、构建和检查及其后代码是否又有改动、什么失败了、什么还没做完、被删除或跳过的测试、新增的占位代码。审查者得到的也是这些，另加检查的结果；检查只在停止时和 ccc review 里运行。

密钥已去除。不运行项目里的任何内容。`,
  ),
  options: { session, json },
  exitCodes: {
    0: both('Printed', '已输出'),
    1: both('There is no such session', '没有这样的会话'),
    2: both('Usage error', '用法错误'),
  },
  examples: ['ccc evidence', 'ccc evidence --session 3f2a', "ccc evidence --json | jq -r '.findings[].text'"],
  seeAlso: ['review', 'status'],
});
