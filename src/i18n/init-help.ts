import { both } from './both.ts';

export const initHelp = both(
  `Usage: ccc init [folder] [--yes] [--dry-run] [--json]

Looks at a repository (package.json, Makefile, justfile, Cargo.toml, go.mod,
pyproject.toml, and their like) and proposes checks and brakes for its
.claude/ccc.json, with a reason for each. Nothing of the repository is run while
it looks. On a terminal it asks; otherwise it writes only with --yes. What is in
the file already stays, comments included, and a copy of it is kept.

Checks run when the agent wants to stop, before any model is asked. They count
once the file is trusted: see ccc trust --help. What is looked at, and where the
file is written, is the top of the git work tree and no folder below it; without
git it is the folder itself.

  --yes       write it and trust exactly that, without asking; what you had not
              trusted before is left to ccc trust
  --dry-run   show the proposal, and write nothing
  --json      the proposal, and what was done, as JSON

In a session of Claude Code it only shows: the agent must not answer for you.

Checks that are the same in every project belong in your own ccc.json instead
(supervisor.checks).

Examples
  ccc init
  ccc init ~/code/site --dry-run
  ccc init --yes
`,
  `用法：ccc init [文件夹] [--yes] [--dry-run] [--json]

查看一个仓库（package.json、Makefile、justfile、Cargo.toml、go.mod、
pyproject.toml 等），为它的 .claude/ccc.json 提出检查和限制，并逐条说明理由。
查看时不会运行仓库里的任何东西。在终端上会询问；否则只有加 --yes 才写入。文件里
已有的内容连同注释都保留，并留一份副本。

检查在代理想停止时、询问任何模型之前运行。文件被信任之后才生效：见
ccc trust --help。查看的和写入文件的都只是 git 工作区的顶层，不看它下面的
文件夹；没有 git 时就是该文件夹本身。

  --yes       不问就写入，并只信任这些内容；此前没有信任过的内容留给
              ccc trust
  --dry-run   只显示建议，不写
  --json      以 JSON 显示建议和所做的事

在 Claude Code 的会话里它只显示：代理不能替你回答。

每个项目都一样的检查，请写进你自己的 ccc.json（supervisor.checks）。

例子
  ccc init
  ccc init ~/code/site --dry-run
  ccc init --yes
`,
);
