import { both } from './both.ts';

export const providerAddMessages = both(
  {
    badName: (name: string) => `${JSON.stringify(name)} cannot be the name of a provider`,
    badNameFix: 'Use letters, digits, ".", "_" and "-", at most 64, not starting with "-" or ".".',
    unknownPreset: (name: string) => `there is no preset ${JSON.stringify(name)}`,
    knownPresets: (names: string[], nearest: string | undefined) =>
      `${nearest ? `Did you mean ${nearest}? ` : ''}Presets: ${names.join(', ')}.`,
    badUrl: '--url is not a URL',
    badUrlFix: 'Write a full one that begins with https:// or http://',
    emptyKey: 'the key is empty',
    emptyKeyFix: `If it was to be a reference, keep the shell from filling it in: --key '\${MY_KEY}'`,
    bareVariable: 'the key is a variable without braces; it would be sent as it is',
    bareVariableFix: (name: string) => `Write: --key '\${${name}}'`,
    oddKey: 'the key has a character in it that no key has (a line break, a space, …)',
    oddKeyFix: 'Give the key alone, in one line.',
    stdinUnread: (why: string) => `the key could not be read: ${why}`,
    stdinTerminal: '--key-stdin, but stdin is a terminal, where the key would be seen',
    stdinUnreadFix:
      'Send it and close stdin: ccc provider add NAME --key-stdin <key.txt (on a terminal, leave --key-stdin out to be asked)',
    badEnv: '--env was given something that is not NAME=VALUE',
    badEnvFix: 'Write: --env NAME=VALUE, where the name is of letters, digits and _.',
    empty: (flag: string) => `${flag} is empty`,
    emptyFix: 'Give it a value, or leave it out.',

    noName: 'no name was given',
    noNameFix: `Give a preset's name or one of your own: ccc provider add kimi --key '\${KIMI_API_KEY}' (see: ccc provider list --presets). On a terminal, ccc provider add asks.`,
    missing: (name: string, what: ('url' | 'key')[]) =>
      `provider ${name} needs ${what.map((one) => ({ url: 'a URL', key: 'a key' })[one]).join(' and ')}`,
    missingFix: (flags: string[]) => `Give ${flags.join(' and ')}.`,
    keyFlags: `--key '\${MY_KEY}' (or --key-command CMD, or --key-stdin)`,
    urlFlags: '--url https://… (or --preset NAME)',
    nothing: (name: string) => `provider ${name} is there already, and nothing to change was given`,
    nothingFix:
      'Give what is to change: --url, --key, --key-command, --key-stdin, --model, --small-model, --env or --use.',
    settingsAlone: '--from-settings takes everything from settings.json; only --use and --json go with it',

    added: (name: string, path: string) => `${name} was added to ${path}.`,
    updated: (name: string, path: string) => `${name} was changed in ${path}.`,
    startIt: (name: string) => `Check it: ccc validate ${name}   Start it: ccc ${name}`,
    startTaken: (name: string, whose: 'ccc' | 'claude') =>
      `${name} is also a command of ${whose}: start this provider with ccc --provider ${name}`,
    variableUnset: (variable: string) => `${variable} is not set yet: export ${variable}=…`,
    noModel: (name: string) =>
      `No model is set, so the client will ask for one of Anthropic's. To set it: ccc provider add ${name} --model MODEL`,
    keyInFile: (name: string, inArguments: boolean) =>
      `The key is in ccc.json now, which only you can read${inArguments ? ", and maybe in your shell's history" : ''}. To keep it out: ccc provider add ${name} --key '\${MY_KEY}' or --key-command CMD`,
  },
  {
    badName: (name) => `${JSON.stringify(name)} 不能作供应商的名字`,
    badNameFix: '请用字母、数字、"."、"_" 和 "-"，最多 64 个，不以 "-" 或 "." 开头。',
    unknownPreset: (name) => `没有名为 ${JSON.stringify(name)} 的预设`,
    knownPresets: (names, nearest) => `${nearest ? `你是想用 ${nearest} 吗？` : ''}预设有：${names.join(', ')}。`,
    badUrl: '--url 不是网址',
    badUrlFix: '请写完整网址，以 https:// 或 http:// 开头',
    emptyKey: '密钥是空的',
    emptyKeyFix: `若要写引用，请不要让 shell 先替换：--key '\${MY_KEY}'`,
    bareVariable: '密钥是没有花括号的变量，会被原样发出去',
    bareVariableFix: (name) => `请写：--key '\${${name}}'`,
    oddKey: '密钥里有密钥不会有的字符（换行、空格等）',
    oddKeyFix: '请只给密钥本身，一行。',
    stdinUnread: (why) => `没能读到密钥：${why}`,
    stdinTerminal: '--key-stdin，但标准输入是终端，密钥会被看到',
    stdinUnreadFix:
      '请送入密钥并关闭标准输入：ccc provider add 名字 --key-stdin <key.txt（在终端里不写 --key-stdin 就会询问）',
    badEnv: '--env 后面不是 名=值',
    badEnvFix: '请写：--env 名=值，名字由字母、数字和 _ 组成。',
    empty: (flag) => `${flag} 是空的`,
    emptyFix: '请给一个值，或者不写它。',

    noName: '没有给出名字',
    noNameFix: `请写预设的名字或自己取名：ccc provider add kimi --key '\${KIMI_API_KEY}'（请看：ccc provider list --presets）。在终端里，ccc provider add 会逐项询问。`,
    missing: (name, what) =>
      `供应商 ${name} 还需要${what.map((one) => ({ url: '网址', key: '密钥' })[one]).join('和')}`,
    missingFix: (flags) => `请给出 ${flags.join('；')}。`,
    keyFlags: `--key '\${MY_KEY}'（或 --key-command 命令，或 --key-stdin）`,
    urlFlags: '--url https://…（或 --preset 预设）',
    nothing: (name) => `供应商 ${name} 已经有了，也没有给出要改什么`,
    nothingFix: '请给出要改的：--url、--key、--key-command、--key-stdin、--model、--small-model、--env 或 --use。',
    settingsAlone: '--from-settings 的一切都取自 settings.json；只能再加 --use 和 --json',

    added: (name, path) => `已把 ${name} 加入 ${path}。`,
    updated: (name, path) => `已修改 ${path} 里的 ${name}。`,
    startIt: (name) => `检查：ccc validate ${name}   启动：ccc ${name}`,
    startTaken: (name, whose) => `${name} 也是 ${whose} 的命令：请用 ccc --provider ${name} 启动这个供应商`,
    variableUnset: (variable) => `${variable} 还没有设置：export ${variable}=…`,
    noModel: (name) => `没有设置模型，客户端会去要 Anthropic 的模型。设置：ccc provider add ${name} --model 模型`,
    keyInFile: (name, inArguments) =>
      `密钥现在在 ccc.json 里，只有你能读${inArguments ? '，也许还在 shell 的历史里' : ''}。不想这样：ccc provider add ${name} --key '\${MY_KEY}' 或 --key-command 命令`,
  },
);
