import { both } from '../../src/i18n/both.ts';

/** The text of docs/configuration.md around what is generated from the schema. */
export const configurationWords = both(
  {
    languages: 'English · [中文](configuration.zh-CN.md)',
    title: 'Configuration',
    intro:
      '`ccc` works without any configuration. All settings are in one file, `ccc.json` in the config folder: `CCC_CONFIG_DIR`, else `CLAUDE_CONFIG_DIR`, else `~/.claude`.',
    file: 'ccc.json',
    fileIntro: 'JSON; comments and trailing commas are allowed. Every key may be left out.',
    editors:
      'Editors can complete and check it with `ccc.schema.json`, which is part of the package. This command prints its address for an npm installation; put it into the file as `"$schema"`:',
    key: 'key',
    value: 'value',
    default: 'default',
    facts: (value: string, fallback?: string) => (fallback ? `${value}; default: ${fallback}` : value),
    none: '–',
    kinds: {
      boolean: '`true` or `false`',
      integer: (min: number, max: number) => `a whole number from ${min} to ${max}`,
      number: (min: number, max: number) => `a number from ${min} to ${max}`,
      choice: (choices: string[]) => choices.join(' or '),
      string: 'a string',
      strings: 'a list of strings',
      choices: (choices: string[]) => `a list of ${choices.join(', ')}`,
      list: 'a list of objects with the keys below',
      variables: 'an object: variable names with strings, numbers or booleans',
      map: 'an object with one member per name',
      object: 'an object with Claude Code settings',
      section: 'an object with the keys below',
      any: 'a string',
    },
    wrong: 'Errors in the file',
    wrongRows: [
      ['', 'the hook', 'a launch by `ccc`'],
      [
        'an unknown key at the top or in `supervisor`',
        'ignored; the position and the known names are reported',
        'ignored',
      ],
      ['an unknown key in `settings` or in a provider', 'not read', 'passed on as a Claude Code setting'],
      [
        'a wrong value in `supervisor`',
        'the default is used; the position and the fix are reported; the other keys apply',
        'the default is used',
      ],
      ['a wrong value elsewhere', 'not read', 'nothing is started; the position and the fix are reported'],
      ['`null`', 'in `supervisor`: a wrong value', 'counts as missing'],
      [
        'not JSON, or not an object',
        'all defaults are used; the position is reported',
        'nothing is started; an empty file counts as an empty configuration',
      ],
      ['cannot be read', 'all defaults are used; this is reported', 'nothing is started'],
    ],
    wrongWhere:
      'The hook reports the first error in the line at a stop and all of them in its log, and continues, so that an error in a file does not block a session. A launch does not continue, because it might use another provider than you want. `ccc doctor` lists all errors at any time.',
    files: 'Files',
    filesIntro:
      'In the config folder. Everything in `ccc/` is written by `ccc` and readable only by you (files 0600, folders 0700). Files of ended sessions may be deleted at any time. `<id>` is the supervisor id, `<tag>` stands for a machine and a process.',
    path: 'path',
    about: 'content',
    theirs:
      'A damaged state file is renamed to `supervisor-<id>.json.corrupt-<time>`. Three files are in Claude Code’s own folder (`CLAUDE_CONFIG_DIR`, else `~/.claude`): `commands/supervisor.md`, `commands/supervisoroff.md` and `commands/overrule.md`. A launch and `ccc install` write them, unless you have files of that name. Only `ccc install` and `ccc uninstall` write `settings.json`.',
    variables: 'Environment variables',
    variablesIntro: 'An empty variable counts as unset.',
    variable: 'variable',
    meaning: 'meaning',
    ours: '`ccc` sets these for its own processes; do not set them yourself:',
    others:
      'Also read: `HOME` and `PATH`; `CLAUDE_CONFIG_DIR`; `CLAUDECODE`, `CLAUDE_CODE_SESSION_ID` and `CLAUDE_PROJECT_DIR`, which Claude Code sets for its hooks; the variables in a provider’s `${NAME}`. The reviewer gets the variables of the session it reviews.',
    precedence: 'Precedence',
    precedenceRows: [
      ['question', 'the first of these that is set'],
      [
        'is a session supervised?',
        '`/supervisor`, `/supervisoroff` or `ccc supervisor-mode` in it; `CCC_SUPERVISOR`; `supervisor.enabled`; no',
      ],
      [
        'which provider?',
        '`--provider NAME` or the first word after `ccc`; `current_provider`; your own login and settings',
      ],
      [
        'which Claude Code setting?',
        'an administrator’s; the `--settings` you pass; the provider; `settings` in `ccc.json`; your `settings.local.json`, the project’s `settings.json`, your own `settings.json`',
      ],
      [
        'which variable in the session?',
        'an administrator’s; those of `ccc`; URL and key of the provider; the `--settings` you pass; the provider’s other variables; `settings.env` in `ccc.json`; your settings files; the environment',
      ],
      ['which arguments for `claude`?', 'all of them: `claude_args`, then what you type'],
      [
        'which review prompt?',
        '`SUPERVISOR.md` in the config folder, if it is not empty; the built-in one. `.claude/SUPERVISOR.md` of a repository you [trust](guide.md#trust) is added after it',
      ],
      [
        'which checks, which runners?',
        'all of them: those in your `ccc.json`, then those in `.claude/ccc.json` of a repository you trust',
      ],
      [
        'which `max_turns`, `max_cost_usd`, `stall_after`, `claims`?',
        'your `ccc.json`; `.claude/ccc.json` of a repository you trust; the default. A repository’s file can set only these, `checks` and `runners`',
      ],
      [
        'which model reviews?',
        '`supervisor.model`; the model of the reviewer’s provider; the model of the session, if the provider is the same; Claude Code’s default',
      ],
      ['how long may a review take?', '`question_timeout_seconds` for a question; `timeout_seconds`'],
    ],
    joined:
      'Objects in settings are merged member by member, lists are concatenated. Under a provider with its own host, your other keys, key helpers, logins and model names are blanked for that session, so that none of them reaches that host.',
  },
  {
    languages: '[English](configuration.md) · 中文',
    title: '配置',
    intro:
      '`ccc` 不需要任何配置就能用。所有设置都在一个文件里：配置目录中的 `ccc.json`。配置目录是 `CCC_CONFIG_DIR`，否则 `CLAUDE_CONFIG_DIR`，否则 `~/.claude`。',
    file: 'ccc.json',
    fileIntro: 'JSON，允许注释和末尾逗号。每个键都可省略。',
    editors:
      '编辑器可以用随包提供的 `ccc.schema.json` 补全和检查它。下面的命令打印 npm 安装时它的地址；把地址写进文件的 `"$schema"`：',
    key: '键',
    value: '值',
    default: '默认',
    facts: (value, fallback) => (fallback ? `${value}；默认：${fallback}` : value),
    none: '–',
    kinds: {
      boolean: '`true` 或 `false`',
      integer: (min, max) => `${min} 到 ${max} 的整数`,
      number: (min, max) => `${min} 到 ${max} 的数`,
      choice: (choices) => choices.join(' 或 '),
      string: '字符串',
      strings: '字符串列表',
      choices: (choices) => `列表，可用：${choices.join('、')}`,
      list: '对象的列表，每个含下面的键',
      variables: '对象：变量名对应字符串、数字或布尔值',
      map: '对象，每个名字一个成员',
      object: '对象，内容是 Claude Code 的设置',
      section: '对象，含下面的键',
      any: '字符串',
    },
    wrong: '文件里的错误',
    wrongRows: [
      ['', 'hook', '用 `ccc` 启动'],
      ['顶层或 `supervisor` 里的未知键', '忽略，并指出位置和已知的名字', '忽略'],
      ['`settings` 或供应商里的未知键', '不读取', '当作 Claude Code 的设置，原样传递'],
      ['`supervisor` 里的值不对', '用默认值，并指出位置和应该怎么写；其他键照常生效', '用默认值'],
      ['别处的值不对', '不读取', '不启动；指出位置和应该怎么写'],
      ['`null`', '在 `supervisor` 里算错误的值', '等于没有写'],
      ['不是 JSON，或不是对象', '全部用默认值，并指出位置', '不启动；空文件等于空配置'],
      ['无法读取', '全部用默认值，并说明', '不启动'],
    ],
    wrongWhere:
      'hook 在停止时的那一行里报告第一个错误，在日志里报告全部，然后继续，以免文件里的一个错误卡住会话。启动则不会继续，因为可能会用错供应商。`ccc doctor` 随时可以列出全部错误。',
    files: '文件',
    filesIntro:
      '都在配置目录下。`ccc/` 里的所有文件由 `ccc` 写入，只有你能读（文件 0600，目录 0700）。已结束的会话的文件可以随时删除。`<id>` 是监督 ID，`<tag>` 表示机器和进程。',
    path: '路径',
    about: '内容',
    theirs:
      '损坏的状态文件会改名为 `supervisor-<id>.json.corrupt-<time>`。有三个文件在 Claude Code 自己的目录里（`CLAUDE_CONFIG_DIR`，否则 `~/.claude`）：`commands/supervisor.md`、`commands/supervisoroff.md` 和 `commands/overrule.md`。启动时和 `ccc install` 会写入它们，除非你已有同名文件。`settings.json` 只有 `ccc install` 和 `ccc uninstall` 会写。',
    variables: '环境变量',
    variablesIntro: '空变量等于没有设置。',
    variable: '变量',
    meaning: '含义',
    ours: '下面这些由 `ccc` 为自己的进程设置，请不要自己设置：',
    others:
      '还会读取：`HOME` 和 `PATH`；`CLAUDE_CONFIG_DIR`；Claude Code 为 hook 设置的 `CLAUDECODE`、`CLAUDE_CODE_SESSION_ID` 和 `CLAUDE_PROJECT_DIR`；供应商的 `${NAME}` 所指的变量。审查者得到的是它所审查的会话的变量。',
    precedence: '优先级',
    precedenceRows: [
      ['问题', '以下各项中第一个有设置的'],
      [
        '会话是否受监督？',
        '会话里的 `/supervisor`、`/supervisoroff` 或 `ccc supervisor-mode`；`CCC_SUPERVISOR`；`supervisor.enabled`；否',
      ],
      ['用哪个供应商？', '`--provider NAME` 或 `ccc` 后的第一个词；`current_provider`；你自己的登录和设置'],
      [
        '用哪个 Claude Code 设置？',
        '管理员的；你传的 `--settings`；供应商的；`ccc.json` 的 `settings`；你的 `settings.local.json`、项目的 `settings.json`、你自己的 `settings.json`',
      ],
      [
        '会话里用哪个变量？',
        '管理员的；`ccc` 的；供应商的网址和密钥；你传的 `--settings`；供应商的其他变量；`ccc.json` 的 `settings.env`；你的设置文件；环境',
      ],
      ['`claude` 用哪些参数？', '全部：先 `claude_args`，再是你输入的'],
      [
        '用哪个审查提示词？',
        '配置目录里不为空的 `SUPERVISOR.md`；内置的提示词。你[信任](guide.zh-CN.md#信任)的仓库的 `.claude/SUPERVISOR.md` 接在后面',
      ],
      ['用哪些检查和运行器？', '全部：先是你的 `ccc.json` 里的，再是你信任的仓库的 `.claude/ccc.json` 里的'],
      [
        '用哪个 `max_turns`、`max_cost_usd`、`stall_after`、`claims`？',
        '你的 `ccc.json`；你信任的仓库的 `.claude/ccc.json`；默认值。仓库的文件只能设置这几项、`checks` 和 `runners`',
      ],
      [
        '用哪个模型审查？',
        '`supervisor.model`；审查者的供应商指定的模型；供应商相同时，会话的模型；Claude Code 的默认模型',
      ],
      ['一次审查可以多久？', '提问用 `question_timeout_seconds`；`timeout_seconds`'],
    ],
    joined:
      '设置中的对象逐个成员合并，列表首尾相接。用有自己主机的供应商时，你的其他密钥、密钥 helper、登录和模型名在该会话里都会清空，不会发到那台主机。',
  },
);
