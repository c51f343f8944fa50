import { declare } from '../../command-line/declaration.ts';
import { both } from '../../i18n/both.ts';
import { json } from './options.ts';

export const report = declare({
  name: 'report',
  summary: both('Summarize what ran, what needs you, and how to continue', '汇总运行过什么、哪些需要你处理、如何继续'),
  options: {
    since: {
      placeholder: both('TIME', '时间'),
      help: both(
        'From when on (default 12h): 30m, 2h, 3d, 1w, 2026-11-01 or 2026-11-01T08:00',
        '从何时起（默认 12h）：30m、2h、3d、1w、2026-11-01 或 2026-11-01T08:00',
      ),
    },
    markdown: { help: both('Print Markdown, for a chat or an issue', '输出 Markdown，用于聊天或 issue') },
    json,
  },
  exclusive: [['json', 'markdown']],
  examples: ['ccc report', 'ccc report --since 3d', 'ccc report --markdown > report.md'],
  seeAlso: ['log', 'stats', 'status'],
});
