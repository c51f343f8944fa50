import { both } from './both.ts';

const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
const shown = (paths: readonly string[], more: (count: number) => string) =>
  `${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ` ${more(paths.length - 5)}` : ''}`;

/** `ccc eval add`. */
export const evalAddMessages = both(
  {
    problem: {
      'transcript-unreadable': 'eval add: the transcript cannot be read',
      'transcript-too-large': 'eval add: the transcript is too large for a case (16 MB)',
      event: 'eval add: the event of this verdict is not in the transcript',
      git: 'eval add: git could not copy the commits',
      'no-folder': 'eval add: the folder of the session is gone',
    },
    problemFix: {
      'transcript-unreadable': 'Check its permissions, or choose another session with --session.',
      'transcript-too-large': 'Choose a shorter session with --session.',
      event: 'Only stops, questions and tool calls can be made a case. Choose another session with --session.',
      git: 'Check that git runs and that there is free disk space.',
      'no-folder': 'Choose another session with --session.',
    },
    needsLabel: 'eval add: what does this work deserve?',
    needsLabelFix: 'Give --label allow or --label block. After ccc overrule it is not needed.',
    needsWhy: 'eval add: why does this work deserve it?',
    needsWhyFix: 'Give one or two sentences with --why TEXT.',
    needsYes: 'eval add: nothing was written: there is no terminal to ask on',
    needsYesFix: 'Read what is above, then add --yes.',
    cannotWrite: (path: string, code: string) => `eval add: cannot write ${path} (${code})`,
    cannotWriteFix: 'Check its permissions and free disk space.',

    heading: (label: string, session: string, folder: string) =>
      `A case that deserves ${label}, from session ${session} in ${folder}`,
    overruled: (verdict: string, time: string) => `You overruled the verdict of ${time}: ${verdict}.`,
    judged: (verdict: string, time: string) => `The verdict of ${time}: ${verdict}.`,
    unjudged: 'No verdict: the session as it is now.',
    why: (text: string) => `Why: ${text}`,
    target: (path: string, size: string) => `To be written to ${path} (${size}):`,
    redactions: (count: number) => (count === 0 ? '' : plural(count, 'redaction')),
    binary: 'not text, copied as it is',
    diff: 'What the session changed, as it would be written:',
    diffCut: (count: number) => `(… ${plural(count, 'line')} more)`,
    redactedLines: 'Lines with redactions, as they would be written:',
    secretFiles: (paths: readonly string[]) =>
      `Left out, because they may hold credentials: ${shown(paths, (count) => `and ${count} more`)}`,
    unusableFiles: (paths: readonly string[]) =>
      `Left out, because they are links or too large: ${shown(paths, (count) => `and ${count} more`)}`,
    unrelated: (count: number) =>
      `Left out, because the repository is large and the session does not name them: ${plural(count, 'file')}`,
    changedSince: (paths: readonly string[]) =>
      `Changed after the verdict, and copied as they are now: ${shown(paths, (count) => `and ${count} more`)}`,
    incomplete: 'Git could not tell everything about the repository: the case may lack files.',
    warning:
      'Paths of your home folder and of the repository are replaced, and credentials redacted as far as they are recognised. Names, addresses and business data are not recognised: read the case before you share it.',
    ask: 'Write the case?',
    yes: 'Yes',
    no: 'No',
    written: (path: string) => `Written: ${path}\nTo run it: ccc eval ${path}`,
    notWritten: 'Nothing was written.',
  },
  {
    problem: {
      'transcript-unreadable': 'eval add：无法读取会话记录',
      'transcript-too-large': 'eval add：会话记录太大，不能做成用例（上限 16 MB）',
      event: 'eval add：会话记录里找不到这个结论所针对的事件',
      git: 'eval add：git 无法复制提交',
      'no-folder': 'eval add：会话所在的目录已不存在',
    },
    problemFix: {
      'transcript-unreadable': '请检查权限，或用 --session 选择别的会话。',
      'transcript-too-large': '请用 --session 选择短一些的会话。',
      event: '只有停止、提问和工具调用能做成用例。请用 --session 选择别的会话。',
      git: '请检查 git 能否运行，以及磁盘空间是否足够。',
      'no-folder': '请用 --session 选择别的会话。',
    },
    needsLabel: 'eval add：这份工作应当得到什么结论？',
    needsLabelFix: '请写 --label allow 或 --label block。用过 ccc overrule 之后不需要写。',
    needsWhy: 'eval add：为什么应当得到这个结论？',
    needsWhyFix: '请用 --why TEXT 写一两句话。',
    needsYes: 'eval add：没有终端可以询问，什么都没有写入',
    needsYesFix: '请看过上面的内容，再加上 --yes。',
    cannotWrite: (path, code) => `eval add：无法写入 ${path}（${code}）`,
    cannotWriteFix: '请检查权限和磁盘空间。',

    heading: (label, session, folder) => `用例：应当${label}，来自 ${folder} 里的会话 ${session}`,
    overruled: (verdict, time) => `你否决了 ${time} 的结论：${verdict}。`,
    judged: (verdict, time) => `${time} 的结论是：${verdict}。`,
    unjudged: '没有结论：取会话现在的样子。',
    why: (text) => `理由：${text}`,
    target: (path, size) => `将写入 ${path}（${size}）：`,
    redactions: (count) => (count === 0 ? '' : `遮盖 ${count} 处`),
    binary: '不是文本，原样复制',
    diff: '会话改动的内容（将按此写入）：',
    diffCut: (count) => `（… 还有 ${count} 行）`,
    redactedLines: '有遮盖的行（将按此写入）：',
    secretFiles: (paths) => `可能含有密钥，未复制：${shown(paths, (count) => `等，另有 ${count} 个`)}`,
    unusableFiles: (paths) => `是链接或太大，未复制：${shown(paths, (count) => `等，另有 ${count} 个`)}`,
    unrelated: (count) => `仓库较大，会话没有提到的文件未复制：${count} 个`,
    changedSince: (paths) => `在结论之后改动过，按现在的内容复制：${shown(paths, (count) => `等，另有 ${count} 个`)}`,
    incomplete: 'git 没能给出仓库的全部情况：用例可能缺少文件。',
    warning: '你的主目录和仓库的路径已替换，能识别的密钥已遮盖。姓名、地址和业务数据无法识别：分享之前请自己看一遍。',
    ask: '写入这个用例吗？',
    yes: '是',
    no: '否',
    written: (path) => `已写入：${path}\n运行：ccc eval ${path}`,
    notWritten: '什么都没有写入。',
  },
);
