import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { block } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS, throughShell } from '../support/builds.ts';
import type { Finished } from '../support/processes.ts';
import { decisionOf, Sandbox } from '../support/sandbox.ts';
import { useScenario } from '../support/scenario.ts';

const GOOD = {
  session_id: 'a',
  enabled: true,
  count: 3,
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-01T08:00:00.000Z',
};
const without = (key: string) => JSON.stringify({ ...GOOD, [key]: undefined });
const withIt = (change: object) => JSON.stringify({ ...GOOD, ...change });

const DAMAGED: [what: string, bytes: string | Buffer][] = [
  ['empty', ''],
  ['white space', ' \n'],
  ['half-written', JSON.stringify(GOOD, null, 2).slice(0, 60)],
  ['filled with NUL, as after a power cut', Buffer.alloc(200)],
  ['not UTF-8', Buffer.from([0xff, 0xfe, 0x00, 0x80])],
  ['deeply nested', '['.repeat(200_000)],
  ['null', 'null'],
  ['an array', `[${JSON.stringify(GOOD)}]`],
  ['an empty object', '{}'],
  ['without enabled', without('enabled')],
  ['without count', without('count')],
  ['without session_id', without('session_id')],
  ['with enabled in words', withIt({ enabled: 'yes' })],
  ['with a count in words', withIt({ count: '3' })],
  ['with a negative count', withIt({ count: -1 })],
  ['with half a count', withIt({ count: 1.5 })],
  ['with a count beyond all numbers', JSON.stringify(GOOD).replace('"count":3', '"count":1e999')],
];

/** The commands that read the state, as somebody would start them for session `a`. */
const READERS: [what: string, run: (box: Sandbox) => Promise<Finished>][] = [
  ['the hook', (box) => box.hook({ session_id: 'a', hook_event_name: 'Stop' })],
  ['supervisor-mode', (box) => box.ccc(['supervisor-mode'], null, { CCC_SUPERVISOR_ID: 'a' })],
  ['supervisor-mode on', (box) => box.ccc(['supervisor-mode', 'on'], null, { CCC_SUPERVISOR_ID: 'a' })],
  ['supervisor-mode off', (box) => box.ccc(['supervisor-mode', 'off'], null, { CCC_SUPERVISOR_ID: 'a' })],
];

