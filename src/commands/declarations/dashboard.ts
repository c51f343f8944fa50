import { declare } from '../../command-line/declaration.ts';
import { both } from '../../i18n/both.ts';

export const dashboard = declare({
  name: 'dashboard',
  summary: both('Open a local page about verdicts and evidence', '打开本地页面，查看结论和证据'),
  details: both(
    'Serves a page on this machine until you press Ctrl-C: sessions with what came of them, their claims, checks, findings and feedback, and charts. It is read-only and follows the journal. Its address has a token, so that other users and web pages cannot read it.',
    '在本机提供一个页面，直到你按下 Ctrl-C：各个会话的结果、说法、检查、发现和反馈，以及图表。页面只读，随审查记录更新。地址里带有令牌，其他用户和网页无法读取。',
  ),
  options: {
    port: {
      placeholder: 'N',
      help: both('Listen on this port (default: a free one)', '监听这个端口（默认：任选空闲端口）'),
    },
    noOpen: { help: both('Print the address, and do not open a browser', '只打印地址，不打开浏览器') },
  },
  examples: ['ccc dashboard', 'ccc dashboard --port 8080 --no-open'],
  seeAlso: ['log', 'status'],
});
