import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { BROWSER, openBrowser } from '../../test/support/browser.ts';
import { madeUpDecision } from '../../test/support/made-up-journal.ts';
import { NO_API, Sandbox } from '../../test/support/sandbox.ts';
import { sleep } from '../../test/support/wait.ts';
import { serveDashboard } from './dashboard.ts';
import { LINES_OF_SESSION, REVIEWS_OF_SESSION, writeLines } from './made-up-lines.ts';
import { median, progress, type Row } from './rows.ts';
import { npm } from './subjects.ts';

const REVIEWS = { many: 100_000, few: 1_000 };
const ROUNDS = 9;
const LIMIT_MS = 60_000;
/** How often the journal is looked at: a line is written at another moment between two looks in each round. */
const POLL_MS = 500;

const STEPS = {
  firstRow: 'from the start of ccc dashboard to the first row',
  everything: 'from the start of ccc dashboard until everything is read',
  search: 'a search',
  session: 'a session opened',
  newLine: 'a new line of the journal visible',
} as const;

type Times = Record<keyof typeof STEPS, number>;

/** What somebody waits for who looks at the page, in Chromium, in turns with the same page of a short journal. */
export async function pageOfManyReviews(): Promise<Row[]> {
  progress('page');
  const name = `the page with ${REVIEWS.many.toLocaleString('en')} reviews`;
  if (BROWSER === undefined) return [{ name, value: 'left out: no Chromium' }];
  const [many, few] = [new Sandbox(npm, NO_API), new Sandbox(npm, NO_API)];
  const { page, close } = await openBrowser();
  try {
    const sizes = [
      { box: many, sessions: sessionsOf(many, REVIEWS.many), times: [] as Times[] },
      { box: few, sessions: sessionsOf(few, REVIEWS.few), times: [] as Times[] },
    ];
    for (let round = -1; round < ROUNDS; round++) {
      progress(`page ${Math.max(0, round + 1)}/${ROUNDS}`);
      for (const { box, sessions, times } of sizes) {
        const found = await measured(page, box, sessions + round + 1, (POLL_MS * Math.max(0, round)) / ROUNDS);
        if (round >= 0) times.push(found);
      }
    }
    return (Object.keys(STEPS) as (keyof Times)[]).map((step) => {
      const [ms = 0, ofFew = 0] = sizes.map(({ times }) => median(times.map((time) => time[step])));
      return { name: `${name}: ${STEPS[step]}`, value: `${ms.toFixed(0)} ms`, ratio: ms / ofFew };
    });
  } finally {
    await close();
    for (const box of [many, few]) {
      rmSync(box.dir, { recursive: true });
      box.dispose();
    }
  }
}

const journalOf = (box: Sandbox) => join(box.cccDir, 'reviews.jsonl');

/** Writes the journal. How many sessions are in it. */
function sessionsOf(box: Sandbox, reviews: number): number {
  const sessions = reviews / REVIEWS_OF_SESSION;
  writeLines(journalOf(box), sessions * LINES_OF_SESSION);
  return sessions;
}

async function measured(page: Page, box: Sandbox, sessions: number, waitMs: number): Promise<Times> {
  const begun = performance.now();
  const { url, stop } = await serveDashboard(box);
  try {
    await page.goto(url.href);
    const firstRow = await shownAfter(begun, page, "document.querySelector('.sessions a')");
    const everything = await shownAfter(begun, page, counts(`100 of ${sessions} sessions`));

    const typed = performance.now();
    await page.locator('#search').fill('Task 47: add');
    const search = await shownAfter(typed, page, counts(`1 of ${sessions} sessions`));

    const clicked = performance.now();
    await page.locator('.sessions a').click();
    const session = await shownAfter(clicked, page, "document.querySelector('.timeline > li')");

    await page.keyboard.press('Escape');
    await page.locator('#search').fill('');
    await shownAfter(0, page, counts(`100 of ${sessions} sessions`));
    await sleep(waitMs);
    const request = `Task ${sessions}: another`;
    const line = madeUpDecision(`another-${sessions}`, new Date().toISOString(), { request });
    const written = performance.now();
    appendFileSync(journalOf(box), `${JSON.stringify(line)}\n`);
    const first = "document.querySelector('.sessions .request')?.textContent";
    const newLine = await shownAfter(written, page, `${first} === '${request}'`);
    return { firstRow, everything, search, session, newLine };
  } finally {
    await stop();
  }
}

const counts = (text: string) => `document.querySelector('.count')?.textContent === '${text}'`;

/** Milliseconds. Looked for in every frame of the page: Playwright itself looks twice a second, once it has waited a while. */
async function shownAfter(begun: number, page: Page, condition: string): Promise<number> {
  await page.evaluate(`new Promise((done, fail) => {
    const end = performance.now() + ${LIMIT_MS};
    const look = () => {
      if (${condition}) done();
      else if (performance.now() > end) fail(new Error(${JSON.stringify(condition)}));
      else requestAnimationFrame(look);
    };
    look();
  })`);
  return performance.now() - begun;
}
