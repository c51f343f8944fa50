import { declare } from '../../command-line/declaration.ts';
import { both } from '../../i18n/both.ts';
import { json } from './options.ts';

const scope = {
  placeholder: both('SCOPE', '范围'),
  choices: ['user', 'project', 'local'],
  help: both(
    'user: ~/.claude/settings.json, for every project (default); project: .claude/settings.json here, shared with the repository; local: .claude/settings.local.json here, for you alone',
    'user：~/.claude/settings.json，对所有项目生效（默认）；project：当前目录的 .claude/settings.json，随仓库共享；local：当前目录的 .claude/settings.local.json，只属于你',
  ),
} as const;

const dryRun = { help: both('Show the change and write nothing', '只显示将做的改动，不写入') } as const;

export const install = declare({
  name: 'install',
  summary: both('Add the hooks to plain claude', '给直接启动的 claude 加上 hook'),
  details: both(
    `Writes the hooks into a settings file of Claude Code, for sessions that you start with plain claude. Sessions started with ccc do not need it. Everything else in the file stays byte for byte, and a backup is kept before the first change. Running it again updates what is out of date: a path, a timeout, or the set of hooks after a change of ccc.json.

The hooks are those that supervisor.events, supervisor.tools and supervisor.review in ccc.json ask for (by default Stop, and PreToolUse of AskUserQuestion), and always SessionStart after a compaction, where the agent gets your request again. Hooks of ccc that nothing asks for are removed. It also adds the variable CLAUDE_CODE_STOP_HOOK_BLOCK_CAP unless you have set it: without it Claude Code ends a turn after eight blocked stops; and /supervisor, /supervisoroff and /overrule to ~/.claude/commands, unless you have commands of that name.

Plain claude -p does not print how its review ended and has no --require-approval: start unattended runs with ccc.`,
    `把 hook 写进 Claude Code 的设置文件，供直接用 claude 启动的会话使用。用 ccc 启动的会话不需要。文件中其余内容逐字节不变；第一次改动前会留一份备份。重复运行会更新过时的内容：路径、超时，以及 ccc.json 改动之后的整套 hook。

写入哪些 hook 由 ccc.json 的 supervisor.events、supervisor.tools 和 supervisor.review 决定，默认是 Stop 和 PreToolUse（AskUserQuestion）；上下文压缩之后的 SessionStart 总会写入，用来把你的要求再交给代理。ccc.json 没有要求的 ccc hook 会被移除。还会写入变量 CLAUDE_CODE_STOP_HOOK_BLOCK_CAP（你已设置则不动）：没有它，Claude Code 在停止被拦下八次后就结束这一轮。还会在 ~/.claude/commands 里加上 /supervisor、/supervisoroff 和 /overrule，除非你已有同名命令。

直接用 claude -p 运行，不会打印审查的结果，也没有 --require-approval：无人值守时请用 ccc 启动。`,
  ),
  options: { scope, dryRun, json },
  examples: ['ccc install', 'ccc install --scope local --dry-run'],
  seeAlso: ['uninstall', 'doctor'],
});

export const uninstall = declare({
  name: 'uninstall',
  summary: both('Remove what ccc install added', '移除 ccc install 写入的内容'),
  details: both(
    `Removes every hook that starts ccc, whatever ccc.json says by now, and what else ccc install wrote; all the rest of the file stays byte for byte. A file that ccc install created and that has nothing else in it is deleted. Also removes /supervisor, /supervisoroff and /overrule, which every launch writes, unless hooks in another settings file still need them.

Run it, and ccc patch --reset, before you remove ccc itself.`,
    `不管 ccc.json 现在怎么写，都会移除所有启动 ccc 的 hook，以及 ccc install 写入的其他内容；文件的其余部分逐字节不变。由 ccc install 新建且没有别的内容的文件会被删除。每次启动都会写入的 /supervisor、/supervisoroff 和 /overrule 也会移除，除非别的设置文件里的 hook 还需要它们。

请在移除 ccc 本身之前运行它和 ccc patch --reset。`,
  ),
  options: { scope, dryRun, json },
  examples: ['ccc uninstall', 'ccc uninstall --scope project --dry-run'],
  seeAlso: ['install'],
});
