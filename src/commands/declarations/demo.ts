import { declare } from '../../command-line/declaration.ts';
import { both } from '../../i18n/both.ts';
import { json } from './options.ts';

export const demo = declare({
  name: 'demo',
  summary: both('Watch a supervised run, without an account', '不需要账号，看一次受监督的运行'),
  details: both(
    `The real Claude Code, real hooks and a real review, on a small project with a failing test. Only what the two models say is scripted, by an API on this machine: the agent claims to be done, then asks what it could find out itself, and finally fixes the file.

Reads and changes nothing of yours, sends nothing over the network, and leaves nothing behind.`,
    `真实的 Claude Code、真实的 hook 和审查，在一个测试失败的小项目上运行。只有两个模型说的话是预先写好的，由本机上的 API 给出：代理先声称完成，再问自己就能查到的问题，最后真的修好文件。

不读取也不改动你的任何文件，不访问网络，运行后不留下任何文件。`,
  ),
  options: {
    interactive: { help: both("Use Claude Code's real interface", '使用 Claude Code 的真实界面') },
    keep: { help: both('Keep the project folder and print its path', '保留演示用的项目目录并打印路径') },
    json,
  },
  exitCodes: {
    0: both('It went as scripted', '按脚本完成'),
    1: both('It did not', '没有按脚本完成'),
    130: both('Interrupted', '被中断'),
  },
  examples: ['ccc demo', 'ccc demo --keep'],
});
