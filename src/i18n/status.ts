import { both } from './both.ts';
import { outcomeTexts } from './outcomes.ts';

/** A verdict, the limit that allowed the stop without one, or that the user overruled it. */
type Outcome = 'allow' | 'block' | 'failed' | 'stall' | 'budget' | 'overruled' | 'impossible' | 'cut-off';

interface Supervision {
  mode: 'on' | 'off' | 'paused';
  count: number;
  max: number;
  /** Under way; `apiStatus`: it waits for the API. */
  openRound: { apiStatus?: number | null | undefined } | null;
  last: { outcome: Outcome } | null;
}

const money = (usd: number) => `$${usd.toFixed(usd < 0.1 ? 3 : 2)}`;

const outcomesOf = (texts: (typeof outcomeTexts)['en']): Record<Outcome, string> => ({
  ...texts,
  allow: texts.approved,
  block: texts['sent-back'],
});
const EN = outcomesOf(outcomeTexts.en);
const ZH = outcomesOf(outcomeTexts.zh);

const en = {
  mode: { on: 'on', off: 'off', paused: 'paused at its limit (to continue: /supervisor)' },
  outcome: EN,
  none: 'No Claude Code session is running in this folder. To start one: ccc',
  noneAnywhere: 'No Claude Code session is running. To start one: ccc',
  session: (id: string | null, pid: number, time: string, provider: string | null) =>
    `  ${id === null ? '' : `session ${id}, `}process ${pid}, since ${time}${provider ? `, provider ${provider}` : ''}`,
  request: (text: string) => `  request: ${text}`,
  needsUser: (text: string) => `  needs you: ${text}`,
  supervision: (mode: string, count: number, max: number) => `  supervision ${mode}, round ${count} of ${max}`,
  noHooks: (isOn: boolean, session: string | null) =>
    isOn
      ? `  no hooks: nothing is reviewed. To change that: ${session ? `ccc --resume ${session}, or ` : ''}ccc install`
      : '  no hooks: ccc is not registered for this session',
  hooksOff: (why: string) => `  no hooks: they are off (${why}), so nothing is reviewed`,
  last: (outcome: string, time: string, feedback: string) => `  last verdict: ${outcome}, ${time}: ${feedback}`,
  byHand: (outcome: string, time: string) => `  last ccc review, which decides nothing: ${outcome}, ${time}`,
  cost: (usd: number, reviews: number) => `  cost of ${reviews} ${reviews === 1 ? 'review' : 'reviews'}: ${money(usd)}`,
  lineNoHooks: 'NO HOOKS, nothing is reviewed',
  lineConfigError: 'config error: ccc doctor',
  reviewing: (apiStatus: number | null | undefined): string =>
    apiStatus === undefined ? 'reviewing' : `reviewing: waiting for the API (${apiStatus ?? 'connection lost'})`,
  line: ({ mode, count, max, openRound, last }: Supervision): string =>
    [
      `supervisor ${mode}`,
      mode !== 'off' && `${count}/${max}`,
      mode !== 'off' && (openRound ? en.reviewing(openRound.apiStatus) : last && EN[last.outcome]),
    ]
      .filter(Boolean)
      .join(' · '),
};

const zhReviewing = (apiStatus: number | null | undefined): string =>
  apiStatus === undefined ? '正在审查' : `正在审查：等待 API 恢复（${apiStatus ?? '连接中断'}）`;

export const statusMessages = both(en, {
  mode: { on: '已开启', off: '已关闭', paused: '已暂停：到达上限（继续：/supervisor）' },
  outcome: ZH,
  none: '当前目录里没有正在运行的 Claude Code 会话。启动：ccc',
  noneAnywhere: '没有正在运行的 Claude Code 会话。启动：ccc',
  session: (id, pid, time, provider) =>
    `  ${id === null ? '' : `会话 ${id}，`}进程 ${pid}，开始于 ${time}${provider ? `，供应商 ${provider}` : ''}`,
  request: (text) => `  要求：${text}`,
  needsUser: (text) => `  需要你处理：${text}`,
  supervision: (mode, count, max) => `  监督${mode}，第 ${count}/${max} 轮`,
  noHooks: (isOn, session) =>
    isOn
      ? `  没有 hook：不会有任何审查。解决办法：${session ? `ccc --resume ${session}，或 ` : ''}ccc install`
      : '  没有 hook：本会话没有登记 ccc',
  hooksOff: (why) => `  没有 hook：已被关闭（${why}），不会有任何审查`,
  last: (outcome, time, feedback) => `  最近的结论：${outcome}，${time}：${feedback}`,
  byHand: (outcome, time) => `  最近的 ccc review（不决定任何事）：${outcome}，${time}`,
  cost: (usd, reviews) => `  ${reviews} 次审查的费用：${money(usd)}`,
  lineNoHooks: '没有 hook，不会审查',
  lineConfigError: '配置有误：ccc doctor',
  reviewing: zhReviewing,
  line: ({ mode, count, max, openRound, last }) =>
    [
      `监督${{ on: '已开启', off: '已关闭', paused: '已暂停' }[mode]}`,
      mode !== 'off' && `${count}/${max}`,
      mode !== 'off' && (openRound ? zhReviewing(openRound.apiStatus) : last && ZH[last.outcome]),
    ]
      .filter(Boolean)
      .join(' · '),
});
