import { declare } from '../../command-line/declaration.ts';
import { both } from '../../i18n/both.ts';
import { json } from './options.ts';

export const clean = declare({
  name: 'clean',
  summary: both('Remove files of old sessions', '删除旧会话的文件'),
  details: both(
    `Removes the state, logs, locks, launch and reviewer settings and check results that ccc keeps for each session or folder, once they have not changed for 30 days and nothing running uses them. A launch does the same in the background, a little at a time. A session that is supervised keeps its state for 30 days whatever --older-than says: it may be running where it cannot be seen, and would go on unsupervised.

Configuration, journal, trust, installation records and backups are never removed.`,
    `删除 ccc 为每个会话或目录保存的状态、日志、锁、启动设置、审查者设置和检查结果，条件是 30 天没有变化，并且没有正在运行的程序在使用。每次启动时也会在后台清理一小部分。处于监督之下的会话，无论 --older-than 是多少，状态都保留 30 天：它可能在看不到的地方运行，删掉状态就会失去监督。

配置、审查记录（reviews.jsonl）、信任记录、安装记录和备份从不删除。`,
  ),
  options: {
    olderThan: {
      placeholder: both('AGE', '时长'),
      suggestions: ['7d', '30d', '12w'],
      help: both(
        'Remove what has not changed for this long: 12h, 30d or 4w (default: 30d)',
        '删除多久没有变化的文件：12h、30d 或 4w（默认：30d）',
      ),
    },
    dryRun: { help: both('Show what would be removed', '只显示将会删除什么') },
    json,
  },
  examples: ['ccc clean --dry-run', 'ccc clean --older-than 7d'],
  seeAlso: ['status', 'doctor'],
});
