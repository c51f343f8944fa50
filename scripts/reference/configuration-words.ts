import { both } from '../../src/i18n/both.ts';

/** The text of docs/configuration.md around what is generated from the schema. */
export const configurationWords = both(
  {
    languages: 'English · [中文](configuration.zh-CN.md)',
    title: 'Configuration',
    intro:
      '`ccc` works with no configuration at all. What can be set is in one file, `ccc.json` in the config dir: `CCC_CONFIG_DIR`, else `CLAUDE_CONFIG_DIR`, else `~/.claude`.',
    file: 'ccc.json',
    fileIntro: 'JSON, in which comments and trailing commas are allowed. Every key may be left out.',
    editors:
      'Editors complete and check it with `ccc.schema.json`, which comes with the package. This prints its address for an npm installation; put it into the file as `"$schema"`:',
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
      list: 'a list of objects with the keys below',
      variables: 'an object: names of variables, and strings, numbers or booleans',
      map: 'an object with a member for each name',
      object: 'an object with settings of Claude Code',
      section: 'an object with the keys below',
      any: 'a string',
    },
    wrong: 'What is wrong in it',
    wrongRows: [
      ['', 'the hook', 'a start by `ccc`'],
      [
        'an unknown key at the top or in `supervisor`',
        'is left out, and said with its place and the names that are known',
        'is left out',
      ],
      [
        'an unknown key in `settings` or in a provider',
        'is not looked at',
        'is a setting of Claude Code and handed to it',
      ],
      [
        'a wrong value in `supervisor`',
        'the default holds, and it is said with its place and what to write; the other keys hold',
        'the default holds',
      ],
      ['a wrong value elsewhere', 'is not looked at', 'nothing is started; the place and what to write are said'],
      ['`null`', 'in `supervisor` a wrong value', 'counts as absent'],
      [
        'not JSON, or not an object',
        'every default holds, and the place is said',
        'nothing is started; an empty file is an empty configuration',
      ],
      ['cannot be read', 'every default holds, and it is said', 'nothing is started'],
    ],
    wrongWhere:
      'The hook says the first mistake in the line you see at a stop and all of them in its log, and goes on: a mistake in a file must not hold up a session. A start does not go on: it could be under another provider than you meant. `ccc doctor` lists all of it at any time.',
    files: 'Files',
    filesIntro:
      'Below the config dir. Everything in `ccc/` is written by `ccc`, for you alone (files 0600, folders 0700). What belongs to sessions that have ended may be deleted at any time. `<id>` is the supervisor id, `<tag>` names a machine and a process.',
    path: 'path',
    about: 'what',
    theirs:
      'A state that cannot be read is kept as `supervisor-<id>.json.corrupt-<time>`. Two files stand in Claude Code’s own folder (`CLAUDE_CONFIG_DIR`, else `~/.claude`), where it looks for them: `commands/supervisor.md` and `commands/supervisoroff.md`, written at a start and by `ccc install` if they are absent or ours. `settings.json` is written by `ccc install` and `ccc uninstall` alone.',
    variables: 'Environment variables',
    variablesIntro: 'An empty variable counts as unset.',
    variable: 'variable',
    meaning: 'meaning',
    ours: 'These `ccc` sets for its own processes; leave them alone:',
    others:
      'Also read: `HOME` and `PATH`; `CLAUDE_CONFIG_DIR`; `CLAUDECODE`, `CLAUDE_CODE_SESSION_ID` and `CLAUDE_PROJECT_DIR`, which Claude Code sets for its hooks; the variables that a provider’s `${NAME}` names. The reviewer gets the variables of the session it judges.',
    precedence: 'What wins',
    precedenceRows: [
      ['question', 'the first of these that says something'],
      [
        'is a session supervised?',
        '`/supervisor`, `/supervisoroff` or `ccc supervisor-mode` in it; `CCC_SUPERVISOR`; `supervisor.enabled`; no',
      ],
      ['which provider?', '`--provider NAME` or the first word after `ccc`; `current_provider`; your own set-up'],
      [
        'which setting of Claude Code?',
        'an administrator’s; the `--settings` you pass; the provider; `settings` in `ccc.json`; your `settings.local.json`, the project’s `settings.json`, your own `settings.json`',
      ],
      [
        'which variable in the session?',
        'an administrator’s; our own; URL and key of the provider; the `--settings` you pass; the provider’s other variables; `settings.env` in `ccc.json`; your settings files; the environment',
      ],
      ['which arguments of claude?', 'all of them: `claude_args`, then what you type'],
      [
        'which review prompt?',
        '`SUPERVISOR.md` in the config dir, if it is not empty; the built-in one. After it comes `.claude/SUPERVISOR.md` of a repository you [trust](guide.md#trust)',
      ],
      [
        'which checks?',
        'all of them: `supervisor.checks` in your `ccc.json`, then those in `.claude/ccc.json` of a repository you trust',
      ],
      [
        'which `max_turns`, `max_cost_usd`, `stall_after`?',
        'your `ccc.json`; `.claude/ccc.json` of a repository you trust; the default. Nothing else in that file counts',
      ],
      [
        'which model reviews?',
        '`supervisor.model`; the one that the reviewing provider names; the session’s, on the same provider; the default of Claude Code',
      ],
      ['how long may a review take?', '`question_timeout_seconds` for a question; `timeout_seconds`'],
    ],
    joined:
      'Objects in settings are joined member by member, lists put one behind the other. Under a provider of its own, your other keys, helpers, logins and model names are blanked for that session, so that none of them reaches its host.',
  },
  {
    languages: '[English](configuration.md) · 中文',
    title: '配置',
    intro:
      '`ccc` 没有任何配置也能用。可以设置的都在一个文件里：配置目录中的 `ccc.json`。配置目录是 `CCC_CONFIG_DIR`，否则 `CLAUDE_CONFIG_DIR`，否则 `~/.claude`。',
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
      list: '对象的列表，每个含下面的键',
      variables: '对象：变量名，以及字符串、数字或布尔值',
      map: '对象，每个名字一个成员',
      object: '对象，内容是 Claude Code 的设置',
      section: '对象，含下面的键',
      any: '字符串',
    },
    wrong: '写错了会怎样',
    wrongRows: [
      ['', 'hook', '由 `ccc` 启动'],
      ['顶层或 `supervisor` 里不认识的键', '不理会，并指出位置和已知的名字', '不理会'],
      ['`settings` 或供应商里不认识的键', '不看', '当作 Claude Code 的设置，原样交给它'],
      ['`supervisor` 里的值不对', '用默认值，并指出位置和应该怎么写；其他键照常生效', '用默认值'],
      ['别处的值不对', '不看', '不启动；指出位置和应该怎么写'],
      ['`null`', '在 `supervisor` 里算不对的值', '等于没有写'],
      ['不是 JSON，或不是对象', '全部用默认值，并指出位置', '不启动；空文件等于空配置'],
      ['无法读取', '全部用默认值，并说明', '不启动'],
    ],
    wrongWhere:
      'hook 会在你停止时看到的那一行里说明第一个错误，在它的日志里说明全部，然后继续：文件里的一个错误不应卡住会话。启动则不会继续：那可能用了你没想用的供应商。`ccc doctor` 随时列出全部问题。',
    files: '文件',
    filesIntro:
      '都在配置目录下。`ccc/` 里的一切由 `ccc` 写入，只有你能读（文件 0600，文件夹 0700）。属于已结束会话的可以随时删除。`<id>` 是监督 id，`<tag>` 指明机器和进程。',
    path: '路径',
    about: '内容',
    theirs:
      '无法读取的状态会另存为 `supervisor-<id>.json.corrupt-<time>`。有两个文件在 Claude Code 自己的文件夹里（`CLAUDE_CONFIG_DIR`，否则 `~/.claude`），因为它只在那里找：`commands/supervisor.md` 和 `commands/supervisoroff.md`，在启动时和 `ccc install` 时写入，前提是没有同名文件或本来就是我们写的。`settings.json` 只有 `ccc install` 和 `ccc uninstall` 会写。',
    variables: '环境变量',
    variablesIntro: '空变量等于没有设置。',
    variable: '变量',
    meaning: '含义',
    ours: '下面这些由 `ccc` 为自己的进程设置，请不要动：',
    others:
      '还会读取：`HOME` 和 `PATH`；`CLAUDE_CONFIG_DIR`；Claude Code 为 hook 设置的 `CLAUDECODE`、`CLAUDE_CODE_SESSION_ID` 和 `CLAUDE_PROJECT_DIR`；供应商的 `${NAME}` 所指的变量。审查者得到的是它所审查的会话的变量。',
    precedence: '谁优先',
    precedenceRows: [
      ['问题', '以下各项中第一个有答案的'],
      [
        '会话是否受监督？',
        '会话里的 `/supervisor`、`/supervisoroff` 或 `ccc supervisor-mode`；`CCC_SUPERVISOR`；`supervisor.enabled`；否',
      ],
      ['用哪个供应商？', '`--provider NAME` 或 `ccc` 后的第一个词；`current_provider`；你自己的设置'],
      [
        '用哪个 Claude Code 设置？',
        '管理员的；你传的 `--settings`；供应商的；`ccc.json` 的 `settings`；你的 `settings.local.json`、项目的 `settings.json`、你自己的 `settings.json`',
      ],
      [
        '会话里用哪个变量？',
        '管理员的；我们自己的；供应商的网址和密钥；你传的 `--settings`；供应商的其他变量；`ccc.json` 的 `settings.env`；你的设置文件；环境',
      ],
      ['claude 用哪些参数？', '全部：先 `claude_args`，再是你输入的'],
      [
        '用哪个审查提示？',
        '配置目录里不为空的 `SUPERVISOR.md`；内置的。其后接上你[信任](guide.zh-CN.md#信任)的仓库的 `.claude/SUPERVISOR.md`',
      ],
      ['用哪些检查？', '全部：先是你的 `ccc.json` 的 `supervisor.checks`，再是你信任的仓库的 `.claude/ccc.json` 里的'],
      [
        '用哪个 `max_turns`、`max_cost_usd`、`stall_after`？',
        '你的 `ccc.json`；你信任的仓库的 `.claude/ccc.json`；默认值。该文件里的其他内容一概不生效',
      ],
      [
        '用哪个模型审查？',
        '`supervisor.model`；负责审查的供应商指定的；供应商相同时，用会话的；Claude Code 的默认模型',
      ],
      ['一次审查可以多久？', '提问用 `question_timeout_seconds`；`timeout_seconds`'],
    ],
    joined:
      '设置中的对象逐个成员合并，列表前后相接。在有自己主机的供应商下，你的其他密钥、helper、登录和模型名在该会话里都会清空，不会到达它的主机。',
  },
);
