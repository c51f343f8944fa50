import { describe, expect, it } from 'vitest';
import { allow, block } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS, IS_FULL } from '../support/builds.ts';
import { useScenario } from '../support/scenario.ts';
import { textReply, toolUseReply } from '../support/scripted-api.ts';

/** The real Claude Code as the worker, our hook registered in its settings, only the model's words scripted. */
describe.each(BUILDS)('a supervised worker, $name', (build) => {
  const { api, box } = useScenario(build, { supervised: true, hooks: ['Stop'] });

  it('is blocked twice and then allowed, and reads the feedback and nothing else', async () => {
    api.setReplies({
      worker: [textReply('I have a plan.'), textReply('Half done.'), textReply('All done.')],
      reviewer: [
        block('A plan is not the work: src/a.ts:1 is empty.'),
        block('The test was never run.'),
        allow('Seen.'),
      ],
    });
    const result = await box.work();
    expect(result.result).toBe('All done.');
    // No more, although the hook stands in the user's settings and a reviewer is a Claude Code run as well.
    expect(api.reviews()).toHaveLength(3);
    const [first, second, third] = api.workerRequests();
    expect(first?.lastUserText).toContain('make it work');
    expect(second?.lastUserText).toContain('A plan is not the work: src/a.ts:1 is empty.');
    expect(third?.lastUserText).toContain('The test was never run.');
    // The worker is not told how to get rid of its supervisor.
    expect(JSON.stringify(third?.body.messages)).not.toMatch(/supervisor-mode|round \d/);
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
  });

  // In the short run install.test.ts and launch.test.ts show it, each with the limit that they set.
  it.runIf(IS_FULL)('can be blocked more than eight times in a row', async () => {
    api.setReplies({
      worker: [textReply('Done.')],
      reviewer: [...Array.from({ length: 12 }, (_, i) => block(`No, attempt ${i + 1}.`)), allow()],
    });
    box.env.CLAUDE_CODE_STOP_HOOK_BLOCK_CAP = '100';
    const result = await box.work();
    expect(api.reviews()).toHaveLength(13);
    expect(api.workerRequests().at(-1)?.lastUserText).toContain('No, attempt 12.');
    expect(box.state(result.session_id).count).toBe(13);
  });

  it('may stop at the round limit, without a review, and the user is notified once', async () => {
    api.setReplies({ worker: [textReply('Done.')], reviewer: [block('No.')] });
    box.config({ max_iterations: 3 });
    const result = await box.work();
    expect(api.reviews()).toHaveLength(3);
    expect(box.journal().map((entry) => entry.cause)).toEqual(['review', 'review', 'review', 'limit']);
    expect(box.state(result.session_id)).toMatchObject({ count: 3, pause_told: true });
  });

  it('is not reviewed while supervision is off', async () => {
    api.setReplies({ worker: [textReply('Done.')], reviewer: [block('No.')] });
    delete box.env.CCC_SUPERVISOR;
    await box.work();
    expect(api.reviews()).toHaveLength(0);
    expect(box.journal().map((entry) => entry.cause)).toEqual(['off']);
  });

  it('is reviewed in its own session although it changed directory', async () => {
    api.setReplies({
      worker: [
        toolUseReply('Bash', { command: 'mkdir -p deep/er && cd deep/er && pwd', description: 'go' }),
        textReply('Done.'),
      ],
      reviewer: [toolUseReply('Bash', { command: 'pwd', description: 'where' }), allow()],
    });
    await box.work(['--allowedTools', 'Bash']);
    expect(box.journal().map((entry) => [entry.verdict, entry.context])).toEqual([['allow', 'fork']]);
    const [review, looked] = api.reviews();
    // The reviewer stands where the session belongs, not where the worker went.
    expect(looked?.lastUserText.trim()).toBe(box.project);
    expect(JSON.stringify(review?.body.messages)).toContain('deep/er');
    expect(review?.lastUserText).toContain(`working directory: ${box.project}/deep/er`);
  });

  it('starts counting anew with the next prompt after an allowed stop, and records what each review cost', async () => {
    api.setReplies({ worker: [textReply('Done.')], reviewer: [block('No.'), allow(), allow()] });
    const result = await box.work();
    expect(box.state(result.session_id).count).toBe(2);
    await box.claude(['-p', 'and now this', '--resume', result.session_id]);
    expect(box.state(result.session_id).count).toBe(1);
    // What the worker had spent by then is not in it.
    const [first, , third] = box.journal();
    expect(first?.tokens).toEqual({ input: 1000, output: 100, cache_read: 0, cache_write: 0 });
    expect(first?.cost_usd).toBeGreaterThan(0);
    expect(third?.cost_usd).toBeCloseTo(first?.cost_usd as number, 6);
    expect(third?.model).toBe(api.requests[0]?.body.model);
  });
});
