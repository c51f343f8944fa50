import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { BROWSER } from '../support/browser.ts';
import { BUILDS } from '../support/builds.ts';
import { linuxOnly } from '../support/linux-only.ts';
import { needs } from '../support/needs.ts';
import { commandLineOf, killAll, processesWith } from '../support/processes.ts';
import { useScenario } from '../support/scenario.ts';
import { Screen } from '../support/terminal.ts';
import { sleep, until } from '../support/wait.ts';

describe.each(BUILDS)('ccc dashboard on a desktop, $name', (build) => {
  const { box } = useScenario(build);
  let screen: Screen;
  afterEach(async () => {
    await screen.close();
    await until('the browser to end', () => {
      const left = processesWith(`HOME=${box.home}`);
      killAll(left);
      return left.length === 0;
    });
  });

  /** `xdg-open`, because there is no desktop to choose a browser here; what it starts is a real one. */
  function opensWith(script: string): void {
    mkdirSync(join(box.home, 'bin'));
    mkdirSync(join(box.dir, 'run'), { mode: 0o700 });
    writeFileSync(join(box.home, 'bin', 'xdg-open'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const PATH = `.::${join(box.home, 'bin')}:/usr/local/bin:/usr/bin:/bin`;
    box.env = { ...box.env, PATH, DISPLAY: ':0', XDG_RUNTIME_DIR: join(box.dir, 'run') };
    // Another one, in the folder that `ccc` is started in.
    box.write('project/xdg-open', '#!/bin/sh\ntouch "$HOME/by-repository"\n');
    chmodSync(join(box.project, 'xdg-open'), 0o755);
  }
  const dashboard = () => {
    screen = new Screen(box, ['dashboard'], build.command, { cols: 200 });
  };
  const files = () => readdirSync(join(box.dir, 'run')).filter((name) => name.startsWith('ccc-dashboard-'));

  linuxOnly('xdg-open').it(
    'leads a browser to the page by a file, and no argument of a process has the token',
    needs('Chromium', BROWSER !== undefined),
    async () => {
      const flags = `--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking`;
      const debugging = `--remote-debugging-port=0 --user-data-dir="$HOME/browser"`;
      opensWith(`${BROWSER} ${flags} ${debugging} "$1" > /dev/null 2>&1 &\nprintf '%s' "$*" > "$HOME/argument"`);
      const lines = new Set<string>();
      let isWatching = true;
      const watched = (async () => {
        for (; isWatching; await sleep(5)) for (const line of commandLines()) lines.add(line);
      })();
      dashboard();
      await screen.shows(/token=[\w-]{40,}/);
      const token = /token=([\w-]{40,})/.exec(screen.text())?.[1] as string;

      const port = join(box.home, 'browser', 'DevToolsActivePort');
      await until('the browser', () => existsSync(port) && readFileSync(port, 'utf8').includes('\n'));
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${readFileSync(port, 'utf8').split('\n')[0]}`);
      const page = browser.contexts()[0]?.pages()[0];
      await page?.getByText('Nothing was recorded yet.').waitFor();
      expect(page?.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=/);
      await until('the file to be gone', () => files().length === 0);
      isWatching = false;
      await watched;
      await browser.close();

      expect([...lines].filter((line) => line.includes(token))).toEqual([]);
      const argument = readFileSync(join(box.home, 'argument'), 'utf8');
      expect(argument).toMatch(/\/run\/ccc-dashboard-[\w.-]+\/open\.html$/);
      expect([...lines].filter((line) => line.includes(argument))).not.toEqual([]);
      expect(existsSync(join(box.home, 'by-repository'))).toBe(false);
      expect(screen.text()).not.toContain('No browser could be opened');
    },
  );

  it('removes the file when it ends before a browser has read it', async () => {
    opensWith('exit 0');
    dashboard();
    await screen.shows('Ctrl-C');
    await until('the file', () => files().length === 1);
    screen.press('\x03');
    expect(await screen.ended()).toBe(0);
    expect(files()).toEqual([]);
  });

  it('removes the file that one left which was killed', async () => {
    opensWith('exit 0');
    dashboard();
    await screen.shows('Ctrl-C');
    await until('the file', () => files().length === 1);
    const left = files();
    // Without the shell of the screen, whose end would be a signal that can be handled.
    const isDashboard = (pid: number) => commandLineOf(pid).startsWith(build.command[0] ?? '');
    killAll(processesWith(`HOME=${box.home}`, 'dashboard').filter(isDashboard));
    await screen.ended();
    expect(files()).toEqual(left);
    await screen.close();
    dashboard();
    await screen.shows('Ctrl-C');
    await until('another file', () => files().length === 1 && files()[0] !== left[0]);
  });

  it('says when no browser could be opened, and leaves no file', async () => {
    opensWith('exit 3');
    dashboard();
    await screen.shows('No browser could be opened. Open the address yourself.');
    expect(files()).toEqual([]);
    expect(screen.text()).toMatch(/http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{40,}/);
  });
});

/** What any user of this machine can read. */
function commandLines(): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      return [readFileSync(`/proc/${pid}/cmdline`, 'latin1')];
    } catch {
      // Gone between the listing and the look.
      return [];
    }
  });
}
