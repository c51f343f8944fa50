import { declare } from '../../command-line/declaration.ts';
import { both } from '../../i18n/both.ts';
import { json, repositoryFolder } from './options.ts';

export const init = declare({
  name: 'init',
  summary: both('Propose checks and limits for a repository', '为仓库建议检查和上限'),
  details: both(
    `Looks at package.json, Makefile, justfile, Cargo.toml, go.mod, pyproject.toml and the like, and proposes checks and limits for .claude/ccc.json, each with a reason. Runs nothing of the repository. Asks before it writes; without a terminal it writes only with --yes. What the file already has stays, comments included, and a backup is kept.

Checks run when the agent wants to stop, before any model is asked. They are ignored until the file is trusted.

The file is written at the top of the git work tree, and only that folder is looked at; without git, it is the folder itself.

In a Claude Code session it only shows the proposal: the agent must not answer for you. Checks that are the same in every project belong in your own ccc.json (supervisor.checks).`,
    `查看 package.json、Makefile、justfile、Cargo.toml、go.mod、pyproject.toml 等，为 .claude/ccc.json 建议检查和上限，并逐条说明理由。不运行仓库里的任何内容。写入前会询问；没有终端时，只有加 --yes 才写入。文件里已有的内容连同注释都保留，并留一份备份。

检查在代理想停止时、询问任何模型之前运行。文件被信任之前一律忽略。

文件写在 git 工作区的顶层，也只查看那个目录；没有 git 时就是该目录本身。

在 Claude Code 的会话里只显示建议：代理不能替你回答。每个项目都一样的检查，请写进你自己的 ccc.json（supervisor.checks）。`,
  ),
  arguments: {
    folder: repositoryFolder,
  },
  options: {
    yes: {
      help: both(
        'Write the file and trust exactly that, without asking; what was not trusted before is left to ccc trust',
        '不询问就写入，并只信任写入的内容；此前没有信任过的内容留给 ccc trust',
      ),
    },
    dryRun: { help: both('Show the proposal and write nothing', '只显示建议，不写入') },
    json,
  },
  examples: ['ccc init', 'ccc init ~/code/site --dry-run', 'ccc init --yes'],
  seeAlso: ['trust'],
});
