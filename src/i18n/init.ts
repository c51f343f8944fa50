import { both } from './both.ts';

const en = {
  ownFile: (path: string) => `${path} is your own configuration, not a repository's`,
  ownFileFix: 'Go into a project, or name its folder: ccc init <folder>',
  outside: (path: string, to: string) => `${path} leads out of the repository, to ${to}`,
  outsideFix: 'Put the file itself there. Nothing was changed.',
  meanwhile: (path: string) => `${path} was changed by another program at this moment`,
  meanwhileFix: 'Nothing was changed by ccc. Try again.',
  misfitFix: 'Put it right there and try again. Nothing was changed.',

  lookedAt: (root: string) => `Looked at ${root}; nothing of it was run.`,
  proposed: (file: string, exists: boolean): string => (exists ? `Missing in ${file}:` : `Proposed for ${file}:`),
  because: (reason: string) => `      because ${reason}`,
  script: (file: string, name: string, text: string) => `${file} has a script ${name}: ${text}`,
  task: (file: string, name: string, text: string) => `${file} has a task ${name}: ${text}`,
  target: (file: string, name: string) => `${file} has a target ${name}`,
  tool: (file: string, tool: string) => `${file} asks for ${tool}`,
  isThere: (file: string) => `${file} is there`,
  stallBecause: 'after the same objection three times with no file changed, the stop is let through and you are told',
  notes: {
    preCommit: 'Note: .pre-commit-config.yaml is there. What it runs may rewrite files, so no check is made of it.',
    cmake:
      'Note: ctest needs a build first. With a test preset and a build preset in CMakePresets.json it can be proposed.',
    severalSolutions: 'Note: there are several .NET solutions or projects here; dotnet test has to be told which.',
    noProgram: (program: string) =>
      `Note: ${program} is not on your PATH here. A check that cannot be started is told, and judges nothing.`,
    watches: (file: string, name: string) => `Note: ${name} in ${file} does not end by itself; left out.`,
    rewrites: (file: string, name: string) => `Note: ${name} in ${file} rewrites files; left out.`,
    oddName: (file: string, name: string) => `Note: the name ${name} in ${file} is not put into a command; left out.`,
  },
  wouldBe: (file: string) => `${file} would be:`,

  nothingFound: 'Nothing was found here that says how the work is checked. (Folders below it are not looked into.)',
  byHand: (path: string) => `You can write ${path} by hand, for instance:`,
  thenTrust: (at: string) => `Then: ccc trust${at}`,
  complete: (file: string) => `${file} has all of it already; nothing to add.`,
  nothingWritten: 'Nothing was written.',
  toWrite: (trusts: boolean, at: string): string =>
    trusts
      ? `To write it, and trust exactly that: ccc init --yes${at}`
      : `To write it: ccc init --yes${at} (then look at all of it and trust it: ccc trust${at})`,

  yes: 'Yes',
  no: 'No',
  write: 'Write it?',
  trust: 'Trust exactly that?',

  written: (path: string) => `Wrote ${path}`,
  backup: (path: string) => `The file as it was: ${path}`,
  trusted: (at: string) =>
    `Trusted, exactly as shown: the checks run from the next supervised stop on. To take it back: ccc trust --remove${at}`,
  trustNext: (at: string) => `It counts once you trust it. Next: ccc trust${at}`,
  trustLeft: (at: string) =>
    `There is more here that you have not trusted yet, so nothing was trusted. Look at it and trust it: ccc trust${at}`,
  unusable: (path: string, code: string) => `${path} cannot be written (${code})`,
  unusableFix: 'Make it and its folder writable for you, see that the disk has room, and try again.',
};

export type InitMessages = typeof en;

export const initMessages = both(en, {
  ownFile: (path) => `${path} 是你自己的配置，不是仓库的`,
  ownFileFix: '请进入一个项目，或写出它的文件夹：ccc init <文件夹>',
  outside: (path, to) => `${path} 指向仓库之外的 ${to}`,
  outsideFix: '请把文件本身放在那里。什么都没有改动。',
  meanwhile: (path) => `${path} 恰在此刻被别的程序改动`,
  meanwhileFix: 'ccc 什么都没有改动。请重试。',
  misfitFix: '请改正该处后重试。什么都没有改动。',

  lookedAt: (root) => `看过了 ${root}；其中的东西一样也没有运行。`,
  proposed: (file, exists) => (exists ? `${file} 里缺少：` : `给 ${file} 的建议：`),
  because: (reason) => `      因为 ${reason}`,
  script: (file, name, text) => `${file} 有脚本 ${name}：${text}`,
  task: (file, name, text) => `${file} 有任务 ${name}：${text}`,
  target: (file, name) => `${file} 有目标 ${name}`,
  tool: (file, tool) => `${file} 用到 ${tool}`,
  isThere: (file) => `${file} 存在`,
  stallBecause: '同样的意见出现三次、其间没有文件变化时，放行停止并告诉你',
  notes: {
    preCommit: '注意：有 .pre-commit-config.yaml。它运行的东西可能改写文件，所以不拿它做检查。',
    cmake: '注意：ctest 需要先构建。CMakePresets.json 里有测试预设和构建预设时才能提出。',
    severalSolutions: '注意：这里有多个 .NET 解决方案或项目；dotnet test 需要指明是哪一个。',
    noProgram: (program) => `注意：这里的 PATH 上没有 ${program}。无法启动的检查只会被告知，不作判断。`,
    watches: (file, name) => `注意：${file} 里的 ${name} 不会自己结束；略去。`,
    rewrites: (file, name) => `注意：${file} 里的 ${name} 会改写文件；略去。`,
    oddName: (file, name) => `注意：${file} 里的名字 ${name} 不会被写进命令；略去。`,
  },
  wouldBe: (file) => `${file} 将会是：`,

  nothingFound: '这里没有找到说明如何检查工作的东西。（不看下面的文件夹。）',
  byHand: (path) => `可以手写 ${path}，例如：`,
  thenTrust: (at) => `然后：ccc trust${at}`,
  complete: (file) => `${file} 里已经都有了，没有可加的。`,
  nothingWritten: '什么都没有写。',
  toWrite: (trusts, at) =>
    trusts
      ? `要写入并只信任这些内容：ccc init --yes${at}`
      : `要写入：ccc init --yes${at}（然后看过全部内容再信任：ccc trust${at}）`,

  yes: '是',
  no: '否',
  write: '写入吗？',
  trust: '只信任这些内容吗？',

  written: (path) => `已写入 ${path}`,
  backup: (path) => `原来的文件：${path}`,
  trusted: (at) => `已信任，与所显示的完全一致：检查从下一次受监督的停止起运行。收回信任：ccc trust --remove${at}`,
  trustNext: (at) => `信任之后才生效。下一步：ccc trust${at}`,
  trustLeft: (at) => `这里还有你没有信任过的内容，所以什么都没有信任。请看过之后信任：ccc trust${at}`,
  unusable: (path, code) => `${path} 无法写入（${code}）`,
  unusableFix: '请让它和它的文件夹对你可写，确认磁盘有空间，然后重试。',
});
