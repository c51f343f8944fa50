import { both } from './both.ts';

/** Desktop notifications: the outcome alone, for somebody who looks at something else. `project` is a folder's name. */
export const notificationMessages = both(
  {
    approved: (project: string) => `ccc: ${project}: reviewed and approved`,
    limit: (project: string) => `ccc: ${project}: supervision paused, all rounds used up. NOT approved`,
    stall: (project: string) => `ccc: ${project}: gave up, the same objection again. NOT approved`,
    budget: (project: string) => `ccc: ${project}: review budget used up. NOT approved`,
    impossible: (project: string) => `ccc: ${project}: found impossible as asked. NOT approved`,
    failed: (project: string) => `ccc: ${project}: the review failed. NOT approved`,
    apiError: (project: string, error: string) => `ccc: ${project}: stopped by an API error (${error})`,
  },
  {
    approved: (project) => `ccc：${project}：审查通过`,
    limit: (project) => `ccc：${project}：轮数已用完，监督暂停，未获通过`,
    stall: (project) => `ccc：${project}：同一条意见反复出现，已放弃，未获通过`,
    budget: (project) => `ccc：${project}：审查预算已用完，未获通过`,
    impossible: (project) => `ccc：${project}：认定无法按要求完成，未获通过`,
    failed: (project) => `ccc：${project}：审查失败，未获通过`,
    apiError: (project, error) => `ccc：${project}：因 API 错误停止（${error}）`,
  },
);
