import type { DecisionOutcome } from '../hook/rules/decision-outcome.ts';
import { both } from './both.ts';
import type { Language } from './language.ts';

/** One wording for each outcome of a session, wherever it is read: status line, `ccc log`, `ccc report`, the page. */
export const outcomeWords = both(
  {
    approved: 'approved',
    'files-changed': 'files changed during the review',
    'settings-changed': 'settings of the review changed',
    'sent-back': 'sent back',
    failed: 'review failed',
    'cut-off': 'review cut off',
    limit: 'round limit reached',
    stall: 'gave up',
    budget: 'review budget used up',
    impossible: 'impossible as asked',
    overruled: 'overruled by you',
    'api-error': 'API error',
    off: 'supervision off',
    'turned-off': 'sent back, then supervision turned off',
    'not-reviewed': 'not reviewed',
  },
  {
    approved: '通过',
    'files-changed': '审查期间文件有改动',
    'settings-changed': '审查设置有改动',
    'sent-back': '已退回',
    failed: '审查失败',
    'cut-off': '审查被中断',
    limit: '已达轮数上限',
    stall: '已放弃',
    budget: '审查预算已用完',
    impossible: '无法按要求完成',
    overruled: '已被你否决',
    'api-error': 'API 错误',
    off: '监督已关闭',
    'turned-off': '退回后监督被关闭',
    'not-reviewed': '未经审查',
  },
);

/** The same with what it means for the work, where there is room: only an approval may be read as one. */
export const outcomeTexts = both(
  withMeaning(outcomeWords.en, ', ', 'NOT approved', 'NOT reviewed'),
  withMeaning(outcomeWords.zh, '，', '未通过', '未经审查'),
);

/** What a decision came to that says nothing about a session. */
const eventOutcomes = both(
  {
    answered: 'answered for you',
    'plan-approved': 'plan approved for you',
    unattended: 'nobody there to answer',
    'no-objection': 'no objection',
  },
  {
    answered: '替你作了回答',
    'plan-approved': '替你批准了计划',
    unattended: '没有人可以回答',
    'no-objection': '没有意见',
  },
);

/** What a decision came to: in `ccc log` and on the page. */
export const decisionTexts: Record<Language, Record<DecisionOutcome, string>> = both(
  { ...outcomeTexts.en, ...eventOutcomes.en },
  { ...outcomeTexts.zh, ...eventOutcomes.zh },
);

type Words = (typeof outcomeWords)['en'];

function withMeaning(words: Words, comma: string, notApproved: string, notReviewed: string): Words {
  const and = (word: string, meaning: string) => `${word}${comma}${meaning}`;
  return {
    approved: words.approved,
    'files-changed': and(words['files-changed'], notApproved),
    'settings-changed': and(words['settings-changed'], notApproved),
    'sent-back': words['sent-back'],
    failed: and(words.failed, notReviewed),
    'cut-off': and(words['cut-off'], notReviewed),
    limit: and(words.limit, notApproved),
    stall: and(words.stall, notApproved),
    budget: and(words.budget, notApproved),
    impossible: and(words.impossible, notApproved),
    overruled: and(words.overruled, notApproved),
    'api-error': and(words['api-error'], notReviewed),
    off: and(words.off, notReviewed),
    'turned-off': and(words['turned-off'], notApproved),
    'not-reviewed': notReviewed,
  };
}

/** Whether a claim holds. */
export const claimStatusWords = both(
  {
    backed: 'backed',
    stale: 'stale',
    contradicted: 'contradicted',
    unbacked: 'unbacked',
    undecidable: 'undecidable',
  },
  { backed: '有依据', stale: '过时', contradicted: '矛盾', unbacked: '无依据', undecidable: '无法判断' },
);

/** How a check ended. */
export const checkWords = both(
  {
    passed: 'passed',
    failed: 'failed',
    'timed-out': 'timed out',
    'not-started': 'could not be started',
    skipped: 'skipped',
    'not-run': 'not run',
    interrupted: 'interrupted',
  },
  {
    passed: '通过',
    failed: '未通过',
    'timed-out': '超时',
    'not-started': '无法启动',
    skipped: '跳过',
    'not-run': '未运行',
    interrupted: '被中断',
  },
);
