import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  allow,
  block,
  isReviewRequest,
  repliesByRole,
  type ScriptedReplies,
} from '../../src/sandbox/scripted-replies.ts';
import { BUILDS, sample } from '../support/builds.ts';
import { useScenario } from '../support/scenario.ts';
import { type Reply, textReply } from '../support/scripted-api.ts';
import { Screen } from '../support/terminal.ts';
import { until } from '../support/wait.ts';

/** `ccc` as a person uses it: the real client's screen in a real pty, started by `ccc`. */
describe.each(BUILDS)('ccc on the screen, $name', (build) => {
  const { api, box } = useScenario(build);
  let screen: Screen;
  afterEach(() => screen.close());

  async function open(roles: ScriptedReplies<Reply>, args: string[] = []) {
    api.setReplies(roles);
    screen = new Screen(box, args, build.command);
    await screen.shows('❯');
  }
  const decided = (count: number) => until(`${count} decisions`, () => box.journal().length >= count);

  it.each(sample(1, ['auto', 'manual']))(
    '/supervisor fix it, a blocked stop, /supervisoroff, a stop that passes (%s)',
    async (mode) => {
      await open(
        {
          worker: [
            textReply('I have a plan.'),
            textReply('Really fixed now.'),
            textReply('Supervision is off.'),
            textReply('Unwatched.'),
          ],
          reviewer: [block('A plan is not a fix.'), allow('It is fixed.')],
        },
        ['--permission-mode', mode],
      );
      await screen.shows('supervisor off');

      await screen.type('/supervisor fix it');
      await decided(2);
      await screen.shows('Really fixed now.');
      await screen.shows('round 2 of 20');
      await screen.shows(/supervisor on · 2\/20 · approved/);
      const [asked, after] = api.workerRequests();
      expect(asked?.lastUserText).toContain('fix it');
      expect(JSON.stringify(after?.body.messages)).toContain('A plan is not a fix.');

      await screen.type('/supervisoroff');
      await decided(3);
      await screen.shows('Supervision is off.');
      await screen.shows('supervisor off');
      await screen.type('and now?');
      await screen.shows('Unwatched.');
      await decided(4);
      expect(box.journal().map(({ verdict, cause }) => [verdict, cause])).toEqual([
        ['block', 'review'],
        ['allow', 'review'],
        ['allow', 'off'],
        ['allow', 'off'],
      ]);
      // No permission prompt was in the way.
      expect(screen.text()).not.toContain('Do you want');
    },
  );

  it('shows its status beside the status line the user has', async () => {
    api.setReplies({ worker: [textReply('hello')], reviewer: [allow()] });
    box.write(join(box.claudeDir, 'settings.json'), {
      statusLine: {
        type: 'command',
        command:
          'node -e \'process.stdin.on("data", (d) => console.log("mine:" + JSON.parse(d).model.id + "\\nsecond"))\'',
      },
    });
    screen = new Screen(box, [], build.command);
    await screen.shows(/mine:claude-\S+ \| supervisor off/);
    await screen.shows('second');
  });

  it('ccc status tells of the session that runs here, and of none elsewhere', async () => {
    await open({ worker: [textReply('Done.'), textReply('Done, and run.')], reviewer: [block('Run it.'), allow()] });
    await screen.type('/supervisor do it');
    await decided(2);
    const { stdout, code } = await box.ccc(['status', '--json']);
    expect(code).toBe(0);
    const [session, ...others] = JSON.parse(stdout).sessions;
    expect(others).toEqual([]);
    expect(session).toMatchObject({
      cwd: box.project,
      supervision: 'on',
      count: 2,
      max: 20,
      reviews: 2,
      last_verdict: { verdict: 'allow' },
      supervisor_id: box.journal()[0]?.supervisor_id,
      session_id: box.journal()[0]?.session_id,
    });
    expect(session.cost_usd).toBeCloseTo(
      box.journal().reduce((sum, entry) => sum + (entry.cost_usd ?? 0), 0),
      6,
    );
    const text = (await box.ccc(['status'])).stdout;
    expect(text).toContain(box.project);
    expect(text).toMatch(/supervision on, round 2 of 20/);
    expect(text).toMatch(/last verdict: approved/);
    const elsewhere = await box.ccc(['status', '--json'], '', { HOME: join(box.dir, 'nobody') });
    expect(JSON.parse(elsewhere.stdout).sessions).toEqual([]);
  });

  it('ccc status during a review shows the session and not its reviewer', async () => {
    await open({ worker: [textReply('Done.')], reviewer: [allow()] });
    const script = repliesByRole({ worker: [textReply('Done.')], reviewer: [allow()] });
    api.script = (request, index) => (isReviewRequest(request) ? { kind: 'hang' } : script(request, index));
    await screen.type('/supervisor do it');
    await until('the review', () => api.requests.some(isReviewRequest), 30_000);
    const { sessions } = JSON.parse((await box.ccc(['status', '--json'])).stdout);
    expect(sessions).toMatchObject([{ cwd: box.project, supervision: 'on' }]);
    expect((await box.ccc(['status'])).stdout).toContain(sessions[0].session_id.slice(0, 8));
  });

  it('Ctrl-C twice ends it, nothing is left, the shell gets its exit status', async () => {
    await open({ worker: [textReply('hello')], reviewer: [allow()] });
    const during = box.files(box.cccDir).map((file) => file.slice(box.cccDir.length + 1));
    expect(during.filter((name) => /^launch-.*\.settings\.json$/.test(name))).toHaveLength(1);
    for (const file of box.files(box.cccDir))
      expect(readFileSync(file, 'utf8')).not.toContain('made-up-token-for-tests');
    await screen.leave();
    await box.allEnded();
    expect(box.files(box.cccDir).filter((file) => file.includes('launch-'))).toEqual([]);
  });
});
