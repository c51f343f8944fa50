import type { Scope } from '../config/paths.ts';
import type { HookBlocker } from '../doctor/hook-blockers.ts';
import type { JsonError } from '../platform/json/parse.ts';
import { both } from './both.ts';
import { jsonErrors } from './json-errors.ts';

const en = {
  settingsAgree: (paths: string[]) =>
    paths.length > 0 ? `nothing in the way: ${paths.join(', ')}` : 'nothing in the way: no settings files',
  unreadable: (path: string, code: string) => `${path} cannot be read (${code})`,
  unreadableFix: 'Make it readable for you; until then Claude Code cannot load it.',
  broken: (path: string, { line, column, code }: JsonError) =>
    `${path}:${line}:${column}: ${jsonErrors.en[code]}. Claude Code loads nothing of this file, hooks included`,
  brokenFix: 'Put it right there. It is plain JSON: no comments, no comma after the last entry.',
  stopper: (stopper: HookBlocker): string => {
    switch (stopper.kind) {
      case 'setting':
        return `${stopper.key} in ${stopper.path} keeps Claude Code from running our hooks`;
      case 'variable':
        return `${stopper.name} is set${stopper.path ? ` in ${stopper.path}` : ''}: Claude Code runs no hooks`;
      case 'argument':
        return `claude_args in ccc.json has ${stopper.argument}: Claude Code runs no hooks`;
    }
  },
  stopperFix: (stopper: HookBlocker): string => {
    switch (stopper.kind) {
      case 'setting':
        return stopper.byAdministrator
          ? 'Only an administrator can change that: ask for the hooks of ccc to be put into the managed settings.'
          : `Take ${stopper.key} out of ${stopper.path}, or set it to false.`;
      case 'variable':
        return stopper.path ? `Take it out of env in ${stopper.path}.` : `Unset it: unset ${stopper.name}`;
      case 'argument':
        return `Take ${stopper.argument} out of claude_args.`;
    }
  },
  noEffect: (key: string, path: string) =>
    `${key} in ${path} has no effect: it counts in an administrator's settings only`,
  noEffectFix: 'Take it out; to switch hooks off there is disableAllHooks.',
  otherProvider: (path: string, names: string[], current: string) =>
    `${path} sets ${names.join(', ')}: plain claude uses that, ccc uses its current provider, ${current}`,
  otherProviderFix: 'Start Claude Code with ccc; to make them a provider of ccc: ccc provider add --from-settings',
  defaultUsed: (place: string, key: string) => `${place}: ${key} cannot be used; the default is used`,
  leftOut: (place: string, key: string) => `${place}: ${key} cannot be used and is left out`,
  repositoryTrusted: (root: string, checks: number) =>
    `${root}: what this repository brings is trusted (${checks} ${checks === 1 ? 'check' : 'checks'})`,
  repositoryUntrusted: (files: string) => `This repository brings ${files}: not trusted, so ignored`,
  repositoryChanged: (files: string) => `Changed since you trusted it, and ignored: ${files}`,
  repositoryFix: (root: string) => `Look at it: ccc trust --show ${root}; to trust it: ccc trust ${root}`,
  emptyConfig: (path: string) => `${path} is empty`,
  emptyConfigFix: 'Write {} into it, or remove it.',

  hookTwice: (occasion: string, paths: string[]) =>
    `${occasion} is reviewed twice: different commands of ccc are registered in ${paths.join(', ')}`,
  hookTwiceFix: 'Keep one of them: ccc uninstall --scope user|project|local, then ccc install where you want it.',
  hookProgramGone: (program: string, path: string) => `${path} starts ${program} as a hook, which is not there`,
  installAgain: (scope: Scope | 'managed') =>
    scope === 'managed' ? 'Ask the administrator to put it right.' : `Put it right with: ccc install --scope ${scope}`,
  hookTimeout: (event: string, path: string, timeout: number | undefined, wanted: number) =>
    `the ${event} hook in ${path} has ${timeout === undefined ? 'no timeout' : `a timeout of ${timeout} s`}, ccc.json says ${wanted} s`,
  blockCapLow: (name: string, cap: number, max: number) =>
    `plain claude lets go after ${cap} blocked stops in a row (${name}), before the ${max} rounds of max_iterations`,
  blockCapFix: (name: string, enough: string) => `In env of your settings.json: "${name}": "${enough}"`,
  pluginToo: (plugin: string, path: string) =>
    `the plugin ${plugin} is enabled in ${path} beside installed hooks: everything is reviewed twice`,
  pluginTooFix: (plugin: string) => `Keep one of them: ccc uninstall, or: claude plugin disable ${plugin}`,
};

