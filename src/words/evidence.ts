import { both } from './both.ts';

const en = {
  noneHere: (folder: string) => `no Claude Code session has been stored for ${folder}`,
  noneHereFix: 'Go to the folder it was started in, or name it: ccc evidence --session ID',
  unknown: (id: string) => `there is no session ${JSON.stringify(id)}`,
  unknownFix: 'An id, or its beginning, is needed. The ids of running sessions: ccc status --all --json',
  several: (id: string, count: number) => `${count} sessions begin with ${JSON.stringify(id)}`,
  severalFix: (ids: string[]) => `Write more of it: ${ids.join(', ')}`,
};

export const evidenceWords = both(en, {
  noneHere: (folder) => `${folder} 没有存下的 Claude Code 会话`,
  noneHereFix: '请到启动它的文件夹，或指定会话：ccc evidence --session ID',
  unknown: (id) => `没有会话 ${JSON.stringify(id)}`,
  unknownFix: '需要会话的 ID 或其开头。正在运行的会话的 ID：ccc status --all --json',
  several: (id, count) => `有 ${count} 个会话以 ${JSON.stringify(id)} 开头`,
  severalFix: (ids) => `请写得更长：${ids.join('、')}`,
});

export const evidenceHelp = both(
  `Usage: ccc evidence [--session ID] [--json]

What happened in a session, computed from its transcript and git, with no model
involved: what you asked for, which files changed, which tests, builds and
checks ran and whether code changed after them, what failed, what is still
open, tests that were removed or skipped, stubs that were added. It is what a
reviewer is given. Credentials are taken out. Nothing of the project is run.

  --session ID    the session with that id, or whose id begins so; default:
                  the latest one of this folder
  --json          for programs

Examples
  ccc evidence
  ccc evidence --session 3f2a
  ccc evidence --json | jq -r '.findings[].text'
`,
  `用法：ccc evidence [--session ID] [--json]

会话里实际发生了什么：只根据会话记录和 git 计算，不经过任何模型。你提出的要求、
改动的文件、运行过的测试、构建和检查，以及其后代码是否又有改动；什么失败了、
什么还没做完；被删除或跳过的测试、新增的占位代码。这就是交给审查者的材料。
密钥已去除。不会运行项目里的任何东西。

  --session ID    该 ID（或以它开头）的会话；默认是本文件夹最近的一个
  --json          供程序读取

例子
  ccc evidence
  ccc evidence --session 3f2a
  ccc evidence --json | jq -r '.findings[].text'
`,
);
