import { both } from './both.ts';

export const installHelp = both(
  `Usage: ccc install [--scope user|project|local] [--dry-run] [--json]

Writes the hooks of ccc into a settings file of Claude Code, for those who start
plain claude. (ccc itself needs none of this.) Everything else in the file stays
byte for byte; before the first change a copy is kept. Can be run again at any
time: what is there is left alone, and a path or timeout that is out of date is
put right.

  --scope user      ~/.claude/settings.json, for everything you do (the default)
  --scope project   .claude/settings.json here, shared with the repository
  --scope local     .claude/settings.local.json here, for you alone
  --dry-run         show what would be written, and write nothing
  --json            say what was done as JSON

Written are the hooks for Stop and for PreToolUse of AskUserQuestion, and in env
CLAUDE_CODE_STOP_HOOK_BLOCK_CAP, unless you have set it: without it Claude Code
ends a turn after eight blocked stops. Also /supervisor and /supervisoroff, in
~/.claude/commands, where they are absent or ours.

Examples
  ccc install
  ccc install --scope local --dry-run
`,
  `用法：ccc install [--scope user|project|local] [--dry-run] [--json]

把 ccc 的 hook 写进 Claude Code 的设置文件，供直接启动 claude 的人使用。
（用 ccc 启动则不需要。）文件中其余内容逐字节不变；第一次改动前会留一份副本。
可以随时重复运行：已有的不动，过时的路径或超时会被改正。

  --scope user      ~/.claude/settings.json，对一切生效（默认）
  --scope project   当前文件夹的 .claude/settings.json，随仓库共享
  --scope local     当前文件夹的 .claude/settings.local.json，只属于你
  --dry-run         只显示将写入的内容，不写
  --json            以 JSON 说明做了什么

写入的是 Stop 和 PreToolUse（AskUserQuestion）的 hook，以及 env 中的
CLAUDE_CODE_STOP_HOOK_BLOCK_CAP（你已设置则不动）：没有它，Claude Code 在停止被
拦下八次后就结束这一轮。还有 ~/.claude/commands 里的 /supervisor 和
/supervisoroff（没有同名文件，或文件是我们的）。

示例
  ccc install
  ccc install --scope local --dry-run
`,
);

export const uninstallHelp = both(
  `Usage: ccc uninstall [--scope user|project|local] [--dry-run] [--json]

Takes out of a settings file of Claude Code what ccc install writes, and nothing
else: the file is what it was before, with whatever was changed since. A file
that came with ccc install and has nothing else in it is removed. If there is
nothing to take out, it says so.

  --scope user      ~/.claude/settings.json (the default)
  --scope project   .claude/settings.json in this folder
  --scope local     .claude/settings.local.json in this folder
  --dry-run         show what would be taken out, and write nothing
  --json            say what was done as JSON

Examples
  ccc uninstall
  ccc uninstall --scope project --dry-run
`,
  `用法：ccc uninstall [--scope user|project|local] [--dry-run] [--json]

从 Claude Code 的设置文件中取出 ccc install 写入的内容，别的一概不动：文件恢复
原样，之后的其他改动保留。由 ccc install 新建且没有别的内容的文件会被删除。
没有可取出的内容时会说明。

  --scope user      ~/.claude/settings.json（默认）
  --scope project   当前文件夹的 .claude/settings.json
  --scope local     当前文件夹的 .claude/settings.local.json
  --dry-run         只显示将取出的内容，不写
  --json            以 JSON 说明做了什么

示例
  ccc uninstall
  ccc uninstall --scope project --dry-run
`,
);
