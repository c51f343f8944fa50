import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { openPage, removeLeftPages } from '../../../src/dashboard/open-page.ts';
import { hostTag } from '../../../src/platform/process-alive.ts';
import { until } from '../../support/wait.ts';
import { modeOf, temporaryFolder, write } from '../folder.ts';

const URL = 'http://127.0.0.1:80/?token=abc-DEF_123';

let root: string;
let home: string;
beforeEach(() => {
  root = temporaryFolder();
  home = join(root, 'home');
  mkdirSync(home);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = join(root, 'tmp');
  mkdirSync(process.env.TMPDIR);
  onTestFinished(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });
});

/** A desktop on which whatever opens files keeps its argument. There is none where tests run. */
function open(variables: object = {}, opener = 'printf "%s" "$*" > "$HOME/part"; mv "$HOME/part" "$HOME/argument"') {
  for (const name of ['xdg-open', 'open']) write(join(root, 'bin', name), `#!/bin/sh\n${opener}\n`, 0o755);
  const PATH = `${join(root, 'bin')}:/usr/bin:/bin`;
  const opening = openPage(URL, readEnv({ HOME: home, PATH, DISPLAY: ':0', ...variables }));
  onTestFinished(opening.remove);
  const argument = async () => {
    await until('the opener', () => existsSync(join(home, 'argument')));
    return readFileSync(join(home, 'argument'), 'utf8');
  };
  return { ...opening, argument };
}
const left = () => readdirSync(root, { recursive: true }).filter((path) => String(path).includes('ccc-dashboard'));

it('starts a browser with a private file that leads to the page, until that is removed', async () => {
  const { started, remove, argument } = open();
  const file = await argument();
  expect(await started).toBe(true);
  expect(basename(file)).toBe('open.html');
  expect([modeOf(file), modeOf(dirname(file))]).toEqual([0o600, 0o700]);
  expect(readFileSync(file, 'utf8')).toContain(`<meta http-equiv="refresh" content="0; url=${URL}">`);
  remove();
  expect(left()).toEqual([]);
  remove();
});

describe('the file is where a browser can read it', () => {
  it.each<[what: string, prepare: string[], variables: object, parent: string]>([
    ['the session has a folder of its own', ['run'], { XDG_RUNTIME_DIR: 'run' }, 'run'],
    ['it has none', [], {}, 'tmp'],
    ['its folder is not there', [], { XDG_RUNTIME_DIR: 'run' }, 'tmp'],
    ['browsers may be snaps', ['run', 'home/snap'], { XDG_RUNTIME_DIR: 'run' }, 'home'],
  ])('%s', async (_, prepare, variables, parent) => {
    for (const dir of prepare) mkdirSync(join(root, dir));
    const given = Object.fromEntries(Object.entries(variables).map(([name, dir]) => [name, join(root, dir)]));
    const file = await open(given).argument();
    expect(dirname(dirname(file))).toBe(join(root, parent));
    expect(file.slice(root.length)).not.toContain('/.');
  });
});

it.each<[what: string, variables: object, opener?: string]>([
  ['there is no program for it', { PATH: '/nowhere' }],
  ['it says that there is no browser', {}, 'exit 3'],
])('says that no browser was started: %s', async (_, variables, opener) => {
  expect(await open(variables, opener).started).toBe(false);
});

it.skipIf(process.platform === 'darwin')('writes nothing where there is no desktop', async () => {
  expect(await open({ DISPLAY: '' }).started).toBe(false);
  expect(left()).toEqual([]);
});

describe('what a killed process left', () => {
  const ended = spawnSync('true').pid;
  const nameOf = (pid: number, host = hostTag()) => `ccc-dashboard-${host}.${pid}-AbC123`;
  const sweep = () => {
    removeLeftPages(readEnv({ HOME: home, XDG_RUNTIME_DIR: join(root, 'run') }));
    return readdirSync(join(root, 'run'));
  };

  it.each<[what: string, name: string, files: string[], isGone: boolean]>([
    ['is removed', nameOf(ended), ['open.html'], true],
    ['is removed, also if its file is gone', nameOf(ended), [], true],
    ['of one that runs stays', nameOf(process.pid), ['open.html'], false],
    ['of another host stays', nameOf(ended, 'other-1'), ['open.html'], false],
    ['with something else in it stays', nameOf(ended), ['open.html', 'mine.txt'], false],
    ['with a name that is not ours stays', `ccc-dashboard-${ended}`, ['open.html'], false],
  ])('%s', (_, name, files, isGone) => {
    mkdirSync(join(root, 'run', name), { recursive: true });
    for (const file of files) write(join(root, 'run', name, file), '');
    expect(sweep()).toEqual(isGone ? [] : [name]);
  });

  it('is not looked for behind a link', () => {
    write(join(root, 'elsewhere', 'open.html'), '');
    mkdirSync(join(root, 'run'));
    symlinkSync(join(root, 'elsewhere'), join(root, 'run', nameOf(ended)));
    expect(sweep()).toEqual([nameOf(ended)]);
    expect(existsSync(join(root, 'elsewhere', 'open.html'))).toBe(true);
  });

  it('has the name that a start gives it', async () => {
    const file = await open().argument();
    expect(basename(dirname(file)).startsWith(nameOf(process.pid).slice(0, -6))).toBe(true);
  });
});
