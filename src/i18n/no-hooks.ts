import { both } from './both.ts';

/** That no hook of ours reaches a session. Of `/supervisor` the agent reads it, and tells the user. */
export const noHooksMessages = both(
  {
    notSupervised: (resume: string | undefined) =>
      [
        'ccc: NOT supervised: no hook of ccc is registered for this session, so nothing will be reviewed.',
        'Tell the user this before anything else, with the ways to change it:',
        ...(resume ? [`- leave this session and run: ${resume}`] : []),
        '- or run this in a terminal; it works at once: ccc install',
      ].join('\n'),
    hooksOff: (why: string) =>
      [
        `ccc: NOT supervised: hooks are off (${why}), so nothing will be reviewed.`,
        'Tell the user this before anything else.',
      ].join('\n'),
  },
  {
    notSupervised: (resume) =>
      [
        'ccc：没有监督：本会话没有登记 ccc 的 hook，不会有任何审查。',
        '请先把这一点告诉用户，并说明解决办法：',
        ...(resume ? [`- 离开本会话，然后运行：${resume}`] : []),
        '- 或在终端里运行（立即生效）：ccc install',
      ].join('\n'),
    hooksOff: (why) =>
      [`ccc：没有监督：hook 已被关闭（${why}），不会有任何审查。`, '请先把这一点告诉用户。'].join('\n'),
  },
);
