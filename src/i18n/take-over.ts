import { both } from './both.ts';

export const takeOverMessages = both(
  {
    yes: 'Yes',
    no: 'No, and do not ask again',
    question: (host: string | undefined, settings: string, config: string) =>
      `${settings} sets up ${host ?? 'an API key'} for Claude Code. Make it the provider "default" of ccc?\nIts variables, the key among them, are copied to ${config}, which only you can read; settings.json stays as it is.`,
    done: (name: string, config: string) => `ccc: ${config} has the provider ${name} now; it is the current one.`,
    notNoted: (path: string, code: string) => `could not note that you were asked: ${path} (${code})`,
    nothing: (path: string) => `${path} has no provider in its "env": neither ANTHROPIC_BASE_URL nor a key`,
    nothingFix: 'Add a provider by its name: ccc provider add',
  },
  {
    yes: '是',
    no: '否，不要再问',
    question: (host, settings, config) =>
      `${settings} 为 Claude Code 设置了 ${host ?? 'API 密钥'}。要把它作为 ccc 的供应商 “default” 吗？\n它的变量（包括密钥）会复制到 ${config}，只有你能读；settings.json 保持不变。`,
    done: (name, config) => `ccc：${config} 里现在有供应商 ${name}，并且是当前的。`,
    notNoted: (path, code) => `没能记下已经问过：${path}（${code}）`,
    nothing: (path) => `${path} 的 "env" 里没有供应商：既没有 ANTHROPIC_BASE_URL，也没有密钥`,
    nothingFix: '请按名字添加供应商：ccc provider add',
  },
);
