/** `npm run screenshots`: serves the page with a made-up journal and takes its pictures for docs/screenshots/. */
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv } from '../src/config/env.ts';
import { pathsOf } from '../src/config/paths.ts';
import { startDashboard } from '../src/dashboard/server.ts';
import { resumeCommand } from '../src/history/resume-command.ts';
import type { SessionHistory } from '../src/history/session-history.ts';
import { appendJournal } from '../src/journal/write.ts';
import { BROWSER, openBrowser } from '../test/support/browser.ts';
import { weeksOfWork } from '../test/support/made-up-journal.ts';

const FOLDER = 'docs/screenshots';
/** They are in the repository and in every clone of it. */
const MAX_BYTES = 150_000;
/** Of the page: what it takes for now must not depend on the day on which the pictures are taken. */
const NOW = new Date('2026-11-18T12:00:00Z');

const commandFor = (session: SessionHistory) => resumeCommand(session, undefined);

interface Picture {
  name: string;
  language: 'en' | 'zh';
  width?: number;
  height?: number;
  dark?: boolean;
  /** The session to open; without it the list. */
  session?: string;
  /** Only this part of the page. */
  part?: string;
}

const PICTURES: Picture[] = [
  { name: 'sessions-light', language: 'en' },
  { name: 'sessions-light.zh-CN', language: 'zh' },
  { name: 'session-dark', language: 'en', dark: true, session: 'aaaa1111' },
  { name: 'charts', language: 'en', part: '.charts' },
  { name: 'phone', language: 'en', width: 360, height: 760 },
];

if (!BROWSER) throw new Error('there is no Chromium on this machine');
const home = mkdtempSync(join(tmpdir(), 'ccc-screenshots-'));
try {
  const paths = pathsOf(readEnv({ HOME: home }));
  for (const line of weeksOfWork()) appendJournal(paths.journal, line, (text) => text);
  mkdirSync(FOLDER, { recursive: true });
  for (const picture of PICTURES) await take(picture, paths);
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function take({ name, language, session, part, ...size }: Picture, paths: ReturnType<typeof pathsOf>) {
  const served = await startDashboard(
    { port: 0, language, commandFor, hasAnswered: () => false, requestOf: () => null },
    paths,
  );
  const { page, close } = await openBrowser(size);
  try {
    await page.clock.setFixedTime(NOW);
    await page.goto(session ? `${served.url}#/session/${session}` : served.url);
    await page.locator(session ? '.timeline' : '.sessions a >> nth=0').waitFor();
    const path = join(FOLDER, `${name}.png`);
    await (part ? page.locator(part) : page).screenshot({ path, animations: 'disabled' });
    if (statSync(path).size > MAX_BYTES) throw new Error(`${path} has more than ${MAX_BYTES} bytes`);
  } finally {
    await close();
    await served.close();
  }
}
