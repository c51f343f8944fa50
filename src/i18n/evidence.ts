import { both } from './both.ts';

export const evidenceHelp = both(
  `Usage: ccc evidence [--session ID] [--json]

What happened in a session, computed from its transcript and git, with no model
involved: what you asked for, which files changed, which tests, builds and
checks ran and whether code changed after them, what failed, what is still
open, tests that were removed or skipped, stubs that were added. It is what a
reviewer is given, less the checks: those run only at a stop and in ccc review.
Credentials are taken out. Nothing of the project is run.

  --session ID    the session with that id, or whose id begins so; default:
                  the latest one of this folder
  --json          one document for programs

Examples
  ccc evidence
  ccc evidence --session 3f2a
  ccc evidence --json | jq -r '.findings[].text'
`,
  `用法：ccc evidence [--session ID] [--json]

会话里实际发生了什么：只根据会话记录和 git 计算，不经过任何模型。你提出的要求、
改动的文件、运行过的测试、构建和检查，以及其后代码是否又有改动；什么失败了、
什么还没做完；被删除或跳过的测试、新增的占位代码。这就是交给审查者的材料，
只缺检查：检查只在停止时和 ccc review 里运行。密钥已去除。不会运行项目里的任何
东西。

  --session ID    该 ID（或以它开头）的会话；默认是本文件夹最近的一个
  --json          供程序读取

例子
  ccc evidence
  ccc evidence --session 3f2a
  ccc evidence --json | jq -r '.findings[].text'
`,
);
