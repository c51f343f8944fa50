import { both } from './both.ts';

const plural = (count: number, one: string) => (count === 1 ? `${count} ${one}` : `${count} ${one}s`);

/** What the hook and `supervisor-mode` tell a person. What programs read (JSON, exit codes, fixed first words) is not here. */
export const hookMessages = both(
  {
    unchanged:
      'ccc: not reviewed: no tool used and no file changed since the last approval (supervisor.skip_unchanged in ccc.json).',
    letThrough: (how: string) =>
      `ccc: overruled by you, NOT approved by the reviewer: let through without a review (${how}). If that was not you: ccc review`,
    overruled: (verdict: 'allow' | 'block', time: string, how: string) =>
      `Overruled by you: the ${verdict === 'allow' ? 'approval' : 'objection'} of ${time} (${how}).`,
    overruledHow: (by: string, time: string, why: string) => `${by}, ${time}${why ? `: ${why}` : ''}`,
    paused: (max: number, on: string) =>
      `ccc: supervision paused after ${plural(max, 'round')}; this stop was not reviewed. To continue with a new count: ${on}`,
    background: 'ccc: not reviewed yet: subagents are still running. The stop after them is reviewed.',
    forked: (on: string) => `This session was forked from one that is supervised. To turn it on here: ${on}`,
    turnedOff: 'ccc: supervision was turned off; this stop was not reviewed.',
    supervisionOff: (why: string) => `ccc: supervision is off. ${why}`,
    /** A review in the background, told at a later prompt: it is not about that prompt. */
    reviewedAt: (time: string, line: string) => `ccc: the stop before ${time}: ${line}`,
    /** By the kind of a `PendingNotice`. Who did it is not known: it may have been you, or the agent. */
    pending: {
      'off-on': (at: string, until: string, _what: string) =>
        `Supervision was turned off at ${at} and on again at ${until}; what was done in between is reviewed too.`,
      'off-unrecorded': (at: string, _until: string, _what: string) =>
        `Supervision is off because the state file of this session says so (noticed at ${at}), and no command of ccc wrote that. Nothing is reviewed; to turn it on: /supervisor`,
      'state-missing': (at: string, _until: string, _what: string) =>
        `The state of this session's supervision was gone at ${at} (its file was removed); supervision goes on, by the journal.`,
      'state-edited': (at: string, _until: string, _what: string) =>
        `The state of this session's supervision was changed by something other than ccc (noticed at ${at}); supervision goes on, by the journal.`,
      'other-client': (at: string, _until: string, _what: string) =>
        `Another Claude Code used the supervision of this session (noticed at ${at}); what it was approved for does not count here.`,
      'by-hand': (at: string, _until: string, _what: string) =>
        `At ${at} a command in this session's shell sent the hook an event as if Claude Code had; it was ignored.`,
      'transcript-missing': (at: string, _until: string, _what: string) =>
        `The transcript of this session is gone (noticed at ${at}); the reviewer was told.`,
      'transcript-replaced': (at: string, _until: string, _what: string) =>
        `The transcript of this session was replaced after it began (noticed at ${at}); the reviewer was told.`,
      'transcript-cut': (at: string, _until: string, _what: string) =>
        `The beginning of this session's transcript is missing (noticed at ${at}); the reviewer was told.`,
      'settings-changed': (_at: string, _until: string, what: string) =>
        `What decides how the work is reviewed was changed during this session: ${what}. If it was not you, look at it.`,
      'variables-ignored': (_at: string, _until: string, what: string) =>
        `Ignored variables that these Claude Code settings may not set for the hook: ${what}. More: ccc doctor`,
    },

    configProblem: (path: string, where: string, instead: string, more: number) =>
      `${path}: ${where}${instead}${more > 0 ? ` (and ${more} more: ccc doctor)` : ''}.`,
    journalNotWritten: (code: string) => `The journal could not be written (${code}).`,
    modeNotRecorded: (path: string, code: string) =>
      `supervision was left as it was: ${path} cannot be written (${code})`,
    modeNotRecordedFix: 'Check its permissions and free disk space.',
    stateCorrupt: (path: string, aside: string) =>
      `the state file ${path} is damaged and was moved to ${aside}. Whether supervision was on, and the round count, are lost.`,
    stateCorruptFix: 'To turn supervision on again: !ccc supervisor-mode on',
    stateUnusable: (path: string, code: string) => `the state file ${path} cannot be used (${code})`,
    stateUnusableFix: (code: string) =>
      ({
        EISDIR: 'It is a folder: move it away.',
        EFBIG: 'It is larger than 16 MB, which no state is: move it away.',
        ENOSPC: 'The disk is full: free some space and try again.',
        EDQUOT: 'The disk quota is used up: free some space and try again.',
        EROFS: 'The file system is read-only: set CCC_CONFIG_DIR to a writable folder.',
      })[code] ?? 'Check its permissions and those of its folder, or set CCC_CONFIG_DIR to another folder.',
    badSupervisorId: (id: string) => `CCC_SUPERVISOR_ID is not a valid id: ${JSON.stringify(id)}`,
    badSupervisorIdFix:
      'Use at most 128 letters, digits, ".", "_" and "-", not starting with a dot; or unset it to use the session id.',
    noSupervisorId: 'no session given: neither CCC_SUPERVISOR_ID nor CLAUDE_CODE_SESSION_ID is set',
    noSupervisorIdFix:
      'Inside a session type /supervisor, or !ccc supervisor-mode on; elsewhere set CCC_SUPERVISOR_ID.',

    unknownArgument: (name: string) => `unknown argument ${JSON.stringify(name)}`,
    hookUsage: 'Usage: ccc supervisor-hook [--session-id ID | --background | --tell]',
    unknownMode: (name: string) => `unknown mode ${JSON.stringify(name)}`,
    modeUsage: 'Usage: ccc supervisor-mode [on|off]',

    /** By the code of an `InputError`. */
    inputErrors: {
      terminal: () =>
        'this command reads a hook event from Claude Code on stdin, not from a terminal; see: ccc supervisor-hook --help',
      'empty-session-option': () => '--session-id needs an id',
      'stdin-empty': () => 'stdin is empty; Claude Code sends one JSON object',
      'stdin-too-slow': ({ seconds }: { seconds: number }) => `stdin did not end within ${seconds} s`,
      'stdin-too-large': ({ mebibytes }: { mebibytes: number }) => `larger than ${mebibytes} MiB`,
      'stdin-unreadable': ({ reason }: { reason: string }) => `stdin could not be read (${reason})`,
      'stdin-not-utf8': () => 'stdin is not valid UTF-8',
      'too-deep': ({ levels }: { levels: number }) => `nested more than ${levels} levels deep`,
      'not-json': () => 'not JSON',
      'not-an-object': () => 'expected a JSON object with a session_id',
      'session-id-missing': () => 'session_id is missing',
      'session-id-not-a-string': () => 'session_id is not a string',
      'session-id-empty': () => 'session_id is empty',
      'session-id-invalid': () =>
        'session_id may only have letters, digits, ".", "_" and "-", at most 128, and must not start with a dot',
    },
  },
  {
    unchanged:
      'ccc：未经审查：自上次通过以来没有用过工具，文件也没有变化（见 ccc.json 的 supervisor.skip_unchanged）。',
    letThrough: (how) => `ccc：结论已被你否决，未经审查者通过：这次不审查就放行（${how}）。如果不是你做的：ccc review`,
    overruled: (verdict, time, how) => `${time} 的${verdict === 'allow' ? '通过' : '退回'}已被你否决（${how}）。`,
    overruledHow: (by, time, why) => (why ? `${by}，${time}，原因：${why}` : `${by}，${time}`),
    paused: (max, on) => `ccc：已满 ${max} 轮，监督暂停，这次停止未经审查。重新计数并继续：${on}`,
    background: 'ccc：暂未审查：还有子代理在运行；它们结束后的那次停止会审查。',
    forked: (on) => `本会话是从受监督的会话分出来的。在这里开启监督：${on}`,
    turnedOff: 'ccc：监督已被关闭，这次停止未经审查。',
    supervisionOff: (why) => `ccc：监督已关闭。${why}`,
    reviewedAt: (time, line) => `ccc：${time} 之前的停止：${line}`,
    pending: {
      'off-on': (at, until) => `监督曾在 ${at} 关闭，${until} 重新开启；其间所做的工作也会审查。`,
      'off-unrecorded': (at) =>
        `监督已关闭：${at} 发现本会话的状态文件写着关闭，但这不是 ccc 的命令写的。目前不做任何审查；要开启：/supervisor`,
      'state-missing': (at) => `${at} 发现本会话的监督状态文件已不在（被删除）；已按审查记录继续监督。`,
      'state-edited': (at) => `${at} 发现本会话的监督状态被 ccc 以外的程序改动；已按审查记录继续监督。`,
      'other-client': (at) => `${at} 发现另一个 Claude Code 使用过本会话的监督状态；它得到的通过对本会话无效。`,
      'by-hand': (at) => `${at} 本会话 shell 里的一条命令冒充 Claude Code 向 hook 发送了事件；已忽略。`,
      'transcript-missing': (at) => `${at} 发现本会话的记录文件已不在；已告知审查者。`,
      'transcript-replaced': (at) => `${at} 发现本会话的记录文件在会话开始后被替换；已告知审查者。`,
      'transcript-cut': (at) => `${at} 发现本会话的记录缺少开头部分；已告知审查者。`,
      'settings-changed': (_at, _until, what) =>
        `会话期间有决定审查方式的文件被改动：${what}。如果不是你改的，请查看。`,
      'variables-ignored': (_at, _until, what) =>
        `已忽略 Claude Code 设置文件中无权为 hook 设置的变量：${what}。详情：ccc doctor`,
    },

    configProblem: (path, where, instead, more) =>
      `${path}：${where}${instead}${more > 0 ? `（还有 ${more} 处：ccc doctor）` : ''}。`,
    journalNotWritten: (code) => `审查记录 reviews.jsonl 无法写入（${code}）。`,
    modeNotRecorded: (path, code) => `监督保持不变：${path} 无法写入（${code}）`,
    modeNotRecordedFix: '请检查文件权限和磁盘剩余空间。',
    stateCorrupt: (path, aside) => `状态文件 ${path} 已损坏，已移到 ${aside}。监督是否开启以及轮数都已丢失。`,
    stateCorruptFix: '重新开启监督：!ccc supervisor-mode on',
    stateUnusable: (path, code) => `状态文件 ${path} 无法使用（${code}）`,
    stateUnusableFix: (code) =>
      ({
        EISDIR: '它是一个目录：请移走。',
        EFBIG: '它超过 16 MB，不会是状态文件：请移走。',
        ENOSPC: '磁盘已满：请腾出空间后重试。',
        EDQUOT: '磁盘配额已用完：请腾出空间后重试。',
        EROFS: '文件系统只读：请把 CCC_CONFIG_DIR 设为可写的目录。',
      })[code] ?? '请检查该文件及其所在目录的权限，或把 CCC_CONFIG_DIR 设为别的目录。',
    badSupervisorId: (id) => `CCC_SUPERVISOR_ID 不是有效的 ID：${JSON.stringify(id)}`,
    badSupervisorIdFix: '只能用字母、数字、"."、"_"、"-"，最多 128 个，且不能以点开头；或取消设置以使用会话 ID。',
    noSupervisorId: '没有指定会话：CCC_SUPERVISOR_ID 与 CLAUDE_CODE_SESSION_ID 都没有设置',
    noSupervisorIdFix: '在会话里请输入 /supervisor 或 !ccc supervisor-mode on；在别处请设置 CCC_SUPERVISOR_ID。',

    unknownArgument: (name) => `未知参数 ${JSON.stringify(name)}`,
    hookUsage: '用法：ccc supervisor-hook [--session-id ID | --background | --tell]',
    unknownMode: (name) => `未知模式 ${JSON.stringify(name)}`,
    modeUsage: '用法：ccc supervisor-mode [on|off]',

    inputErrors: {
      terminal: () => '此命令从 stdin 读取 Claude Code 的 hook 事件，不能从终端输入；参见：ccc supervisor-hook --help',
      'empty-session-option': () => '--session-id 需要一个 ID',
      'stdin-empty': () => 'stdin 是空的；Claude Code 会发来一个 JSON 对象',
      'stdin-too-slow': ({ seconds }) => `stdin 在 ${seconds} 秒内没有结束`,
      'stdin-too-large': ({ mebibytes }) => `超过 ${mebibytes} MiB`,
      'stdin-unreadable': ({ reason }) => `stdin 无法读取（${reason}）`,
      'stdin-not-utf8': () => 'stdin 不是有效的 UTF-8',
      'too-deep': ({ levels }) => `嵌套超过 ${levels} 层`,
      'not-json': () => '不是 JSON',
      'not-an-object': () => '应为含有 session_id 的 JSON 对象',
      'session-id-missing': () => '缺少 session_id',
      'session-id-not-a-string': () => 'session_id 不是字符串',
      'session-id-empty': () => 'session_id 是空的',
      'session-id-invalid': () => 'session_id 只能有字母、数字、"."、"_"、"-"，最多 128 个，且不能以点开头',
    },
  },
);

export type HookMessages = typeof hookMessages.en;
