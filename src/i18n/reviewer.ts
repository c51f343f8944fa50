import { both } from './both.ts';
import { type ApiWaitFacts, apiWaitEn, apiWaitZh } from './judgement.ts';

/** Why a review failed. The hook's error message and journal carry it. */
export const reviewerMessages = both(
  {
    apiTimeout: (seconds: number, detail: string) =>
      `the API did not answer within ${seconds} s${detail ? ` (${detail})` : ''}`,
    apiFailed: (detail: string) => `no review from the API: ${detail}`,
    afterWaiting: (detail: string, wait: ApiWaitFacts) => `${detail} (waited ${apiWaitEn(wait)})`,
    waiting: (wait: ApiWaitFacts, seconds: number) =>
      `waiting for the API: ${apiWaitEn(wait)}; next attempt in ${seconds} s …`,
    noAnswer: 'the reviewer ended without an answer',
    reviewerExited: (detail: string) =>
      `the reviewer's process ended without an answer${detail ? `: ${detail}` : '; is that really Claude Code?'}`,
    interrupted: (by: string) =>
      by === 'client-ended' ? 'interrupted: Claude Code has ended' : `interrupted by ${by}`,
    deadline: (seconds: number) => `no verdict within ${seconds} s`,
    budgetUsedUp:
      'review budget used up before a verdict. To raise it: supervisor.max_cost_usd and max_cost_usd_per_day in ccc.json',
  },
  {
    apiTimeout: (seconds, detail) => `API 在 ${seconds} 秒内没有响应${detail ? `（${detail}）` : ''}`,
    apiFailed: (detail) => `API 没有完成审查：${detail}`,
    afterWaiting: (detail, wait) => `${detail}（等待 ${apiWaitZh(wait)}）`,
    waiting: (wait, seconds) => `等待 API：${apiWaitZh(wait)}；${seconds} 秒后重试 …`,
    noAnswer: '审查者没有给出任何回答就结束了',
    reviewerExited: (detail) => `审查进程没有给出回答就退出了${detail ? `：${detail}` : '；那真的是 Claude Code 吗？'}`,
    interrupted: (by) => (by === 'client-ended' ? '已中断：Claude Code 已经结束' : `被 ${by} 中断`),
    deadline: (seconds) => `${seconds} 秒内没有得出结论`,
    budgetUsedUp: '还没有结论，审查预算就用完了。要提高：ccc.json 的 supervisor.max_cost_usd 和 max_cost_usd_per_day',
  },
);

export type ReviewerMessages = typeof reviewerMessages.en;
