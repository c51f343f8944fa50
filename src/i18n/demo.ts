import { both } from './both.ts';

const en = {
  who: { you: 'you', worker: 'worker', supervisor: 'supervisor' },
  title: 'Real Claude Code, hooks and tools; only the words of both models are scripted.',
  project: (folder: string) => `A small project with a failing test, in ${folder}`,
  says: (text: string) => `says: ${text}`,
  asks: (question: string) => `wants to ask you: ${question}`,
  does: (tool: string, what: string) =>
    ({ Read: `reads ${what}`, Edit: `edits ${what}`, Bash: `runs ${what}` })[tool] ?? `${tool} ${what}`,
  begins: 'looks at it first',
  reads: (file: string) => `reads ${file} itself`,
  allowed: (round: number) => `allowed to stop (round ${round} of 20)`,
  sentBack: (round: number) => `sent back (round ${round} of 20)`,
  failed: (why: string) => `could not review: ${why}`,
  waiting: 'reviewing…',

  summaryBlocks: (blocks: number) =>
    `Sent back ${blocks} times: once for a claim that was not true, once for a question it could answer itself.`,
  summaryWork: (file: string, test: string) => `${file} was really changed, and ${test} really passes now.`,
  summaryFigures: (reviews: number, requests: number, seconds: string) =>
    `${reviews} reviews, ${requests} requests to a scripted API on this machine, ${seconds} s. Nothing left this machine.`,
  next: 'With your own Claude: type ccc, and in the session /supervisor <your task>',
  kept: (folder: string) => `The folder was kept: ${folder}`,

  wrong: 'the demo did not go as written',
  wrongFix: (what: string[]) => `${what.join('\n')}\nRun ccc doctor to find out why.`,
  wrongBlocks: (seen: number, expected: number) => `sent back: ${seen} times instead of ${expected}`,
  wrongAllows: (seen: number, expected: number) => `allowed: ${seen} times instead of ${expected}`,
  wrongFile: (file: string) => `${file} was not changed`,
  wrongTest: (test: string, said: string) => `${test} does not pass: ${said}`,
  wrongRequests: (seen: string, expected: string) => `requests: ${seen} instead of ${expected}`,
  notStarted: (code: string) => `Claude Code could not be started (${code})`,
  tooSlow: (seconds: number) => `Claude Code did not end within ${seconds} s`,
  ended: (said: string) => `Claude Code ended by itself${said ? `: ${said}` : ''}`,
  interrupted: 'ccc demo: interrupted; nothing was left behind',
  needsTerminal: '--interactive needs a terminal',
  needsTerminalFix: 'Run it in a terminal, or without --interactive.',
  noFolder: (code: string) => `the demo could not make its folder (${code})`,
  noFolderFix: 'Set TMPDIR to a folder that can be written.',
  screenLeft: 'ccc demo: over. Its folder and its session are gone; the costs it showed were made up.',
  screen: 'The real screen opens; watch the worker being sent back. Ctrl-C twice leaves it.',
};

export type DemoMessages = typeof en;

export const demoMessages = both(en, {
  who: { you: '你', worker: '执行者', supervisor: '监督者' },
  title: '真实的 Claude Code、hooks 和工具；只有两个模型的话是写好的。',
  project: (folder) => `一个测试失败的小项目，在 ${folder}`,
  says: (text) => `说：${text}`,
  asks: (question) => `想问你：${question}`,
  does: (tool, what) =>
    ({ Read: `读取 ${what}`, Edit: `修改 ${what}`, Bash: `运行 ${what}` })[tool] ?? `${tool} ${what}`,
  begins: '先看一看',
  reads: (file) => `自己读取 ${file}`,
  allowed: (round) => `准许停止（第 ${round}/20 轮）`,
  sentBack: (round) => `退回（第 ${round}/20 轮）`,
  failed: (why) => `未能审查：${why}`,
  waiting: '正在审查…',

  summaryBlocks: (blocks) => `退回 ${blocks} 次：一次因为说法不实，一次因为问了自己就能回答的问题。`,
  summaryWork: (file, test) => `${file} 真的改了，${test} 现在真的通过了。`,
  summaryFigures: (reviews, requests, seconds) =>
    `审查 ${reviews} 次，向本机上的脚本化 API 发出 ${requests} 个请求，用时 ${seconds} 秒。没有任何东西离开这台机器。`,
  next: '用你自己的 Claude：输入 ccc，然后在会话里输入 /supervisor <你的任务>',
  kept: (folder) => `文件夹已保留：${folder}`,

  wrong: '演示没有按剧本进行',
  wrongFix: (what) => `${what.join('\n')}\n请运行 ccc doctor 查找原因。`,
  wrongBlocks: (seen, expected) => `退回：${seen} 次，应为 ${expected} 次`,
  wrongAllows: (seen, expected) => `放行：${seen} 次，应为 ${expected} 次`,
  wrongFile: (file) => `${file} 没有改动`,
  wrongTest: (test, said) => `${test} 没有通过：${said}`,
  wrongRequests: (seen, expected) => `请求：${seen}，应为 ${expected}`,
  notStarted: (code) => `Claude Code 无法启动（${code}）`,
  tooSlow: (seconds) => `Claude Code 没有在 ${seconds} 秒内结束`,
  ended: (said) => `Claude Code 自行结束${said ? `：${said}` : ''}`,
  interrupted: 'ccc demo：已中断；没有留下任何东西',
  needsTerminal: '--interactive 需要终端',
  needsTerminalFix: '请在终端里运行，或去掉 --interactive。',
  noFolder: (code) => `演示无法创建它的文件夹（${code}）`,
  noFolderFix: '请把 TMPDIR 设为可写的文件夹。',
  screenLeft: 'ccc demo：结束。它的文件夹和会话都已删除；显示的费用是虚构的。',
  screen: '将打开真实的界面；请看执行者如何被退回。按两次 Ctrl-C 离开。',
});
