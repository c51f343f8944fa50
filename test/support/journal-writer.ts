import { appendJournal } from '../../src/journal/write.ts';
import { ENTRY } from '../unit/journal/lines.ts';
import { sleep } from './wait.ts';

/**
 * A process of its own that adds numbered lines to a journal, as hooks do, until its stdin is closed or the lines are used
 * up. Prints how many it has written.
 */
const [journal, writer, most] = process.argv.slice(2) as [string, string, string];
let isTold = false;
process.stdin.on('end', () => {
  isTold = true;
});
process.stdin.resume();

let written = 0;
while (!isTold && written < Number(most)) {
  written += 1;
  // Of any length up to the longest feedback, in a script of several bytes.
  const feedback = '行'.repeat((written * 7919) % 1_300);
  const line = { ...ENTRY, session_id: writer, supervisor_id: writer, count: written, feedback };
  appendJournal(journal, line, (text) => text);
  await sleep(1);
}
process.stdout.write(`${written}\n`);
