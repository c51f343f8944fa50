import { both } from './both.ts';

export const reviewHelp = both(
  `Usage: ccc review [--session ID | --last] [--event EVENT] [--prompt FILE]
                  [--context KIND] [--provider NAME] [--model NAME] [--json]

Reviews a session by hand, as the hook would when the agent wants to stop: the
checks run (no earlier result is reused), the facts are gathered, a reviewer
judges. Prints facts, verdict and cost. It costs what a review costs. Changes no
state: no round is counted, nothing goes into the journal.

  --last            the latest session of this folder (the default)
  --session ID      this one, of any folder; its first characters are enough
  --event EVENT     Stop (the default), SubagentStop, or a file with the event as
                    Claude Code sends it to a hook; - reads it from stdin
  --prompt FILE     instead of your SUPERVISOR.md: to try out a prompt
  --context KIND    fork: the whole session; evidence: the facts and the files;
                    auto: the session if it is short
  --provider NAME   review with this provider; default: supervisor.provider,
                    else the current one
  --model NAME      review with this model
  --json            one document for programs

Exit codes
  0    it may stop
  3    it is sent back, by a check or by the reviewer
  1    no verdict could be had
  2    wrong usage
  130  interrupted

Examples
  ccc review
  ccc review --prompt stricter.md --context evidence
  claude -p "make the tests pass" && ccc review --last --json > review.json
`,
  `用法：ccc review [--session ID | --last] [--event 事件] [--prompt 文件]
                [--context 种类] [--provider 名字] [--model 名字] [--json]

手动审查一个会话，与代理想停止时 hook 所做的一样：运行检查（不沿用
以前的结果），收集事实，由审查者判断。打印事实、结论和费用；费用与一次审查相同。
不改变任何状态：不计轮数，不写日志。

  --last            本文件夹最近的会话（默认）
  --session ID      指定会话，不限文件夹；写开头几个字符即可
  --event 事件      Stop（默认）、SubagentStop，或一个文件，内容与 Claude Code 发
                    给 hook 的事件相同；- 表示从 stdin 读取
  --prompt 文件     代替你的 SUPERVISOR.md：用来试验提示词
  --context 种类    fork：整个会话；evidence：事实和文件；auto：会话短时用
                    整个会话
  --provider 名字   用这个供应商审查；默认为 supervisor.provider，否则为当前的
  --model 名字      用这个模型审查
  --json            一个供程序读取的文档

退出码
  0    可以停止
  3    退回，由检查或审查者决定
  1    没有得到结论
  2    用法不对
  130  被中断

例子
  ccc review
  ccc review --prompt stricter.md --context evidence
  claude -p "make the tests pass" && ccc review --last --json > review.json
`,
);
