import { both } from './both.ts';

const list = (names: string[]) => names.join(', ');

/** `ccc provider list`, `show`, `use` and `remove`. */
export const providerCommandMessages = both(
  {
    whichProvider: 'missing name of a provider',
    whichProviderFix: (subcommand: string, names: string[]) =>
      names.length > 0
        ? `For example: ccc provider ${subcommand} ${names[0]} (configured: ${list(names)})`
        : 'No provider is configured. Add one: ccc provider add',
    whichQuestion: 'Which provider?',
    eitherNameOrNone: 'a name and --none cannot be used together',

    noProviders: 'No provider is configured: Claude Code uses your own login and settings. Add one: ccc provider add',
    current: 'current',
    noModel: 'no model set',
    key: {
      file: 'key in ccc.json',
      variable: (name: string, isSet: boolean) => `key from \${${name}}${isSet ? '' : ' (not set)'}`,
      command: 'key from a command',
      helper: 'key from apiKeyHelper',
      cloud: "the cloud's own login",
      login: 'your Claude login',
      nowhere: 'no key',
    },
    presets: (asOf: string) => `Presets not added yet, as documented in ${asOf} (ccc provider add NAME):`,
    noPresetsLeft: 'All presets have been added.',

    nowCurrent: (name: string) => `${name} is now the current provider.`,
    noneCurrent: 'No provider is current: Claude Code starts with your own login and settings.',
    removed: (name: string) => `Removed ${name}.`,
    tightened: (path: string, mode: string) => `${path} was readable by others (mode ${mode}); changed to 0600.`,
  },
  {
    whichProvider: '缺少供应商的名字',
    whichProviderFix: (subcommand, names) =>
      names.length > 0
        ? `例如：ccc provider ${subcommand} ${names[0]}（已配置：${list(names)}）`
        : '还没有配置供应商。添加：ccc provider add',
    whichQuestion: '哪个供应商？',
    eitherNameOrNone: '名字和 --none 不能同时使用',

    noProviders: '还没有配置供应商：Claude Code 使用你自己的登录和设置。添加：ccc provider add',
    current: '当前',
    noModel: '没有设置模型',
    key: {
      file: '密钥在 ccc.json 里',
      variable: (name, isSet) => `密钥来自 \${${name}}${isSet ? '' : '（没有设置）'}`,
      command: '密钥来自命令',
      helper: '密钥来自 apiKeyHelper',
      cloud: '云平台自己的登录',
      login: '你的 Claude 登录',
      nowhere: '没有密钥',
    },
    presets: (asOf) => `还没有添加的预设，依据 ${asOf} 的公开文档（ccc provider add 名字）：`,
    noPresetsLeft: '所有预设都已添加。',

    nowCurrent: (name) => `当前供应商已设为 ${name}。`,
    noneCurrent: '没有当前供应商：Claude Code 以你自己的登录和设置启动。',
    removed: (name) => `已移除 ${name}。`,
    tightened: (path, mode) => `${path} 原来其他用户也能读（权限 ${mode}），已改为 0600。`,
  },
);
