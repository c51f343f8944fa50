import { both } from './both.ts';

/** Desktop notifications: the outcome alone, for somebody who looks at something else. `project` is a folder's name. */
export const notificationMessages = both(
  {
    outcome: (project: string, outcome: string) => `ccc: ${project}: ${outcome}`,
    apiError: (project: string, outcome: string, error: string) => `ccc: ${project}: ${outcome} (${error})`,
  },
  {
    outcome: (project, outcome) => `ccc：${project}：${outcome}`,
    apiError: (project, outcome, error) => `ccc：${project}：${outcome}（${error}）`,
  },
);
