import type { JsonError } from '../platform/json/parse.ts';
import { both } from './both.ts';
import { jsonErrors } from './json-errors.ts';

const en = {
  ownFile: (path: string) => `${path} is your own configuration, not a repository's`,
  ownFileFix: 'Go to a project, or give its folder: ccc init FOLDER',
  outside: (path: string, target: string) => `${path} points outside the repository, to ${target}`,
  outsideFix: 'Put the file itself there. Nothing was changed.',
  changedMeanwhile: (path: string) => `${path} was changed by another program just now`,
  changedMeanwhileFix: 'Nothing was written. Try again.',
  invalidFix: 'Fix it and try again. Nothing was changed.',

  lookedAt: (root: string) => `Looked at ${root}; nothing in it was run.`,
  proposed: (file: string, exists: boolean): string => (exists ? `Missing in ${file}:` : `Proposed for ${file}:`),
  because: (reason: string) => `      because ${reason}`,
  script: (file: string, name: string, text: string) => `${file} has a script ${name}: ${text}`,
  task: (file: string, name: string, text: string) => `${file} has a task ${name}: ${text}`,
  target: (file: string, name: string) => `${file} has a target ${name}`,
  tool: (file: string, tool: string) => `${file} uses ${tool}`,
  exists: (file: string) => `${file} exists`,
  stallBecause:
    'if the same objection comes 3 times and no file changes, the stop is allowed without approval and you are told',
  notes: {
    preCommit: 'Note: .pre-commit-config.yaml was left out: its hooks may rewrite files.',
    cmake: 'Note: ctest needs a build first. It is proposed if CMakePresets.json has a build preset and a test preset.',
    severalSolutions: 'Note: there are several .NET solutions or projects here. Add dotnet test with the right one.',
    noProgram: (program: string) =>
      `Note: ${program} is not on your PATH. A check that cannot be started is reported and blocks nothing.`,
    watches: (file: string, name: string) => `Note: ${name} in ${file} was left out: it does not end by itself.`,
    rewrites: (file: string, name: string) => `Note: ${name} in ${file} was left out: it rewrites files.`,
    unsafeName: (file: string, name: string) =>
      `Note: ${name} in ${file} was left out: its name is not safe in a command.`,
    broken: (file: string, { line, column, code }: JsonError) =>
      `${file} cannot be read: ${line}:${column}: ${jsonErrors.en[code]}. Correct it, then run ccc init again.`,
    otherCommand: (name: string, run: string) => `Note: ${name} is there already, with another command: ${run}`,
  },
  feedback:
    'Note: feedback at a stop is labelled "Stop hook error" and given to the agent twice. To have it labelled "Stop hook feedback" and given once, set "feedback": "context" under "supervisor" in your own ccc.json.',
  wouldBe: (file: string) => `${file} would be:`,

  nothingFound: 'Found nothing here to propose checks from. (Subfolders are not searched.)',
  byHand: (path: string) => `You can write ${path} yourself, for example:`,
  thenTrust: (folder: string) => `Then: ccc trust${folder}`,
  complete: (file: string) => `${file} already has all of it.`,
  nothingToAdd: (file: string) => `Nothing to add to ${file}.`,
  nothingWritten: 'Nothing was written.',
  toWrite: (trusts: boolean, folder: string): string =>
    trusts
      ? `To write and trust it: ccc init --yes${folder}`
      : `To write it: ccc init --yes${folder} (then review and trust all of it: ccc trust${folder})`,

  yes: 'Yes',
  no: 'No',
  write: 'Write it?',
  trust: 'Trust exactly that?',

  written: (path: string) => `Wrote ${path}`,
  backup: (path: string) => `Backup: ${path}`,
  trusted: (folder: string) =>
    `Trusted: the checks run from the next supervised stop on. To undo: ccc trust --remove${folder}`,
  commit: 'Commit it too: other work trees and clones have only what is committed.',
  trustNext: (folder: string) => `It is ignored until you trust it: ccc trust${folder}`,
  moreToTrust: (folder: string) =>
    `Not trusted: there is more here that you have not trusted yet. Review and trust all of it: ccc trust${folder}`,
  cannotWrite: (path: string, code: string) => `cannot write ${path} (${code})`,
  cannotWriteFix: 'Check its permissions and the free disk space, then try again.',
};

