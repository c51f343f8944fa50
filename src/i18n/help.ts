import { both } from './both.ts';

type Row = readonly [name: string, meaning: string];

/** What `ccc --help` says besides the declarations. */
export const helpMessages = both<{
  usage: string;
  usages: Row[];
  inSession: string;
  slashCommands: Row[];
  options: string;
  moreOptions: Row[];
  ownExitCode: string;
}>(
  {
    usage: 'Usage',
    usages: [
      ['ccc [claude arguments…]', 'Start Claude Code under the current provider'],
      ['ccc PROVIDER [claude arguments…]', 'Start it under this provider'],
      ['ccc "fix the login"', 'Start it with a prompt (text with a space)'],
      ['ccc COMMAND', 'Run one of the commands below'],
    ],
    inSession: 'In a session',
    slashCommands: [
      ['/supervisor [task]', 'Turn supervision on'],
      ['/supervisoroff', 'Turn supervision off'],
      ['/overrule [why]', 'Say that the last verdict is wrong'],
    ],
    options: 'Options, before anything else',
    moreOptions: [
      ['--', 'Pass everything after it to claude'],
      ['--version', 'Print the version'],
      ['--help', "Show this help; -h shows claude's"],
    ],
    ownExitCode: 'That of claude, whatever it is',
  },
  {
    usage: '用法',
    usages: [
      ['ccc [claude 参数…]', '用当前供应商启动 Claude Code'],
      ['ccc 供应商 [claude 参数…]', '用指定的供应商启动'],
      ['ccc "修好登录"', '带提示词启动'],
      ['ccc 命令', '运行下面的命令'],
    ],
    inSession: '在会话里',
    slashCommands: [
      ['/supervisor [任务]', '开启监督'],
      ['/supervisoroff', '关闭监督'],
      ['/overrule [原因]', '否决最近的结论'],
    ],
    options: '选项（放在最前面）',
    moreOptions: [
      ['--', '之后的参数都交给 claude'],
      ['--version', '打印版本'],
      ['--help', '显示本帮助；-h 显示 claude 的帮助'],
    ],
    ownExitCode: 'claude 的退出码，原样返回',
  },
);
