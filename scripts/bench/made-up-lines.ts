import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { PART_BYTES, rotate } from '../../src/journal/parts.ts';
import type { JournalLine } from '../../src/journal/record.ts';
import { ensureDir } from '../../src/platform/private-file.ts';
import { madeUpDecision } from '../../test/support/made-up-journal.ts';

export const MANY_LINES = 1_000_000;
/** Some parts of a journal, as after some weeks. */
export const FEW_LINES = 5_000;
export const LINES_OF_SESSION = 10;
/** The others say that it began and ended. */
export const REVIEWS_OF_SESSION = 8;
/** At work at the same time, so that their lines alternate. */
const AT_ONCE = 5;
const SECONDS_BETWEEN = 30;
/** What `ccc log` shows, with the longest feedback that there is: whatever stands in them, it must be fast. */
const LAST = 50;
const LONGEST = 'The total is in cents. '.repeat(869).slice(0, 20_000);

export const madeUpId = (session: number) => `${session.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;

/** As the hook would have written it, a million over a year: sessions begin, are sent back seven times, are approved, and end. */
export function writeLines(journal: string, lines: number): { bytes: number; lastSession: string } {
  ensureDir(dirname(journal));
  let bytes = 0;
  let text: string[] = [];
  let size = 0;
  const flush = () => {
    writeFileSync(journal, text.join(''), { flag: 'a', mode: 0o600 });
    rotate(journal);
    text = [];
    size = 0;
  };
  const end = Date.now();
  for (let n = 0; n < lines; n++) {
    const group = Math.floor(n / (AT_ONCE * LINES_OF_SESSION));
    const within = n % (AT_ONCE * LINES_OF_SESSION);
    const time = new Date(end - (lines - n) * SECONDS_BETWEEN * 1000).toISOString();
    const line = `${JSON.stringify(lineOf(group * AT_ONCE + (within % AT_ONCE), Math.floor(within / AT_ONCE), time, n >= lines - LAST))}\n`;
    text.push(line);
    size += Buffer.byteLength(line);
    bytes += Buffer.byteLength(line);
    if (size >= PART_BYTES) flush();
  }
  flush();
  return { bytes, lastSession: madeUpId(lines / LINES_OF_SESSION - 1) };
}

function lineOf(session: number, at: number, time: string, isLong: boolean): JournalLine {
  const id = madeUpId(session);
  const about = {
    folder: `/home/user/project-${session % 20}`,
    branch: 'main',
    request: `Task ${session}: add a cart`,
  };
  const ids = { v: 2, time, session_id: id, supervisor_id: id };
  if (at === 0 || at === LINES_OF_SESSION - 1)
    return {
      ...ids,
      ...about,
      session: at === 0 ? 'started' : 'ended',
      why: 'startup',
      provider: 'anthropic',
      client_pid: 1,
    };
  const isApproval = at === LINES_OF_SESSION - 2;
  return madeUpDecision(id, time, {
    ...about,
    count: at,
    verdict: isApproval ? 'allow' : 'block',
    feedback: isLong
      ? LONGEST
      : isApproval
        ? 'npm test was run after the last change and passes.'
        : `src/cart.ts:${at} is still a stub. Write it, then run npm test. ${'The total is in cents. '.repeat(session % 8)}`,
    duration_ms: 2_000 + ((session * 37 + at * 101) % 30_000),
    claims: [{ kind: 'test', quote: 'All tests pass.', status: isApproval ? 'backed' : 'contradicted' }],
    checks: [{ name: 'test', outcome: isApproval ? 'passed' : 'failed', reused: false, ms: 900 }],
    since_last: { tool_calls: at, files: ['src/cart.ts'], more_files: 0, commands: ['npm test'], more_commands: 0 },
  });
}
