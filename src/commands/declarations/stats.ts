import { declare } from '../../command-line/declaration.ts';
import { both } from '../../i18n/both.ts';
import { json } from './options.ts';

export const stats = declare({
  name: 'stats',
  summary: both('Count verdicts, rounds and cost', '统计结论、轮数与费用'),
  options: {
    since: {
      placeholder: both('TIME', '时间'),
      help: both(
        'Only since then: 30m, 2h, 3d, 1w, 2026-11-01 or 2026-11-01T08:00',
        '只统计此后的：30m、2h、3d、1w、2026-11-01 或 2026-11-01T08:00',
      ),
    },
    project: {
      placeholder: both('FOLDER', '目录'),
      suggestions: 'file',
      help: both('Only this folder and those below it', '只统计这个目录及其下级目录'),
    },
    json,
    csv: {
      help: both(
        'Print CSV, one row per day, provider, model and project',
        '输出 CSV，按天、供应商、模型和项目，每种组合一行',
      ),
    },
  },
  exclusive: [['json', 'csv']],
  examples: ['ccc stats', 'ccc stats --since 1w', 'ccc stats --project .', 'ccc stats --csv > stats.csv'],
  seeAlso: ['log', 'report'],
});