export const initMessages = both(en, {
  ownFile: (path) => `${path} 是你自己的配置，不是仓库的`,
  ownFileFix: '请进入一个项目，或给出它的目录：ccc init 目录',
  outside: (path, target) => `${path} 指向仓库之外的 ${target}`,
  outsideFix: '请把文件本身放在这里。没有做任何改动。',
  changedMeanwhile: (path) => `${path} 刚刚被其他程序改动`,
  changedMeanwhileFix: '没有写入任何内容。请重试。',
  invalidFix: '请改正后重试。没有做任何改动。',

  lookedAt: (root) => `已查看 ${root}；没有运行其中的任何内容。`,
  proposed: (file, exists) => (exists ? `${file} 里缺少：` : `建议写入 ${file}：`),
  because: (reason) => `      因为 ${reason}`,
  script: (file, name, text) => `${file} 有脚本 ${name}：${text}`,
  task: (file, name, text) => `${file} 有任务 ${name}：${text}`,
  target: (file, name) => `${file} 有目标 ${name}`,
  tool: (file, tool) => `${file} 用到 ${tool}`,
  exists: (file) => `有 ${file}`,
  stallBecause: '同一条意见出现 3 次而文件没有变化时，不经通过就放行，并告诉你',
  notes: {
    preCommit: '注意：没有采用 .pre-commit-config.yaml：其中的 hook 可能改写文件。',
    cmake: '注意：ctest 需要先构建。CMakePresets.json 里有构建预设和测试预设时才会建议。',
    severalSolutions: '注意：这里有多个 .NET 解决方案或项目。请自己添加 dotnet test 并指明是哪一个。',
    noProgram: (program) => `注意：PATH 上没有 ${program}。无法启动的检查只会告诉你，不会阻止停止。`,
    watches: (file, name) => `注意：没有采用 ${file} 里的 ${name}：它不会自己结束。`,
    rewrites: (file, name) => `注意：没有采用 ${file} 里的 ${name}：它会改写文件。`,
    unsafeName: (file, name) => `注意：没有采用 ${file} 里的 ${name}：这个名字放进命令不安全。`,
    broken: (file, { line, column, code }) =>
      `无法读取 ${file}：${line}:${column}：${jsonErrors.zh[code]}。改正后请再运行 ccc init。`,
    otherCommand: (name, run) => `注意：${name} 已经有了，但命令不同：${run}`,
  },
  feedback:
    '注意：停止时的反馈会标为 “Stop hook error”，并给代理两遍。如果想标为 “Stop hook feedback”、只给一遍，请在你自己的 ccc.json 的 supervisor 里写 "feedback": "context"。',
  wouldBe: (file) => `${file} 将会是：`,

  nothingFound: '没有找到可以据以建议检查的内容。（不查看子目录。）',
  byHand: (path) => `可以自己写 ${path}，例如：`,
  thenTrust: (folder) => `然后：ccc trust${folder}`,
  complete: (file) => `${file} 里已经都有了。`,
  nothingToAdd: (file) => `${file} 里没有要添加的内容。`,
  nothingWritten: '没有写入任何内容。',
  toWrite: (trusts, folder) =>
    trusts
      ? `要写入并信任：ccc init --yes${folder}`
      : `要写入：ccc init --yes${folder}（然后查看并信任全部内容：ccc trust${folder}）`,

  yes: '是',
  no: '否',
  write: '写入吗？',
  trust: '只信任这些内容吗？',

  written: (path) => `已写入 ${path}`,
  backup: (path) => `备份：${path}`,
  trusted: (folder) => `已信任：从下一次受监督的停止起运行检查。要撤销：ccc trust --remove${folder}`,
  commit: '请把它也提交：其他工作树和克隆里只有已提交的文件。',
  trustNext: (folder) => `信任之前会被忽略：ccc trust${folder}`,
  moreToTrust: (folder) => `未信任：这里还有你没有信任过的内容。请查看并信任全部内容：ccc trust${folder}`,
  cannotWrite: (path, code) => `无法写入 ${path}（${code}）`,
  cannotWriteFix: '请检查它的权限和磁盘剩余空间，然后重试。',
});
