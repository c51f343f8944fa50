import { both } from './both.ts';

export const validateHelp = both(
  `Usage: ccc validate [PROVIDER…] [--all] [--json]

Checks providers: URL, key and model, then one tiny real request to each, all
at the same time (at most 20 s). Without a name the current provider, or your
own set-up if there is none. The request asks for a single token.

  --all     every provider in ccc.json
  --json    one JSON document on stdout

Exit codes
  0    everything that could be checked works
  1    something does not
  130  interrupted

Examples
  ccc validate
  ccc validate kimi glm
  ccc validate --all --json
`,
  `用法：ccc validate [供应商…] [--all] [--json]

检查供应商：网址、密钥和模型，再向每一个同时发出一个很小的真实请求
（最多 20 秒）。不写名字则检查当前供应商；没有的话检查你自己的设置。
请求只要一个 token。

  --all     ccc.json 里的每一个供应商
  --json    在标准输出打印一份 JSON

退出码
  0    能检查的都正常
  1    有不正常的
  130  被中断

例子
  ccc validate
  ccc validate kimi glm
  ccc validate --all --json
`,
);
