import { both } from './both.ts';

const en = {
  /** Beside a command's name, where the shell shows that. */
  about: {
    demo: 'a supervised run to watch, without an account',
    review: 'judge a session by hand',
    status: 'the sessions of this folder and their supervision',
    evidence: 'what happened in a session, from its transcript and git',
    statusline: "a line for Claude Code's status line",
    init: 'propose checks and brakes for this repository',
    trust: 'let what this repository brings count',
    install: 'hooks for those who start plain claude',
    uninstall: 'take the hooks out again',
    provider: 'list, add, remove, use, show',
    validate: 'try a provider with one tiny request',
    patch: 'let the command claude start ccc',
    doctor: 'find out what is wrong, with the fix',
    completion: 'a script for bash, zsh or fish',
    'supervisor-hook': 'what Claude Code starts',
    'supervisor-mode': 'supervision of a session on or off',
    help: 'help for a command',
    version: 'print the version',
  },
  unknownShell: (name: string) => `there is no completion for ${JSON.stringify(name)}`,
  noShell: 'for which shell?',
  shells: 'One of: ccc completion bash, ccc completion zsh, ccc completion fish',
};

export const completionMessages = both(en, {
  about: {
    demo: '无需账号，看一次受监督的运行',
    review: '手动审查一个会话',
    status: '本文件夹的会话及其监督',
    evidence: '会话里实际发生了什么，依据记录和 git',
    statusline: '供 Claude Code 状态栏使用的一行',
    init: '为本仓库提出检查和限制',
    trust: '让本仓库带来的内容生效',
    install: '给直接启动 claude 的人装上 hooks',
    uninstall: '取出这些 hooks',
    provider: 'list、add、remove、use、show',
    validate: '用一次极小的请求试一个供应商',
    patch: '让命令 claude 启动 ccc',
    doctor: '查出哪里有问题，并给出解决办法',
    completion: 'bash、zsh 或 fish 的补全脚本',
    'supervisor-hook': '由 Claude Code 启动',
    'supervisor-mode': '开启或关闭会话的监督',
    help: '某个命令的帮助',
    version: '打印版本',
  },
  unknownShell: (name) => `没有 ${JSON.stringify(name)} 的补全`,
  noShell: '为哪个 shell？',
  shells: '请选一个：ccc completion bash、ccc completion zsh、ccc completion fish',
});
