import { both } from './both.ts';

/** Making a provider of what Claude Code's settings.json sets. */
export const importSettingsMessages = both(
  {
    yes: 'Yes',
    no: 'No, and do not ask again',
    question: (host: string | undefined, settings: string, config: string) =>
      `${settings} sets up ${host ?? 'an API key'} for Claude Code. Add it to ccc as the provider "default"?\nIts variables, including the key, are copied to ${config}, which only you can read. settings.json stays unchanged.`,
    done: (name: string, config: string) => `ccc: added the provider ${name} to ${config} and made it the current one.`,
    answerNotSaved: (path: string, code: string) => `could not save your answer: ${path} (${code})`,
    nothing: (path: string) => `${path} has no provider in its "env": neither ANTHROPIC_BASE_URL nor a key`,
    nothingFix: 'Add a provider by name: ccc provider add',
  },
  {
    yes: '是',
    no: '否，不要再问',
    question: (host, settings, config) =>
      `${settings} 为 Claude Code 设置了 ${host ?? 'API 密钥'}。要把它加为 ccc 的供应商“default”吗？\n其中的变量（包括密钥）会复制到 ${config}，只有你能读。settings.json 不会改动。`,
    done: (name, config) => `ccc：已把供应商 ${name} 加入 ${config}，并设为当前供应商。`,
    answerNotSaved: (path, code) => `没能保存你的选择：${path}（${code}）`,
    nothing: (path) => `${path} 的 "env" 里没有供应商：既没有 ANTHROPIC_BASE_URL，也没有密钥`,
    nothingFix: '请按名字添加供应商：ccc provider add',
  },
);
