import { both } from './both.ts';

export const trustHelp = both(
  `Usage: ccc trust [folder] [--show | --remove | --list] [--json]

A repository may bring checks and brakes (.claude/ccc.json) and a part of the
review prompt (.claude/SUPERVISOR.md). They count only once you trust them: a
check is a command that runs on your machine. This command shows exactly what
they say and trusts exactly that. It is your consent: nothing is asked, so look
first (--show) at what you do not know. After any change to either file both are
ignored until you trust them again. What a check starts (a test script, say) is
not part of it and may change.

The files are looked for in the folder and above it, up to the top of its git
work tree. Of ccc.json only supervisor.checks, max_turns, max_cost_usd and
stall_after count. Where your own ccc.json sets one of the last three, yours
holds; its checks run before the repository's.

  --show      show it, trust nothing; exit 0 if trusted as it is, 3 if not
  --dry-run   the same as --show
  --remove    take the trust back
  --list      every trusted folder: trusted, changed or gone
  --json      the same as JSON

In a session of Claude Code only --show and --list work: the agent must not
answer for you.

Examples
  ccc trust --show
  ccc trust
  ccc trust ~/code/site
  ccc trust --remove
`,
  `用法：ccc trust [文件夹] [--show | --remove | --list] [--json]

仓库可以带有检查和限制（.claude/ccc.json），以及审查提示的一部分
（.claude/SUPERVISOR.md）。你信任之后它们才生效：检查是在你的机器上运行的命令。
本命令完整显示其内容，并且只信任这些内容。运行它就是同意，不会再问；不熟悉的内容
请先看（--show）。两个文件只要有任何改动，就都会被忽略，直到你再次信任。检查所
启动的东西（比如测试脚本）不在其内，可能会变。

从该文件夹向上查找，直到它的 git 工作区顶层。ccc.json 里只有 supervisor.checks、
max_turns、max_cost_usd 和 stall_after 生效。后三项若你自己的 ccc.json 也设了，
以你的为准；你的检查先于仓库的运行。

  --show      只显示，不信任；与信任的一致则退出码 0，否则 3
  --dry-run   与 --show 相同
  --remove    收回信任
  --list      所有信任的文件夹：已信任、有改动或已不在
  --json      以 JSON 显示

在 Claude Code 的会话里只能用 --show 和 --list：代理不能替你回答。

例子
  ccc trust --show
  ccc trust
  ccc trust ~/code/site
  ccc trust --remove
`,
);
