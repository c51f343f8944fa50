import type { JsonError } from '../platform/json/parse.ts';
import { both } from './both.ts';
import { jsonErrors } from './json-errors.ts';

export const providerMessages = both(
  {
    unknownProvider: (name: string) => `unknown provider ${JSON.stringify(name)}`,
    knownProviders: (names: string[], nearest: string | undefined): string =>
      [
        nearest && `Did you mean ${nearest}?`,
        names.length > 0 ? `Configured: ${names.join(', ')}.` : 'No provider is configured. Add one: ccc provider add',
      ]
        .filter(Boolean)
        .join(' '),
    presetNotAdded: (name: string) => `It is a preset; add it first: ccc provider add ${name}`,
    currentNotFound: (name: string) => `current_provider is ${JSON.stringify(name)}, but there is no such provider`,

    variableUnset: (provider: string, key: string, variable: string) =>
      `provider ${provider}: ${key} needs the variable ${variable}, which is not set`,
    variableUnsetFix: (variable: string) => `Set it: export ${variable}=…`,
    variableBad: (provider: string, key: string) =>
      `provider ${provider}: \${…} in ${key} is not the name of a variable`,
    variableBadFix: `Use letters, digits and _, for example \${KIMI_API_KEY}.`,
    noUrl: (provider: string) => `provider ${provider} has a key but no ANTHROPIC_BASE_URL`,
    noUrlFix: (provider: string) =>
      `Add it: ccc provider add ${provider} --url https://… (Anthropic: https://api.anthropic.com)`,
    badUrl: (provider: string) => `provider ${provider}: ANTHROPIC_BASE_URL is not a URL`,
    badUrlFix: 'Use a full URL that starts with https:// or http://',
    noKey: (provider: string) => `provider ${provider} has a URL but no key`,
    noKeyFix: (provider: string, variable: string) =>
      `Add one: ccc provider add ${provider} --key '\${${variable}}' (any word if the host needs none). Without a key, Claude Code would send your own login to that host.`,
    keyInvalid: (provider: string, key: string) =>
      `provider ${provider}: ${key} contains a character that keys do not have (a line break, a space at the end, …)`,
    keyInvalidFix: 'Copy the key again, without anything around it.',
    keyCommandFailed: (provider: string, key: string, how: string, stderr: string) =>
      `provider ${provider}: ${key} ${how}${stderr ? `: ${stderr}` : ''}`,
    keyCommandFix: 'Run the command yourself; it must print the key and nothing else.',
    keyCommandExit: (code: number | string) => `exited with ${code}`,
    keyCommandSlow: (seconds: number) => `did not finish within ${seconds} s`,
    keyCommandEmpty: 'printed nothing',
    keyCommandLines: 'printed more than one line',
  },
  {
    unknownProvider: (name) => `未知供应商 ${JSON.stringify(name)}`,
    knownProviders: (names, nearest) =>
      [
        nearest && `你是想用 ${nearest} 吗？`,
        names.length > 0 ? `已配置：${names.join('、')}。` : '还没有配置供应商。添加：ccc provider add',
      ]
        .filter(Boolean)
        .join(''),
    presetNotAdded: (name) => `它是一个预设；请先添加：ccc provider add ${name}`,
    currentNotFound: (name) => `current_provider 是 ${JSON.stringify(name)}，但没有这个供应商`,

    variableUnset: (provider, key, variable) => `供应商 ${provider}：${key} 需要变量 ${variable}，但它没有设置`,
    variableUnsetFix: (variable) => `请设置：export ${variable}=…`,
    variableBad: (provider, key) => `供应商 ${provider}：${key} 里的 \${…} 不是变量名`,
    variableBadFix: `请用字母、数字和 _，例如 \${KIMI_API_KEY}。`,
    noUrl: (provider) => `供应商 ${provider} 有密钥，但没有 ANTHROPIC_BASE_URL`,
    noUrlFix: (provider) =>
      `请加上：ccc provider add ${provider} --url https://…（Anthropic 官方：https://api.anthropic.com）`,
    badUrl: (provider) => `供应商 ${provider}：ANTHROPIC_BASE_URL 不是网址`,
    badUrlFix: '请写完整的网址，以 https:// 或 http:// 开头',
    noKey: (provider) => `供应商 ${provider} 有网址，但没有密钥`,
    noKeyFix: (provider, variable) =>
      `请加上：ccc provider add ${provider} --key '\${${variable}}'（服务不需要密钥时，任意写一个词）。没有密钥，Claude Code 会把你自己的登录凭据发到那里。`,
    keyInvalid: (provider, key) => `供应商 ${provider}：${key} 里有密钥中不会出现的字符（换行、末尾空格等）`,
    keyInvalidFix: '请重新复制密钥，前后不要带别的内容。',
    keyCommandFailed: (provider, key, how, stderr) => `供应商 ${provider}：${key} ${how}${stderr ? `：${stderr}` : ''}`,
    keyCommandFix: '请自己运行这条命令看看；它必须只打印密钥。',
    keyCommandExit: (code) => `以 ${code} 退出`,
    keyCommandSlow: (seconds) => `在 ${seconds} 秒内没有结束`,
    keyCommandEmpty: '没有打印任何内容',
    keyCommandLines: '打印了不止一行',
  },
);

/** Errors about Claude Code's own settings.json. */
export const claudeSettingsMessages = both(
  {
    unreadable: (path: string, code: string) => `cannot read ${path} (${code})`,
    unreadableFix: 'Check its permissions.',
    broken: (path: string, { line, column, code }: JsonError) => `${path}:${line}:${column}: ${jsonErrors.en[code]}`,
    brokenFix: 'Correct the file first.',
  },
  {
    unreadable: (path, code) => `无法读取 ${path}（${code}）`,
    unreadableFix: '请检查它的权限。',
    broken: (path, { line, column, code }) => `${path}:${line}:${column}：${jsonErrors.zh[code]}`,
    brokenFix: '请先改正这个文件。',
  },
);