describe.each(BUILDS)('a state file that cannot be used, $name', (build) => {
  const { api, box } = useScenario(build, { script: () => block('go on') });
  let state: string;
  beforeEach(() => {
    mkdirSync(box.cccDir);
    state = join(box.cccDir, 'supervisor-a.json');
  });
  afterEach(() => {
    // Whatever is wrong with the state: nothing is reviewed on the strength of it, and nothing is written elsewhere.
    expect(api.requests).toHaveLength(0);
  });

  describe.each(READERS)('%s', (_, run) => {
    it.each(DAMAGED)('%s: exit 1, kept aside byte for byte', async (_, bytes) => {
      writeFileSync(state, bytes);
      const outside = box.files().filter((path) => !path.startsWith(box.cccDir));
      const finished = await run(box);

      const aside = box.files(box.cccDir).find((path) => path.includes('.corrupt-')) ?? 'nothing kept';
      expect([finished.code, finished.stdout]).toEqual([1, '']);
      expect(finished.stderr).toMatch(/^ccc: .+\nTo turn supervision on again: !ccc supervisor-mode on\n$/);
      expect(finished.stderr).toContain(` ${state} `);
      expect(finished.stderr).toContain(` ${aside}.`);
      expect(readFileSync(aside)).toEqual(Buffer.from(bytes));
      expect(box.files()).toEqual([...outside, aside].sort());
    });
  });

  it('after a damaged state: off, said as off, and on again when asked', async () => {
    writeFileSync(state, 'damaged');
    expect((await box.hook({ session_id: 'a' })).code).toBe(1);
    expect(decisionOf(await box.hook({ session_id: 'a' }))).toEqual({ reason: 'supervisor mode disabled' });
    const mode = (...args: string[]) => box.ccc(['supervisor-mode', ...args], null, { CCC_SUPERVISOR_ID: 'a' });
    expect((await mode()).stdout).toBe('off\n');
    expect((await mode('on')).code).toBe(0);
    expect((await mode()).stdout).toBe('on\n');
    expect(box.state('a')).toMatchObject({ enabled: true, count: 0 });
  });

  it('a state with more in it than we know is used, and keeps it', async () => {
    writeFileSync(state, withIt({ enabled: false, from_the_future: { kept: true } }));
    expect((await box.ccc(['supervisor-mode', 'on'], null, { CCC_SUPERVISOR_ID: 'a' })).code).toBe(0);
    expect(box.state('a')).toMatchObject({ enabled: true, count: 0, from_the_future: { kept: true } });
  });

  it.each(READERS)('%s, the state being a folder: exit 1 with the fix', async (_, run) => {
    mkdirSync(state);
    writeFileSync(join(state, 'kept'), 'kept');
    const finished = await run(box);
    expect([finished.code, finished.stdout, finished.stderr]).toEqual([
      1,
      '',
      `ccc: the state file ${state} cannot be used (EISDIR)\nIt is a folder: move it away.\n`,
    ]);
    expect(readFileSync(join(state, 'kept'), 'utf8')).toBe('kept');
  });

  it.each(READERS)('%s, `ccc` being a file where the folder should be: exit 1 with the fix', async (_, run) => {
    const odd = join(box.dir, 'odd-config');
    mkdirSync(odd);
    writeFileSync(join(odd, 'ccc'), 'a file');
    box.env = { CCC_CONFIG_DIR: odd, CCC_SUPERVISOR: '1' };
    const before = box.contents();
    const { code, stdout, stderr } = await run(box);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`${join(odd, 'ccc', 'supervisor-a.json')} cannot be used (ENOTDIR)\n`);
    expect(stderr).toContain('set CCC_CONFIG_DIR to another folder');
    expect(box.contents()).toEqual(before);
  });

  it('what is in the way of the lock: exit 1, not a wait without end', async () => {
    writeFileSync(state, JSON.stringify(GOOD));
    writeFileSync(join(box.cccDir, 'supervisor-a.lock'), 'not a lock of ours');
    const { code, stdout, stderr, ms } = await box.hook({ session_id: 'a' });
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('supervisor-a')]);
    expect(ms).toBeLessThan(60_000);
    expect(box.state('a')).toEqual(GOOD);
  });

  /*
   * Real file systems that refuse, because these tests may run as root, whom no permission bits bind: a small tmpfs
   * over `ccc/`, in a mount namespace that is gone with the process. Afterwards the shell copies out what the hook left.
   */
  const NO_NAMESPACE = spawnSync('/bin/sh', ['-c', 'unshare -rm mount -t tmpfs none /tmp']).status !== 0;

  async function onFileSystem(prepare: string, args: string[], env: Record<string, string> = {}) {
    const script = `mount -t tmpfs -o size=64k none "$HOME/.claude/ccc" && cd "$HOME/.claude/ccc" &&
      cp "$HOME/state" supervisor-a.json && ${prepare} && cd "$HOME" &&
      "$@"; code=$?; rm -f "$HOME/.claude/ccc/filling"; cp -a "$HOME/.claude/ccc" "$HOME/left"; exit $code`;
    const inside = throughShell(build, script);
    const mounted = new Sandbox({ ...inside, command: ['unshare', '-rm', ...inside.command] }, api.url);
    try {
      mkdirSync(mounted.cccDir);
      mounted.write('home/state', JSON.stringify(GOOD));
      const run = await mounted.ccc(args, { session_id: 'a', hook_event_name: 'Stop' }, env);
      const left = Object.fromEntries(
        Object.entries(mounted.contents(join(mounted.home, 'left'))).map(([path, text]) => [basename(path), text]),
      );
      return { run, left, state: join(mounted.cccDir, 'supervisor-a.json') };
    } finally {
      mounted.dispose();
    }
  }

  const FULL = '{ dd if=/dev/zero of=filling bs=1k 2>/dev/null; test -s filling; }';
  const READ_ONLY = 'mount -o remount,ro "$HOME/.claude/ccc"';
  const ROOM = 'The disk is full: free some space and try again.';
  const ELSEWHERE = 'The file system is read-only: set CCC_CONFIG_DIR to a writable folder.';

  it.skipIf(NO_NAMESPACE).each([
    ['a full disk', 'the hook', FULL, ['supervisor-hook'], 'ENOSPC', ROOM],
    ['a full disk', 'supervisor-mode on', FULL, ['supervisor-mode', 'on'], 'ENOSPC', ROOM],
    ['a read-only file system', 'the hook', READ_ONLY, ['supervisor-hook'], 'EROFS', ELSEWHERE],
    ['a read-only file system', 'supervisor-mode off', READ_ONLY, ['supervisor-mode', 'off'], 'EROFS', ELSEWHERE],
  ])('%s, %s: exit 1, the old state intact and nothing half-made', async (_, _who, prepare, args, code, fix) => {
    const { run, left, state } = await onFileSystem(prepare, args, { CCC_SUPERVISOR_ID: 'a' });
    expect([run.code, run.stdout]).toEqual([1, '']);
    expect(run.stderr).toBe(`ccc: the state file ${state} cannot be used (${code})\n${fix}\n`);
    // A log may have been begun; lock, claim and temporary file must be gone.
    expect(Object.keys(left).filter((name) => !name.endsWith('.log'))).toEqual(['supervisor-a.json']);
    expect(JSON.parse(left['supervisor-a.json'] ?? '')).toEqual(GOOD);
  });

  it.skipIf(NO_NAMESPACE)('a full disk does not keep a session that is off from stopping', async () => {
    const off = `sed -i s/true/false/ supervisor-a.json && ${FULL}`;
    const { run } = await onFileSystem(off, ['supervisor-hook']);
    expect(decisionOf(run)).toEqual({ reason: 'supervisor mode disabled' });
  });
});
