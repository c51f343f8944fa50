import type { JsonErrorCode } from '../platform/json/parse.ts';
import { visibleLine } from '../platform/visible-text.ts';
import { both } from './both.ts';
import { jsonErrors } from './json-errors.ts';

const isDiskFull = (code: string) => code === 'ENOSPC' || code === 'EDQUOT';

const en = {
  /** The client puts dots after it. */
  reviewing: 'ccc: reviewing',
  /** On the screen, above the feedback of a review in the background. */
  rewakeSummary: 'ccc: sent back by the reviewer',

  unknownWord: (word: string) => `${JSON.stringify(word)} is neither a command nor a configured provider`,
  unknownWordFix: (hint: string | undefined, nearest: string | undefined, providers: string[]) =>
    [
      hint ?? (nearest && `Did you mean ${nearest}?`),
      providers.length > 0
        ? `Providers: ${providers.join(', ')}.`
        : 'No provider is configured. To add one: ccc provider add',
      'For a prompt of one word: ccc -- hello',
    ]
      .filter(Boolean)
      .join('\n'),
  startedItself: (depth: number) => `ccc has started itself ${depth} times`,
  startedItselfFix:
    'If the original of a patched claude starts the next claude on PATH, undo the patch: ccc patch --reset',
  providerNameMissing: '--provider needs a name',
  noProviderForSubcommand: (subcommand: string, provider: string) =>
    `ccc: claude ${subcommand} runs without the provider ${provider}.`,
  dryRunOfCommand: (name: string) => `--dry-run shows a launch, and ${JSON.stringify(name)} is a command`,
  runInstead: (command: string) => `Run: ${command}`,
  misplacedOption: (option: string) => `${option} goes before claude's arguments: ccc ${option} -p "…"`,
  misplacedOptionFix: 'Nothing was started.',
  emptyWord: 'the first argument is empty',
  isPreset: (name: string) => `To set up this provider: ccc provider add ${name}`,
  isSlashCommand: (name: string) => `/${name} is typed inside a session. Start one with: ccc`,
  quotePrompt: 'Quote a prompt of several words: ccc "…"',

  closingApproved: (reviews: number, cost: string | undefined) =>
    `ccc: reviewed and approved (${reviews} ${reviews === 1 ? 'review' : 'reviews'}${cost ? `, ${cost}` : ''}).`,
  closingSettingsChanged: (files: string) =>
    `ccc: approved, but what decides how the work is reviewed was changed during the run: ${files}`,
  closingFilesChanged: (files: string) =>
    `ccc: approved, but files changed during the review, and what is there now was NOT reviewed: ${files}`,
  closingChangedSince:
    'ccc: approved, but files changed after the review, and what is there now was NOT reviewed. See: git status',
  closingFilesRemoved: 'ccc: files of this run were removed while it ran; whether the work was reviewed is not known.',
  notice: (text: string) => `ccc: ${text}`,
  decidedByAgent: (count: number) =>
    `ccc: nobody was there to answer ${count === 1 ? 'one question' : `${count} questions`}; the agent was told to decide and to say what it assumed.`,
  answeredForYou: (count: number) =>
    `ccc: the reviewer decided ${count === 1 ? 'one question or plan' : `${count} questions or plans`} in your place. To see: ccc log --answers`,
  unreviewedCalls: (count: number) =>
    `ccc: ${count} ${count === 1 ? 'question or tool call was' : 'questions or tool calls were'} not reviewed, because the review failed.`,
  reviewerNotFound: (why: string) =>
    `ccc: supervisor.provider in ccc.json: ${why}. Every review will fail until you correct it.`,
  closingFailed: (why: string, log: string) => `ccc: NOT reviewed: the review failed: ${why} (log: ${log})`,
  closingApiError: (why: string) => `ccc: NOT reviewed: the run ended in an API error: ${why}`,
  closingNeverCalled: 'ccc: NOT reviewed: the hook was never called. If the run ended normally, see: ccc doctor',
  closingNoStop: 'ccc: NOT reviewed: no stop was recorded. If the run ended normally, see: ccc doctor',
  closingCutOff: 'ccc: NOT reviewed: a review was cut off before its verdict.',
  closingOff:
    'ccc: NOT approved: supervision was turned off during the run, and was off at the last stop (supervisor-mode off, or an edited state).',
  closingBackground: 'ccc: NOT reviewed: the run ended while subagents were still working.',
  closingNotJudged: (why: string) => `ccc: NOT reviewed: ${why}`,
  closingUnrecorded:
    'ccc: NOT reviewed: the agent went on after the last stop that was recorded. The run was cut off, or the hook failed: ccc doctor',
  closingUnconfirmed:
    'ccc: NOT reviewed: the journal has an approval that the state of the session does not. The journal or the state was edited or removed, or the state could not be written: ccc log',
  closingJournal: (code: string) =>
    `ccc: NOT reviewed as far as is known: cannot read the journal (${code}): ccc doctor`,
  leftDuringReview: 'ccc: NOT reviewed: the review of the last stop was cut off.',
  leftUnrecorded: 'ccc: NOT reviewed: what the agent did after its last stop.',
  resumePaused: (command: string) =>
    `ccc: supervision of this session is paused at its limit: nothing more is reviewed until you type /supervisor, which continues with a new count. To resume: ${command}`,
  resumeOff: (command: string) => `ccc: supervision of this session is off. To resume it: ${command}`,
  resume: (command: string) => `ccc: to resume this session supervised: ${command}`,
  approvalNeedsSupervision: '--require-approval: this run would not be supervised',
  approvalNeedsSupervisionFix:
    'Set CCC_SUPERVISOR=1, or "supervisor": { "enabled": true } in ccc.json. Nothing was started.',
  approvalNeedsSupervisionMistake: 'Correct what is said above, or set CCC_SUPERVISOR=1. Nothing was started.',
  approvalNeedsHooks: (why: string) => `--require-approval: hooks are off (${why}), so nothing would be reviewed`,
  approvalNeedsHooksFix: 'Turn them on first. Nothing was started.',
  approvalPaused:
    '--require-approval: supervision of this session is paused at its limit, so nothing would be reviewed',
  approvalPausedFix: 'To continue with a new count, begin the prompt with /supervisor. Nothing was started.',
  approvalNeedsStop:
    '--require-approval: supervisor.events in ccc.json has no "Stop", so finished work is not reviewed',
  approvalNeedsStopFix: 'Add "Stop" to it. Nothing was started.',
  approvalInBackground: '--require-approval: a session in the background has no end to wait for',
  approvalInBackgroundFix: 'Use -p instead of --bg. Nothing was started.',
  approvalOfCommand: (word: string) => `--require-approval is for sessions, and ${JSON.stringify(word)} starts none`,
  telemetryProblem: (what: string, fix: string) => `ccc: ${what}\n${fix}`,
  unclearSupervisor: (value: string) =>
    `ccc: CCC_SUPERVISOR is ${JSON.stringify(value)}, which means neither on nor off: write 1 or 0. It is ignored.`,
  notSupervised: 'ccc: supervision is off for this session; what is said above may be why.',
  closingSentBack: (why: string) => `ccc: NOT approved: the run ended after the work was sent back: ${why}`,
  closingUnchanged: 'ccc: NOT reviewed: nothing changed since the last approval (supervisor.skip_unchanged).',
  closingStalled: (about: string) =>
    `ccc: NOT approved: gave up after the same objection several times (supervisor.stall_after): ${about}`,
  closingImpossible: (why: string) => `ccc: NOT approved: the reviewer says that this cannot be done as asked: ${why}`,
  closingOverruled: (why: string) => `ccc: overruled by you, NOT approved by the reviewer: ${why}`,
  closingBudget: 'ccc: NOT approved: review budget used up (supervisor.max_cost_usd, supervisor.max_cost_usd_per_day).',
  closingLimit: (max: number, why: string) =>
    `ccc: NOT approved: limit of ${max} ${max === 1 ? 'round' : 'rounds'} reached (supervisor.max_iterations).${why ? ` Last objection: ${why}` : ''}`,

  settingsNotFound: (path: string, code: string) => `--settings: cannot read ${path} (${code})`,
  settingsBroken: (where: string, code: JsonErrorCode) => `--settings: ${where}: ${jsonErrors.en[code]}`,
  settingsNotObject: (where: string) => `--settings: ${where}: not a JSON object`,
  settingsFix: 'Pass the path of a JSON file, or a JSON object in quotes. Nothing was started.',

  hooksOff: (why: string) => `ccc: hooks are off (${why}), so nothing will be supervised.`,
  setting: (key: string, path: string) => `"${key}" in ${path}`,
  stopNotReviewed: 'ccc: supervisor.events in ccc.json has no "Stop": finished work is not reviewed.',
  otherReview: (where: string, installed: string, wanted: string, fix: string) =>
    `ccc: the Stop hook in ${where} is for "review": "${installed}", and this session follows it; ccc.json says "${wanted}". ${fix}`,
  otherReviewFix: {
    install: (scope: string) => `To update the hook: ccc install${scope === 'user' ? '' : ` --scope ${scope}`}`,
    launch: 'Change one of them.',
    managed: 'Ask your administrator to change it.',
    plugin: 'For reviews in the background, use ccc install instead of the plugin.',
  },
  plugin: 'the plugin',

  notWritable: (path: string, code: string) => `cannot write ${path} (${code})`,
  notWritableFix: (code: string): string =>
    isDiskFull(code)
      ? 'The disk is full. Free some space and try again.'
      : 'Check the permissions of the folder, or set CCC_CONFIG_DIR to another one.',
  commandsNotWritten: (path: string, code: string) =>
    `ccc: cannot set up /supervisor (${path}: ${code}). Use !ccc supervisor-mode on instead.`,

  dryCommand: 'command',
  drySettings: (path: string) => `settings (${path}, removed at exit)`,
  dryVariables: 'variables',
  dryUnset: 'removed',
};

