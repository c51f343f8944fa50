import type { JsonError } from '../platform/json/parse.ts';
import { both } from './both.ts';
import { jsonErrors } from './json-errors.ts';

const en = {
  noConflicts: (paths: string[]) =>
    paths.length > 0 ? `no conflicts: ${paths.join(', ')}` : 'no conflicts: there are no settings files',
  unreadable: (path: string, code: string) => `cannot read ${path} (${code}), and neither can Claude Code`,
  unreadableFix: 'Check its permissions.',
  broken: (path: string, { line, column, code }: JsonError) =>
    `${path}:${line}:${column}: ${jsonErrors.en[code]}. Claude Code ignores the whole file, hooks included`,
  brokenFix: 'Correct it there. It is plain JSON: no comments, no trailing commas.',
  blocker: {
    setting: (key: string, path: string) => `${key} in ${path} keeps Claude Code from running the hooks of ccc`,
    variable: (name: string, path: string | undefined) =>
      `${name} is set${path ? ` in ${path}` : ''}: Claude Code runs no hooks`,
    argument: (argument: string) => `claude_args in ccc.json contains ${argument}: Claude Code runs no hooks`,
  },
  blockerFix: {
    managed: 'Ask your administrator to add the hooks of ccc to the managed settings.',
    setting: (key: string, path: string) => `Remove ${key} from ${path}, or set it to false.`,
    variable: (name: string, path: string | undefined) =>
      path ? `Remove it from env in ${path}.` : `Unset it: unset ${name}`,
    argument: (argument: string) => `Remove ${argument} from claude_args.`,
  },
  noEffect: (key: string, path: string) => `${key} in ${path} has no effect: it works only in managed settings`,
  noEffectFix: 'Remove it; to turn hooks off, use disableAllHooks.',
  // No colon behind the names: what follows one would be masked as the value of a key.
  otherProvider: (path: string, names: string[], current: string) =>
    `plain claude uses ${names.join(', ')} from ${path}; ccc uses its current provider, ${current}`,
  otherProviderFix: 'Start Claude Code with ccc. To add them to ccc as a provider: ccc provider add --from-settings',
  defaultUsed: (place: string, key: string) => `${place}: ${key} cannot be used; the default is used`,
  ignored: (place: string, key: string) => `${place}: ${key} cannot be used and is ignored`,
  repositoryTrusted: (root: string, checks: number) =>
    `${root}: this repository is trusted (${checks} ${checks === 1 ? 'check' : 'checks'})`,
  repositoryUntrusted: (files: string) => `not trusted, so ignored: ${files}`,
  repositoryChanged: (files: string) => `changed since you trusted it, so ignored: ${files}`,
  repositoryMissing: (files: string, root: string) =>
    `not in this work tree, so not used here: ${files}, which you trusted in ${root}`,
  repositoryMissingFix: 'Commit it there and update this work tree, or copy it here.',
  repositoryNested: (nested: string, root: string) =>
    `what you trusted in ${root} is not used in ${nested}, a repository made there later`,
  repositoryNestedFix: (root: string) => `If it is meant to be there: ccc trust ${root}`,
  repositoryFix: (root: string) => `Show it: ccc trust --show ${root}   Trust it: ccc trust ${root}`,
  repositoryUnusableFix: (problems: string[], root: string) =>
    `${problems.join('; ')}. Correct it, then: ccc trust ${root}`,
  onEvent: 'supervisor.on_event: a command of yours gets every decision',
  onEventMissing: (program: string) => `supervisor.on_event: ${program} is not there, or cannot be run`,
  onEventMissingFix: (program: string) => `Create it and run chmod +x ${program}, or correct supervisor.on_event.`,
  telemetry: (address: string, signals: string, withText: boolean) =>
    `telemetry: ${signals} to ${address} (reachable)${withText ? ', with the text of verdicts' : ''}`,
  telemetryUnreachable: (address: string, signals: string, reason: string) =>
    `telemetry: no connection to ${address}, where ${signals} should go: ${reason}`,
  telemetryUnreachableFix: (proxy: string | undefined) =>
    `Start the collector, or correct the endpoint. Until then, what would be exported is lost.${proxy ? ` Telemetry does not go through a proxy: ${proxy} has no effect on it.` : ''}`,
  noConnection: {
    ECONNREFUSED: 'nothing listens on this port (ECONNREFUSED)',
    ENOTFOUND: 'unknown host (ENOTFOUND)',
    ETIMEDOUT: (seconds: number) => `no answer within ${seconds} s`,
  },
  telemetryProtocol: (signal: string, protocol: string) =>
    `telemetry: ${signal} are not exported: protocol ${JSON.stringify(protocol)}`,
  telemetryProtocolFix: (variable: string) =>
    `Set ${variable} to http/protobuf or http/json; collectors listen for these on port 4318.`,
  telemetryUrl: (signal: string) =>
    `telemetry: ${signal} are not exported: the endpoint is no URL that starts with http:// or https://`,
  telemetryUrlFix: (variable: string) => `Correct ${variable}, as in http://collector.example:4318.`,
  emptyConfig: (path: string) => `${path} is empty`,
  emptyConfigFix: 'Write {} into it, or remove it.',

  hooksOutdated: (path: string, missing: string[], superfluous: string[]) =>
    [
      `the hooks of ccc in ${path} are not those that ccc.json asks for`,
      ...(missing.length > 0 ? [`missing: ${missing.join(', ')}`] : []),
      ...(superfluous.length > 0 ? [`superfluous: ${superfluous.join(', ')}`] : []),
    ].join('; '),
  hookTwice: (event: string, paths: string[]) =>
    `${event} is reviewed twice: ${paths.join(', ')} start different commands of ccc`,
  hookTwiceFix: 'Keep one: ccc uninstall --scope user|project|local, then ccc install where you want it.',
  hookProgramMissing: (program: string, path: string) => `${path} starts ${program} as a hook, which does not exist`,
  installAgain: (scope: string) => `Run: ccc install --scope ${scope}`,
  askAdministrator: 'Ask your administrator to correct it.',
  hookTimeout: (event: string, path: string, timeout: number | undefined, wanted: number) =>
    `the ${event} hook in ${path} has ${timeout === undefined ? 'no timeout' : `a timeout of ${timeout} s`}, ccc.json says ${wanted} s`,
  blockCapLow: (name: string, cap: number, max: number) =>
    `plain claude stops after ${cap} blocked stops in a row (${name}), before the limit of ${max} rounds (max_iterations)`,
  blockCapFix: (name: string, enough: string) => `Add to env in your settings.json: "${name}": "${enough}"`,
  pluginToo: (plugin: string, path: string) =>
    `${path} enables the plugin ${plugin} in addition to installed hooks: every event is reviewed twice`,
  pluginTooFix: (plugin: string) => `Keep one: ccc uninstall, or claude plugin disable ${plugin}`,

  projectHooksOff: (path: string) =>
    `disableAllHooks in ${path}: a session that plain claude starts here is not supervised (one that ccc starts is)`,
  projectHooksOffFix: (path: string) => `Start it with ccc, or remove disableAllHooks from ${path}.`,
  projectEnv: (names: string[], path: string) =>
    `${path} sets variables for the hook or the reviewer, which they ignore: ${names.join(', ')}`,
  projectEnvFix: (path: string) =>
    `Look who wrote ${path}. If the reviewer should use this API too: add it as a provider (ccc provider add), put it into env of your own settings.json, or set supervisor.use_project_env in ccc.json.`,
  projectHelper: (path: string) => `apiKeyHelper in ${path} is not used by the reviewer, which uses your own login`,
  projectHelperFix: 'To give the reviewer another login: ccc provider add, then supervisor.provider in ccc.json.',
  projectPlugin: (plugin: string, path: string) =>
    `${path} enables the plugin ${plugin}, which you have not enabled; it does not count as ccc, and a session that ccc starts disables it if it starts hooks of that name`,
  projectPluginFix: (plugin: string, path: string) =>
    `If it is ccc's own and you want it: claude plugin enable ${plugin}. Otherwise remove it from ${path}.`,
  userEnv: (names: string[], path: string) =>
    `env in ${path} changes how ccc works in every session: ${names.join(', ')}`,
  userEnvFix: (path: string) => `If you did not write it, remove it from ${path}.`,
  hookFields: (event: string, fields: string[], path: string) =>
    `the ${event} hook of ccc in ${path} has ${fields.join(', ')}: it may run late, elsewhere, or not at all`,
  hookFieldsFix: (fields: string[], path: string) => `Remove ${fields.join(', ')} from it in ${path}.`,
};

