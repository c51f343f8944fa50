import type { JsonErrorCode } from '../platform/json/parse.ts';
import { both } from './both.ts';
import { jsonErrors } from './json-errors.ts';

const isDiskFull = (code: string) => code === 'ENOSPC' || code === 'EDQUOT';

const en = {
  /** The client puts dots after it. */
  reviewing: 'ccc: reviewing',

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
  dryRunOfCommandFix: (command: string) => `Run: ${command}`,
  emptyWord: 'the first argument is empty',
  isPreset: (name: string) => `To set up this provider: ccc provider add ${name}`,
  isSlashCommand: (name: string) => `/${name} is typed inside a session. Start one with: ccc`,
  quotePrompt: 'Quote a prompt of several words: ccc "…"',

  closingApproved: (reviews: number, cost: string) =>
    `ccc: reviewed and approved (${reviews} ${reviews === 1 ? 'review' : 'reviews'}${cost}).`,
  closingFailed: (why: string) => `ccc: NOT reviewed: the review failed: ${why}`,
  closingNoStop: 'ccc: NOT reviewed: the hook was never called. If the run ended normally, see: ccc doctor',
  closingSentBack: (why: string) => `ccc: NOT approved: the run ended after the work was sent back: ${why}`,
  closingUnchanged: 'ccc: NOT reviewed: nothing changed since the last approval (supervisor.skip_unchanged).',
  closingStalled: (about: string) =>
    `ccc: NOT approved: gave up after the same objection several times (supervisor.stall_after): ${about}`,
  closingOverruled: (why: string) => `ccc: overruled by you, NOT approved by the reviewer: ${why}`,
  closingBudget: 'ccc: NOT reviewed: review budget used up (supervisor.max_cost_usd, supervisor.max_cost_usd_per_day).',
  closingLimit: (max: number, why: string) =>
    `ccc: NOT approved: limit of ${max} ${max === 1 ? 'round' : 'rounds'} reached (supervisor.max_iterations).${why ? ` Last objection: ${why}` : ''}`,

  settingsNotFound: (path: string, code: string) => `--settings: cannot read ${path} (${code})`,
  settingsBroken: (where: string, code: JsonErrorCode) => `--settings: ${where}: ${jsonErrors.en[code]}`,
  settingsNotObject: (where: string) => `--settings: ${where}: not a JSON object`,
  settingsFix: 'Pass the path of a JSON file, or a JSON object in quotes. Nothing was started.',

  hooksOff: (why: string) => `ccc: hooks are off (${why}), so nothing will be supervised.`,
  setting: (key: string, path: string) => `"${key}" in ${path}`,

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

  unknownWord: (word) => `${JSON.stringify(word)} 既不是命令，也不是已配置的供应商`,
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
  dryRunOfCommand: (name) => `--dry-run 显示的是启动，而 ${JSON.stringify(name)} 是一个命令`,
  dryRunOfCommandFix: (command) => `请运行：${command}`,
  emptyWord: '第一个参数是空的',
  isPreset: (name) => `要配置这个供应商：ccc provider add ${name}`,
  isSlashCommand: (name) => `/${name} 要在会话里输入。启动会话：ccc`,
  quotePrompt: '提示词有多个词时请加引号：ccc "…"',

  closingApproved: (reviews, cost) => `ccc：审查通过（审查 ${reviews} 次${cost}）。`,
  closingFailed: (why) => `ccc：未经审查：审查失败：${why}`,
  closingNoStop: 'ccc：未经审查：hook 从未被调用。如果运行正常结束，请看：ccc doctor',
  closingSentBack: (why) => `ccc：未通过：工作被退回之后，运行就结束了：${why}`,
  closingUnchanged: 'ccc：未经审查：自上次通过以来没有任何改动（supervisor.skip_unchanged）。',
  closingStalled: (about) => `ccc：未通过：同一条意见反复出现，已放弃（supervisor.stall_after）：${about}`,
  closingOverruled: (why) => `ccc：结论已被你否决，未经审查者通过：${why}`,
  closingBudget: 'ccc：未经审查：审查预算已用完（supervisor.max_cost_usd、supervisor.max_cost_usd_per_day）。',
  closingLimit: (max, why) =>
    `ccc：未通过：已达 ${max} 轮上限（supervisor.max_iterations）。${why ? `最后的意见：${why}` : ''}`,

  settingsNotFound: (path, code) => `--settings：无法读取 ${path}（${code}）`,
  settingsBroken: (where, code) => `--settings：${where}：${jsonErrors.zh[code]}`,
  settingsNotObject: (where) => `--settings：${where}：不是 JSON 对象`,
  settingsFix: '请给出 JSON 文件的路径，或加引号的 JSON 对象。没有启动任何程序。',

  hooksOff: (why) => `ccc：hook 已被关闭（${why}），不会监督。`,
  setting: (key, path) => `${path} 里的 "${key}"`,

  notWritable: (path, code) => `无法写入 ${path}（${code}）`,
  notWritableFix: (code) =>
    isDiskFull(code) ? '磁盘已满，请腾出空间后重试。' : '请检查目录的权限，或把 CCC_CONFIG_DIR 设为别的目录。',
  commandsNotWritten: (path, code) => `ccc：无法设置 /supervisor（${path}：${code}）。请改用 !ccc supervisor-mode on。`,

  dryCommand: '命令',
  drySettings: (path) => `设置（${path}，退出时删除）`,
  dryVariables: '变量',
  dryUnset: '已移除',
});
