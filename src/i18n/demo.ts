import { both } from './both.ts';

const en = {
  speakers: { you: 'you', worker: 'agent', reviewer: 'reviewer' },
  title: 'Real Claude Code, real hooks and tools; only what the two models say is scripted.',
  project: (folder: string) => `A small project with a failing test, in ${folder}`,
  says: (text: string) => `says: ${text}`,
  asks: (question: string) => `wants to ask you: ${question}`,
  does: (tool: string, what: string) =>
    ({ Read: `reads ${what}`, Edit: `edits ${what}`, Bash: `runs ${what}` })[tool] ?? `${tool} ${what}`,
  reviewStarts: 'starts a review',
  reads: (file: string) => `reads ${file}`,
  approved: (round: number) => `approved (round ${round} of 20)`,
  sentBack: (round: number) => `sent back (round ${round} of 20)`,
  failed: (why: string) => `review failed: ${why}`,
  waiting: 'reviewing…',

  summaryBlocks: (blocks: number) =>
    `Sent back ${blocks} times: once for a claim that was not true, once for a question it could answer itself.`,
  summaryWork: (file: string, test: string) => `${file} is really fixed, and ${test} really passes.`,
  summaryFigures: (reviews: number, requests: number, seconds: string) =>
    `${reviews} reviews, ${requests} requests to a scripted API on this machine, ${seconds} s. Nothing was sent over the network.`,
  next: 'With your own Claude: type ccc, then in the session /supervisor <your task>',
  kept: (folder: string) => `kept: ${folder}`,

  notAsScripted: 'the demo did not go as scripted',
  notAsScriptedFix: (problems: string[]) => `${problems.join('\n')}\nTo find out why, run: ccc doctor`,
  wrongBlocks: (seen: number, expected: number) => `sent back ${seen} times, expected ${expected}`,
  wrongApprovals: (seen: number, expected: number) => `approved ${seen} times, expected ${expected}`,
  wrongFile: (file: string) => `${file} was not changed`,
  wrongTest: (test: string, output: string) => `${test} fails: ${output}`,
  wrongRequests: (seen: string, expected: string) => `requests: ${seen}, expected ${expected}`,
  notStarted: (code: string) => `could not start Claude Code (${code})`,
  tooSlow: (seconds: number) => `Claude Code did not finish within ${seconds} s`,
  exited: (stderr: string) => `Claude Code exited early${stderr ? `: ${stderr}` : ''}`,
  interrupted: 'ccc demo: interrupted; no files were left behind',
  needsTerminal: '--interactive needs a terminal',
  needsTerminalFix: 'Run it in a terminal, or without --interactive.',
  noFolder: (code: string) => `could not create a temporary folder (${code})`,
  noFolderFix: 'Set TMPDIR to a writable folder.',
  interactiveStart: 'Opening Claude Code. Watch the agent being sent back; press Ctrl-C twice quickly to exit.',
  interactiveEnd: 'ccc demo: finished. Its folder and session were removed; the costs it showed were made up.',
};

export type DemoMessages = typeof en;

export const demoMessages = both(en, {
  speakers: { you: '你', worker: '代理', reviewer: '审查者' },
  title: '真实的 Claude Code、hook 和工具；只有两个模型说的话是预先写好的。',
  project: (folder) => `一个测试失败的小项目，位于 ${folder}`,
  says: (text) => `说：${text}`,
  asks: (question) => `想问你：${question}`,
  does: (tool, what) =>
    ({ Read: `读取 ${what}`, Edit: `修改 ${what}`, Bash: `运行 ${what}` })[tool] ?? `${tool} ${what}`,
  reviewStarts: '开始审查',
  reads: (file) => `读取 ${file}`,
  approved: (round) => `通过（第 ${round}/20 轮）`,
  sentBack: (round) => `退回（第 ${round}/20 轮）`,
  failed: (why) => `审查失败：${why}`,
  waiting: '正在审查…',

  summaryBlocks: (blocks) => `退回 ${blocks} 次：一次是声称完成却没有完成，一次是问了自己就能回答的问题。`,
  summaryWork: (file, test) => `${file} 确实修好了，${test} 确实通过了。`,
  summaryFigures: (reviews, requests, seconds) =>
    `审查 ${reviews} 次，向本机上脚本化的 API 发出 ${requests} 个请求，用时 ${seconds} 秒。没有访问网络。`,
  next: '用你自己的 Claude：输入 ccc，然后在会话里输入 /supervisor <你的任务>',
  kept: (folder) => `已保留：${folder}`,

  notAsScripted: '演示没有按脚本进行',
  notAsScriptedFix: (problems) => `${problems.join('\n')}\n要查找原因，请运行：ccc doctor`,
  wrongBlocks: (seen, expected) => `退回 ${seen} 次，应为 ${expected} 次`,
  wrongApprovals: (seen, expected) => `通过 ${seen} 次，应为 ${expected} 次`,
  wrongFile: (file) => `${file} 没有改动`,
  wrongTest: (test, output) => `${test} 没有通过：${output}`,
  wrongRequests: (seen, expected) => `请求数：${seen}，应为 ${expected}`,
  notStarted: (code) => `无法启动 Claude Code（${code}）`,
  tooSlow: (seconds) => `Claude Code 没有在 ${seconds} 秒内结束`,
  exited: (stderr) => `Claude Code 提前退出${stderr ? `：${stderr}` : ''}`,
  interrupted: 'ccc demo：已中断；没有留下任何文件',
  needsTerminal: '--interactive 需要终端',
  needsTerminalFix: '请在终端里运行，或去掉 --interactive。',
  noFolder: (code) => `无法创建临时目录（${code}）`,
  noFolderFix: '请把 TMPDIR 设为可写的目录。',
  interactiveStart: '即将打开 Claude Code。可以看到代理怎样被退回；快速按两次 Ctrl-C 退出。',
  interactiveEnd: 'ccc demo：已结束。它的目录和会话都已删除；显示的费用是虚构的。',
});
