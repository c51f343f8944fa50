import { both } from './both.ts';
import type { Language } from './language.ts';

/** The numbers of one round, as its line for the user shows them. */
export interface RoundFacts {
  count: number;
  max: number;
  seconds: number;
  costUsd: number | null;
}

/** How long a review took and what it cost. */
export function figures({ seconds, costUsd }: Pick<RoundFacts, 'seconds' | 'costUsd'>, language: Language): string {
  const time = `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} ${language === 'zh' ? '秒' : 's'}`;
  return costUsd === null
    ? time
    : `${time}${language === 'zh' ? '，' : ', '}$${costUsd.toFixed(costUsd < 0.1 ? 3 : 2)}`;
}

const roundEn = (facts: RoundFacts) => `round ${facts.count} of ${facts.max}, ${figures(facts, 'en')}`;
const roundZh = (facts: RoundFacts) => `第 ${facts.count}/${facts.max} 轮，${figures(facts, 'zh')}`;
const plural = (count: number, one: string) => (count === 1 ? `${count} ${one}` : `${count} ${one}s`);

/** What the hook and `supervisor-mode` tell a person. What programs read (JSON, exit codes, fixed first words) is not here. */
export const hookMessages = both(
  {
    approved: (facts: RoundFacts, passed: number) =>
      `ccc: ${passed > 0 ? `${plural(passed, 'check')} passed, ` : ''}reviewed and approved (${roundEn(facts)}).`,
    blocked: (facts: RoundFacts, waysOut: string) => `ccc: sent back with feedback (${roundEn(facts)}). ${waysOut}`,
    checkFailed: (facts: RoundFacts, name: string, waysOut: string) =>
      `ccc: sent back, check ${JSON.stringify(name)} failed (${roundEn(facts)}). ${waysOut}`,
    claimFalse: (facts: RoundFacts, quote: string, waysOut: string) =>
      `ccc: sent back, the session shows that this is not so: ${JSON.stringify(quote)} (${roundEn(facts)}). ${waysOut}`,
    waysOut: (hasOverrule: boolean, off: string) =>
      `If this is wrong: ${hasOverrule ? 'Esc, then /overrule' : 'ccc overrule in another terminal'}. To turn supervision off: Esc, then ${off}`,
    failed: (facts: RoundFacts, why: string) => `ccc: the review failed (${roundEn(facts)}): ${why}`,
    stalled: (facts: RoundFacts, times: number, about: string) =>
      `ccc: gave up: same objection ${times} times, no file changed. NOT approved (${roundEn(facts)}; supervisor.stall_after in ccc.json). The objection: ${about}`,
    budgetReached: (limit: number, key: string) =>
      `ccc: not reviewed: review budget of $${limit} used up (supervisor.${key} in ccc.json).`,
    unchanged:
      'ccc: not reviewed: no tool used and no file changed since the last approval (supervisor.skip_unchanged in ccc.json).',
    letThrough: (how: string) =>
      `ccc: overruled by you, NOT approved by the reviewer: let through without a review (${how}). If that was not you: ccc review`,
    overruled: (verdict: 'allow' | 'block', time: string, how: string) =>
      `Overruled by you: the ${verdict === 'allow' ? 'approval' : 'objection'} of ${time} (${how}).`,
    overruledHow: (by: string, time: string, why: string) => `${by}, ${time}${why ? `: ${why}` : ''}`,
    paused: (max: number, on: string) =>
      `ccc: supervision paused after ${plural(max, 'round')}; this stop was not reviewed. To continue with a new count: ${on}`,
    turnedOff: 'ccc: supervision was turned off; this stop was not reviewed.',
    supervisionOff: (why: string) => `ccc: supervision is off. ${why}`,

    toolRoundsUsedUp: (turns: number) =>
      `The reviewer reached its limit of ${plural(turns, 'tool round')} and judged by what it had seen (supervisor.max_turns in ccc.json).`,
    checkTimedOut: (name: string, seconds: number) =>
      `Check ${JSON.stringify(name)} timed out after ${seconds} s. To give it more time, raise its timeout_seconds. All checks together may take half of supervisor.timeout_seconds.`,
    checkNotStarted: (name: string, why: string) => `Check ${JSON.stringify(name)} could not be started (${why}).`,
    checkSkipped: (name: string) =>
      `Check ${JSON.stringify(name)} was skipped: the checks before it used up their time (half of supervisor.timeout_seconds).`,
    filesChanged: (files: string) => `Files changed during the review: ${files}.`,
    untrusted: (files: string, root: string) =>
      `Ignored until you trust this repository: ${files}. To see what it does: ccc trust --show ${root}`,
    changedSinceTrust: (files: string, root: string) =>
      `Ignored because it changed since you trusted it: ${files}. To see what changed: ccc trust --show ${root}`,
    configProblem: (path: string, where: string, leftOut: boolean, more: number) =>
      `${path}: ${where}; ${leftOut ? 'it is ignored' : 'the default is used'}${more > 0 ? ` (and ${more} more: ccc doctor)` : ''}.`,
    journalNotWritten: (code: string) => `The journal could not be written (${code}).`,
    reviewFailedFix: (log: string) => `Details: ${log}`,

    stateCorrupt: (path: string, aside: string) =>
      `the state file ${path} is damaged and was moved to ${aside}. Whether supervision was on, and the round count, are lost.`,
    stateCorruptFix: 'To turn supervision on again: !ccc supervisor-mode on',
    stateUnusable: (path: string, code: string) => `the state file ${path} cannot be used (${code})`,
    stateUnusableFix: (code: string) =>
      ({
        EISDIR: 'It is a folder: move it away.',
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
    hookUsage: 'Usage: ccc supervisor-hook [--session-id ID]',
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
    approved: (facts, passed) => `ccc：${passed > 0 ? `${passed} 个检查通过，` : ''}审查通过（${roundZh(facts)}）。`,
    blocked: (facts, waysOut) => `ccc：已退回并给出反馈（${roundZh(facts)}）。${waysOut}`,
    checkFailed: (facts, name, waysOut) =>
      `ccc：已退回，检查 ${JSON.stringify(name)} 失败（${roundZh(facts)}）。${waysOut}`,
    claimFalse: (facts, quote, waysOut) =>
      `ccc：已退回，会话表明并非如此：${JSON.stringify(quote)}（${roundZh(facts)}）。${waysOut}`,
    waysOut: (hasOverrule, off) =>
      `如果退回有误：${hasOverrule ? '按 Esc，再输入 /overrule' : '在另一个终端运行 ccc overrule'}。关闭监督：按 Esc，再输入 ${off}`,
    failed: (facts, why) => `ccc：审查失败（${roundZh(facts)}）：${why}`,
    stalled: (facts, times, about) =>
      `ccc：已放弃：同一条意见出现 ${times} 次，文件没有变化。未通过审查（${roundZh(facts)}；见 ccc.json 的 supervisor.stall_after）。意见：${about}`,
    budgetReached: (limit, key) => `ccc：未经审查：审查预算 $${limit} 已用完（见 ccc.json 的 supervisor.${key}）。`,
    unchanged:
      'ccc：未经审查：自上次通过以来没有用过工具，文件也没有变化（见 ccc.json 的 supervisor.skip_unchanged）。',
    letThrough: (how) => `ccc：结论已被你否决，未经审查者通过：这次不审查就放行（${how}）。如果不是你做的：ccc review`,
    overruled: (verdict, time, how) => `${time} 的${verdict === 'allow' ? '通过' : '退回'}已被你否决（${how}）。`,
    overruledHow: (by, time, why) => (why ? `${by}，${time}，原因：${why}` : `${by}，${time}`),
    paused: (max, on) => `ccc：已满 ${max} 轮，监督暂停，这次停止未经审查。重新计数并继续：${on}`,
    turnedOff: 'ccc：监督已被关闭，这次停止未经审查。',
    supervisionOff: (why) => `ccc：监督已关闭。${why}`,

    toolRoundsUsedUp: (turns) =>
      `审查者已达到 ${turns} 轮工具调用的上限，只根据已看到的内容给出结论（见 ccc.json 的 supervisor.max_turns）。`,
    checkTimedOut: (name, seconds) =>
      `检查 ${JSON.stringify(name)} 运行 ${seconds} 秒后超时。要延长时间，请调大它的 timeout_seconds；所有检查合计最多用 supervisor.timeout_seconds 的一半。`,
    checkNotStarted: (name, why) => `检查 ${JSON.stringify(name)} 无法启动（${why}）。`,
    checkSkipped: (name) =>
      `检查 ${JSON.stringify(name)} 已跳过：前面的检查用完了时间（supervisor.timeout_seconds 的一半）。`,
    filesChanged: (files) => `审查期间有文件发生变化：${files}。`,
    untrusted: (files, root) => `尚未信任本仓库，已忽略：${files}。查看内容：ccc trust --show ${root}`,
    changedSinceTrust: (files, root) => `信任之后有改动，已忽略：${files}。查看改动：ccc trust --show ${root}`,
    configProblem: (path, where, leftOut, more) =>
      `${path}：${where}；${leftOut ? '已忽略' : '使用默认值'}${more > 0 ? `（还有 ${more} 处：ccc doctor）` : ''}。`,
    journalNotWritten: (code) => `审查记录 reviews.jsonl 无法写入（${code}）。`,
    reviewFailedFix: (log) => `详情：${log}`,

    stateCorrupt: (path, aside) => `状态文件 ${path} 已损坏，已移到 ${aside}。监督是否开启以及轮数都已丢失。`,
    stateCorruptFix: '重新开启监督：!ccc supervisor-mode on',
    stateUnusable: (path, code) => `状态文件 ${path} 无法使用（${code}）`,
    stateUnusableFix: (code) =>
      ({
        EISDIR: '它是一个目录：请移走。',
        ENOSPC: '磁盘已满：请腾出空间后重试。',
        EDQUOT: '磁盘配额已用完：请腾出空间后重试。',
        EROFS: '文件系统只读：请把 CCC_CONFIG_DIR 设为可写的目录。',
      })[code] ?? '请检查该文件及其所在目录的权限，或把 CCC_CONFIG_DIR 设为别的目录。',
    badSupervisorId: (id) => `CCC_SUPERVISOR_ID 不是有效的 ID：${JSON.stringify(id)}`,
    badSupervisorIdFix: '只能用字母、数字、"."、"_"、"-"，最多 128 个，且不能以点开头；或取消设置以使用会话 ID。',
    noSupervisorId: '没有指定会话：CCC_SUPERVISOR_ID 与 CLAUDE_CODE_SESSION_ID 都没有设置',
    noSupervisorIdFix: '在会话里请输入 /supervisor 或 !ccc supervisor-mode on；在别处请设置 CCC_SUPERVISOR_ID。',

    unknownArgument: (name) => `未知参数 ${JSON.stringify(name)}`,
    hookUsage: '用法：ccc supervisor-hook [--session-id ID]',
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
