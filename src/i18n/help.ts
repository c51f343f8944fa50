import { both } from './both.ts';
import { hookHelp, modeHelp } from './hook-help.ts';
import type { Language } from './language.ts';

/** `ccc --help`, or the help of one of the two verbs that Claude Code starts. */
export function helpOn(topic: string | undefined, language: Language): string {
  if (topic === 'supervisor-hook') return hookHelp[language];
  if (topic === 'supervisor-mode') return modeHelp[language];
  return HELP[language];
}

const HELP = both(
  `ccc starts Claude Code and supervises it: work is judged before the agent may
stop, or ask you something it could answer itself.

Usage
  ccc [claude arguments…]              start under the current provider
  ccc <provider> [claude arguments…]   start under a provider
  ccc "fix the login"                  a prompt (text with a space)

In a session
  /supervisor [task]    supervise from now on
  /supervisoroff        end supervision

Commands
  demo          see it work, without an account
  review        judge a session by hand; exit 0 fine, 3 sent back, 1 failed
  status        this folder's sessions: on or off, rounds, last verdict, cost
  evidence      what happened in a session, from its transcript and git
  init          propose checks and brakes for this repository
  trust         let what a repository brings count, exactly as it is now
  provider      list, add, remove, use, show
  validate      try a provider with one tiny request
  install       hooks for those who start plain claude; uninstall takes them out
  patch         let the command claude start ccc; patch --reset undoes it
  doctor        find out what is wrong, with the fix
  completion    a script for bash, zsh or fish
  statusline    for Claude Code's status line
  supervisor-hook, supervisor-mode   what the hooks and /supervisor call
  ccc <command> --help, ccc help <command>   more about one

Options, before anything else
  --dry-run          show what would be started; secrets masked
  --provider NAME    a provider whose name is also a command's
  --                 the rest goes to claude
  --version, --help

Variables
  CCC_SUPERVISOR=1   start supervised (also for -p and CI); 0: do not
  CCC_CLAUDE         the claude to start; default: the one on PATH
  CCC_CONFIG_DIR     where ccc.json and ccc/ are; default: CLAUDE_CONFIG_DIR,
                     else ~/.claude
  CCC_LANG           en or zh; default: the locale

Examples
  ccc kimi --continue
  CCC_SUPERVISOR=1 ccc -p "make the tests pass"
`,
  `ccc 启动并监督 Claude Code：在它停止之前，或向你提出它自己就能回答的问题之前，
先审查工作。

用法
  ccc [claude 参数…]              用当前供应商启动
  ccc <供应商> [claude 参数…]     用指定供应商启动
  ccc "修好登录"                  一句提示

在会话里
  /supervisor [任务]    从现在起监督
  /supervisoroff        结束监督

命令
  demo          不需要账号，看它如何工作
  review        手动审查一个会话；退出码 0 可以停止，3 退回，1 没有结论
  status        本文件夹的会话：是否监督、轮数、最近结论、费用
  evidence      会话里实际发生了什么，依据会话记录和 git
  init          为本仓库提出检查和限制
  trust         让仓库带来的内容生效，只限现在的样子
  provider      list、add、remove、use、show
  validate      用一次极小的请求试一个供应商
  install       给直接启动 claude 的人装上 hooks；uninstall 取出
  patch         让命令 claude 启动 ccc；patch --reset 撤销
  doctor        查出哪里有问题，并给出解决办法
  completion    bash、zsh 或 fish 的补全脚本
  statusline    供 Claude Code 的状态栏使用
  supervisor-hook、supervisor-mode   由 hooks 和 /supervisor 调用
  ccc <命令> --help、ccc help <命令>   查看某个命令

选项（放在最前面）
  --dry-run          显示将要启动什么；密钥已遮盖
  --provider 名字    名字与命令相同的供应商
  --                 其余都交给 claude
  --version、--help

变量
  CCC_SUPERVISOR=1   启动即监督（也用于 -p 和 CI）；0：不监督
  CCC_CLAUDE         要启动的 claude；默认用 PATH 上的
  CCC_CONFIG_DIR     ccc.json 和 ccc/ 所在；默认 CLAUDE_CONFIG_DIR，否则 ~/.claude
  CCC_LANG           en 或 zh；默认按系统语言

例子
  ccc kimi --continue
  CCC_SUPERVISOR=1 ccc -p "让测试通过"
`,
);
