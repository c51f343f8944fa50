import { declare } from '../../command-line/declaration.ts';
import { both } from '../../i18n/both.ts';

export const doctor = declare({
  name: 'doctor',
  summary: both('Find out what is wrong, and how to fix it', '查出哪里有问题，并给出解决办法'),
  details: both(
    `Looks at everything ccc depends on: Claude Code and its version, the hooks, conflicting settings, file permissions, the providers, the terminal, the disk.

It tests the hooks for real: Claude Code runs one supervised turn in a temporary folder, with a scripted API on this machine. No request leaves it, none of your credentials is used, and nothing of yours is changed.`,
    `检查 ccc 依赖的一切：Claude Code 及其版本、hook、互相冲突的设置、文件权限、供应商、终端、磁盘。

hook 会实际测试：Claude Code 在临时目录里，用本机上脚本化的 API 完成一轮受监督的工作。没有请求离开本机，不使用你的任何凭据，也不改动你的任何文件。`,
  ),
  options: {
    quick: { help: both('Skip the test of the hooks', '跳过 hook 的实际测试') },
    json: {
      help: both(
        'Print JSON: {ok, version, counts, findings}; a finding is {check, level, what, fix}, its level ok, note, warning or problem',
        '输出 JSON：{ok, version, counts, findings}；每项是 {check, level, what, fix}，level 是 ok、note、warning 或 problem',
      ),
    },
  },
  exitCodes: {
    0: both('No problem (there may be warnings)', '没有问题（可能有警告）'),
    1: both('At least one problem', '至少有一个问题'),
  },
  examples: ['ccc doctor', 'ccc doctor --quick', `ccc doctor --json | jq '.findings[] | select(.level != "ok")'`],
});
