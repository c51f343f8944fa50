import { declare } from '../../command-line/declaration.ts';
import { both } from '../../i18n/both.ts';
import { PRESETS } from '../../providers/presets.ts';
import { json } from './options.ts';

const presets = PRESETS.map(({ name }) => name);

const name = { placeholder: both('NAME', '名字'), suggestions: 'provider' } as const;

export const providerList = declare({
  name: 'list',
  summary: both('List the configured providers', '列出已配置的供应商'),
  options: { presets: { help: both('Also list the presets you can add', '同时列出可以添加的预设') }, json },
  examples: ['ccc provider list --presets'],
});

export const providerAdd = declare({
  name: 'add',
  summary: both('Add a provider or change one', '添加或修改供应商'),
  details: both(
    'Asks for everything if no option is given, and for what is missing otherwise; without a terminal, the options must be complete.',
    '不带选项时逐项询问，否则只问缺少的部分；没有终端时，选项必须写全。',
  ),
  arguments: {
    name: {
      placeholder: both('NAME', '名字'),
      suggestions: presets,
      help: both("A preset's name, or a name of your own", '预设的名字，或自定的名字'),
    },
  },
  secretArgumentFix: both(
    'Give one name; a key is given with --key, --key-command or --key-stdin.',
    '请只写一个名字；密钥用 --key、--key-command 或 --key-stdin 给出。',
  ),
  options: {
    preset: {
      placeholder: both('PRESET', '预设'),
      suggestions: presets,
      help: both("Start from this preset, if NAME is not a preset's", '使用这个预设（当名字不是预设名时）'),
    },
    url: {
      placeholder: both('URL', '网址'),
      help: both('Base URL (ANTHROPIC_BASE_URL)', '网址（ANTHROPIC_BASE_URL）'),
    },
    key: {
      placeholder: both('KEY', '密钥'),
      help: both(
        "The key, or better a reference to a variable: '${KIMI_API_KEY}'",
        "密钥，最好引用变量：'${KIMI_API_KEY}'",
      ),
    },
    keyCommand: {
      placeholder: both('COMMAND', '命令'),
      help: both('A command that prints the key when it is needed', '需要密钥时运行、打印密钥的命令'),
    },
    keyStdin: { help: both('Read the key from stdin', '从 stdin 读取密钥') },
    model: {
      placeholder: both('MODEL', '模型'),
      help: both(
        'The model; also used as opus, sonnet and haiku unless these are set',
        '模型；没有另外设置时，opus、sonnet 和 haiku 也用它',
      ),
    },
    smallModel: {
      placeholder: both('MODEL', '模型'),
      help: both('The small model for background work', '后台工作用的小模型'),
    },
    env: {
      placeholder: both('NAME=VALUE', '名=值'),
      repeated: true,
      help: both('Any other variable; can be repeated', '其他变量，可重复'),
    },
    use: { help: both('Also make it the current provider', '同时设为当前供应商') },
    fromSettings: {
      help: both(
        "Import `env` of Claude Code's settings.json (default NAME: default)",
        '导入 Claude Code 的 settings.json 里的 `env`（不写名字则名为 default）',
      ),
    },
    json,
  },
  exclusive: [['key', 'keyCommand', 'keyStdin']],
  examples: [
    'ccc provider add',
    "ccc provider add kimi --key '${KIMI_API_KEY}' --use",
    "ccc provider add work --preset glm --key-command 'pass show glm'",
    'ccc provider add mine --url https://llm.example.com --key-stdin <key.txt',
  ],
  seeAlso: ['validate'],
});

export const providerRemove = declare({
  name: 'remove',
  synonyms: ['rm', 'delete', 'del'],
  summary: both('Remove a provider', '删除供应商'),
  arguments: { name: { ...name, help: both('The provider to remove', '要删除的供应商') } },
  options: { json },
});

export const providerUse = declare({
  name: 'use',
  summary: both('Make a provider the current one', '设为当前供应商'),
  arguments: { name: { ...name, help: both('The provider to use', '要使用的供应商') } },
  options: {
    none: { help: both('Use no provider, but your own login and settings', '不用供应商，用你自己的登录和设置') },
    json,
  },
  examples: ['ccc provider use kimi', 'ccc provider use --none'],
});

export const providerShow = declare({
  name: 'show',
  summary: both('Show a provider, with secrets masked', '显示一个供应商，密钥已遮住'),
  arguments: { name: { ...name, help: both('The provider to show', '要显示的供应商') } },
  options: { json },
});

export const provider = declare({
  name: 'provider',
  summary: both('List, add, remove, use and show providers', '列出、添加、删除、使用和显示供应商'),
  details: both(
    'Services that speak the Anthropic API, kept in ccc.json. Start one with `ccc NAME`; without a name the current one is used.',
    '兼容 Anthropic API 的服务，保存在 ccc.json 里。用 `ccc 名字` 启动；不写名字时使用当前供应商。',
  ),
  subcommands: [providerList, providerAdd, providerRemove, providerUse, providerShow],
  defaultSubcommand: 'list',
  examples: ['ccc provider add', "ccc provider add kimi --key '${KIMI_API_KEY}' --use", 'ccc provider use --none'],
});
