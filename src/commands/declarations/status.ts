import { declare } from '../../command-line/declaration.ts';
import { both } from '../../i18n/both.ts';
import { json } from './options.ts';

export const status = declare({
  name: 'status',
  summary: both('Show running sessions and their supervision', '显示正在运行的会话及其监督情况'),
  details: both(
    'The Claude Code sessions running in this folder: whether supervision is on, the round, the last verdict, and what the reviews cost; and whether a hook of ccc reaches them, without which nothing is reviewed.',
    '在当前目录里运行的 Claude Code 会话：是否在监督、第几轮、最近的结论、审查的费用；以及有没有 ccc 的 hook 到达它们，没有就不会有任何审查。',
  ),
  options: { all: { help: both('Sessions of every folder', '所有目录的会话') }, json },
  examples: ['ccc status', "ccc status --json | jq '.sessions[].supervision'"],
  seeAlso: ['evidence', 'statusline'],
});

export const statusline = declare({
  name: 'statusline',
  summary: both("Print a line for Claude Code's status line", '为 Claude Code 的状态栏打印一行'),
  details: both(
    `Whether supervision is on, the round and the last verdict, after the status line of your own settings.json if you have one. Reads the JSON that Claude Code sends on stdin. Sessions started by ccc have it already; for plain claude, add this to settings.json:

  "statusLine": { "type": "command", "command": "ccc statusline" }`,
    `内容是：是否在监督、第几轮、最近的结论；若你的 settings.json 里已有状态栏，就接在它后面。从 stdin 读取 Claude Code 发来的 JSON。由 ccc 启动的会话已经带有它；直接用 claude 的话，请写进 settings.json：

  "statusLine": { "type": "command", "command": "ccc statusline" }`,
  ),
  examples: [`echo '{"session_id":"test-001"}' | ccc statusline`],
  seeAlso: ['status'],
});
