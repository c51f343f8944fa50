import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JournalEntry, OverruleEntry } from '../../src/journal/record.ts';
import { allow, block } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS, bySize, IS_FULL, NPM_PACKAGE, ROOT } from '../support/builds.ts';
import type { Finished } from '../support/processes.ts';
import { useSandbox, useScenario } from '../support/scenario.ts';
import { textReply, toolUseReply } from '../support/scripted-api.ts';
import { Screen } from '../support/terminal.ts';
import { until } from '../support/wait.ts';

const done = ({ code, stdout, stderr }: Finished) => {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
};

/** Blocks one stop and lets the next one through at the limit, without the start of a reviewer. */
const SENT_BACK_BY_A_CHECK = {
  checks: [{ name: 'red', run: 'echo Run the tests first.; exit 1', always: true }],
  max_iterations: 1,
};

describe.each(BUILDS)('the plugin in the real Claude Code, $name', (build) => {
  const { api, box } = useScenario(build, { script: () => textReply('nobody asked') });
  beforeEach(() => {
    // A checkout whose path has a space in it.
    for (const part of ['plugin', '.claude-plugin'])
      cpSync(join(ROOT, part), join(box.dir, 'my checkout', part), { recursive: true });
  });

  const checkout = () => join(box.dir, 'my checkout');
  async function installPlugin() {
    done(await box.claude(['plugin', 'marketplace', 'add', checkout()]));
    done(await box.claude(['plugin', 'install', 'ccc@ccc-supervisor']));
  }
  /** `ccc` by that name, on PATH. */
  function putOnPath() {
    const program = box.write(
      'bin/ccc',
      `#!/bin/sh\nexec ${build.command.map((word) => `'${word}'`).join(' ')} "$@"\n`,
    );
    chmodSync(program, 0o755);
    box.env.PATH = `${dirname(program)}:/usr/local/bin:/usr/bin:/bin`;
  }
  const reviews = () => api.reviews().length;

  it('is sound in its own eyes; only an icon is missing', async () => {
    for (const path of [checkout(), join(checkout(), 'plugin')]) {
      const said = done(await box.claude(['plugin', 'validate', path]));
      expect(said).toContain('Validation passed');
      const findings = said.split('\n').filter((line) => line.includes('❯'));
      expect(findings.filter((line) => !line.includes('ICON_MISSING'))).toEqual([]);
      expect(said).not.toContain('✘');
    }
  });

  it('without the program a stop goes through, with one sentence that says what to do; with it a stop is judged, and nothing twice', async () => {
    await installPlugin();
    box.env.CCC_SUPERVISOR = '1';
    api.setReplies({ worker: [textReply('Done.')], reviewer: [allow()] });
    const run = await box.claude([
      '-p',
      'do it',
      '--output-format',
      'stream-json',
      '--verbose',
      '--include-hook-events',
    ]);
    expect(run.code).toBe(0);
    expect(run.stdout).toContain('needs the program ccc on PATH');
    expect(reviews()).toBe(0);

    putOnPath();
    // In the short run a check sends it back; what a reviewer says is seen on the screen below.
    if (!IS_FULL) box.config(SENT_BACK_BY_A_CHECK);
    api.setReplies({ worker: [textReply('Half.'), textReply('Done.')], reviewer: [block('Run the tests.'), allow()] });
    const { result } = JSON.parse(done(await box.claude(['-p', 'do it', '--output-format', 'json'])));
    expect(result).toBe('Done.');
    expect(reviews()).toBe(bySize(0, 2));
    expect(box.journal().map(({ verdict }) => verdict)).toEqual(['block', 'allow']);
    const feedback = IS_FULL ? 'Run the tests.' : 'Run the tests first.';
    expect(api.workerRequests().some((request) => request.lastUserText.includes(feedback))).toBe(true);
    const refused = await box.ccc(['install']);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('the plugin ccc@ccc-supervisor is enabled'),
    ]);
  });

  it('the permission that comes with turning on is not one for turning off', async () => {
    putOnPath();
    if (!IS_FULL) box.config(SENT_BACK_BY_A_CHECK);
    const plugin = join(checkout(), 'plugin');
    api.setReplies({
      worker: [
        toolUseReply('Bash', { command: `"${plugin}/bin/ccc" supervisor-mode off`, description: 'off' }),
        textReply('Done.'),
      ],
      reviewer: [allow()],
    });
    const args = ['--plugin-dir', plugin, '--permission-mode', 'default', '--output-format', 'json'];
    const { session_id } = JSON.parse(done(await box.claude([...args, '-p', '/ccc:supervisor do it'])));
    expect(api.requests.some((request) => request.lastUserText.includes('requires approval'))).toBe(true);
    expect(box.state(session_id)).toMatchObject({ enabled: true, count: 1 });
  });

  it('/ccc:overrule is recorded with its reason, and the permission that comes with it is not one to overrule', async () => {
    putOnPath();
    box.config(SENT_BACK_BY_A_CHECK);
    box.env.CCC_SUPERVISOR = '1';
    const plugin = join(checkout(), 'plugin');
    const args = ['--plugin-dir', plugin, '--permission-mode', 'default', '--output-format', 'json'];
    api.setReplies({ worker: [textReply('Done.')], reviewer: [] });
    const { session_id } = JSON.parse(done(await box.claude([...args, '-p', 'do it'])));
    api.setReplies({
      worker: [
        toolUseReply('Bash', { command: `"${plugin}/bin/ccc" overrule again`, description: 'overrule' }),
        textReply('I stop here.'),
      ],
      reviewer: [],
    });
    done(await box.claude([...args, '-p', '/ccc:overrule `it` $(works)', '--resume', session_id]));
    expect(api.requests.some((request) => request.lastUserText.includes('requires approval'))).toBe(true);
    const lines = box.journal() as (JournalEntry | OverruleEntry)[];
    expect(lines.map((line) => ('overruled' in line ? line.why : line.cause))).toEqual([
      ...['check', 'limit'],
      ...['`it` $(works)', 'overruled'],
    ]);
  });

  describe('on the screen', () => {
    let screen: Screen;
    afterEach(() => screen.close());

    it('the user turns supervision on and off, the worker cannot', async () => {
      putOnPath();
      // That it works installed as well is seen above, and here in full.
      if (IS_FULL) await installPlugin();
      api.setReplies({
        worker: [
          toolUseReply('Skill', { skill: 'ccc:supervisoroff' }),
          textReply('Half.'),
          textReply('Done.'),
          textReply('It is off.'),
        ],
        reviewer: [block('Run the tests.'), allow()],
      });
      screen = new Screen(box, IS_FULL ? [] : ['--plugin-dir', join(checkout(), 'plugin')]);
      await screen.shows(/❯|>/);
      await screen.type('/ccc:supervisor fix it');
      await until('two decisions', () => box.journal().length >= 2);
      const [first] = box.journal();
      const id = first?.session_id as string;
      expect(box.state(id)).toMatchObject({ enabled: true, count: 2 });
      expect(box.journal().map(({ verdict }) => verdict)).toEqual(['block', 'allow']);
      expect(api.requests.some((request) => request.lastUserText.includes('disable-model-invocation'))).toBe(true);
      expect(api.requests.some((request) => request.lastUserText.includes('fix it'))).toBe(true);
      await screen.shows('Done.');
      await screen.type('/ccc:supervisoroff');
      await until('it to be off', () => !box.state(id).enabled);
      await screen.shows('It is off.');
      await screen.close();
      expect(reviews()).toBe(2);
      expect(api.workerRequests().some((request) => request.lastUserText.includes('Run the tests.'))).toBe(true);
    });
  });
});

