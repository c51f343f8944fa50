import { both } from './both.ts';

const en = {
  /** Printed by the wrapper script. */
  withoutCcc: (ccc: string, undo: string) =>
    `claude: cannot start ccc (${ccc}), so this is claude without it. Install ccc again, or undo the patch: ${undo}`,

  patched: (claude: string, original: string) =>
    `${claude} now starts ccc. The original is ${original}\nTo undo: ccc patch --reset`,
  already: (claude: string) => `Already patched: ${claude} starts ccc.`,
  renewed: (claude: string) => `${claude} started another copy of ccc; now it starts this one.`,
  updated: (claude: string) => `Claude Code was updated since the last patch; ${claude} starts ccc again.`,
  finished: (claude: string) => `Finished an interrupted patch: ${claude} starts ccc.`,

  restored: (claude: string) => `${claude} is plain Claude Code again.`,
  removedAfterUpdate: (claude: string) =>
    `Claude Code was updated since the patch, so ${claude} was plain already. Removed the rest of the patch.`,
  undidInterrupted: (claude: string) => `Undid an interrupted patch: ${claude} is plain Claude Code.`,
  originalMissing: (claude: string) =>
    `${claude} no longer starts ccc, but the original is missing. Install Claude Code again.`,
  notPatched: (claude: string) => `Not patched: ${claude} is plain Claude Code.`,
  noClaudeOnPath: 'Not patched: no claude on PATH.',

  noClaudeFound: 'no claude on PATH',
  status: {
    'not-patched': 'not patched',
    patched: 'patched',
    'half-done': 'interrupted',
    'updated-since': 'updated since the patch',
    'original-missing': 'patched, but the original is missing',
  },
  at: (status: string, claude: string) => `${status}: ${claude}`,
  next: {
    'not-patched': '',
    patched: '',
    'half-done': 'To finish: ccc patch. To undo: ccc patch --reset',
    'updated-since': 'To patch again: ccc patch. To remove the rest of the patch: ccc patch --reset',
    'original-missing': 'Install Claude Code again, then run: ccc patch. To only undo the patch: ccc patch --reset',
  },
  otherCcc: 'It starts another copy of ccc. To start this one: ccc patch',

  wouldWrite: (path: string) => `would write ${path}`,
  wouldRename: (from: string, to: string) => `would rename ${from} to ${to}`,
  wouldRemove: (path: string) => `would remove ${path}`,

  noClaude: 'no claude on PATH, nothing to patch',
  noClaudeFix: 'Start Claude Code with: ccc',
  originalNotFound: (original: string) => `the original of the patched claude is missing: ${original}`,
  claudeBroken: (claude: string) => `${claude} exists but cannot be started`,
  claudeBrokenFix: (original: string) => `Remove it and try again; the claude from before the patch is ${original}`,
  itIsCcc: (claude: string) => `${claude} is ccc itself`,
  itIsCccFix: 'Remove it, so that the claude on PATH is Claude Code.',
  notWritable: (dir: string, code: string) => `cannot write to ${dir} (${code})`,
  notWritableFix: (command: string) =>
    `Run it with sudo: sudo env "PATH=$PATH" ${command}\nOr install Claude Code into a folder of your own.`,
  failed: (dir: string, code: string) => `patching in ${dir} failed (${code}); claude is unchanged`,
  failedFix: 'Fix the cause and try again.',
  noShell: 'ccc patch needs a POSIX shell, which Windows does not have',
  noShellFix: 'Use it in WSL, or start Claude Code with: ccc',
};

export type PatchMessages = typeof en;

export const patchMessages = both(en, {
  withoutCcc: (ccc, undo) =>
    `claude：无法启动 ccc（${ccc}），现在运行的是原本的 claude。请重新安装 ccc，或撤销补丁：${undo}`,

  patched: (claude, original) => `${claude} 现在会启动 ccc。原来的程序是 ${original}\n撤销：ccc patch --reset`,
  already: (claude) => `已经打过补丁：${claude} 会启动 ccc。`,
  renewed: (claude) => `${claude} 原来启动的是另一份 ccc，现在启动这一份。`,
  updated: (claude) => `上次打补丁之后 Claude Code 更新过；${claude} 又会启动 ccc 了。`,
  finished: (claude) => `已完成中断的补丁：${claude} 会启动 ccc。`,

  restored: (claude) => `${claude} 又是原本的 Claude Code 了。`,
  removedAfterUpdate: (claude) =>
    `打补丁之后 Claude Code 更新过，${claude} 已是原本的 Claude Code。补丁留下的文件已删除。`,
  undidInterrupted: (claude) => `已撤销中断的补丁：${claude} 是原本的 Claude Code。`,
  originalMissing: (claude) => `${claude} 不再启动 ccc，但原来的程序不见了。请重新安装 Claude Code。`,
  notPatched: (claude) => `没有打过补丁：${claude} 是原本的 Claude Code。`,
  noClaudeOnPath: '没有打过补丁：PATH 上没有 claude。',

  noClaudeFound: 'PATH 上没有 claude',
  status: {
    'not-patched': '没有打过补丁',
    patched: '已打补丁',
    'half-done': '补丁中断',
    'updated-since': '打补丁之后更新过',
    'original-missing': '已打补丁，但原来的程序不见了',
  },
  at: (status, claude) => `${status}：${claude}`,
  next: {
    'not-patched': '',
    patched: '',
    'half-done': '完成：ccc patch。撤销：ccc patch --reset',
    'updated-since': '再打一次：ccc patch。删除补丁留下的文件：ccc patch --reset',
    'original-missing': '请重新安装 Claude Code，然后运行：ccc patch。只撤销补丁：ccc patch --reset',
  },
  otherCcc: '它启动的是另一份 ccc。改为启动这一份：ccc patch',

  wouldWrite: (path) => `会写入 ${path}`,
  wouldRename: (from, to) => `会把 ${from} 改名为 ${to}`,
  wouldRemove: (path) => `会删除 ${path}`,

  noClaude: 'PATH 上没有 claude，无需打补丁',
  noClaudeFix: '请这样启动 Claude Code：ccc',
  originalNotFound: (original) => `打过补丁的 claude 找不到原来的程序：${original}`,
  claudeBroken: (claude) => `${claude} 存在，但无法启动`,
  claudeBrokenFix: (original) => `请删除它再试；打补丁之前的 claude 是 ${original}`,
  itIsCcc: (claude) => `${claude} 就是 ccc 本身`,
  itIsCccFix: '请删除它，让 PATH 上的 claude 是 Claude Code。',
  notWritable: (dir, code) => `无法写入 ${dir}（${code}）`,
  notWritableFix: (command) =>
    `请用 sudo 运行：sudo env "PATH=$PATH" ${command}\n或把 Claude Code 装到你自己的目录里。`,
  failed: (dir, code) => `在 ${dir} 里打补丁失败（${code}）；claude 没有变`,
  failedFix: '请排除原因后重试。',
  noShell: 'ccc patch 需要 POSIX shell，Windows 上没有',
  noShellFix: '请在 WSL 里使用，或这样启动 Claude Code：ccc',
});
