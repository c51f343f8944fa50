import { declare } from '../../command-line/declaration.ts';
import { both } from '../../i18n/both.ts';

/** `ccc` itself. Read by hand in `launch/arguments.ts`, because whatever is not ours is claude's. */
export const launch = declare({
  name: '',
  summary: both(
    "Starts Claude Code. With supervision on, a reviewer checks the agent's work before it may stop, and its questions before you see them",
    '启动 Claude Code。开启监督后，代理的工作和提问都要先经过审查',
  ),
  arguments: {
    provider: {
      placeholder: both('PROVIDER', '供应商'),
      suggestions: 'provider',
      help: both('A configured provider (default: the current one)', '已配置的供应商（默认：当前供应商）'),
    },
  },
  options: {
    dryRun: { help: both('Show what would be started, with secrets masked', '显示将要启动什么，密钥已遮住') },
    requireApproval: {
      help: both(
        'Exit with 3 or 4 unless the last stop of a supervised run was approved',
        '受监督的运行若最后一次停止没有通过，就以 3 或 4 退出',
      ),
    },
    provider: {
      placeholder: both('NAME', '名字'),
      suggestions: 'provider',
      help: both("A provider whose name is also a command's", '名字与命令相同的供应商'),
    },
  },
  variables: {
    CCC_SUPERVISOR: both(
      '1: start with supervision on, also with -p and in CI; 0: with supervision off',
      '1：启动时就开启监督（-p 和 CI 里也可以）；0：关闭监督',
    ),
    CCC_REQUIRE_APPROVAL: both('1: as --require-approval', '1：同 --require-approval'),
    CCC_CLAUDE: both('The claude to start (default: the one on PATH)', '要启动的 claude（默认：PATH 上的）'),
    CCC_CONFIG_DIR: both(
      'Where ccc.json and ccc/ are (default: CLAUDE_CONFIG_DIR, then ~/.claude)',
      'ccc.json 和 ccc/ 所在的目录（默认：CLAUDE_CONFIG_DIR，其次 ~/.claude）',
    ),
    CCC_LANG: both('en or zh (default: the locale)', 'en 或 zh（默认：系统语言）'),
  },
  exitCodes: {
    1: both('Nothing was started: the reason is on stderr', '没有启动：原因见 stderr'),
    2: both('Nothing was started: wrong arguments', '没有启动：参数有误'),
    3: both('With --require-approval: the work ended without approval', '用 --require-approval 时：工作结束时没有通过'),
    4: both('With --require-approval: it could not be reviewed', '用 --require-approval 时：无法审查'),
  },
  examples: [
    'ccc kimi --continue',
    both('CCC_SUPERVISOR=1 ccc -p "make the tests pass"', 'CCC_SUPERVISOR=1 ccc -p "让测试通过"'),
  ],
});
