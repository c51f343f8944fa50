import type { LastOutcome, Summary } from '../hook/rules/summary.ts';
import { both } from './both.ts';

const money = (usd: number) => `$${usd.toFixed(usd < 0.1 ? 3 : 2)}`;

const EN: Record<LastOutcome, string> = {
  allow: 'allowed',
  block: 'sent back',
  failed: 'could not review',
  stall: 'let through unsettled',
  budget: 'let through at the cost limit',
};

const ZH: Record<LastOutcome, string> = {
  allow: '放行',
  block: '退回',
  failed: '未能审查',
  stall: '未达成一致，放行',
  budget: '费用到上限，放行',
};

const en = {
  mode: { on: 'on', off: 'off', paused: 'paused at its limit (go on with /supervisor)' },
  verdict: EN,
  none: 'No Claude Code session is running in this folder. Start one with: ccc',
  noneAnywhere: 'No Claude Code session is running. Start one with: ccc',
  session: (pid: number, time: string, provider: string | null, cwd: string) =>
    `${cwd}\n  process ${pid}, since ${time}${provider ? `, provider ${provider}` : ''}`,
  supervision: (mode: string, { count, max }: Summary) => `  supervision ${mode}, round ${count} of ${max}`,
  last: (verdict: string, time: string, feedback: string) => `  last verdict: ${verdict}, ${time}: ${feedback}`,
  cost: (usd: number, reviews: number) => `  cost of ${reviews} ${reviews === 1 ? 'review' : 'reviews'}: ${money(usd)}`,
  line: ({ mode, count, max, last, costUsd }: Summary): string =>
    [
      `supervisor ${mode}`,
      mode !== 'off' && `${count}/${max}`,
      mode !== 'off' && last && EN[last.outcome],
      costUsd > 0 && money(costUsd),
    ]
      .filter(Boolean)
      .join(' · '),
};

export const statusMessages = both(en, {
  mode: { on: '开启', off: '关闭', paused: '已到上限而暂停（用 /supervisor 继续）' },
  verdict: ZH,
  none: '这个文件夹里没有正在运行的 Claude Code 会话。启动一个：ccc',
  noneAnywhere: '没有正在运行的 Claude Code 会话。启动一个：ccc',
  session: (pid, time, provider, cwd) => `${cwd}\n  进程 ${pid}，始于 ${time}${provider ? `，供应商 ${provider}` : ''}`,
  supervision: (mode, { count, max }) => `  监督${mode}，第 ${count}/${max} 轮`,
  last: (verdict, time, feedback) => `  最近结论：${verdict}，${time}：${feedback}`,
  cost: (usd, reviews) => `  ${reviews} 次审查的费用：${money(usd)}`,
  line: ({ mode, count, max, last, costUsd }) =>
    [
      `监督${{ on: '开启', off: '关闭', paused: '暂停' }[mode]}`,
      mode !== 'off' && `${count}/${max}`,
      mode !== 'off' && last && ZH[last.outcome],
      costUsd > 0 && money(costUsd),
    ]
      .filter(Boolean)
      .join(' · '),
});
