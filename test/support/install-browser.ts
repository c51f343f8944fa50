import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = [
  ...['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  ...['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
];

export const installedBrowser = (): string | undefined => PLACES.find((path) => existsSync(path));

/**
 * Before the scenarios: whoever is root on Debian, as in CI, gets a browser, because what is only ever skipped shows
 * nothing. Not in a worker, which vitest gives up if it does not answer for a minute.
 */
export function setup(): void {
  if (installedBrowser() || process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  const apt = (...args: string[]) => spawnSync('apt-get', args, { stdio: 'ignore', timeout: 300_000 });
  apt('update');
  apt('install', '-y', '--no-install-recommends', 'chromium');
}
