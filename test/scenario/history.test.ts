import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { allow, block } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS } from '../support/builds.ts';
import { madeUpDecision } from '../support/made-up-journal.ts';
import { useScenario } from '../support/scenario.ts';
import { textReply } from '../support/scripted-api.ts';
import { Screen } from '../support/terminal.ts';
import { until } from '../support/wait.ts';

describe.each(BUILDS)('what ccc log and ccc stats tell of a run, $name', (build) => {
  const { api, box } = useScenario(build);
  let screen: Screen | undefined;
  afterEach(() => screen?.close());

  /** Sent back once, approved then. */
  async function work(): Promise<string> {
    box.config({ enabled: true });
    box.write('project/a.txt', 'a');
    box.commit('Begin', Date.now() - 60_000);
    api.setReplies({
      worker: [textReply('Done!'), textReply('Now really.')],
      reviewer: [block('Run the tests.'), allow('They were run.')],
    });
    expect((await box.ccc(['-p', 'Add a cart'])).code).toBe(0);
    return box.journal()[0]?.session_id as string;
  }
  const out = async (...args: string[]) => {
    const { code, stdout, stderr } = await box.ccc(args);
    expect([code, stderr]).toEqual([0, '']);
    return stdout;
  };

  it('is the story of the session, its entries and its numbers', async () => {
    const id = await work();
    const [, branch] = /^ref: refs\/heads\/(.+)\n$/.exec(readFileSync(join(box.project, '.git/HEAD'), 'utf8')) ?? [];
    for (const line of box.journalLines()) expect(line).toMatchObject({ v: 2, branch, folder: box.project });
    const cost = box.journal().reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0);

    const log = await out('log');
    expect(log).toMatch(/project {2}Stop, round 1 of 20: sent back\n[\s\S]*project {2}Stop, round 2 of 20: approved\n/);
    expect(log).toContain('  Run the tests.');
    expect(log).not.toContain('\x1b');
    expect(JSON.parse(await out('log', '--session', id.slice(0, 8), '--json')).entries).toEqual(box.journalLines());
    const blocked = await out('log', '--since', '2h', '--project', '.', '--verdict', 'block');
    expect(blocked).toContain('Run the tests.');
    expect(blocked).not.toContain('They were run.');

    const story = await out('log', id.slice(0, 8));
    expect(story).toMatch(new RegExp(`^Session ${id}\\n`));
    const order = ['request: Add a cart', 'round 1 of', 'Run the tests.', 'since the verdict before', 'round 2 of'];
    const places = [...order, 'They were run.', 'session ended'].map((words) => story.indexOf(words));
    expect(places.every((place, at) => place > (places[at - 1] ?? 0))).toBe(true);
    expect(story).toContain(`2 rounds, $${cost.toFixed(3)}`);
    const { session } = JSON.parse(await out('log', id, '--json'));
    expect(session).toMatchObject({ id, outcome: 'approved', rounds: 2, blocks: 1, request: 'Add a cart' });

    const { total, rounds_to_approval } = JSON.parse(await out('stats', '--json'));
    expect(total).toMatchObject({ rounds: 2, approvals: 1, rounds_of_approved_tasks: 2, blocks: 1, failures: 0 });
    expect(total.cost_usd).toBeCloseTo(cost);
    expect(rounds_to_approval).toEqual({ 2: 1 });
    const [heading = '', row = ''] = (await out('stats', '--csv')).split('\r\n');
    const cell = (name: string) => row.split(',')[heading.split(',').indexOf(name)];
    expect(['rounds', 'approvals', 'blocks', 'rounds_of_approved_tasks'].map(cell)).toEqual(['2', '1', '1', '2']);
    expect(await out('stats')).toMatch(/^ {2}all +2 +1 +2\.0 +1 +0 /m);
    expect(await out('stats', '--project', '.')).toBe(await out('stats'));
    expect(await out('stats', '--project', '..', '--csv')).toBe(await out('stats', '--csv'));
    box.write('elsewhere/x', '');
    expect(JSON.parse(await out('stats', '--project', '..', '--json')).total.rounds).toBe(2);
    expect(JSON.parse(await out('stats', '--project', '../elsewhere', '--json')).total.rounds).toBe(0);
    expect(await out('stats', '--project', '../elsewhere')).toBe(
      'Nothing that was reviewed fits. All of the journal: ccc stats\n',
    );

    const unknown = await box.ccc(['log', 'zzz']);
    expect([unknown.code, unknown.stdout]).toEqual([1, '']);
    expect(unknown.stderr).toContain('no session "zzz" in the journal\n');
    for (const wrong of [
      ['aaaa', '--session', 'bbbb'],
      ['--project', ''],
    ]) {
      const { code, stdout, stderr } = await box.ccc(['log', ...wrong]);
      expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^ccc: .*\nSee: ccc log --help\n$/)]);
    }
    const empty = await box.ccc(['stats', '--project', '']);
    expect([empty.code, empty.stdout, empty.stderr]).toEqual([
      2,
      '',
      expect.stringMatching(/\nSee: ccc stats --help\n$/),
    ]);
    const gone = await box.ccc(['stats', '--project', 'gone']);
    expect([gone.code, gone.stdout, gone.stderr]).toEqual([
      2,
      '',
      expect.stringContaining('--project: no folder gone'),
    ]);
  });

  it('says that there is more, and what to do about a session in which supervision was off', async () => {
    box.config({});
    for (let stop = 0; stop < 3; stop++)
      await box.hook({ session_id: 'unsupervised', hook_event_name: 'Stop', cwd: box.project });
    expect(box.journal().at(-1)).toMatchObject({ cause: 'off', folder: null, branch: null, request: null });
    expect(await out('log', 'unsupervised')).toBe(
      'Supervision was off in this session: nothing was reviewed. Its events: ccc log unsupervised --json\n',
    );
    const judged = { ...box.journal().at(-1), session_id: 'judged', cause: 'review', feedback: 'fine' };
    const lines = Array.from({ length: 51 }, (_, n) => JSON.stringify({ ...judged, feedback: `fine ${n}` }));
    box.write(join(box.cccDir, 'reviews.jsonl'), `${lines.slice(0, 49).join('\n')}\n`);
    expect(await out('log')).not.toContain('For more');
    box.write(join(box.cccDir, 'reviews.jsonl'), `${lines.join('\n')}\n`);
    const text = await out('log');
    expect(text).toMatch(/^The last 50 entries\. For more: ccc log --since 1w\n/);
    expect(text).not.toContain('fine 0\n');
    expect(text).toContain('fine 50\n');
    expect(await out('log', '--since', '2h')).toMatch(/^\d[\s\S]*fine 0\n/);
  });

  it('is followed while it is written, until Ctrl-C', async () => {
    const child = box.start(['log', '--follow', '--json']);
    let text = '';
    child.stdout?.on('data', (data) => {
      text += data;
    });
    await work();
    const written = box.journalLines();
    await until('all lines', () => text.split('\n').length > written.length);
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    expect(await exited).toEqual([0, null]);
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toEqual(written);
  });

  it('is JSON in which nothing acts on a terminal, and whose values are the same', async () => {
    const hostile = '\u009b2J\u202e\u2066\u200b\u{e0041}\u007f';
    const line = madeUpDecision('aaaa1111', new Date().toISOString(), {
      ...{ verdict: 'block', feedback: hostile, request: hostile, branch: hostile, model: hostile, provider: hostile },
      ...{ folder: join(box.project, hostile), context: null },
    });
    box.write(join(box.cccDir, 'reviews.jsonl'), `${JSON.stringify(line)}\n`);
    const acting = /[\x7f-\x9f\u200b\u202e\u2066]|\u{e0041}/u;
    for (const command of ['log', 'log aaaa1111', 'report', 'stats', 'status --all']) {
      const text = await out(...command.split(' '), '--json');
      expect([command, acting.exec(text)]).toEqual([command, null]);
      if (command !== 'status --all')
        expect([command, JSON.stringify(JSON.parse(text))]).toEqual([command, expect.stringContaining(hostile)]);
    }
    const child = box.start(['log', '--follow', '--json']);
    let text = '';
    child.stdout?.on('data', (data) => {
      text += data;
    });
    await until('the line', () => text.endsWith('\n'));
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    await exited;
    expect(acting.exec(text)).toBeNull();
    expect(JSON.parse(text)).toEqual(line);
  });

  it('is followed on a terminal: it says so, and what comes after the story stands apart from it', async () => {
    const id = await work();
    const [last] = box.journalLines().slice(-1);
    screen = new Screen(box, ['log', id, '--follow'], build.command);
    await screen.shows('Following the journal. Ctrl-C ends.');
    for (const why of ['first', 'second'])
      appendFileSync(join(box.cccDir, 'reviews.jsonl'), `${JSON.stringify({ ...last, why })}\n`);
    await screen.shows('session ended (second)');
    expect(screen.text().replaceAll(/ +$/gm, '')).toMatch(
      /session ended\nFollowing the journal\. Ctrl-C ends\.\n\n.*session ended \(first\)\n.*session ended \(second\)\n/,
    );
    await screen.leave();
    expect(await screen.ended()).toBe(0);

    screen = new Screen(box, ['log', '--follow', '--verdict', 'stall'], build.command);
    await screen.shows(/^\s*Following the journal\. Ctrl-C ends\.\s*$/);
    await screen.leave();
  });

  it('is paged on a terminal that is too small, and nothing is left of the pager', async () => {
    const id = await work();
    screen = new Screen(box, ['log', id], build.command, { cols: 60, rows: 8 });
    await screen.shows(`Session ${id}`);
    await screen.pressUntil(' ', 'the end', () => /They were run/.test(screen?.text() ?? ''));
    await screen.pressUntil('q', 'it to be left', () => box.processes().length === 0);
    expect(await screen.ended()).toBe(0);
    expect(screen.raw()).toContain('\x1b[31msent back');
  });

  it('of all sessions is opened at its newest entry, and not at its oldest', async () => {
    const decisions = Array.from({ length: 30 }, (_, n) =>
      madeUpDecision(`session-${n}`, new Date(Date.UTC(2026, 0, 1, n)).toISOString(), { request: `Task ${n} of 29` }),
    );
    box.write(join(box.cccDir, 'reviews.jsonl'), decisions.map((line) => `${JSON.stringify(line)}\n`).join(''));
    screen = new Screen(box, ['log'], build.command, { cols: 80, rows: 10 });
    // Either is followed by a full screen, and by the pager's prompt.
    await screen.shows(/Task (?:0|29) of 29[\s\S]*\n(?:\(END\)|:) *$/m);
    expect(screen.text()).toContain('Task 29 of 29');
    expect(screen.text()).not.toContain('Task 0 of 29');
    await screen.pressUntil('g', 'the oldest', () => /Task 0 of 29/.test(screen?.text() ?? ''));
    await screen.pressUntil('q', 'it to be left', () => box.processes().length === 0);
    expect(await screen.ended()).toBe(0);
  });
});
