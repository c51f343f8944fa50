import { both } from './both.ts';

const en = {
  /** What the wrapper itself says. */
  withoutCcc: (ccc: string, undo: string) =>
    `claude: ccc (${ccc}) cannot be started, so this is claude without it. Install ccc again, or undo the patch: ${undo}`,

  patched: (claude: string, original: string) =>
    `${claude} now starts ccc. The original is ${original}\nTo undo it: ccc patch --reset`,
  already: (claude: string) => `Already patched: ${claude} starts ccc.`,
  renewed: (claude: string) => `${claude} started another ccc; now it starts this one.`,
  updated: (claude: string) => `Claude Code was updated since the last patch; ${claude} starts ccc again.`,
  finished: (claude: string) => `A patch was half done; it is finished, and ${claude} starts ccc.`,

  back: (claude: string) => `${claude} is plain Claude Code again.`,
  backSinceUpdate: (claude: string) =>
    `Claude Code was updated since the patch, so ${claude} was plain already; what was left of the patch is gone.`,
  backHalfDone: (claude: string) => `A patch was half done; it is undone, and ${claude} is plain Claude Code.`,
  backWithout: (claude: string) =>
    `${claude} no longer starts ccc, but the original was gone: Claude Code has to be installed again.`,
  notPatched: (claude: string) => `Not patched: ${claude} is plain Claude Code.`,
  nothingThere: 'Not patched: there is no claude on PATH.',

  status: {
    'not-patched': 'not patched',
    patched: 'patched',
    'half-done': 'half done',
    'updated-since': 'updated since',
    'original-missing': 'patched, but the original is gone',
  },
  at: (status: string, claude: string) => `${status}: ${claude}`,
  /** What to do about it. */
  next: {
    'not-patched': '',
    patched: '',
    'half-done': 'To finish it: ccc patch. To undo it: ccc patch --reset',
    'updated-since': 'To patch it again: ccc patch. To remove what is left: ccc patch --reset',
    'original-missing': 'Install Claude Code again, then: ccc patch. Or only undo the patch: ccc patch --reset',
  },
  otherCcc: 'It starts another ccc than this one; to change that: ccc patch',

  wouldWrite: (path: string) => `would write ${path}`,
  wouldRename: (from: string, to: string) => `would rename ${from} to ${to}`,
  wouldRemove: (path: string) => `would remove ${path}`,

  noClaude: 'there is no claude on PATH, so there is nothing to patch',
  noClaudeFix: 'Start Claude Code with: ccc',
  originalGone: (original: string) => `the original of the patched claude is gone: ${original}`,
  claudeBroken: (claude: string) => `${claude} is there, but it cannot be started`,
  claudeBrokenFix: (original: string) => `Remove it and try again; the claude from before the patch is ${original}`,
  itIsCcc: (claude: string) => `${claude} is ccc itself`,
  itIsCccFix: 'Remove it, so that the claude on PATH is Claude Code.',
  notWritable: (dir: string, code: string) => `the folder ${dir} cannot be written (${code})`,
  notWritableFix: (command: string) =>
    `Run it as somebody who may: sudo env "PATH=$PATH" ${command}\nOr install Claude Code into a folder of your own.`,
  failed: (dir: string, code: string) => `patching in ${dir} did not work (${code}); claude is as it was`,
  failedFix: 'Put that right and try again.',
  noShell: 'ccc patch needs a POSIX shell, which Windows does not have',
  noShellFix: 'Use it in WSL, or start Claude Code with: ccc',
};

export type PatchMessages = typeof en;

export const patchMessages = both(en, {
  withoutCcc: (ccc, undo) => `claude：ccc（${ccc}）无法启动，现在是没有它的 claude。请重新安装 ccc，或撤销：${undo}`,

  patched: (claude, original) => `${claude} 现在启动 ccc。原来的是 ${original}\n撤销：ccc patch --reset`,
  already: (claude) => `已经打过补丁：${claude} 启动 ccc。`,
  renewed: (claude) => `${claude} 原来启动另一个 ccc；现在启动这一个。`,
  updated: (claude) => `上次打补丁之后 Claude Code 更新过；${claude} 又启动 ccc 了。`,
  finished: (claude) => `补丁只打了一半；现已完成，${claude} 启动 ccc。`,

  back: (claude) => `${claude} 又是原本的 Claude Code 了。`,
  backSinceUpdate: (claude) =>
    `打补丁之后 Claude Code 更新过，${claude} 已是原本的 Claude Code；补丁留下的东西已清除。`,
  backHalfDone: (claude) => `补丁只打了一半；现已撤销，${claude} 是原本的 Claude Code。`,
  backWithout: (claude) => `${claude} 不再启动 ccc，但原来的程序已不在：需要重新安装 Claude Code。`,
  notPatched: (claude) => `没有打过补丁：${claude} 是原本的 Claude Code。`,
  nothingThere: '没有打过补丁：PATH 上没有 claude。',

  status: {
    'not-patched': '没有打过补丁',
    patched: '已打补丁',
    'half-done': '只打了一半',
    'updated-since': '之后更新过',
    'original-missing': '已打补丁，但原来的程序已不在',
  },
  at: (status, claude) => `${status}：${claude}`,
  next: {
    'not-patched': '',
    patched: '',
    'half-done': '完成：ccc patch。撤销：ccc patch --reset',
    'updated-since': '再打一次：ccc patch。清除留下的：ccc patch --reset',
    'original-missing': '请重新安装 Claude Code，然后：ccc patch。或只撤销补丁：ccc patch --reset',
  },
  otherCcc: '它启动的是另一个 ccc；要改过来：ccc patch',

  wouldWrite: (path) => `会写入 ${path}`,
  wouldRename: (from, to) => `会把 ${from} 改名为 ${to}`,
  wouldRemove: (path) => `会删除 ${path}`,

  noClaude: 'PATH 上没有 claude，没有什么可以打补丁',
  noClaudeFix: '请这样启动 Claude Code：ccc',
  originalGone: (original) => `打过补丁的 claude，其原来的程序已不在：${original}`,
  claudeBroken: (claude) => `${claude} 在那里，但无法启动`,
  claudeBrokenFix: (original) => `请删除它再试；打补丁之前的 claude 是 ${original}`,
  itIsCcc: (claude) => `${claude} 就是 ccc 本身`,
  itIsCccFix: '请删除它，让 PATH 上的 claude 是 Claude Code。',
  notWritable: (dir, code) => `文件夹 ${dir} 不可写（${code}）`,
  notWritableFix: (command) =>
    `请以有权限的身份运行：sudo env "PATH=$PATH" ${command}\n或把 Claude Code 装到你自己的文件夹里。`,
  failed: (dir, code) => `在 ${dir} 里打补丁没有成功（${code}）；claude 和原来一样`,
  failedFix: '请排除这个问题后再试。',
  noShell: 'ccc patch 需要 POSIX shell，Windows 上没有',
  noShellFix: '请在 WSL 里使用，或这样启动 Claude Code：ccc',
});
