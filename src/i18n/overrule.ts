import { both } from './both.ts';

/** What follows from overruling a verdict: a stop or a call goes through, or the next review is told. */
type Effect = 'stop' | 'call' | 'review';
type Decider = 'review' | 'check' | 'claims';

const en = {
  inSession: 'ccc overrule cannot be run in a Claude Code session: the agent must not answer for you',
  inSessionFix:
    'Type /overrule in the session (/ccc:overrule with the plugin), or run this in a terminal of your own: ccc overrule',
  noVerdict: (session: string) => `no verdict to overrule in session ${session}`,
  noVerdictFix:
    'An approval can be overruled, and work that was sent back. For another session: ccc overrule --session ID',
  failed: (time: string) => `nothing to overrule: the review of ${time} failed, so there is no verdict`,
  failedFix: (session: string) => `To have the work reviewed: ccc review --session ${session}`,
  gaveUp: (time: string) => `nothing to overrule: at ${time} the agent was let go without an approval`,
  gaveUpFix: 'The work was not approved. Go on with your next prompt.',
  already: (time: string) => `the last verdict is already overruled (${time})`,
  alreadyFix: 'The next one can be overruled once it is given.',
  notWritten: (path: string, code: string) => `the verdict is overruled, but ${path} cannot be written (${code})`,
  notWrittenFix: 'Check its permissions and the free disk space. You are told at the next stop all the same.',

  overruled: (verdict: string) => `Overruled: ${verdict}`,
  wouldOverrule: (verdict: string) => `Would be overruled: ${verdict}`,
  verdict: (verdict: 'allow' | 'block', decider: Decider, time: string, feedback: string) =>
    `${
      verdict === 'allow'
        ? 'approved by the reviewer'
        : {
            review: 'sent back by the reviewer',
            check: 'sent back by a check',
            claims: 'sent back for what its last message claims',
          }[decider]
    } (${time})${feedback && `: ${feedback}`}`,
  effect: {
    stop: 'The next stop goes through without checks and without a review. You are told, and it does not count as approved.',
    call: 'What was refused goes through without a review when the agent tries it again. You are told.',
    review: 'The next review is told why. The work no longer counts as approved.',
  } satisfies Record<Effect, string>,
};

/** `ccc overrule`. */
export const overruleMessages = both(en, {
  inSession: 'ccc overrule 不能在 Claude Code 会话里运行：代理不能替你回答',
  inSessionFix: '请在会话里输入 /overrule（用插件时为 /ccc:overrule），或在你自己的终端里运行：ccc overrule',
  noVerdict: (session) => `会话 ${session} 里没有可以否决的结论`,
  noVerdictFix: '可以否决的是通过和退回。要否决别的会话的结论：ccc overrule --session ID',
  failed: (time) => `没有可以否决的结论：${time} 的审查失败了`,
  failedFix: (session) => `要审查这些工作：ccc review --session ${session}`,
  gaveUp: (time) => `没有可以否决的结论：${time} 已放行，但没有通过`,
  gaveUpFix: '工作没有通过审查。直接输入下一条提示词即可。',
  already: (time) => `最近的结论已经被否决（${time}）`,
  alreadyFix: '有了新的结论之后才能再否决。',
  notWritten: (path, code) => `结论已被否决，但 ${path} 无法写入（${code}）`,
  notWrittenFix: '请检查它的权限和磁盘剩余空间。下一次停止时仍会告诉你。',

  overruled: (verdict) => `已否决：${verdict}`,
  wouldOverrule: (verdict) => `将要否决：${verdict}`,
  verdict: (verdict, decider, time, feedback) =>
    `${
      verdict === 'allow'
        ? '审查者通过'
        : { review: '被审查者退回', check: '被检查退回', claims: '因最后的消息与会话不符而退回' }[decider]
    }（${time}）${feedback && `：${feedback}`}`,
  effect: {
    stop: '下一次停止不检查、不审查就放行。会告诉你，且不算通过。',
    call: '代理再次尝试被拒绝的操作时，不审查就放行。会告诉你。',
    review: '下一次审查会得知原因。这些工作不再算通过。',
  },
});
