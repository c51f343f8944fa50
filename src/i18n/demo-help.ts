import { both } from './both.ts';

export const demoHelp = both(
  `Usage: ccc demo [--interactive] [--keep] [--json]

Shows a supervised run without an account: the real Claude Code, real hooks and
a reviewer's run on a small project with a failing test. Only what the two models
say is scripted, by an API on this machine. The worker claims to be done, asks
what it could find out itself, and in the end really mends the file.

  --interactive   on the real screen of Claude Code, for you to watch
  --keep          keep the folder it was played in, and say where it is
  --json          only the figures, for programs

Nothing of yours is read or changed, nothing leaves this machine, and nothing
is left behind. Exit code 1 if it did not go as written.

Examples
  ccc demo
  ccc demo --keep
`,
  `用法：ccc demo [--interactive] [--keep] [--json]

不需要账号，演示一次受监督的运行：真实的 Claude Code、真实的 hooks 和审查，
在一个测试失败的小项目上。只有两个模型的话是写好的，由本机上的 API 说出。
执行者先谎称完成，再问自己就能查到的事，最后真的修好文件。

  --interactive   在 Claude Code 的真实界面上，供你观看
  --keep          保留演示用的文件夹，并告诉你在哪里
  --json          只有数字，供程序读取

不读取也不改动你的任何东西，没有东西离开这台机器，也不会留下任何东西。
如果没有按剧本进行，退出码为 1。

例子
  ccc demo
  ccc demo --keep
`,
);
