import { both } from './both.ts';

const en = {
  /** The client puts dots behind it. */
  reviewing: 'ccc: reviewing',

  unknownWord: (word: string) => `${JSON.stringify(word)} is neither a command nor a configured provider`,
  unknownWordFix: (hint: string | undefined, nearest: string | undefined, providers: string[]) =>
    [
      hint ?? (nearest && `Did you mean ${nearest}?`),
      providers.length > 0
        ? `Providers: ${providers.join(', ')}.`
        : 'No provider is configured; add one with: ccc provider add',
      'A prompt of one word goes behind --, as in: ccc -- hello',
    ]
      .filter(Boolean)
      .join('\n'),
  tooDeep: (depth: number) => `ccc was started from within itself ${depth} times`,
  tooDeepFix: 'If the original of a patched claude starts the next claude on PATH, undo the patch: ccc patch --reset',
  providerNameMissing: '--provider needs a name',
  noProviderForSubcommand: (subcommand: string, provider: string) =>
    `ccc: claude ${subcommand} is started without the provider ${provider}.`,
  emptyWord: 'the first argument is empty',
  isPreset: (name: string) => `It is a service known by name: ccc provider add ${name}`,
  isSlashCommand: (name: string) => `Type /${name} inside the session: start it with ccc`,
  quoteIt: 'A prompt of several words goes in quotes: ccc "…"',

  closingAllowed: (reviews: number, cost: string) =>
    `ccc: reviewed and allowed (${reviews} ${reviews === 1 ? 'review' : 'reviews'}${cost}).`,
  closingFailed: (why: string) => `ccc: NOT reviewed: could not review: ${why}`,
  closingNoStop: 'ccc: NOT reviewed: no stop reached the supervisor. If the run ended well, see: ccc doctor',
  closingSentBack: (why: string) => `ccc: NOT accepted: the run ended after the work was sent back: ${why}`,
  closingUnchanged: 'ccc: NOT reviewed: nothing had changed since the last approval (supervisor.skip_unchanged).',
  closingStalled: (about: string) =>
    `ccc: NOT accepted: supervisor and worker could not agree (supervisor.stall_after): ${about}`,
  closingBudget:
    'ccc: NOT reviewed: the cost limit was reached before the work was accepted (supervisor.max_cost_usd, max_cost_usd_per_day).',
  closingPaused: (max: number, why: string) =>
    `ccc: NOT reviewed: all ${max} rounds were used up before the work was accepted.${why ? ` The last objection: ${why}` : ''}`,

  settingsNotFound: (path: string, code: string) => `--settings: ${path} cannot be read (${code})`,
  settingsBroken: (where: string, what: string) => `--settings: ${where}: ${what}`,
  settingsFix: 'Give the path of a JSON file, or a JSON object in quotes. Nothing was started.',

  hooksOff: (why: string) => `ccc: hooks will not run (${why}), so nothing will be supervised.`,
  disableAllHooks: (path: string) => `"disableAllHooks" in ${path}`,
  onlyManaged: (path: string) => `"allowManagedHooksOnly" in ${path}`,

  notWritable: (path: string, code: string) => `${path} cannot be written (${code})`,
  notWritableFix: (code: string): string =>
    code === 'ENOSPC' || code === 'EDQUOT'
      ? 'The disk is full: make room and try again.'
      : 'Make the folder writable for you, or set CCC_CONFIG_DIR to one that is.',
  commandsNotWritten: (path: string, code: string) =>
    `ccc: /supervisor could not be set up (${path}: ${code}); use !ccc supervisor-mode on instead.`,

  dryCommand: 'command',
  drySettings: (path: string) => `settings (${path}, removed at exit)`,
  dryVariables: 'variables',
  dryUnset: 'taken away',
};

export type LaunchMessages = typeof en;

export const launchMessages = both(en, {
  reviewing: 'ccc：正在审查',

  unknownWord: (word) => `${JSON.stringify(word)} 既不是命令，也不是已配置的供应商`,
  unknownWordFix: (hint, nearest, providers) =>
    [
      hint ?? (nearest && `你是想用 ${nearest} 吗？`),
      providers.length > 0 ? `供应商：${providers.join('、')}。` : '还没有配置供应商；添加：ccc provider add',
      '只有一个词的提示请放在 -- 后面：ccc -- 你好',
    ]
      .filter(Boolean)
      .join('\n'),
  tooDeep: (depth) => `ccc 已在自身之内启动了 ${depth} 次`,
  tooDeepFix: '如果被替换的 claude 原件会启动 PATH 上的下一个 claude，请撤销替换：ccc patch --reset',
  providerNameMissing: '--provider 需要一个名字',
  noProviderForSubcommand: (subcommand, provider) => `ccc：claude ${subcommand} 不经供应商 ${provider} 启动。`,
  emptyWord: '第一个参数是空的',
  isPreset: (name) => `它是已知名字的服务：ccc provider add ${name}`,
  isSlashCommand: (name) => `请在会话里输入 /${name}：先用 ccc 启动`,
  quoteIt: '多个词的提示请加引号：ccc "…"',

  closingAllowed: (reviews, cost) => `ccc：已审查，放行（审查 ${reviews} 次${cost}）。`,
  closingFailed: (why) => `ccc：未经审查：未能审查：${why}`,
  closingNoStop: 'ccc：未经审查：监督者没有等到停止。如果运行正常结束，请看：ccc doctor',
  closingSentBack: (why) => `ccc：未被接受：工作被退回之后运行就结束了：${why}`,
  closingUnchanged: 'ccc：未经审查：自上次放行以来没有变化（supervisor.skip_unchanged）。',
  closingStalled: (about) => `ccc：未被接受：监督者和代理未达成一致（supervisor.stall_after）：${about}`,
  closingBudget: 'ccc：未经审查：工作被接受之前费用就到了上限（supervisor.max_cost_usd、max_cost_usd_per_day）。',
  closingPaused: (max, why) => `ccc：未经审查：${max} 轮已用完，工作仍未被接受。${why ? `最后的意见：${why}` : ''}`,

  settingsNotFound: (path, code) => `--settings：${path} 无法读取（${code}）`,
  settingsBroken: (where, what) => `--settings：${where}：${what}`,
  settingsFix: '请给出 JSON 文件的路径，或加引号的 JSON 对象。什么都没有启动。',

  hooksOff: (why) => `ccc：hooks 不会运行（${why}），所以不会有任何监督。`,
  disableAllHooks: (path) => `${path} 里的 "disableAllHooks"`,
  onlyManaged: (path) => `${path} 里的 "allowManagedHooksOnly"`,

  notWritable: (path, code) => `${path} 无法写入（${code}）`,
  notWritableFix: (code) =>
    code === 'ENOSPC' || code === 'EDQUOT'
      ? '磁盘已满：请腾出空间后重试。'
      : '请让该文件夹对你可写，或把 CCC_CONFIG_DIR 设为可写的文件夹。',
  commandsNotWritten: (path, code) => `ccc：未能设置 /supervisor（${path}：${code}）；请改用 !ccc supervisor-mode on。`,

  dryCommand: '命令',
  drySettings: (path) => `设置（${path}，退出时删除）`,
  dryVariables: '变量',
  dryUnset: '去掉的',
});
