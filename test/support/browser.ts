import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { installedBrowser } from './install-browser.ts';

/** Undefined: there is none, and none could be had (install-browser.ts); what needs it is skipped. */
export const BROWSER = installedBrowser();

/** A browser of its own, which asks nobody for anything. */
export async function openBrowser(
  options: { width?: number; height?: number; dark?: boolean; args?: readonly string[] } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'ccc-browser-'));
  const context: BrowserContext = await chromium.launchPersistentContext(folder, {
    executablePath: BROWSER as string,
    viewport: { width: options.width ?? 1200, height: options.height ?? 900 },
    colorScheme: options.dark ? 'dark' : 'light',
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
      ...['--disable-component-update', '--disable-sync'],
      ...(options.args ?? []),
    ],
  });
  // As long as everything else that a test waits for: Playwright's own 30 s are too short on a busy machine.
  context.setDefaultTimeout(90_000);
  return {
    page: context.pages()[0] ?? (await context.newPage()),
    close: async () => {
      await context.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
