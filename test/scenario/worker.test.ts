import { describe, expect, it } from 'vitest';
import { allow, block } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS, bySize, IS_FULL } from '../support/builds.ts';
import { RED_CHECK, useScenario } from '../support/scenario.ts';
import { textReply, toolUseReply } from '../support/scripted-api.ts';

/** The real Claude Code as the worker, our hook registered in its settings, only the model's words scripted. */
describe.each(BUILDS)('a supervised worker, $name', (build) => {
  const { api, box } = useScenario(build, { supervised: true, hooks: ['Stop'] });

  // One session for all that one session can show: each start of a client takes most of a second.
  it('is blocked twice and then allowed, and reads the feedback and nothing else; its reviewer stands where the session belongs; the next prompt counts anew, and what each review cost is recorded', async () => {
    api.setReplies({
      worker: [
        toolUseReply('Bash', { command: 'mkdir -p deep/er && cd deep/er && pwd', description: 'go' }),
        textReply('I have a plan.'),
        textReply('Half done.'),
        textReply('All done.'),
      ],
      reviewer: [
        block('A plan is not the work: src/a.ts:1 is empty.'),
        block('The test was never run.'),
        toolUseReply('Bash', { command: 'pwd', description: 'where' }),
        allow('Seen.'),
        allow(),
      ],
    });
    const result = await box.work(['--allowedTools', 'Bash']);
    expect(result.result).toBe('All done.');
    // One for each of three reviews and one look around. No more, although the hook stands in the user's settings and a
    // reviewer is a Claude Code run as well.
    expect(api.reviews()).toHaveLength(4);
    const [first, , second, third] = api.workerRequests();
    expect(first?.lastUserText).toContain('make it work');
    expect(second?.lastUserText).toContain('A plan is not the work: src/a.ts:1 is empty.');
    expect(third?.lastUserText).toContain('The test was never run.');
    // The worker is not told how to get rid of its supervisor.
    expect(JSON.stringify(third?.body.messages)).not.toMatch(/supervisor-mode|round \d/);
    const [review, , , looked] = api.reviews();
    // The reviewer stands where the session belongs, not where the worker went.
    expect(looked?.lastUserText.trim()).toBe(box.project);
    expect(JSON.stringify(review?.body.messages)).toContain('deep/er');
    expect(review?.lastUserText).toContain(`working directory: ${box.project}/deep/er`);
    expect(box.state(result.session_id)).toMatchObject({ enabled: true, count: 3 });
    expect(
      box
        .journal()
        .map(({ verdict, cause, count, max, context, event }) => ({ verdict, cause, count, max, context, event })),
    ).toEqual([
      { verdict: 'block', cause: 'review', count: 1, max: 20, context: 'fork', event: 'Stop' },
      { verdict: 'block', cause: 'review', count: 2, max: 20, context: 'fork', event: 'Stop' },
      { verdict: 'allow', cause: 'review', count: 3, max: 20, context: 'fork', event: 'Stop' },
    ]);

    await box.claude(['-p', 'and now this', '--resume', result.session_id]);
    expect(box.state(result.session_id).count).toBe(1);
    // What the worker had spent by then is not in it.
    const [early, , , late] = box.journal();
    expect(early?.tokens).toEqual({ input: 1000, output: 100, cache_read: 0, cache_write: 0 });
    expect(early?.cost_usd).toBeGreaterThan(0);
    expect(late?.cost_usd).toBeCloseTo(early?.cost_usd as number, 6);
    expect(late?.model).toBe(api.requests[0]?.body.model);
  });

  // In the short run launch.test.ts shows it, with the limit that a launch sets.
  it.runIf(IS_FULL)('can be blocked more than eight times in a row', async () => {
    api.setReplies({
      worker: [textReply('Done.')],
      reviewer: [...Array.from({ length: 12 }, (_, i) => block(`No, attempt ${i + 1}.`)), allow()],
    });
    box.env.CLAUDE_CODE_STOP_HOOK_BLOCK_CAP = '100';
    box.config({ stall_after: 0 });
    const result = await box.work();
    expect(api.reviews()).toHaveLength(13);
    expect(api.workerRequests().at(-1)?.lastUserText).toContain('No, attempt 12.');
    expect(box.state(result.session_id).count).toBe(13);
  });

  it('may stop at the round limit, without a review, and the user is notified once', async () => {
    api.setReplies({ worker: [textReply('Done.')], reviewer: [block('No.')] });
    // A round that a check ends counts like any other; in the short run no reviewer is started for it.
    box.config({ max_iterations: 3, stall_after: 0, checks: IS_FULL ? [] : [RED_CHECK] });
    const result = await box.work();
    expect(api.reviews()).toHaveLength(bySize(0, 3));
    const cause = IS_FULL ? 'review' : 'check';
    expect(box.journal().map((entry) => entry.cause)).toEqual([cause, cause, cause, 'limit']);
    expect(box.state(result.session_id)).toMatchObject({ count: 3, pause_told: true });
  });

  it('is not reviewed while supervision is off', async () => {
    api.setReplies({ worker: [textReply('Done.')], reviewer: [block('No.')] });
    delete box.env.CCC_SUPERVISOR;
    await box.work();
    expect(api.reviews()).toHaveLength(0);
    expect(box.journal().map((entry) => entry.cause)).toEqual(['off']);
  });
});