export type SettingsMessages = typeof en;

/** What `ccc doctor` says about settings files, `ccc.json` and installed hooks. */
export const settingsMessages = both(en, {
  noConflicts: (paths) => (paths.length > 0 ? `没有冲突：${paths.join('、')}` : '没有冲突：没有设置文件'),
  unreadable: (path, code) => `无法读取 ${path}（${code}），Claude Code 也一样`,
  unreadableFix: '请检查它的权限。',
  broken: (path, { line, column, code }) =>
    `${path}:${line}:${column}：${jsonErrors.zh[code]}。Claude Code 会忽略整个文件，包括 hook`,
  brokenFix: '请改正这一处。它是纯 JSON：不能有注释，末尾不能有逗号。',
  blocker: {
    setting: (key, path) => `${path} 中的 ${key} 会阻止 Claude Code 运行 ccc 的 hook`,
    variable: (name, path) => `${path ? `${path} 中` : ''}设置了 ${name}：Claude Code 不运行任何 hook`,
    argument: (argument) => `ccc.json 的 claude_args 中有 ${argument}：Claude Code 不运行任何 hook`,
  },
  blockerFix: {
    managed: '请让管理员把 ccc 的 hook 加入托管设置。',
    setting: (key, path) => `请从 ${path} 中删除 ${key}，或设为 false。`,
    variable: (name, path) => (path ? `请从 ${path} 的 env 中删除它。` : `请取消设置：unset ${name}`),
    argument: (argument) => `请从 claude_args 中删除 ${argument}。`,
  },
  noEffect: (key, path) => `${path} 中的 ${key} 不起作用：它只在托管设置中有效`,
  noEffectFix: '请删除它；要关闭 hook，请用 disableAllHooks。',
  otherProvider: (path, names, current) =>
    `直接启动的 claude 使用 ${path} 里的 ${names.join('、')}，ccc 使用当前供应商 ${current}`,
  otherProviderFix: '请用 ccc 启动 Claude Code。要把它加为 ccc 的供应商：ccc provider add --from-settings',
  defaultUsed: (place, key) => `${place}：${key} 无法使用；使用默认值`,
  ignored: (place, key) => `${place}：${key} 无法使用，已忽略`,
  repositoryTrusted: (root, checks) => `${root}：已信任这个仓库（${checks} 个检查）`,
  repositoryUntrusted: (files) => `未信任，已忽略：${files}`,
  repositoryChanged: (files) => `信任之后有改动，已忽略：${files}`,
  repositoryMissing: (files, root) => `这个工作树里没有 ${files}，所以没有使用；你是在 ${root} 里信任它的`,
  repositoryMissingFix: '请在那里提交并更新这个工作树，或把它复制过来。',
  repositoryNested: (nested, root) => `你在 ${root} 信任的内容不用于 ${nested}：那是后来在其中建立的仓库`,
  repositoryNestedFix: (root) => `如果本该如此：ccc trust ${root}`,
  repositoryFix: (root) => `查看：ccc trust --show ${root}   信任：ccc trust ${root}`,
  repositoryUnusableFix: (problems, root) => `${problems.join('；')}。改正后再运行：ccc trust ${root}`,
  onEvent: 'supervisor.on_event：每个决定都会交给你的命令',
  onEventMissing: (program) => `supervisor.on_event：${program} 不存在，或无法运行`,
  onEventMissingFix: (program) => `请创建它并运行 chmod +x ${program}，或改正 supervisor.on_event。`,
  telemetry: (address, signals, withText) =>
    `遥测：${signals} 发往 ${address}（可以连接）${withText ? '，包含结论的文字' : ''}`,
  telemetryUnreachable: (address, signals, reason) => `遥测：${signals} 应发往 ${address}，但连接不上：${reason}`,
  telemetryUnreachableFix: (proxy) =>
    `请启动 collector，或改正端点。在此之前，要导出的内容都会丢失。${proxy ? `遥测不经过网络代理，${proxy} 对它不起作用。` : ''}`,
  noConnection: {
    ECONNREFUSED: '这个端口上没有程序在监听（ECONNREFUSED）',
    ENOTFOUND: '找不到主机（ENOTFOUND）',
    ETIMEDOUT: (seconds) => `${seconds} 秒内没有响应`,
  },
  telemetryProtocol: (signal, protocol) => `遥测：${signal} 未导出：不支持协议 ${JSON.stringify(protocol)}`,
  telemetryProtocolFix: (variable) => `把 ${variable} 设为 http/protobuf 或 http/json；collector 在 4318 端口接收。`,
  telemetryUrl: (signal) => `遥测：${signal} 未导出：端点不是以 http:// 或 https:// 开头的 URL`,
  telemetryUrlFix: (variable) => `请改正 ${variable}，例如 http://collector.example:4318。`,
  emptyConfig: (path) => `${path} 是空的`,
  emptyConfigFix: '请写入 {}，或删除它。',

  hooksOutdated: (path, missing, superfluous) =>
    [
      `${path} 里 ccc 的 hook 与 ccc.json 的要求不符`,
      ...(missing.length > 0 ? [`缺少：${missing.join('、')}`] : []),
      ...(superfluous.length > 0 ? [`多余：${superfluous.join('、')}`] : []),
    ].join('；'),
  hookTwice: (event, paths) => `${event} 会被审查两次：${paths.join('、')} 启动了 ccc 的不同命令`,
  hookTwiceFix: '请只保留一个：ccc uninstall --scope user|project|local，再在需要的地方 ccc install。',
  hookProgramMissing: (program, path) => `${path} 把 ${program} 作为 hook 启动，但它不存在`,
  installAgain: (scope) => `请运行：ccc install --scope ${scope}`,
  askAdministrator: '请让管理员改正。',
  hookTimeout: (event, path, timeout, wanted) =>
    `${path} 中的 ${event} hook ${timeout === undefined ? '没有 timeout' : `的 timeout 是 ${timeout} 秒`}，ccc.json 里是 ${wanted} 秒`,
  blockCapLow: (name, cap, max) =>
    `直接启动 claude 时，连续 ${cap} 次被拦下后就会停止（${name}），到不了 ${max} 轮的上限（max_iterations）`,
  blockCapFix: (name, enough) => `请在 settings.json 的 env 中加上："${name}": "${enough}"`,
  pluginToo: (plugin, path) => `${path} 启用了插件 ${plugin}，同时又安装了 hook：每个事件都会审查两次`,
  pluginTooFix: (plugin) => `请只保留一个：ccc uninstall，或 claude plugin disable ${plugin}`,

  projectHooksOff: (path) =>
    `${path} 里有 disableAllHooks：在这里直接启动的 claude 不受监督（由 ccc 启动的会话受监督）`,
  projectHooksOffFix: (path) => `请用 ccc 启动，或从 ${path} 中删除 disableAllHooks。`,
  projectEnv: (names, path) => `${path} 设置了会影响 hook 或审查者的变量，已忽略：${names.join('、')}`,
  projectEnvFix: (path) =>
    `请查看 ${path} 是谁写的。如果审查者也要用这个 API：加为供应商（ccc provider add），写进你自己的 settings.json 的 env，或在 ccc.json 里设置 supervisor.use_project_env。`,
  projectHelper: (path) => `审查者不使用 ${path} 里的 apiKeyHelper，只用你自己的登录`,
  projectHelperFix: '要让审查者用别的登录：ccc provider add，再设置 ccc.json 的 supervisor.provider。',
  projectPlugin: (plugin, path) =>
    `${path} 启用了插件 ${plugin}，而你没有启用它；它不会被当作 ccc，如果它启动同名的 hook，由 ccc 启动的会话会停用它`,
  projectPluginFix: (plugin, path) =>
    `如果它就是 ccc 自己的插件而且你要用：claude plugin enable ${plugin}。否则请从 ${path} 中删除。`,
  userEnv: (names, path) => `${path} 的 env 会在每个会话里影响 ccc：${names.join('、')}`,
  userEnvFix: (path) => `如果不是你写的，请从 ${path} 中删除。`,
  hookFields: (event, fields, path) =>
    `${path} 中 ccc 的 ${event} hook 带有 ${fields.join('、')}：它可能推迟运行、在别处运行，或根本不运行`,
  hookFieldsFix: (fields, path) => `请从 ${path} 的这个 hook 中删除 ${fields.join('、')}。`,
});

interface TelemetryProblem {
  signals: readonly string[];
  variable: string;
  /** That is not supported; absent: the endpoint is wrong. */
  protocol?: string;
}

/** What is wrong, and how to correct it. */
export function telemetryProblemText(
  { signals, variable, protocol }: TelemetryProblem,
  messages: SettingsMessages,
): [what: string, fix: string] {
  const names = signals.join(', ').toLowerCase();
  return protocol === undefined
    ? [messages.telemetryUrl(names), messages.telemetryUrlFix(variable)]
    : [messages.telemetryProtocol(names, protocol), messages.telemetryProtocolFix(variable)];
}
