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
      '`1`, `true`, `yes`, `on`: supervise sessions that were not switched on or off by hand; `0`, `false`, `no`, `off`: do not. Anything else: `supervisor.enabled` decides.',
      '`1`、`true`、`yes`、`on`：没有手动开关过的会话受监督；`0`、`false`、`no`、`off`：不受监督。其他值：由 `supervisor.enabled` 决定。',
    ),
  },
  {
    name: 'CCC_CONFIG_DIR',
    setBy: 'you',
    about: both(
      'The config dir: where `ccc.json`, `SUPERVISOR.md` and `ccc/` are. Default: `CLAUDE_CONFIG_DIR`, else `~/.claude`.',
      '配置目录：`ccc.json`、`SUPERVISOR.md` 和 `ccc/` 所在。默认：`CLAUDE_CONFIG_DIR`，否则 `~/.claude`。',
    ),
  },
  {
    name: 'CCC_CLAUDE',
    setBy: 'you',
    about: both(
      'The `claude` to start and to review with, as a full path. Default: the one on `PATH`, else one beside the single binary, else the one the Agent SDK brought.',
      '用来启动和审查的 `claude`，写完整路径。默认：`PATH` 上的，否则单个二进制文件旁边的，否则 Agent SDK 带来的。',
    ),
  },
  {
    name: 'CCC_LANG',
    setBy: 'you',
    about: both(
      'The language of what people read: Chinese if it begins with `zh`, else English. Default: `LC_ALL`, else `LC_MESSAGES`, else `LANG`.',
      '给人看的文字用什么语言：以 `zh` 开头为中文，否则英文。默认：`LC_ALL`，否则 `LC_MESSAGES`，否则 `LANG`。',
    ),
  },
  {
    name: 'CCC_SUPERVISOR_ID',
    setBy: 'you',
    about: both(
      'Which state file counts. Default: a new id for each session that `ccc` starts, the session id elsewhere. Letters, digits, `.`, `_`, `-`, at most 128, not starting with a dot.',
      '使用哪个状态文件。默认：`ccc` 启动的每个会话各用一个新 id，其他情况用会话 id。字母、数字、`.`、`_`、`-`，最多 128 个，不能以点开头。',
    ),
  },
  {
    name: 'CCC_SUPERVISOR_HOOK',
    setBy: 'ccc',
    about: both(
      '`1` inside a review: hooks that start there allow everything at once, so that no reviewer is reviewed.',
      '审查之中为 `1`：在那里启动的 hook 立即放行一切，以免审查者被审查。',
    ),
  },
  {
    name: 'CCC_CHECK',
    setBy: 'ccc',
    about: both(
      'Marks every process of a check, so that all of them can be ended with it. A session that is supervised in there runs no checks.',
      '标记一个检查的所有进程，以便和它一起终止。在其中被监督的会话不运行检查。',
    ),
  },
  {
    name: 'CCC_PROVIDER',
    setBy: 'ccc',
    about: both(
      'The provider a session was started under; the journal names it.',
      '会话是用哪个供应商启动的；日志里会写明。',
    ),
  },
  {
    name: 'CCC_LAUNCH_SETTINGS',
    setBy: 'ccc',
    about: both(
      'The private settings of a session, from which its reviewer learns how to sign in.',
      '会话的私有设置，审查者由此得知如何登录。',
    ),
  },
  {
    name: 'CCC_DEPTH',
    setBy: 'ccc',
    about: both(
      'How many starts of `ccc` a session is within; at ten it is refused, so that nothing starts itself without end.',
      '会话处在几层 `ccc` 启动之内；到十层就拒绝，以免无休止地启动自己。',
    ),
  },
  {
    name: 'CCC_STATUSLINE',
    setBy: 'ccc',
    about: both(
      '`1` where our status line starts yours, so that it does not start itself.',
      '我们的状态栏启动你的状态栏时为 `1`，以免它再启动自己。',
    ),
  },
];
