import { declare } from '../../command-line/declaration.ts';
import { both } from '../../i18n/both.ts';
import { json, repositoryFolder } from './options.ts';

export const trust = declare({
  name: 'trust',
  summary: both("Trust a repository's checks, limits and review prompt", '信任仓库自带的检查、上限和审查提示词'),
  details: both(
    `A repository can have its own checks and limits (.claude/ccc.json) and its own text for the review prompt (.claude/SUPERVISOR.md). They are ignored until you trust them, because a check is a command that runs on your machine. This command prints both files and trusts exactly that content, without asking: look first with --show if you do not know it. Any change to either file makes both ignored until you trust them again. Only the command of a check is trusted, not what it runs: a test script may change.

The files are searched from the folder upwards to the top of its git work tree. Of ccc.json only supervisor.checks, runners, max_turns, max_cost_usd, stall_after and claims are used. Where your own ccc.json sets one of the last four, yours is used; your checks and runners come before the repository's.

In a Claude Code session only --show and --list work: the agent must not answer for you.`,
    `仓库可以自带检查和上限（.claude/ccc.json），以及追加的审查提示词（.claude/SUPERVISOR.md）。检查是在你的机器上运行的命令，所以在你信任之前一律忽略。本命令打印两个文件的内容，并且只信任这些内容，不再询问；不熟悉的请先用 --show 查看。任何一个文件有改动，两个文件都会被忽略，直到你再次信任。信任的只是检查的命令，不包括它运行的内容：测试脚本可能会变。

从该目录向上查找，直到 git 工作区顶层。ccc.json 里只有 supervisor.checks、runners、max_turns、max_cost_usd、stall_after 和 claims 生效。后四项若你自己的 ccc.json 也有设置，以你的为准；你的检查和运行器排在仓库的之前。

在 Claude Code 的会话里只能用 --show 和 --list：代理不能替你回答。`,
  ),
  arguments: {
    folder: repositoryFolder,
  },
  options: {
    show: { help: both('Print the files and trust nothing', '只显示，不信任') },
    dryRun: { help: both('The same as --show', '与 --show 相同') },
    remove: { help: both('Remove the trust', '取消信任') },
    list: {
      help: both('List trusted folders: trusted, changed or gone', '列出信任的目录：已信任、有改动或已不存在'),
    },
    json,
  },
  exclusive: [
    ['show', 'remove', 'list'],
    ['dryRun', 'remove', 'list'],
  ],
  exitCodes: {
    0: both('Done; with --show: trusted as it is', '完成；加 --show 时：现有内容已被信任'),
    3: both('With --show: not trusted, or changed since', '加 --show 时：未被信任，或之后有改动'),
  },
  examples: ['ccc trust --show', 'ccc trust', 'ccc trust ~/code/site', 'ccc trust --remove'],
  seeAlso: ['init'],
});
