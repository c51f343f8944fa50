import { both } from './both.ts';

/** What `ccc stats` prints. */
export const historyMessages = both(
  {
    nothing: 'Nothing was recorded in this time. To look further back: --since 3d. To start a supervised session: ccc',
    columns: ['reviews', 'approved', 'sent back', 'failed', 'overruled', 'false claims', 'cost'],
    by: { day: 'by day', provider: 'by provider', model: 'by model of the reviewer', project: 'by project' },
    rounds: 'rounds to approval',
  },
  {
    nothing: '这段时间没有记录。看更早的：--since 3d。启动受监督的会话：ccc',
    columns: ['审查', '通过', '退回', '失败', '否决', '不实说法', '费用'],
    by: { day: '按天', provider: '按供应商', model: '按审查者的模型', project: '按项目' },
    rounds: '通过所需的轮数',
  },
);
