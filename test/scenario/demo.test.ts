import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { FILES } from '../../src/demo/script.ts';
import { widthOf } from '../../src/platform/text-layout.ts';
import { BUILDS, sample } from '../support/builds.ts';
import { outcome, processesWith } from '../support/processes.ts';
import { useSandbox } from '../support/scenario.ts';
import { Screen } from '../support/terminal.ts';
import { until } from '../support/wait.ts';

/** `ccc demo` as somebody sees it who has just found this project. */
describe.each(BUILDS)('ccc demo, $name', (build) => {
  // The user's own API is one that nobody answers at: the demo must not need it.
  const box = useSandbox(build);
  let tmp: string;
  beforeEach(() => {
    tmp = join(box.dir, 'tmp');
    mkdirSync(tmp);
    box.env.TMPDIR = tmp;
  });

  it('blocks a claim, denies a question, allows real work; nothing is touched, nothing is left', async () => {
    box.write(join(box.claudeDir, 'settings.json'), { env: { MINE: '1' } });
    const before = box.contents(box.home);
    const { code, stdout, stderr } = await box.ccc(['demo']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const order = [
      'agent     says: Done!',
      'reviewer  reads price.sh',
      'sent back (round 1 of 20)',
      'wants to ask you: Which tax rate is right?',
      'reviewer  reads test.sh',
      'sent back (round 2 of 20)',
      'agent     edits price.sh',
      'agent     runs sh test.sh',
      'ok: 1000 costs 1190',
      'approved (round 3 of 20)',
      'Sent back 2 times',
      'price.sh is really fixed, and sh test.sh really passes.',
      '3 reviews, 12 requests',
    ];
    const places = order.map((words) => stdout.indexOf(words));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(stdout).not.toContain('\x1b');
    expect(box.contents(box.home)).toEqual(before);
    expect(readdirSync(tmp)).toEqual([]);
    expect(readdirSync(box.project)).toEqual([]);
    expect(processesWith(box.dir)).toEqual([]);
  });

  it('its claims hold: the file, the test, the verdicts and the requests, looked at from outside', async () => {
    const { code, stdout, stderr } = await box.ccc(['demo', '--json', '--keep']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      blocks: 2,
      allows: 1,
      reviews: 3,
      requests: { worker: 6, reviewer: 6 },
      file_changed: true,
      test_passes: true,
    });
    const project = /kept: (.*)/.exec(stderr)?.[1] as string;
    const root = join(project, '..');
    expect(readFileSync(join(project, 'price.sh'), 'utf8')).toBe(FILES['price.sh']?.replace('9 / 100', '19 / 100'));
    expect(readFileSync(join(project, 'test.sh'), 'utf8')).toBe(FILES['test.sh']);
    expect(spawnSync('sh', ['test.sh'], { cwd: project, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stdout: 'ok: 1000 costs 1190\n',
    });
    const journal = readFileSync(join(root, 'ccc', 'ccc', 'reviews.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(
      journal
        .map((line) => JSON.parse(line))
        .filter((line) => 'verdict' in line)
        .map(({ event, verdict, context }) => [event, verdict, context]),
    ).toEqual([
      ['Stop', 'block', 'fork'],
      ['PreToolUse', 'block', 'fork'],
      ['Stop', 'allow', 'fork'],
    ]);
    // The worker's own transcript: what it said to and heard from the model, six answers in all.
    const transcripts = box.files(join(root, 'claude', 'projects')).filter((file) => file.endsWith('.jsonl'));
    expect(transcripts).toHaveLength(1);
    const said = readFileSync(transcripts[0] as string, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ type }) => type === 'assistant');
    expect(new Set(said.map(({ message }) => message.id)).size).toBe(6);
  });

  it.each<[what: string, language: string, env: Record<string, string>]>(
    sample(1, [
      ['Chinese', 'zh', {}],
      ['English', 'en', {}],
      ['no colour', 'en', { NO_COLOR: '1' }],
    ]),
  )('on a terminal of 80 columns, %s: live, and no line is wider', async (_, language, env) => {
    box.env = { ...box.env, CCC_LANG: language, ...env };
    const screen = new Screen(box, ['demo'], build.command, { cols: 80 });
    const reviewing = language === 'zh' ? '正在审查…' : 'reviewing…';
    // It is on the screen only as long as the review takes.
    await until(reviewing, () => screen.raw().includes(reviewing));
    await screen.shows(language === 'zh' ? '/supervisor <你的任务>' : '/supervisor <your task>');
    expect(await screen.ended()).toBe(0);
    const lines = screen.text().split('\n');
    // A line that did not fit would go on in the next row without its indent.
    for (const line of lines) expect(widthOf(line)).toBeLessThan(80);
    expect(screen.wrappedRows()).toEqual([]);
    expect(screen.text()).not.toContain(reviewing);
    expect(screen.raw().includes('\x1b[31m')).toBe(!('NO_COLOR' in env));
    expect(readdirSync(tmp)).toEqual([]);
  });

  const nothingLeft = () =>
    until('nothing to be left', () => processesWith(box.dir).length === 0 && readdirSync(tmp).length === 0).catch(() =>
      expect({ processes: processesWith(box.dir), files: readdirSync(tmp) }).toEqual({ processes: [], files: [] }),
    );

  it('--interactive: the real screen, on which the hook can be watched', async () => {
    const screen = new Screen(box, ['demo', '--interactive'], build.command);
    await screen.shows('sent back with feedback (round 1 of 20');
    await screen.shows('sent back with feedback (round 2 of 20');
    await screen.shows('reviewed and approved (round 3 of 20');
    await screen.type('and now?');
    await screen.shows('That was the demo.');
    await screen.shows('reviewed and approved (round 1 of 20');
    await screen.leave();
    await screen.ended();
    await screen.shows('ccc demo: finished.');
    await nothingLeft();
    const without = await box.ccc(['demo', '--interactive']);
    expect(without).toMatchObject({ code: 2, stdout: '' });
    expect(without.stderr).toMatch(/needs a terminal/);
  });

  it('Ctrl-C in the middle: said, and nothing is left', async () => {
    const child = box.start(['demo']);
    const ended = outcome(child);
    await until('the first review', () => readdirSync(tmp).some((name) => existsSync(join(tmp, name, 'ccc', 'ccc'))));
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 130, stderr: expect.stringContaining('interrupted') });
    await box.allEnded();
    expect(readdirSync(tmp)).toEqual([]);
  });

  it('where hooks cannot run it does not pretend: exit 1, and what went wrong', async () => {
    const done = await box.ccc(['demo'], '', { CLAUDE_CODE_SIMPLE: '1' });
    expect(done.code).toBe(1);
    expect(done.stderr).toMatch(/did not go as scripted\n.*sent back 0 times, expected 2/);
    expect(done.stderr).toContain('price.sh was not changed');
    expect(done.stderr).toContain('ccc doctor');
    expect(done.stdout).not.toContain('really passes');
    expect(readdirSync(tmp)).toEqual([]);
  });

  it('without a folder for it: a sentence and a fix', async () => {
    const done = await box.ccc(['demo'], '', { TMPDIR: '/proc' });
    expect(done).toMatchObject({ code: 1, stdout: '' });
    expect(done.stderr).toMatch(/could not create a temporary folder \(\w+\)\n.*TMPDIR/);
  });

  it('without a claude: a sentence and a fix', async () => {
    const done = await box.ccc(['demo'], '', { CCC_CLAUDE: '/no/such/claude' });
    expect(done).toMatchObject({ code: 1, stdout: '' });
    expect(done.stderr).toMatch(/is not an executable program/);
  });
});
