import { both } from './both.ts';

export const doctorHelp = both(
  `Usage: ccc doctor [--quick] [--json]

Looks at everything ccc depends on, and says of whatever is not right how to put
it right: Claude Code and its version, the hooks, settings that conflict, who
may read your files, the providers, the terminal, the disk.

That the hooks work is proved, not guessed: the real client runs one supervised
turn in a temporary folder, on a scripted API on this machine. No request leaves
it, none of your credentials is used, and nothing of yours is changed.

Options
  --quick   leave that round trip out
  --json    one JSON document on stdout: {ok, version, counts, findings};
            a finding is {check, level, what, fix}, its level one of
            ok, note, warning, problem

Exit codes
  0    no problem (there may be warnings)
  1    at least one problem

Examples
  ccc doctor
  ccc doctor --quick
  ccc doctor --json | jq '.findings[] | select(.level != "ok")'
`,
  `用法：ccc doctor [--quick] [--json]

检查 ccc 依赖的一切，凡有不妥之处都说明如何处理：Claude Code 及其版本、hook、
互相冲突的设置、谁能读取你的文件、供应商、终端、磁盘。

hook 是否有效是证明出来的，不是猜的：真正的客户端在临时文件夹里，用本机上脚本化
的 API 完成一轮受监督的工作。没有请求离开本机，不使用你的任何凭据，也不改动你的
任何东西。

选项
  --quick   省去上述来回
  --json    在 stdout 输出一个 JSON 文档：{ok, version, counts, findings}；
            每项是 {check, level, what, fix}，level 是
            ok、note、warning、problem 之一

退出码
  0    没有问题（可能有警告）
  1    至少有一个问题

示例
  ccc doctor
  ccc doctor --quick
  ccc doctor --json | jq '.findings[] | select(.level != "ok")'
`,
);
