import { both } from './both.ts';

/** A verdict, the limit that allowed the stop without one, or that the user overruled it. */
type Outcome = 'allow' | 'block' | 'failed' | 'stall' | 'budget' | 'overruled';

interface Supervision {
  mode: 'on' | 'off' | 'paused';
  count: number;
  max: number;
  last: { outcome: Outcome } | null;
}

const money = (usd: number) => `$${usd.toFixed(usd < 0.1 ? 3 : 2)}`;

const EN: Record<Outcome, string> = {
  allow: 'approved',
  block: 'sent back',
  failed: 'review failed',
  stall: 'gave up, NOT approved',
  budget: 'budget used up, NOT reviewed',
  overruled: 'overruled by you, NOT approved',
};

const ZH: Record<Outcome, string> = {
  allow: '通过',
  block: '退回',
  failed: '审查失败',
  stall: '已放弃，未通过',
  budget: '预算已用完，未经审查',
  overruled: '已被你否决，未通过',
};

const en = {
  mode: { on: 'on', off: 'off', paused: 'paused at its limit (to continue: /supervisor)' },
  outcome: EN,
  none: 'No Claude Code session is running in this folder. To start one: ccc',
  noneAnywhere: 'No Claude Code session is running. To start one: ccc',
  session: (id: string | null, pid: number, time: string, provider: string | null) =>
    `  ${id === null ? '' : `session ${id}, `}process ${pid}, since ${time}${provider ? `, provider ${provider}` : ''}`,
  supervision: (mode: string, count: number, max: number) => `  supervision ${mode}, round ${count} of ${max}`,
  last: (outcome: string, time: string, feedback: string) => `  last verdict: ${outcome}, ${time}: ${feedback}`,
  cost: (usd: number, reviews: number) => `  cost of ${reviews} ${reviews === 1 ? 'review' : 'reviews'}: ${money(usd)}`,
  line: ({ mode, count, max, last }: Supervision): string =>
    [`supervisor ${mode}`, mode !== 'off' && `${count}/${max}`, mode !== 'off' && last && EN[last.outcome]]
      .filter(Boolean)
      .join(' · '),
};

export const statusMessages = both(en, {
  mode: { on: '已开启', off: '已关闭', paused: '已暂停：到达上限（继续：/supervisor）' },
  outcome: ZH,
  none: '当前目录里没有正在运行的 Claude Code 会话。启动：ccc',
  noneAnywhere: '没有正在运行的 Claude Code 会话。启动：ccc',
  session: (id, pid, time, provider) =>
    `  ${id === null ? '' : `会话 ${id}，`}进程 ${pid}，开始于 ${time}${provider ? `，供应商 ${provider}` : ''}`,
  supervision: (mode, count, max) => `  监督${mode}，第 ${count}/${max} 轮`,
  last: (outcome, time, feedback) => `  最近的结论：${outcome}，${time}：${feedback}`,
  cost: (usd, reviews) => `  ${reviews} 次审查的费用：${money(usd)}`,
  line: ({ mode, count, max, last }) =>
    [
      `监督${{ on: '已开启', off: '已关闭', paused: '已暂停' }[mode]}`,
      mode !== 'off' && `${count}/${max}`,
      mode !== 'off' && last && ZH[last.outcome],
    ]
      .filter(Boolean)
      .join(' · '),
});
