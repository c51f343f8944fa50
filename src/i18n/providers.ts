import { both } from './both.ts';

const en = {
  unknownProvider: (name: string) => `there is no provider ${JSON.stringify(name)}`,
  knownProviders: (names: string[], nearest: string | undefined) =>
    [
      nearest && `Did you mean ${nearest}?`,
      names.length > 0 ? `Configured: ${names.join(', ')}.` : 'None is configured; add one with: ccc provider add',
    ]
      .filter(Boolean)
      .join(' '),
  currentGone: (name: string) => `current_provider is ${JSON.stringify(name)}, which is not among the providers`,

  variableUnset: (provider: string, key: string, variable: string) =>
    `provider ${provider}: ${key} needs the variable ${variable}, which is not set`,
  variableUnsetFix: (variable: string) => `Set it first: export ${variable}=…`,
  variableBad: (provider: string, key: string) =>
    `provider ${provider}: between the braces of \${…} in ${key} is not the name of a variable`,
  variableBadFix: `Write a name of letters, digits and _, such as \${MY_KEY}.`,
  noUrl: (provider: string) => `provider ${provider} has a key but no ANTHROPIC_BASE_URL`,
  noUrlFix: (provider: string) =>
    `Add it: ccc provider add ${provider} --url https://… (Anthropic's own is https://api.anthropic.com)`,
  badUrl: (provider: string) => `provider ${provider}: ANTHROPIC_BASE_URL is not a URL`,
  badUrlFix: 'Write a full one that begins with https:// or http://',
  noKey: (provider: string) => `provider ${provider} has a URL but no key`,
  noKeyFix: (provider: string) =>
    `Add one: ccc provider add ${provider} --key '\${MY_KEY}' (if the host wants none, any word will do). Without it your own login would be sent there.`,
  keyUnsendable: (provider: string, key: string) =>
    `provider ${provider}: ${key} has a character in it that no key has (a line break, a space at the end, …)`,
  keyUnsendableFix: 'Copy the key anew, alone.',
  keyCommandFailed: (provider: string, key: string, how: string, said: string) =>
    `provider ${provider}: ${key} ${how}${said ? `: ${said}` : ''}`,
  keyCommandFix: 'Run the command yourself and see; it must print the key and nothing else.',
  keyCommandExit: (code: number | string) => `ended with ${code}`,
  keyCommandSlow: (seconds: number) => `did not end within ${seconds} s`,
  keyCommandEmpty: 'printed nothing',
  keyCommandLines: 'printed more than one line',
};

export type ProviderMessages = typeof en;

export const providerMessages = both(en, {
  unknownProvider: (name) => `没有名为 ${JSON.stringify(name)} 的供应商`,
  knownProviders: (names, nearest) =>
    [
      nearest && `你是想用 ${nearest} 吗？`,
      names.length > 0 ? `已配置：${names.join('、')}。` : '还没有配置任何供应商；添加：ccc provider add',
    ]
      .filter(Boolean)
      .join(''),
  currentGone: (name) => `current_provider 是 ${JSON.stringify(name)}，但供应商里没有它`,

  variableUnset: (provider, key, variable) => `供应商 ${provider}：${key} 需要变量 ${variable}，但它没有设置`,
  variableUnsetFix: (variable) => `请先设置：export ${variable}=…`,
  variableBad: (provider, key) => `供应商 ${provider}：${key} 里 \${…} 的花括号中不是变量名`,
  variableBadFix: `请写由字母、数字和 _ 组成的名字，例如 \${MY_KEY}。`,
  noUrl: (provider) => `供应商 ${provider} 有密钥，但没有 ANTHROPIC_BASE_URL`,
  noUrlFix: (provider) =>
    `请加上：ccc provider add ${provider} --url https://…（Anthropic 官方是 https://api.anthropic.com）`,
  badUrl: (provider) => `供应商 ${provider}：ANTHROPIC_BASE_URL 不是网址`,
  badUrlFix: '请写完整网址，以 https:// 或 http:// 开头',
  noKey: (provider) => `供应商 ${provider} 有网址，但没有密钥`,
  noKeyFix: (provider) =>
    `请加上：ccc provider add ${provider} --key '\${MY_KEY}'（若对方不需要，随便写一个词）。没有它，你自己的登录凭据会被发到那里。`,
  keyUnsendable: (provider, key) => `供应商 ${provider}：${key} 里有密钥不会有的字符（换行、末尾空格等）`,
  keyUnsendableFix: '请重新复制密钥，只复制密钥本身。',
  keyCommandFailed: (provider, key, how, said) => `供应商 ${provider}：${key} ${how}${said ? `：${said}` : ''}`,
  keyCommandFix: '请自己运行该命令看看；它必须只打印密钥。',
  keyCommandExit: (code) => `以 ${code} 结束`,
  keyCommandSlow: (seconds) => `在 ${seconds} 秒内没有结束`,
  keyCommandEmpty: '什么也没有打印',
  keyCommandLines: '打印了不止一行',
});
