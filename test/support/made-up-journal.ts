import type { JournalEntry, JournalLine } from '../../src/journal/record.ts';

export const INJECTION = '<img src=x onerror="document.title=1"></script><b>bold</b> fix the login';

const at = (day: number, minute: number) => new Date(Date.UTC(2026, 10, day, 9, minute)).toISOString();

export const madeUpDecision = (session: string, time: string, fields: Partial<JournalEntry>): JournalEntry => ({
  ...{ v: 2, time, session_id: session, supervisor_id: session, prompt_id: 'p', event: 'Stop', tool: null },
  ...{ verdict: 'allow', cause: 'review', feedback: 'npm test was run after the last change and passes.' },
  ...{ count: 1, max: 20, duration_ms: 8_000, cost_usd: 0.04 },
  ...{ tokens: { input: 900, output: 120, cache_read: 9_000, cache_write: 300 }, model: 'reviewer-model' },
  ...{ provider: 'anthropic', folder: '/home/user/shop', branch: 'main', request: 'Add a cart' },
  ...{ context: 'fork', turns: 3, checks: [], touched: [], notices: [], tree: null },
  ...fields,
});

/** A few days of work: approved after being sent back, given up, an API error, and hostile text. */
export const madeUpJournal = (): JournalLine[] => [
  madeUpDecision('aaaa1111', at(14, 0), {
    ...{ verdict: 'block', feedback: 'src/cart.ts:12 is still a stub. Write it, then run npm test.', count: 1 },
    claims: [
      { kind: 'test', quote: 'All tests pass.', status: 'contradicted' },
      { kind: 'build', quote: 'The build works.', status: 'backed' },
    ],
    findings: [
      { kind: 'failed', certain: true, text: 'The last run of npm test failed.' },
      { kind: 'stub', certain: false, text: 'src/cart.ts has a new TODO.' },
    ],
  }),
  madeUpDecision('aaaa1111', at(14, 9), {
    count: 2,
    checks: [{ name: 'test', outcome: 'passed', reused: false, ms: 900 }],
    claims: [{ kind: 'test', quote: 'All tests pass.', status: 'backed' }],
    findings: [],
    since_last: { tool_calls: 7, files: ['src/cart.ts'], more_files: 0, commands: ['npm test'], more_commands: 0 },
  }),
  madeUpDecision('bbbb2222', at(15, 0), {
    ...{
      verdict: 'block',
      request: INJECTION,
      feedback: INJECTION,
      folder: '/home/user/site',
      branch: 'fix',
      count: 1,
    },
    claims: [{ kind: 'commit', quote: INJECTION, status: 'unbacked' }],
  }),
  madeUpDecision('cccc3333', at(16, 0), {
    request: 'Fix the build',
    verdict: 'failed',
    cause: 'api',
    feedback: 'no review from the API',
    cost_usd: 0,
  }),
  {
    ...{ v: 2, time: at(16, 5), session_id: 'dddd4444', supervisor_id: 'dddd4444', api_error: 'rate_limit' },
    ...{ message: 'You have hit your limit', request: 'Write the docs', folder: '/home/user/docs', branch: 'main' },
    ...{ provider: 'glm', client_pid: 1 },
  },
  madeUpDecision('eeee5555', at(17, 0), { request: 'Rename the module', provider: 'glm', count: 1 }),
];

const REQUESTS = ['Add a search field', 'Move the prices to a table', 'Translate the mails', 'Speed up the import'];
const DAYS = 14;

/** For pictures: the same without the hostile text, after two weeks in which most of the work was approved. */
export const weeksOfWork = (): JournalLine[] => [
  ...Array.from({ length: DAYS }, (_, day) => dayOfWork(day)).flat(),
  ...madeUpJournal().filter(({ session_id }) => session_id !== 'bbbb2222'),
];

function dayOfWork(day: number): JournalLine[] {
  const folder = day % 3 === 0 ? '/home/user/site' : '/home/user/shop';
  return Array.from({ length: 1 + ((day * 5) % 4) }, (_, task) => {
    const rounds = 1 + ((day + task * 2) % 3);
    const session = `work-${day}-${task}`;
    const about = { folder, request: REQUESTS[(day + task) % REQUESTS.length] as string };
    return Array.from({ length: rounds }, (_, round) =>
      madeUpDecision(session, at(day, task * 20 + round * 5), {
        ...{ ...about, count: round + 1, duration_ms: 4_000 + ((day * 7 + round * 3) % 9) * 2_000 },
        cost_usd: 0.02 + ((day + round) % 5) * 0.015,
        ...(round + 1 < rounds && { verdict: 'block' as const, feedback: 'Run npm test after the last change.' }),
        claims: [{ kind: 'test', quote: 'All tests pass.', status: round + 1 < rounds ? 'stale' : 'backed' }],
      }),
    );
  }).flat();
}
