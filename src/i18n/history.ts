import { both } from './both.ts';

/** What `ccc report` and `ccc stats` print. */
export const historyMessages = both(
  {
    nothing: 'Nothing was recorded in this time. To look further back: --since 3d. To start a supervised session: ccc',
    outcome: {
      approved: 'approved',
      'sent-back': 'sent back, and left there',
      failed: 'review failed',
      limit: 'paused at the round limit, NOT approved',
      stall: 'gave up, NOT approved',
      budget: 'budget used up, NOT reviewed',
      impossible: 'cannot be done as asked, NOT approved',
      overruled: 'overruled by you, NOT approved',
      'api-error': 'stopped by an API error, NOT reviewed',
      off: 'supervision was off, NOT reviewed',
      'not-reviewed': 'NOT reviewed',
    },
    running: 'running',
    spent: (rounds: number, cost: string) => `${rounds} ${rounds === 1 ? 'round' : 'rounds'}, ${cost}`,
    toGoOn: (command: string) => `to go on: ${command}`,
    columns: ['reviews', 'approved', 'sent back', 'failed', 'overruled', 'false claims', 'cost'],
    by: { day: 'by day', provider: 'by provider', model: 'by model of the reviewer', project: 'by project' },
    rounds: 'rounds to approval',
  },
  {
    nothing: '这段时间没有记录。看更早的：--since 3d。启动受监督的会话：ccc',
    outcome: {
      approved: '通过',
      'sent-back': '被退回，之后没有继续',
      failed: '审查失败',
      limit: '已达轮数上限而暂停，未通过',
      stall: '已放弃，未通过',
      budget: '预算已用完，未经审查',
      impossible: '无法按要求完成，未通过',
      overruled: '已被你否决，未通过',
      'api-error': '因 API 错误停止，未经审查',
      off: '监督已关闭，未经审查',
      'not-reviewed': '未经审查',
    },
    running: '正在运行',
    spent: (rounds, cost) => `${rounds} 轮，${cost}`,
    toGoOn: (command) => `继续：${command}`,
    columns: ['审查', '通过', '退回', '失败', '否决', '不实说法', '费用'],
    by: { day: '按天', provider: '按供应商', model: '按审查者的模型', project: '按项目' },
    rounds: '通过所需的轮数',
  },
);
