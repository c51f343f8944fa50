import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Undefined: there is none, and none can be had; what needs it is skipped. */
export const BROWSER = installed() ?? install();

function installed(): string | undefined {
  return PLACES.find((path) => existsSync(path));
}

/** Whoever is root on Debian, as in CI, gets one: what is only ever skipped shows nothing. */
function install(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined;
  const apt = (...args: string[]) => spawnSync('apt-get', args, { stdio: 'ignore', timeout: 300_000 });
  apt('update');
  // Another test file may be at it.
  apt('install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=240', 'chromium');
  return installed();
}

/** A browser of its own, which asks nobody for anything. */
export async function openBrowser(options: { width?: number; height?: number; dark?: boolean } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'ccc-browser-'));
  const context: BrowserContext = await chromium.launchPersistentContext(folder, {
    executablePath: BROWSER as string,
    viewport: { width: options.width ?? 1200, height: options.height ?? 900 },
    colorScheme: options.dark ? 'dark' : 'light',
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
      ...['--disable-component-update', '--disable-sync'],
    ],
  });
  return {
    page: context.pages()[0] ?? (await context.newPage()),
    close: async () => {
      await context.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
