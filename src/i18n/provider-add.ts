import { both } from './both.ts';

export const providerAddMessages = both(
  {
    badName: (name: string) => `${JSON.stringify(name)} cannot be the name of a provider`,
    badNameFix: 'Use letters, digits, ".", "_" and "-", at most 64, not starting with "-" or ".".',
    unknownPreset: (name: string) => `unknown preset ${JSON.stringify(name)}`,
    knownPresets: (names: string[], nearest: string | undefined) =>
      `${nearest ? `Did you mean ${nearest}? ` : ''}Presets: ${names.join(', ')}.`,
    badUrl: '--url is not a URL',
    badUrlFix: 'Use a full URL that starts with https:// or http://',
    emptyKey: 'the key is empty',
    emptyKeyFix: `To refer to a variable, keep the shell from expanding it: --key '\${KIMI_API_KEY}'`,
    bareVariable: 'the key is a variable without braces and would be sent as it is',
    bareVariableFix: (name: string) => `Write: --key '\${${name}}'`,
    invalidKey: 'the key contains a character that keys do not have (a line break, a space, …)',
    invalidKeyFix: 'Pass only the key, on one line.',
    stdinUnread: (why: string) => `cannot read the key from stdin: ${why}`,
    stdinTerminal: '--key-stdin: stdin is a terminal, where the key would be visible',
    stdinUnreadFix:
      'Pipe the key and close stdin: ccc provider add NAME --key-stdin <key.txt (on a terminal, omit --key-stdin to be asked)',
    badEnv: '--env needs NAME=VALUE',
    badEnvFix: 'Write: --env NAME=VALUE, with letters, digits and _ in the name.',
    empty: (flag: string) => `${flag} is empty`,
    emptyFix: 'Give it a value, or omit it.',

    noName: 'missing name of the provider',
    noNameFix: `Use the name of a preset or one of your own: ccc provider add kimi --key '\${KIMI_API_KEY}' (see: ccc provider list --presets). On a terminal, ccc provider add asks for everything.`,
    missing: (name: string, what: ('url' | 'key')[]) =>
      `provider ${name} needs ${what.map((one) => ({ url: 'a URL', key: 'a key' })[one]).join(' and ')}`,
    missingFix: (flags: string[]) => `Add ${flags.join(' and ')}.`,
    keyFlags: (variable: string) => `--key '\${${variable}}' (or --key-command COMMAND, or --key-stdin)`,
    urlFlags: '--url https://… (or --preset NAME)',
    nothing: (name: string) => `provider ${name} exists already, and there is nothing to change`,
    nothingFix: 'Say what to change: --url, --key, --key-command, --key-stdin, --model, --small-model, --env or --use.',
    onlyWithUseAndJson: '--from-settings imports everything; only --use and --json can be added',

    added: (name: string, path: string) => `Added ${name} to ${path}.`,
    updated: (name: string, path: string) => `Changed ${name} in ${path}.`,
    startIt: (name: string) => `Check it: ccc validate ${name}   Start it: ccc ${name}`,
    nameIsCommand: (name: string, whose: 'ccc' | 'claude') =>
      `${name} is also a command of ${whose}: start this provider with ccc --provider ${name}`,
    variableUnset: (variable: string) => `${variable} is not set yet: export ${variable}=…`,
    noModel: (name: string) =>
      `No model is set, so Claude Code will ask for one of Anthropic's. To set one: ccc provider add ${name} --model MODEL`,
    keyInFile: (name: string, variable: string, inArguments: boolean) =>
      `The key is stored in ccc.json, which only you can read${inArguments ? ', and may be in the history of your shell' : ''}. To avoid that: ccc provider add ${name} --key '\${${variable}}' or --key-command COMMAND`,
  },
  {
    badName: (name) => `${JSON.stringify(name)} 不能用作供应商的名字`,
    badNameFix: '请用字母、数字、"."、"_" 和 "-"，最多 64 个字符，不能以 "-" 或 "." 开头。',
    unknownPreset: (name) => `未知预设 ${JSON.stringify(name)}`,
    knownPresets: (names, nearest) => `${nearest ? `你是想用 ${nearest} 吗？` : ''}预设：${names.join(', ')}。`,
    badUrl: '--url 不是网址',
    badUrlFix: '请写完整的网址，以 https:// 或 http:// 开头',
    emptyKey: '密钥为空',
    emptyKeyFix: `要引用变量，请不要让 shell 展开它：--key '\${KIMI_API_KEY}'`,
    bareVariable: '密钥是没有花括号的变量，会被原样发送',
    bareVariableFix: (name) => `请写：--key '\${${name}}'`,
    invalidKey: '密钥里有密钥中不会出现的字符（换行、空格等）',
    invalidKeyFix: '请只传密钥本身，写在一行里。',
    stdinUnread: (why) => `无法从 stdin 读取密钥：${why}`,
    stdinTerminal: '--key-stdin：stdin 是终端，密钥会显示出来',
    stdinUnreadFix:
      '请用管道传入密钥并关闭 stdin：ccc provider add 名字 --key-stdin <key.txt（在终端里不写 --key-stdin 就会询问）',
    badEnv: '--env 需要 名=值',
    badEnvFix: '请写：--env 名=值，名字由字母、数字和 _ 组成。',
    empty: (flag) => `${flag} 为空`,
    emptyFix: '请给一个值，或者不写它。',

    noName: '缺少供应商的名字',
    noNameFix: `请写预设的名字或自定的名字：ccc provider add kimi --key '\${KIMI_API_KEY}'（参见：ccc provider list --presets）。在终端里，ccc provider add 会逐项询问。`,
    missing: (name, what) =>
      `供应商 ${name} 还需要${what.map((one) => ({ url: '网址', key: '密钥' })[one]).join('和')}`,
    missingFix: (flags) => `请加上 ${flags.join('；')}。`,
    keyFlags: (variable) => `--key '\${${variable}}'（或 --key-command 命令，或 --key-stdin）`,
    urlFlags: '--url https://…（或 --preset 预设）',
    nothing: (name) => `供应商 ${name} 已经存在，没有要修改的内容`,
    nothingFix: '请写明要改什么：--url、--key、--key-command、--key-stdin、--model、--small-model、--env 或 --use。',
    onlyWithUseAndJson: '--from-settings 会导入全部内容；只能再加 --use 和 --json',

    added: (name, path) => `已把 ${name} 加入 ${path}。`,
    updated: (name, path) => `已修改 ${path} 里的 ${name}。`,
    startIt: (name) => `检查：ccc validate ${name}   启动：ccc ${name}`,
    nameIsCommand: (name, whose) => `${name} 也是 ${whose} 的命令：请用 ccc --provider ${name} 启动这个供应商`,
    variableUnset: (variable) => `${variable} 还没有设置：export ${variable}=…`,
    noModel: (name) => `没有设置模型，Claude Code 会请求 Anthropic 的模型。设置：ccc provider add ${name} --model 模型`,
    keyInFile: (name, variable, inArguments) =>
      `密钥保存在 ccc.json 里，只有你能读${inArguments ? '，也可能留在 shell 的历史里' : ''}。要避免这样：ccc provider add ${name} --key '\${${variable}}' 或 --key-command 命令`,
  },
);
