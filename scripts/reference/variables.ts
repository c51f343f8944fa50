import { both } from '../../src/i18n/both.ts';

interface Variable {
  name: string;
  /** Whether people set it, or `ccc` for its own processes. */
  setBy: 'you' | 'ccc';
  about: { en: string; zh: string };
}

/** Every variable of ours. A test compares the names with `src/config/env.ts`. */
export const variables: Variable[] = [
  {
    name: 'CCC_SUPERVISOR',
    setBy: 'you',
    about: both(
      '`1`, `true`, `yes`, `on`: supervise sessions in which supervision was not turned on or off by hand; `0`, `false`, `no`, `off`: do not. Any other value: `supervisor.enabled` decides, and a launch says so.',
      '`1`、`true`、`yes`、`on`：没有手动开启或关闭过的会话都受监督；`0`、`false`、`no`、`off`：不受监督。其他值：由 `supervisor.enabled` 决定，启动时会说明。',
    ),
  },
  {
    name: 'CCC_REQUIRE_APPROVAL',
    setBy: 'you',
    about: both(
      '`1`: as `ccc --require-approval`: a run whose last stop was not approved exits with 3 or 4. `0`, `false`, `no`, `off`: do not; any other value counts as `1`. Sessions started inside a session do not inherit it.',
      '`1`：同 `ccc --require-approval`：最后一次停止没有通过的运行以 3 或 4 退出。`0`、`false`、`no`、`off`：不要求；其他值都算 `1`。在会话里启动的会话不继承它。',
    ),
  },
  {
    name: 'CCC_CONFIG_DIR',
    setBy: 'you',
    about: both(
      'The config folder, which holds `ccc.json`, `SUPERVISOR.md` and `ccc/`. Default: `CLAUDE_CONFIG_DIR`, else `~/.claude`.',
      '配置目录，`ccc.json`、`SUPERVISOR.md` 和 `ccc/` 都在其中。默认：`CLAUDE_CONFIG_DIR`，否则 `~/.claude`。',
    ),
  },
  {
    name: 'CCC_CLAUDE',
    setBy: 'you',
    about: both(
      'The `claude` for sessions and reviews, as a full path. Default: the one on `PATH`, else one next to the single binary, else the one of the Agent SDK.',
      '会话和审查使用的 `claude`，写完整路径。默认：`PATH` 上的，否则二进制文件旁边的，否则 Agent SDK 自带的。',
    ),
  },
  {
    name: 'CCC_LANG',
    setBy: 'you',
    about: both(
      'The language of messages: Chinese if it begins with `zh`, else English. Default: `LC_ALL`, else `LC_MESSAGES`, else `LANG`.',
      '消息的语言：以 `zh` 开头为中文，否则为英文。默认：`LC_ALL`，否则 `LC_MESSAGES`，否则 `LANG`。',
    ),
  },
  {
    name: 'CCC_SUPERVISOR_ID',
    setBy: 'you',
    about: both(
      'The id of the state file to use. Default: a new id for each session that `ccc` starts, elsewhere the session id. At most 128 letters, digits, `.`, `_` and `-`, not starting with a dot.',
      '使用哪个状态文件的 ID。默认：`ccc` 启动的每个会话用一个新 ID，其他情况用会话 ID。由字母、数字、`.`、`_`、`-` 组成，最多 128 个，不能以点开头。',
    ),
  },
  {
    name: 'CCC_SUPERVISOR_HOOK',
    setBy: 'ccc',
    about: both(
      '`1` inside a review: hooks started there allow everything at once, so that the reviewer is not reviewed itself.',
      '审查之中为 `1`：在其中启动的 hook 立即放行一切，以免审查者自己也被审查。',
    ),
  },
  {
    name: 'CCC_CHECK',
    setBy: 'ccc',
    about: both(
      'Marks every process of a check, so that all of them can be ended with it. A session started inside a check runs no checks.',
      '标记一个检查的所有进程，以便一起终止。在检查里启动的会话不运行检查。',
    ),
  },
  {
    name: 'CCC_PROVIDER',
    setBy: 'ccc',
    about: both(
      'The provider with which a session was started; it is recorded in the journal.',
      '会话是用哪个供应商启动的；会写入审查记录。',
    ),
  },
  {
    name: 'CCC_LAUNCH_SETTINGS',
    setBy: 'ccc',
    about: both(
      'The private settings file of a session, from which its reviewer takes the login.',
      '会话的私有设置文件，审查者从中取得登录方式。',
    ),
  },
  {
    name: 'CCC_WATCHED',
    setBy: 'ccc',
    about: both(
      'Checksums of the files that decide how the work is reviewed, as they were when the session was started; a stop tells what has changed since.',
      '会话启动时，决定审查方式的各个文件的校验值；停止时会告诉你此后的改动。',
    ),
  },
  {
    name: 'CCC_DEPTH',
    setBy: 'ccc',
    about: both(
      'How many launches of `ccc` are nested; at ten, a further launch is refused, so that `ccc` cannot start itself endlessly.',
      '`ccc` 嵌套启动了几层；到十层就拒绝再启动，以免无休止地启动自己。',
    ),
  },
  {
    name: 'CCC_STATUSLINE',
    setBy: 'ccc',
    about: both(
      '`1` when the status line of `ccc` runs yours, so that it cannot run itself.',
      '`ccc` 的状态栏运行你的状态栏时为 `1`，以免它再运行自己。',
    ),
  },
];