export type SettingsMessages = typeof en;

export const settingsMessages = both(en, {
  settingsAgree: (paths) => (paths.length > 0 ? `没有妨碍：${paths.join('、')}` : '没有妨碍：没有设置文件'),
  unreadable: (path, code) => `${path} 无法读取（${code}）`,
  unreadableFix: '请让它对你可读；在此之前 Claude Code 无法加载它。',
  broken: (path, { line, column, code }) =>
    `${path}:${line}:${column}：${jsonErrors.zh[code]}。Claude Code 不会加载这个文件的任何内容，包括 hook`,
  brokenFix: '请改正该处。它是纯 JSON：不能有注释，最后一项后面不能有逗号。',
  stopper: (stopper) => {
    switch (stopper.kind) {
      case 'setting':
        return `${stopper.path} 中的 ${stopper.key} 使 Claude Code 不运行我们的 hook`;
      case 'variable':
        return `${stopper.path ? `${stopper.path} 中` : ''}设置了 ${stopper.name}：Claude Code 不运行任何 hook`;
      case 'argument':
        return `ccc.json 的 claude_args 中有 ${stopper.argument}：Claude Code 不运行任何 hook`;
    }
  },
  stopperFix: (stopper) => {
    switch (stopper.kind) {
      case 'setting':
        return stopper.byAdministrator
          ? '只有管理员能更改：请让管理员把 ccc 的 hook 放进托管设置。'
          : `请从 ${stopper.path} 中删去 ${stopper.key}，或设为 false。`;
      case 'variable':
        return stopper.path ? `请从 ${stopper.path} 的 env 中删去它。` : `请取消设置：unset ${stopper.name}`;
      case 'argument':
        return `请从 claude_args 中删去 ${stopper.argument}。`;
    }
  },
  noEffect: (key, path) => `${path} 中的 ${key} 不起作用：它只在管理员的设置中有效`,
  noEffectFix: '请删去它；要关闭 hook，有 disableAllHooks。',
  otherProvider: (path, names, current) =>
    `${path} 设置了 ${names.join('、')}：直接用 claude 时会用它，ccc 则用当前供应商 ${current}`,
  otherProviderFix: '请用 ccc 启动 Claude Code；要把它们变成 ccc 的供应商：ccc provider add --from-settings',
  defaultUsed: (place, key) => `${place}：${key} 不可用；使用默认值`,
  leftOut: (place, key) => `${place}：${key} 不可用，这一项不用`,
  repositoryTrusted: (root, checks) => `${root}：本仓库自带的内容已被信任（${checks} 个检查）`,
  repositoryUntrusted: (files) => `本仓库自带的 ${files} 未被信任，不生效`,
  repositoryChanged: (files) => `${files} 在你信任之后有改动，不生效`,
  repositoryFix: (root) => `查看：ccc trust --show ${root}；信任：ccc trust ${root}`,
  emptyConfig: (path) => `${path} 是空的`,
  emptyConfigFix: '请写入 {}，或删除它。',

  hookTwice: (occasion, paths) => `${occasion} 会被审查两次：${paths.join('、')} 中登记了 ccc 的不同命令`,
  hookTwiceFix: '请只留一个：ccc uninstall --scope user|project|local，再在需要的地方 ccc install。',
  hookProgramGone: (program, path) => `${path} 把 ${program} 作为 hook 启动，但它不存在`,
  installAgain: (scope) => (scope === 'managed' ? '请管理员改正。' : `请这样改正：ccc install --scope ${scope}`),
  hookTimeout: (event, path, timeout, wanted) =>
    `${path} 中的 ${event} hook ${timeout === undefined ? '没有 timeout' : `的 timeout 是 ${timeout} 秒`}，ccc.json 里是 ${wanted} 秒`,
  blockCapLow: (name, cap, max) =>
    `直接用 claude 时，连续 ${cap} 次被拦下后就会放行（${name}），达不到 max_iterations 的 ${max} 轮`,
  blockCapFix: (name, enough) => `请在 settings.json 的 env 中写："${name}": "${enough}"`,
  pluginToo: (plugin, path) => `${path} 启用了插件 ${plugin}，同时又安装了 hook：一切都会被审查两次`,
  pluginTooFix: (plugin) => `请只留一个：ccc uninstall，或：claude plugin disable ${plugin}`,
});
