import { both } from './both.ts';

export const providerHelp = both(
  `Usage: ccc provider [list|add|remove|use|show] …

Services that speak the Anthropic API, kept in ccc.json. Start one with
\`ccc NAME\`; the current one is used when no name is given.

  ccc provider list [--presets]     which there are; --presets: which could be
  ccc provider add [NAME] [flags]   add one, or change one that is there;
                                    without flags, on a terminal: asks
  ccc provider show NAME            its variables, secrets masked
  ccc provider use NAME | --none    make it the current one, or none
  ccc provider remove NAME

Flags of add
  --preset PRESET      a well-known service, if NAME is not its preset's name
  --url URL            ANTHROPIC_BASE_URL
  --key KEY            the key, or better a reference to it: '\${MY_KEY}'
  --key-command CMD    a command that prints the key when it is needed
  --key-stdin          read the key from stdin
  --model MODEL        the model, for every size that has none of its own
  --small-model MODEL  the small model for background work
  --env NAME=VALUE     any other variable; can be repeated
  --use                also make it the current one
  --from-settings      take over \`env\` of Claude Code's settings.json, as
                       the provider "default" if no NAME is given

Of every subcommand
  --json               for programs

Examples
  ccc provider add
  ccc provider add kimi --key '\${KIMI_API_KEY}' --use
  ccc provider add work --preset glm --key-command 'pass show glm'
  ccc provider add mine --url https://llm.example.com --key-stdin <key.txt
  ccc provider use --none
`,
  `用法：ccc provider [list|add|remove|use|show] …

兼容 Anthropic API 的服务，保存在 ccc.json 里。用 \`ccc 名字\` 启动；
不写名字时用当前的那一个。

  ccc provider list [--presets]      已有哪些；--presets：还可以加哪些
  ccc provider add [名字] [选项]     添加，或修改已有的；
                                     在终端里不带选项则逐项询问
  ccc provider show 名字             它的变量，密钥已遮住
  ccc provider use 名字 | --none     设为当前，或不设当前
  ccc provider remove 名字

add 的选项
  --preset 预设        知名服务的预设，当名字不是预设名时使用
  --url 网址           ANTHROPIC_BASE_URL
  --key 密钥           密钥，最好写引用：'\${MY_KEY}'
  --key-command 命令   需要密钥时运行、打印密钥的命令
  --key-stdin          从标准输入读密钥
  --model 模型         模型；没有单独设置的各档都用它
  --small-model 模型   后台工作用的小模型
  --env 名=值          其他变量，可重复
  --use                同时设为当前
  --from-settings      接管 Claude Code 的 settings.json 里的 \`env\`；
                       不写名字则名为 default

每个子命令都有
  --json               供程序读取

例子
  ccc provider add
  ccc provider add kimi --key '\${KIMI_API_KEY}' --use
  ccc provider add work --preset glm --key-command 'pass show glm'
  ccc provider add mine --url https://llm.example.com --key-stdin <key.txt
  ccc provider use --none
`,
);
