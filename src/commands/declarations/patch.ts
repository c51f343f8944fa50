import { declare } from '../../command-line/declaration.ts';
import { both } from '../../i18n/both.ts';
import { json } from './options.ts';

export const patch = declare({
  name: 'patch',
  summary: both('Make the command claude start ccc', '让命令 claude 启动 ccc'),
  details: both(
    `Everything that plain claude understands keeps its meaning; only a configured provider as the first word is new: "claude kimi --continue" is "ccc kimi --continue". The first claude on PATH is renamed to claude.ccc-original and replaced by a small script, which starts the original if ccc is gone.

If an update puts its own claude there, as npm does, patch again. Claude Code's own installer leaves a patched claude alone; ccc then starts the version that was installed last.`,
    `claude 原有的一切用法不变；只有放在最前面的、已配置的供应商名字是新的："claude kimi --continue" 就是 "ccc kimi --continue"。PATH 上的第一个 claude 会改名为 claude.ccc-original，由一个小脚本代替；如果 ccc 不在了，这个脚本会启动原来的程序。

如果更新放回了它自己的 claude（npm 会这样），请再运行一次。Claude Code 自带的安装程序不会动打过补丁的 claude；此时 ccc 启动最后安装的版本。`,
  ),
  options: {
    reset: { help: both('Put the original back', '恢复原来的程序') },
    status: {
      help: both(
        'Print the state: patched, not patched, interrupted, or updated since the patch',
        '显示状态：已打补丁、没有打过补丁、补丁中断，或打补丁之后更新过',
      ),
    },
    dryRun: { help: both('Show what would be done', '只显示将会做什么') },
    json,
  },
  exclusive: [['reset', 'status']],
  examples: ['ccc patch', 'ccc patch --status', 'ccc patch --reset'],
});
