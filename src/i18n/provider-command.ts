import type { KeySource } from '../providers/key-source.ts';
import { both } from './both.ts';

const list = (names: string[]) => names.join(', ');

export const providerCommandMessages = both(
  {
    whichProvider: 'which provider?',
    whichProviderFix: (subcommand: string, names: string[]) =>
      names.length > 0
        ? `Name one: ccc provider ${subcommand} ${names[0]} (configured: ${list(names)})`
        : 'None is configured; add one with: ccc provider add',
    whichQuestion: 'Which provider?',
    eitherNameOrNone: 'either a name or --none, not both',
    presetNotAdded: (name: string) => `It is a preset; add it first: ccc provider add ${name}`,

    noProviders: 'No provider is configured: Claude Code uses its own set-up. Add one: ccc provider add',
    current: 'current',
    noModel: 'no model set',
    key: (source: KeySource) => {
      switch (source.from) {
        case 'file':
          return 'key in ccc.json';
        case 'variable':
          return `key \${${source.variable}}${source.set ? '' : ', which is not set'}`;
        case 'command':
          return 'key from a command';
        case 'helper':
          return 'key from apiKeyHelper';
        case 'cloud':
          return "the cloud's login";
        case 'login':
          return 'your Claude login';
        case 'nowhere':
          return 'no key';
      }
    },
    presets: (asOf: string) => `Presets not added yet, as documented in ${asOf} (ccc provider add NAME):`,
    noPresetsLeft: 'Every preset has been added.',

    nowCurrent: (name: string) => `${name} is the current provider now.`,
    noneCurrent: 'No provider is current now: Claude Code starts with its own set-up.',
    removed: (name: string) => `${name} was removed.`,
    tightened: (path: string, mode: string) => `${path} could be read by others (mode ${mode}); it is 0600 now.`,
  },
  {
    whichProvider: '哪一个供应商？',
    whichProviderFix: (subcommand, names) =>
      names.length > 0
        ? `请写名字：ccc provider ${subcommand} ${names[0]}（已配置：${list(names)}）`
        : '还没有配置任何供应商；添加：ccc provider add',
    whichQuestion: '哪一个供应商？',
    eitherNameOrNone: '名字和 --none 只能二选一',
    presetNotAdded: (name) => `它是一个预设；请先添加：ccc provider add ${name}`,

    noProviders: '没有配置供应商：Claude Code 用它自己的设置。添加：ccc provider add',
    current: '当前',
    noModel: '没有设置模型',
    key: (source) => {
      switch (source.from) {
        case 'file':
          return '密钥在 ccc.json 里';
        case 'variable':
          return `密钥 \${${source.variable}}${source.set ? '' : '，但它没有设置'}`;
        case 'command':
          return '密钥来自命令';
        case 'helper':
          return '密钥来自 apiKeyHelper';
        case 'cloud':
          return '云平台自己的登录';
        case 'login':
          return '你的 Claude 登录';
        case 'nowhere':
          return '没有密钥';
      }
    },
    presets: (asOf) => `还没有添加的预设，依据 ${asOf} 的公开文档（ccc provider add 名字）：`,
    noPresetsLeft: '所有预设都已添加。',

    nowCurrent: (name) => `现在当前供应商是 ${name}。`,
    noneCurrent: '现在没有当前供应商：Claude Code 以它自己的设置启动。',
    removed: (name) => `已移除 ${name}。`,
    tightened: (path, mode) => `${path} 之前别人也能读（权限 ${mode}）；现在是 0600。`,
  },
);
