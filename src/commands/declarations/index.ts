import { type Declaration, declare, type LocalizedText } from '../../command-line/declaration.ts';
import { both } from '../../i18n/both.ts';
import { audit } from './audit.ts';
import { clean } from './clean.ts';
import { completion } from './completion.ts';
import { dashboard } from './dashboard.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor.ts';
import { evaluate } from './eval.ts';
import { evidence } from './evidence.ts';
import { init } from './init.ts';
import { install, uninstall } from './install.ts';
import { log } from './log.ts';
import { overrule } from './overrule.ts';
import { patch } from './patch.ts';
import { provider } from './provider.ts';
import { report } from './report.ts';
import { review } from './review.ts';
import { stats } from './stats.ts';
import { status, statusline } from './status.ts';
import { supervisorHook, supervisorMode } from './supervisor.ts';
import { trust } from './trust.ts';
import { validate } from './validate.ts';

interface Group {
  heading: LocalizedText;
  commands: readonly Declaration[];
}

export const version = declare({ name: 'version', summary: both('Print the version', '打印版本') });

export const help = declare({
  name: 'help',
  summary: both('Show help for a command', '显示某个命令的帮助'),
  arguments: {
    command: {
      placeholder: both('COMMAND', '命令'),
      repeated: true,
      suggestions: 'command',
      help: both('The command, with its subcommand if it has any', '命令，以及它的子命令'),
    },
  },
  examples: ['ccc help review', 'ccc help provider add'],
});

/** Every command, in the groups and the order of `ccc --help`. */
export const GROUPS: readonly Group[] = [
  {
    heading: both('Sessions', '会话'),
    commands: [demo, audit, review, evidence, evaluate, status, log, report, stats, dashboard, overrule],
  },
  { heading: both('Repositories', '仓库'), commands: [init, trust] },
  { heading: both('Providers', '供应商'), commands: [provider, validate] },
  { heading: both('Setup', '安装与设置'), commands: [install, uninstall, patch, doctor, clean, completion] },
  {
    heading: both('Called by Claude Code', '由 Claude Code 调用'),
    commands: [statusline, supervisorHook, supervisorMode],
  },
  { heading: both('Help', '帮助'), commands: [help, version] },
];

export const DECLARATIONS: readonly Declaration[] = GROUPS.flatMap(({ commands }) => commands);

/** Every word that is ours as a first argument. */
export const RESERVED_NAMES: readonly string[] = DECLARATIONS.map(({ name }) => name);
