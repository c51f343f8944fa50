import { declare } from '../../command-line/declaration.ts';
import { both } from '../../i18n/both.ts';
import { json } from './options.ts';

export const log = declare({
  name: 'log',
  summary: both('List decisions, and what was answered for you', '列出历次决定，以及替你作出的回答'),
  details: both(
    'The last 50 decisions in the journal, of all folders, the newest last. With --answers: everything that the reviewer answered in your place (supervisor.answer_questions), with the source it named, and the plans it approved (supervisor.approve_plans).',
    '审查记录里最近的 50 次决定（所有目录），最新的在最后。加 --answers：审查者替你回答的所有问题（supervisor.answer_questions）及其依据，以及它批准的计划（supervisor.approve_plans）。',
  ),
  options: {
    answers: { help: both('Only what was answered or approved for you', '只列出替你回答或批准的') },
    session: {
      placeholder: 'ID',
      suggestions: 'session',
      help: both('Only the session with this id, or whose id begins with it', '只列出这个 ID（或以它开头）的会话'),
    },
    json,
  },
  examples: ['ccc log', 'ccc log --answers', 'ccc log --session 3f2a --json'],
  seeAlso: ['status', 'overrule'],
});