describe.each([['/bin/sh'], ['/bin/bash', '--posix']].filter(([shell]) => existsSync(shell as string)))(
  'the plugin’s program, by %s',
  (...shell) => {
    const box = useSandbox(NPM_PACKAGE);
    beforeEach(() => {
      cpSync(join(ROOT, 'plugin'), join(box.dir, 'cache/0.1.0'), { recursive: true });
      cpSync(join(ROOT, 'plugin'), join(box.dir, 'cache/0.2.0'), { recursive: true });
    });

    const [command, ...options] = shell;
    const door = () => join(box.dir, 'cache/0.1.0/bin/ccc');
    const open = (path: string[], cwd = box.project) => {
      const PATH = path
        .map((dir) => (dir.startsWith('/') || dir === '.' || dir === '' ? dir : join(box.dir, dir)))
        .join(':');
      const run = spawnSync(command as string, [...options, door(), 'supervisor-hook', 'a  b', '*'], {
        env: { PATH: `${PATH}:/usr/bin:/bin` },
        cwd,
        input: 'event',
        encoding: 'utf8',
        timeout: 120_000,
      });
      return { code: run.status, stdout: run.stdout, stderr: run.stderr };
    };
    /** A program that says who it is, what it was given and what it was told. */
    const program = (path: string, mode = 0o755) => {
      box.write(path, `#!/bin/sh\nprintf '%s|' '${path}' "$@"\ncat\nexit 7\n`);
      chmodSync(join(box.dir, path), mode);
    };
    const MISSING = {
      code: 1,
      stdout: '',
      stderr: 'ccc: the ccc plugin needs the program ccc on PATH; install it as its README says\n',
    };

    it('hands over everything to the ccc on PATH', () => {
      program('my bin/ccc');
      expect(open(['nowhere', 'my bin'])).toEqual({
        code: 7,
        stdout: 'my bin/ccc|supervisor-hook|a  b|*|event',
        stderr: '',
      });
    });

    it.each<[what: string, prepare: () => void, path: string[]]>([
      ['there is none', () => {}, []],
      ['only itself and another version of itself', () => {}, ['cache/0.1.0/bin', 'cache/0.2.0/bin']],
      [
        'only links to itself',
        () => {
          mkdirSync(join(box.dir, 'linked'));
          symlinkSync(door(), join(box.dir, 'linked/ccc'));
        },
        ['linked'],
      ],
      ['only one that a pattern would match', () => program('bin/ccc'), ['b*n']],
      ['only one in the folder we are in', () => program('project/ccc'), ['.', '']],
      [
        'only a file that is not a program, or a folder',
        () => {
          program('bin/ccc', 0o644);
          mkdirSync(join(box.dir, 'other/ccc'), { recursive: true });
        },
        ['bin', 'other'],
      ],
    ])('%s: one sentence, and not the code that blocks', (_, prepare, path) => {
      prepare();
      expect(open(path)).toEqual(MISSING);
    });

    it('is found behind all of these', () => {
      program('bin/ccc');
      program('project/ccc');
      expect(open(['.', 'cache/0.1.0/bin', 'cache/0.2.0/bin', 'bin']).stdout).toMatch(/^bin\/ccc\|/);
    });
  },
);

it('the README of the plugin names the commands it brings', () => {
  const readme = readFileSync(join(ROOT, 'plugin/README.md'), 'utf8');
  for (const name of ['/ccc:supervisor ', '/ccc:supervisoroff', '/ccc:overrule', 'ccc@ccc-supervisor'])
    expect(readme).toContain(name);
});
