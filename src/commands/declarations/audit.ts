import { declare } from '../../command-line/declaration.ts';
import { both } from '../../i18n/both.ts';
import { json } from './options.ts';

/** What the processes that read the sessions are started with. It is no command for people. */
export const AUDIT_WORKER = '__audit-worker';

export const audit = declare({
  name: 'audit',
  summary: both('Check what your stored sessions claimed', '核对已保存会话里的说法'),
  details: both(
    `Many sessions end with "all tests pass" or "the build succeeds". This reads the sessions that Claude Code keeps on this machine and says how many of those claims the session itself backs: whether such a run is in it, whether it passed, and whether code changed after it. Needs no hook, no account and no network, and changes nothing.

Counts the sessions of this folder and the folders below it, or all of them if there are none. Claude Code removes sessions after 30 days unless you tell it otherwise. Sessions that are still running are left out. Credentials are removed.`,
    `很多会话以“测试全部通过”“构建成功”结束。这个命令读取 Claude Code 保存在本机的会话，说明其中有多少说法能由会话本身证明：有没有这样的运行，是否通过，之后代码是否又有改动。不需要 hook、账号或网络，也不改动任何东西。

统计当前目录及其下级目录的会话；如果没有，就统计所有会话。Claude Code 默认在 30 天后删除会话。仍在运行的会话不计入。密钥已去除。`,
  ),
  options: {
    last: { placeholder: both('N', '数量'), help: both('Only the last N sessions', '只看最近的若干个会话') },
    since: {
      placeholder: both('TIME', '时间'),
      help: both('Only sessions since then: 12h, 30d, 4w or 2026-11-01', '只看此后的会话：12h、30d、4w 或 2026-11-01'),
    },
    project: {
      placeholder: both('FOLDER', '目录'),
      suggestions: 'file',
      help: both('Sessions of this folder and those below it', '这个目录及其下级目录的会话'),
    },
    all: { help: both('Sessions of every folder', '所有目录的会话') },
    json,
    csv: { help: both('Print CSV, one row per claim', '输出 CSV，每个说法一行') },
  },
  exclusive: [
    ['last', 'since'],
    ['project', 'all'],
    ['json', 'csv'],
  ],
  exitCodes: {
    0: both('Printed, whatever the sessions show', '已输出，无论会话里看到什么'),
    1: both('The sessions could not be listed', '无法列出会话'),
    2: both('Usage error', '用法错误'),
    130: both('Interrupted', '被中断'),
  },
  examples: [
    'ccc audit',
    'ccc audit --all --since 30d',
    "ccc audit --last 100 --json | jq -r '.headline'",
    'ccc audit --all --csv > claims.csv',
  ],
  seeAlso: ['evidence', 'review'],
});
