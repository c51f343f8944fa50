import type { ConfigKey } from '../../src/config/schema.ts';
import { both } from '../../src/i18n/both.ts';

/** What a key is for, and an example of its value. */
interface KeyText {
  en: string;
  zh: string;
  example?: unknown;
}

/** A key that is missing here does not compile. */
export const configKeys: Record<ConfigKey, KeyText> = {
  $schema: {
    ...both(
      'Where `ccc.schema.json` is, for editors that complete and check JSON by it. `ccc` does not read it.',
      '`ccc.schema.json` 的位置，供编辑器补全和检查。`ccc` 不读它。',
    ),
    example: 'file:///usr/local/lib/node_modules/ccc-supervisor/ccc.schema.json',
  },

  supervisor: both(
    'How work is judged. Read anew at every event, so a change holds from the next one on.',
    '如何审查工作。每个事件都会重新读取，所以改动从下一个事件起生效。',
  ),
  'supervisor.enabled': {
    ...both(
      'Supervise every session that was not switched on or off by hand (`/supervisor`, `/supervisoroff`). `CCC_SUPERVISOR` beats it.',
      '凡是没有手动开关过（`/supervisor`、`/supervisoroff`）的会话都受监督。`CCC_SUPERVISOR` 优先于它。',
    ),
    example: true,
  },
  'supervisor.max_iterations': {
    ...both(
      'Reviews in one task. When they are used up the agent is let go unreviewed, and supervision pauses until it is switched on again. The count starts anew with `/supervisor`, and with your next prompt after an allowed stop.',
      '一个任务最多审查几次。用完后不经审查就放行，监督随之暂停，直到重新开启。`/supervisor` 会重新计数；停止被放行之后，你的下一条提示也会。',
    ),
    example: 10,
  },
  'supervisor.timeout_seconds': {
    ...both(
      'Time for one review, and the `timeout` of the hooks that `ccc` registers. The hook answers a twentieth earlier (at least 2, at most 10 seconds), before Claude Code would end it in silence. After a change run `ccc install` again if you use it; the hooks of the plugin stay at 600.',
      '一次审查的时间，也是 `ccc` 登记的 hook 的 `timeout`。hook 会提前二十分之一（至少 2 秒，至多 10 秒）回答，以免被 Claude Code 无声地终止。改动后，如果你用了 `ccc install`，请再运行一次；插件的 hook 固定为 600。',
    ),
    example: 900,
  },
  'supervisor.question_timeout_seconds': {
    ...both(
      'Time for the review of a question (AskUserQuestion). After that you get the question. Where `timeout_seconds` leaves less, that holds.',
      '审查一个提问（AskUserQuestion）的时间。超过之后，问题交给你。若 `timeout_seconds` 留下的时间更短，以它为准。',
    ),
    example: 60,
  },
  'supervisor.on_failure': {
    ...both(
      'What becomes of a question, or of another tool call, whose review failed: `"deny"` refuses it and tells the agent why; `"ask"` leaves it to you and your permission rules. A stop goes through and a permission request is denied, whatever is written here. A review that ran out of time holds nothing up: everything goes on as without the hook.',
      '提问或其他工具调用的审查失败时怎么办：`"deny"` 拒绝并告诉代理原因；`"ask"` 交给你和你的权限规则。无论这里怎么写，停止都会放行，权限请求都会被拒绝。审查超时不会拦住任何事：一切照没有 hook 时进行。',
    ),
    example: 'ask',
  },
  'supervisor.checks': {
    ...both(
      'Commands that say whether the work holds. They run in the project folder when the agent wants to stop, one after the other, before any model is asked. The first that fails sends the agent back with the end of what it printed; those that pass are evidence for the reviewer. They run without the variables that Claude Code takes its keys and login from, with `CI=true` if `CI` is not set. A result is reused while the files are the same: one that passed for an hour, one that failed for ten minutes and only until the agent uses a tool. Yours run in every project: a check that is for one repository belongs in its `.claude/ccc.json` (`ccc init`, `ccc trust`).',
      '判断工作是否成立的命令。代理想停止时，在询问任何模型之前，它们在项目目录里逐个运行。第一个失败的检查会把代理送回去，并附上输出的末尾；通过的检查是给审查者的证据。运行时没有 Claude Code 用来取得密钥和登录的变量；若没有设置 `CI`，则 `CI=true`。文件不变时沿用上次的结果：通过的沿用一小时，失败的沿用十分钟，并且只到代理再次使用工具为止。写在这里的检查在每个项目里都运行：只属于某个仓库的，请写进它的 `.claude/ccc.json`（`ccc init`、`ccc trust`）。',
    ),
    example: [{ name: 'test', run: 'npm test', timeout_seconds: 300, paths: ['src/**', 'test/**'] }],
  },
  'supervisor.checks.name': both('What it is called where it is spoken of.', '提到它时用的名字。'),
  'supervisor.checks.run': both('The command, for `/bin/sh`.', '命令，由 `/bin/sh` 运行。'),
  'supervisor.checks.timeout_seconds': both(
    'After this time it is ended with everything it started, and counts as not run: that is told, and the reviewer judges without it. Absent: 120. All checks together get at most half of `timeout_seconds`.',
    '超过这个时间，它和它启动的一切都会被终止，并算作没有运行：会说明这一点，由审查者在没有它的情况下判断。不写则为 120。所有检查合计最多用 `timeout_seconds` 的一半。',
  ),
  'supervisor.checks.paths': both(
    'Globs, relative to the folder that the check runs in. It runs only if one of these files has changed since supervision began; a later change to another file does not run it again. `*`, `**`, `?`, `[a-z]` and `{a,b}` are understood; a folder means everything below it; the last one that matches decides, and a leading `!` takes out. Absent: every file counts.',
    '相对于检查运行的文件夹的 glob。只有其中的文件自监督开始以来有变化时才运行；之后别的文件变化不会让它重跑。可用 `*`、`**`、`?`、`[a-z]` 和 `{a,b}`；写文件夹表示其下的一切；以最后一个匹配的为准，开头的 `!` 表示排除。不写则所有文件都算。',
  ),
  'supervisor.context': {
    ...both(
      'What the reviewer has before it. `"fork"`: the whole session, at the price of the whole session. `"evidence"`: a summary of facts, the files and the path of the transcript; the same size however long the session is. `"auto"`: the session while it is short (at most 100,000 tokens, with a `model` of the reviewer’s own 25,000, and 4 MiB of transcript), the facts once it is long, or if the reviewer has a provider of its own.',
      '审查者看到什么。`"fork"`：整个会话，费用也按整个会话算。`"evidence"`：一份事实摘要、文件和会话记录的路径；会话再长，大小也一样。`"auto"`：会话短时（至多 100,000 token，审查者有自己的 `model` 时为 25,000；会话记录至多 4 MiB）用整个会话，会话长了、或审查者用自己的供应商时用事实。',
    ),
    example: 'evidence',
  },
  'supervisor.provider': {
    ...both(
      'The provider that reviews, by its name in `providers`; the worker keeps its own, and neither gets the other’s key. A provider with nothing in it (`{}`) is your own Claude login. Absent: the same as the worker.',
      '用哪个供应商来审查，写 `providers` 里的名字；干活的代理仍用它自己的，双方都拿不到对方的密钥。内容为空的供应商（`{}`）就是你自己的 Claude 登录。不写则与代理相同。',
    ),
    example: 'kimi',
  },
  'supervisor.model': {
    ...both(
      'The model that reviews. Absent: what the provider names, else the session’s own; on a provider that names none, the default of Claude Code.',
      '用哪个模型来审查。不写则用供应商指定的，否则用会话的模型；供应商没有指定的，用 Claude Code 的默认模型。',
    ),
    example: 'opus',
  },
  'supervisor.max_turns': {
    ...both(
      'How many times a reviewer may use its tools in one review. Then it is asked for its verdict on what it has seen, its tools are refused, and you are told. A question gets at most 4.',
      '一次审查里，审查者最多用几轮工具。用完后请它就已看到的给出结论，工具不再可用，并会告诉你。提问最多 4 轮。',
    ),
    example: 20,
  },
  'supervisor.max_cost_usd': {
    ...both(
      'What the reviews of one session may cost in all, in US dollars as Claude Code reckons them. Then the agent is let go unreviewed, and you are told at every stop. Checks still run. A review that would pass the limit is ended and counts as failed. Absent: no limit.',
      '一个会话的审查总共最多花多少美元，按 Claude Code 的计算。达到后不经审查就放行，每次停止都会告诉你。检查照常运行。审查途中会超过上限的，即行终止，算作失败。不写则没有上限。',
    ),
    example: 2,
  },
  'supervisor.max_cost_usd_per_day': {
    ...both(
      'The same for all sessions since midnight, your local time. Only your own file can set it.',
      '同上，按当天零点（本地时间）以来所有会话合计。只能写在你自己的文件里。',
    ),
    example: 10,
  },
  'supervisor.stall_after': {
    ...both(
      'After the same objection, or the same failing check, this many times in a row, with no file changed in between, the stop is let through and you are told what it was about. 0 and 1: never; `ccc init` proposes 3.',
      '同样的意见（或同一个失败的检查）连续出现这么多次、其间没有文件变化时，放行停止，并告诉你争执的是什么。0 和 1：从不；`ccc init` 建议 3。',
    ),
    example: 3,
  },
  'supervisor.skip_unchanged': {
    ...both(
      'Let a turn stop without checks and without a review if it used no tool and no file has changed since the last stop that a reviewer allowed: an answer to a question, say. Only your own file can set it.',
      '如果自审查者上次放行以来没有用过工具、也没有文件变化（比如只是回答了一个问题），不经检查和审查就放行。只能写在你自己的文件里。',
    ),
    example: true,
  },

  settings: {
    ...both(
      'Claude Code settings for every start by `ccc`, as they could stand in `settings.json`. `${NAME}` in its `env` is filled in.',
      '每次由 `ccc` 启动时的 Claude Code 设置，写法同 `settings.json`。其中 `env` 里的 `${NAME}` 会被填入。',
    ),
    example: { permissions: { allow: ['Bash(npm test)'] } },
  },
  claude_args: {
    ...both(
      'Arguments for `claude` at every start, before those you type.',
      '每次启动都传给 `claude` 的参数，排在你输入的之前。',
    ),
    example: ['--verbose'],
  },
  current_provider: {
    ...both(
      'The provider that `ccc` starts under when none is named. Absent or empty: your own login and settings. Written by `ccc provider use`.',
      '不写名字时 `ccc` 使用的供应商。没有或为空：用你自己的登录和设置。由 `ccc provider use` 写入。',
    ),
    example: 'kimi',
  },

  providers: both(
    'Services that speak the Anthropic API, under the names you start them by (`ccc kimi`). Written by `ccc provider add`.',
    '兼容 Anthropic API 的服务，以启动时用的名字为键（`ccc kimi`）。由 `ccc provider add` 写入。',
  ),
  'providers.<name>': {
    ...both(
      'One service. Beside the two keys below, every Claude Code setting that is to hold under this provider (`model`, `permissions`, `apiKeyHelper`, …).',
      '一个服务。除下面两个键之外，还可以写任何只在该供应商下生效的 Claude Code 设置（`model`、`permissions`、`apiKeyHelper` 等）。',
    ),
    example: {
      env: { ANTHROPIC_BASE_URL: 'https://llm.example.com', ANTHROPIC_AUTH_TOKEN: '${MY_KEY}' },
      model: 'opus',
    },
  },
  'providers.<name>.env': {
    ...both(
      'Its variables: where it is, the key, the models. `${NAME}` is replaced by the variable of that name at the start; if that is not set, nothing is started. Numbers and booleans count as text.',
      '它的变量：地址、密钥、模型。`${NAME}` 在启动时替换为同名变量；没有设置则不会启动。数字和布尔值按文字处理。',
    ),
    example: {
      ANTHROPIC_BASE_URL: 'https://llm.example.com',
      ANTHROPIC_AUTH_TOKEN: '${MY_KEY}',
      ANTHROPIC_MODEL: 'some-model',
    },
  },
  'providers.<name>.api_key_command': {
    ...both(
      'A shell command that prints the key and nothing else. It runs at every start, for at most 30 seconds, and may ask you something on the terminal.',
      '只打印密钥的 shell 命令。每次启动都会运行，最长 30 秒，可以在终端里向你提问。',
    ),
    example: 'pass show llm',
  },
};
