import { both } from './both.ts';

/** What `ccc log` prints beside the words of the journal. */
export const logMessages = both(
  {
    none: 'No decisions in the journal yet.',
    noneOfSession: (id: string) => `No decisions of session ${id} in the journal. For all sessions: ccc log`,
    noAnswers: 'Nothing was answered or approved for you.',
    unreadable: (path: string, code: string) => `the journal cannot be read (${code}): ${path}`,
    unreadableFix: 'Check that it is a file, and its permissions.',
    entry: (time: string, session: string, what: string, outcome: string) => `${time}  ${session}  ${what}: ${outcome}`,
    answered: 'answered for you',
    noObjection: 'no objection',
    notReviewed: (cause: string) => `let through, not reviewed (${cause})`,
    answer: (question: string, answer: string) => `${JSON.stringify(question)} → ${JSON.stringify(answer)}`,
    ground: (ground: string) => `because: ${ground}`,
    planApproved: 'a plan was approved by the reviewer, not by you',
  },
  {
    none: '审查记录里还没有决定。',
    noneOfSession: (id) => `审查记录里没有会话 ${id} 的决定。查看所有会话：ccc log`,
    noAnswers: '没有替你回答或批准过任何事。',
    unreadable: (path, code) => `审查记录无法读取（${code}）：${path}`,
    unreadableFix: '请检查它是不是文件，以及它的权限。',
    entry: (time, session, what, outcome) => `${time}  ${session}  ${what}：${outcome}`,
    answered: '已替你回答',
    noObjection: '没有意见',
    notReviewed: (cause) => `未经审查，放行（${cause}）`,
    answer: (question, answer) => `${JSON.stringify(question)} → ${JSON.stringify(answer)}`,
    ground: (ground) => `依据：${ground}`,
    planApproved: '一份计划由审查者批准，不是你批准的',
  },
);

export type LogMessages = (typeof logMessages)['en'];