export type LaunchMessages = typeof en;

export const launchMessages = both(en, {
  reviewing: 'ccc：正在审查',
  rewakeSummary: 'ccc：审查者退回了工作',

  unknownWord: (word) => `“${visibleLine(word)}”既不是命令，也不是已配置的供应商`,
  unknownWordFix: (hint, nearest, providers) =>
    [
      hint ?? (nearest && `你是想用 ${nearest} 吗？`),
      providers.length > 0 ? `供应商：${providers.join('、')}。` : '还没有配置供应商。添加：ccc provider add',
      '提示词只有一个词时：ccc -- 你好',
    ]
      .filter(Boolean)
      .join('\n'),
  startedItself: (depth) => `ccc 已经嵌套启动了自己 ${depth} 次`,
  startedItselfFix: '如果打补丁之前的 claude 会启动 PATH 上的下一个 claude，请撤销补丁：ccc patch --reset',
  providerNameMissing: '--provider 需要一个名字',
  noProviderForSubcommand: (subcommand, provider) => `ccc：claude ${subcommand} 不使用供应商 ${provider}。`,
  dryRunOfCommand: (name) => `--dry-run 显示的是启动，而“${visibleLine(name)}”是一个命令`,
  runInstead: (command) => `请运行：${command}`,
  misplacedOption: (option) => `${option} 要写在 claude 的参数之前：ccc ${option} -p "…"`,
  misplacedOptionFix: '没有启动任何程序。',
  emptyWord: '第一个参数是空的',
  isPreset: (name) => `要配置这个供应商：ccc provider add ${name}`,
  isSlashCommand: (name) => `/${name} 要在会话里输入。启动会话：ccc`,
  quotePrompt: '提示词有多个词时请加引号：ccc "…"',

  closingApproved: (reviews, cost) => `ccc：审查通过（审查 ${reviews} 次${cost ? `，${cost}` : ''}）。`,
  closingSettingsChanged: (files) => `ccc：通过了，但决定如何审查的文件在运行途中被改动：${files}`,
  closingFilesChanged: (files) => `ccc：通过了，但审查期间有文件被改动，现在的内容未经审查：${files}`,
  closingChangedSince: 'ccc：已通过，但审查之后文件又有变化，现在的内容没有经过审查。可查看：git status',
  closingFilesRemoved: 'ccc：本次运行的文件在途中被删除；无法确认工作是否审查过。',
  notice: (text) => `ccc：${text}`,
  decidedByAgent: (count) => `ccc：有 ${count} 个提问没有人回答，已让代理自行决定，并说明它的假设。`,
  answeredForYou: (count) => `ccc：审查者替你决定了 ${count} 个提问或计划。查看：ccc log --answers`,
  unreviewedCalls: (count) => `ccc：有 ${count} 个提问或工具调用没有经过审查，因为审查失败了。`,
  reviewerNotFound: (why) => `ccc：ccc.json 里的 supervisor.provider：${why}。改正之前，每次审查都会失败。`,
  closingFailed: (why, log) => `ccc：未经审查：审查失败（${why}）。日志：${log}`,
  closingApiError: (why) => `ccc：未经审查：运行因 API 出错而结束：${why}`,
  closingNeverCalled: 'ccc：未经审查：hook 从未被调用。如果运行正常结束，请看：ccc doctor',
  closingNoStop: 'ccc：未经审查：没有停止的记录。如果运行正常结束，请看：ccc doctor',
  closingCutOff: 'ccc：未经审查：审查已经开始，但被中断：没有留下结论的记录。',
  closingOff: 'ccc：未通过：监督在运行途中被关闭，最后一次停止时没有开启（supervisor-mode off，或状态文件被改动）。',
  closingBackground: 'ccc：未经审查：运行结束时还有子代理在工作。',
  closingNotJudged: (why) => `ccc：未经审查：${why}`,
  closingUnrecorded: 'ccc：未经审查：最后一次有记录的停止之后，代理又继续工作了。运行被中断，或 hook 出错：ccc doctor',
  closingUnconfirmed:
    'ccc：未经审查：审查记录里有一次通过，会话的状态里却没有。审查记录或状态被改过、删过，或者状态没能写入：ccc log',
  closingJournal: (code) => `ccc：无法确认是否审查过：审查记录读不出来（${code}）：ccc doctor`,
  leftDuringReview: 'ccc：未经审查：最后一次停止的审查被中断，没有结束。',
  leftUnrecorded: 'ccc：未经审查：代理最后一次停止之后所做的工作。',
  resumePaused: (command) =>
    `ccc：本会话的监督已达上限而暂停：输入 /supervisor 重新计数之前，不会再做审查。恢复：${command}`,
  resumeOff: (command) => `ccc：本会话的监督已关闭。恢复会话：${command}`,
  resume: (command) => `ccc：恢复本会话并继续监督：${command}`,
  approvalNeedsSupervision: '--require-approval：这次运行不会被监督',
  approvalNeedsSupervisionFix:
    '请设 CCC_SUPERVISOR=1，或在 ccc.json 里写 "supervisor": { "enabled": true }。没有启动任何程序。',
  approvalNeedsSupervisionMistake: '请改正上面所说的问题，或设 CCC_SUPERVISOR=1。没有启动任何程序。',
  approvalNeedsHooks: (why) => `--require-approval：hook 已被关闭（${why}），不会有任何审查`,
  approvalNeedsHooksFix: '请先开启 hook。没有启动任何程序。',
  approvalPaused: '--require-approval：本会话的监督已达上限而暂停，不会有任何审查',
  approvalPausedFix: '要重新计数并继续，请让提示词以 /supervisor 开头。没有启动任何程序。',
  approvalNeedsStop: '--require-approval：ccc.json 的 supervisor.events 里没有 "Stop"，完成的工作不会审查',
  approvalNeedsStopFix: '请加上 "Stop"。没有启动任何程序。',
  approvalInBackground: '--require-approval：后台会话没有可以等待的结束',
  approvalInBackgroundFix: '请用 -p 代替 --bg。没有启动任何程序。',
  approvalOfCommand: (word) => `--require-approval 只用于会话，而“${visibleLine(word)}”不启动会话`,
  telemetryProblem: (what, fix) => `ccc：${what}\n${fix}`,
  unclearSupervisor: (value) =>
    `ccc：CCC_SUPERVISOR 的值是 ${JSON.stringify(value)}，既不是开也不是关：请写 1 或 0。已忽略。`,
  notSupervised: 'ccc：本会话没有开启监督；原因可能就是上面所说的。',
  closingSentBack: (why) => `ccc：未通过：工作被退回之后，运行就结束了：${why}`,
  closingUnchanged: 'ccc：未经审查：自上次通过以来没有任何改动（supervisor.skip_unchanged）。',
  closingStalled: (about) => `ccc：未通过：同一条意见反复出现，已放弃（supervisor.stall_after）：${about}`,
  closingImpossible: (why) => `ccc：未通过：审查者认为无法按要求完成：${why}`,
  closingOverruled: (why) => `ccc：结论已被你否决，未经审查者通过：${why}`,
  closingBudget: 'ccc：未通过：审查预算已用完（supervisor.max_cost_usd、supervisor.max_cost_usd_per_day）。',
  closingLimit: (max, why) =>
    `ccc：未通过：已达 ${max} 轮上限（supervisor.max_iterations）。${why ? `最后的意见：${why}` : ''}`,

  settingsNotFound: (path, code) => `--settings：无法读取 ${path}（${code}）`,
  settingsBroken: (where, code) => `--settings：${where}：${jsonErrors.zh[code]}`,
  settingsNotObject: (where) => `--settings：${where}：不是 JSON 对象`,
  settingsFix: '请给出 JSON 文件的路径，或加引号的 JSON 对象。没有启动任何程序。',

  hooksOff: (why) => `ccc：hook 已被关闭（${why}），不会监督。`,
  setting: (key, path) => `${path} 里的 "${key}"`,
  stopNotReviewed: 'ccc：ccc.json 的 supervisor.events 里没有 "Stop"：完成的工作不会审查。',
  otherReview: (where, installed, wanted, fix) =>
    `ccc：${where} 里的 Stop hook 是 "review": "${installed}"，本会话以它为准；ccc.json 里写的是 "${wanted}"。${fix}`,
  otherReviewFix: {
    install: (scope) => `要更新 hook：ccc install${scope === 'user' ? '' : ` --scope ${scope}`}`,
    launch: '请改掉其中一个。',
    managed: '请让管理员修改。',
    plugin: '要在后台审查，请用 ccc install 代替插件。',
  },
  plugin: '插件',

  notWritable: (path, code) => `无法写入 ${path}（${code}）`,
  notWritableFix: (code) =>
    isDiskFull(code) ? '磁盘已满，请腾出空间后重试。' : '请检查目录的权限，或把 CCC_CONFIG_DIR 设为别的目录。',
  commandsNotWritten: (path, code) => `ccc：无法设置 /supervisor（${path}：${code}）。请改用 !ccc supervisor-mode on。`,

  dryCommand: '命令',
  drySettings: (path) => `设置（${path}，退出时删除）`,
  dryVariables: '变量',
  dryUnset: '已移除',
});
