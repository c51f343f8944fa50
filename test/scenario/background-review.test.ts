import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { allow, block, type ScriptedReplies } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS } from '../support/builds.ts';
import { RED_CHECK, useScenario } from '../support/scenario.ts';
import { type Reply, textReply } from '../support/scripted-api.ts';
import { Screen } from '../support/terminal.ts';
import { until } from '../support/wait.ts';

/** `supervisor.review: "background"` in the real client, which has no limit of its own on how often it is woken. */
describe.each(BUILDS)('a review in the background, $name', (build) => {
  const { api, box } = useScenario(build, { supervised: true });
  let screen: Screen | undefined;
  afterEach(async () => {
    await screen?.close();
    screen = undefined;
  });

  async function open(supervisor: object, roles: ScriptedReplies<Reply>) {
    box.config({ review: 'background', ...supervisor });
    api.setReplies(roles);
    screen = new Screen(box, [], build.command);
    await screen.shows('❯');
    await screen.type('make it work');
    return screen;
  }
  const verdicts = () => box.journal().map(({ verdict, cause }) => `${verdict} ${cause}`);
  /** As the state of the session names it. */
  const clientPid = (): number => {
    const file = box.files(box.claudeDir).find((path) => /supervisor-[^/]*\.json$/.test(path));
    return JSON.parse(readFileSync(file as string, 'utf8')).client.pid;
  };
  const prompts = () => new Set(box.journal().map(({ prompt_id }) => prompt_id)).size;

  it('an objection wakes the agent; with the next prompt the user is told what came of it', async () => {
    const shown = await open(
      {},
      {
        worker: [textReply('Half.'), textReply('Whole.'), textReply('You are welcome.')],
        reviewer: [block('The second half is missing.'), allow('Both halves are there.')],
      },
    );
    await shown.shows('Whole.');
    await until('an approval', () => verdicts().includes('allow review'));
    expect(verdicts()).toEqual(['block review', 'allow review']);
    await shown.shows('ccc: sent back by the reviewer');
    const woken = JSON.stringify(api.workerRequests()[1]?.body.messages);
    expect(woken).toContain('The reviewer of this session sends you back:');
    expect(woken).toContain('The second half is missing.');
    expect(woken).not.toContain('supervisor-hook');
    await shown.type('thanks');
    // The line is as long as it is: where the terminal breaks it does not matter.
    const told = /the stop before \d\d:\d\d: reviewed and approved \(round 2 of 20.*?\): Both halves are there/;
    await until('the verdict', () => told.test(shown.text().replaceAll(/\s+/g, ' ')));
  });

  it('is woken as often as there are rounds, and not once more', async () => {
    const rounds = 30;
    await open(
      { max_iterations: rounds, stall_after: 0, checks: [RED_CHECK] },
      { worker: [textReply('Done.')], reviewer: [] },
    );
    await until('the limit', () => verdicts().includes('allow limit'), 120_000);
    expect(verdicts()).toEqual([...Array(rounds).fill('block check'), 'allow limit']);
    // Nothing is left that could wake it once more.
    await screen?.type('/exit');
    await box.allEnded();
    expect(verdicts()).toHaveLength(rounds + 1);
    // Every wake has a prompt id of its own, and none of them began a new count.
    expect(prompts()).toBe(rounds + 1);
    expect(box.journal().map(({ count }) => count)).toEqual([...Array(rounds).keys()].map((n) => n + 1).concat(rounds));
    const requests = api.workerRequests().length;
    expect(requests).toBe(rounds + 1);
  });

  it('print mode waits for it', async () => {
    box.config({ review: 'background' });
    api.setReplies({
      worker: [textReply('Half.'), textReply('Whole.')],
      reviewer: [block('The second half is missing.'), allow()],
    });
    const { stdout, stderr, code } = await box.ccc(['--require-approval', '-p', 'make it work']);
    expect(stdout).toContain('Whole.');
    expect(stderr).toContain('approved');
    expect(code).toBe(0);
    expect(verdicts()).toEqual(['block review', 'allow review']);
  });

  it.each(['/exit', 'SIGTERM', 'SIGKILL'] as const)(
    'that %s ends is recorded as that, and nothing is left',
    async (how) => {
      const shown = await open({}, { worker: [textReply('Half.')], reviewer: [{ kind: 'hang' }] });
      await shown.shows('Half.');
      await until('a review', () => api.reviews().length === 1);
      if (how === '/exit') await shown.type('/exit');
      else process.kill(clientPid(), how);
      await box.allEnded();
      if (how !== 'SIGKILL') expect(verdicts()).toEqual(['failed interrupted']);
    },
  );
});
