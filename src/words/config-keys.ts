import type { ConfigKey } from '../config/schema.ts';
import { both } from './both.ts';

/** What a key is for, and a value for it. Only the documents have this: the hook does not load it. */
interface KeyWords {
  en: string;
  zh: string;
  example?: unknown;
}

/** A key that is missing here does not compile. */
export const configKeys: Record<ConfigKey, KeyWords> = {
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
