import { declare } from '../../command-line/declaration.ts';
import { both } from '../../i18n/both.ts';
import { json, session } from './options.ts';

export const overrule = declare({
  name: 'overrule',
  summary: both("Say that a session's last verdict is wrong", '否决会话最近的结论'),
  details: both(
    `If the agent was sent back, its next stop goes through, once, without checks and without a review; a question that was refused may be asked. If the work was approved, the next review is told why you disagree. Your reason is written to the journal, without credentials.

It never counts as an approval by the reviewer. You are told at the next stop, at the end of ccc -p and in the journal, because an agent might run this in your name. In a Claude Code session it does not work: type /overrule there, after Esc if the agent is working.

A review that failed and a stop that was not judged cannot be overruled.`,
    `如果代理被退回，它的下一次停止不检查、不审查就放行，只此一次；被拒绝的提问可以再问。如果工作已通过，下一次审查会得知你为什么不同意。原因写进审查记录，其中的密钥会去除。

这绝不算审查者的通过。下一次停止时、ccc -p 结束时和审查记录里都会写明，因为代理可能以你的名义运行它。在 Claude Code 会话里不能运行：请在会话里输入 /overrule；代理正在工作时先按 Esc。

失败的审查和没有审查的停止不能否决。`,
  ),
  arguments: {
    why: {
      placeholder: both('WHY', '原因'),
      repeated: true,
      help: both('Why it is wrong', '为什么不对'),
    },
  },
  options: {
    session,
    dryRun: { help: both('Only show which verdict it would be', '只显示将要否决哪个结论') },
    json,
  },
  exitCodes: {
    0: both('Overruled', '已否决'),
    1: both('There is nothing to overrule', '没有可以否决的结论'),
  },
  examples: [
    both('ccc overrule the tests need a database', 'ccc overrule 测试需要数据库'),
    'ccc overrule --dry-run --session 3f2a',
  ],
  seeAlso: ['status', 'review'],
});
