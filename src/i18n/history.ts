import { both } from './both.ts';
import { outcomeTexts } from './outcomes.ts';

interface Others {
  doubted: number;
  stalls: number;
  noObjections: number;
  impossible: number;
  limits: number;
  answers: number;
  apiErrors: number;
}

const start = both(
  'To start a supervised session: CCC_SUPERVISOR=1 ccc',
  '要开始一个受监督的会话：CCC_SUPERVISOR=1 ccc',
);

/** What every command says that reads the journal, if there is nothing in it. */
export const nothingRecorded = both(`Nothing was recorded yet. ${start.en}`, `还没有任何记录。${start.zh}`);

/** What `ccc stats` prints. */
export const historyMessages = both(
  {
    nothingFits: 'Nothing that was reviewed fits. All of the journal: ccc stats',
    nothingReviewed: `Nothing was reviewed yet. ${start.en}`,
    columns: ['rounds', 'approved', 'avg. rounds', 'sent back', 'failed', 'overruled', 'false claims', 'cost', 'time'],
    by: { day: 'by day', provider: 'by provider', model: 'by model of the reviewer', project: 'by project' },
    /** How many tasks were approved after how many rounds. */
    rounds: (tasks: [rounds: number, tasks: number][]) =>
      `approved after ${tasks
        .map(([rounds, number], at) => {
          const unit = at === 0 ? (number === 1 ? ' task' : ' tasks') : '';
          return `${rounds} ${rounds === 1 ? 'round' : 'rounds'}: ${number}${unit}`;
        })
        .join(', ')}`,
    noModel: 'none',
    aboutNoModel: 'none: a check or a claim decided, or the review failed',
    all: 'all',
    more: (count: number) => `and ${count} more: ccc stats --csv`,
    earlierDays: (count: number) => `${count} earlier ${count === 1 ? 'day' : 'days'}: ccc stats --csv`,
    latency: (p50: string, p90: string, p99: string) =>
      `time to a verdict: half took at most ${p50}, 90 % at most ${p90}, 99 % at most ${p99}`,
    others: ({ doubted, noObjections, stalls, impossible, limits, answers, apiErrors }: Others) => [
      ...(doubted > 0 ? [`NOT approved because files or settings changed: ${doubted}`] : []),
      ...(noObjections > 0 ? [`no objection: ${noObjections}`] : []),
      ...(stalls > 0 ? [`${outcomeTexts.en.stall}: ${stalls}`] : []),
      ...(impossible > 0 ? [`${outcomeTexts.en.impossible}: ${impossible}`] : []),
      ...(limits > 0 ? [`let through because rounds or budget were used up, NOT approved: ${limits}`] : []),
      ...(answers > 0 ? [`questions answered for you: ${answers}`] : []),
      ...(apiErrors > 0 ? [`API errors: ${apiErrors}`] : []),
    ],
    reading: (percent: number) => `Reading the journal: ${percent} %`,
  },
  {
    nothingFits: '没有符合条件的审查。看全部记录：ccc stats',
    nothingReviewed: `还没有任何审查。${start.zh}`,
    columns: ['轮数', '通过', '平均轮数', '退回', '失败', '否决', '不实说法', '费用', '用时'],
    by: { day: '按天', provider: '按供应商', model: '按审查者的模型', project: '按项目' },
    rounds: (tasks) => `通过的任务：${tasks.map(([rounds, number]) => `${rounds} 轮 ${number} 个`).join('，')}`,
    noModel: '无',
    aboutNoModel: '无：由检查或说法决定，或审查失败',
    all: '合计',
    more: (count) => `另有 ${count} 行：ccc stats --csv`,
    earlierDays: (count) => `更早的 ${count} 天：ccc stats --csv`,
    latency: (p50, p90, p99) => `得出结论的时间：半数不超过 ${p50}，90% 不超过 ${p90}，99% 不超过 ${p99}`,
    others: ({ doubted, noObjections, stalls, impossible, limits, answers, apiErrors }) => [
      ...(doubted > 0 ? [`因文件或设置改动而未通过：${doubted}`] : []),
      ...(noObjections > 0 ? [`没有意见：${noObjections}`] : []),
      ...(stalls > 0 ? [`${outcomeTexts.zh.stall}：${stalls}`] : []),
      ...(impossible > 0 ? [`${outcomeTexts.zh.impossible}：${impossible}`] : []),
      ...(limits > 0 ? [`轮数或预算用完而放行，未通过：${limits}`] : []),
      ...(answers > 0 ? [`替你回答的问题：${answers}`] : []),
      ...(apiErrors > 0 ? [`API 错误：${apiErrors}`] : []),
    ],
    reading: (percent) => `正在读取审查记录：${percent}%`,
  },
);
