import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { allow, block, type ScriptedReplies } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS, IS_FULL } from '../support/builds.ts';
import { RED_CHECK, recordedSession, useScenario } from '../support/scenario.ts';
import { type ApiRequest, type Reply, textReply, toolUseReply } from '../support/scripted-api.ts';

const OBJECTION = 'The tests were never run. Run sh test.sh and show what it prints.';
const AGAIN = 'You still have not run the tests: run sh test.sh and show what it prints.';

interface Answer {
  systemMessage: string;
  reason: string;
  decision?: string;
}

/** A session that was not supervised. */
const heldBefore = recordedSession([textReply('Done.')]);

/** What keeps supervision from going on forever, or from costing too much. */
describe.each(BUILDS)('limits, $name', (build) => {
  const { api, box } = useScenario(build, { supervised: true, hooks: ['Stop'] });
  beforeEach(() => {
    box.env.CLAUDE_CODE_STOP_HOOK_BLOCK_CAP = '100';
  });

  function setUp(roles: ScriptedReplies<Reply>, supervisor: object) {
    api.setReplies(roles);
    box.config(supervisor);
  }
  const journal = () => box.journal().map(({ verdict, cause, count }) => [verdict, cause, count]);
  /** The hook by itself, with no client around it. */
  const stop = (session_id: string, fields: object = {}) => {
    const transcript_path = box.files(box.claudeDir).find((file) => file.endsWith(`${session_id}.jsonl`));
    return box.hook({ session_id, transcript_path, hook_event_name: 'Stop', cwd: box.project, ...fields });
  };
  const said = async (session_id: string): Promise<Answer> => JSON.parse((await stop(session_id)).stdout);
  /** A run of `ccc -p`, and what the hook answered at each stop, from the client's own stream of events. */
  const run = async (...args: string[]) => {
    const stream = ['--output-format', 'stream-json', '--verbose', '--include-hook-events'];
    const { stdout, stderr } = await box.ccc(['-p', 'make it work', ...stream, ...args], null);
    const events = stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
    const answers = events.filter(({ subtype, hook_event }) => subtype === 'hook_response' && hook_event === 'Stop');
    return { stderr, answers: answers.map(({ stdout }): Answer => JSON.parse(stdout)) };
  };

  it('supervisor and worker repeat themselves: it ends at stall_after, not at 20, and the user is told why', async () => {
    const reviewer = [block(OBJECTION), block(AGAIN), block(OBJECTION), block('never reached')];
    setUp({ worker: [textReply('All done.')], reviewer }, { stall_after: 3 });
    const { stderr, answers } = await run();
    expect(api.reviews()).toHaveLength(3);
    expect(journal()).toEqual([
      ['block', 'review', 1],
      ['block', 'review', 2],
      ['allow', 'stall', 3],
    ]);
    expect(box.journal()[2]?.feedback).toBe(OBJECTION);
    // It is not said to be accepted.
    expect(stderr).toContain(
      `NOT approved: gave up after the same objection several times (supervisor.stall_after): ${OBJECTION}`,
    );
    expect(answers.map(({ decision }) => decision)).toEqual(['block', 'block', undefined]);
    expect(answers[2]?.systemMessage).toContain('supervisor.stall_after');
    expect(answers[2]?.systemMessage).toContain(OBJECTION);
  });

  it('a stall in the last round is told as a stall, with what it was about and how to change it', async () => {
    setUp({ worker: [textReply('Done.')], reviewer: [block(OBJECTION)] }, { stall_after: 2, max_iterations: 2 });
    // A check sends back without a reviewer; what it says is no less an objection.
    if (!IS_FULL) box.config({ stall_after: 2, max_iterations: 2, checks: [RED_CHECK] });
    const { session_id } = await heldBefore(box);
    expect((await said(session_id)).decision).toBe('block');
    const { systemMessage, decision } = await said(session_id);
    expect(decision).toBeUndefined();
    expect(systemMessage).toContain('supervisor.stall_after');
    expect(systemMessage).toContain(IS_FULL ? OBJECTION : 'check "red" failed');
  });

  it('no stall while something is being done about it; what reviews may cost: of the session, of the day, and within one review', async () => {
    const write = (n: number) =>
      toolUseReply('Write', { file_path: join(box.project, 'work.txt'), content: `attempt ${n}` });
    const worker = [textReply('Done.'), () => write(1), textReply('Done.'), () => write(2), textReply('Done.')];
    setUp({ worker, reviewer: [block(OBJECTION), block(AGAIN)] }, { stall_after: 2, max_cost_usd: 0.01 });
    const { stderr, answers } = await run('--allowedTools', 'Write');
    // The second review uses it up; its verdict is paid for, and counts.
    expect(journal()).toEqual([
      ['block', 'review', 1],
      ['block', 'review', 2],
      ['allow', 'budget', 3],
    ]);
    expect(box.journal()[0]?.cost_usd).toBeGreaterThan(0);
    // It is not said to be accepted.
    expect(stderr).toContain('NOT approved: review budget used up');
    expect(answers[2]?.systemMessage).toContain('supervisor.max_cost_usd in ccc.json');

    box.config({ max_cost_usd_per_day: 0.01 });
    expect((await said('another-session')).systemMessage).toContain('supervisor.max_cost_usd_per_day in ccc.json');
    // A run that begins with nothing left for today ends as one that used up its own.
    if (IS_FULL)
      expect((await box.ccc(['-p', 'make it work'], null)).stderr).toContain('NOT approved: review budget used up');
    expect(api.reviews()).toHaveLength(2);
    // Of yesterday nothing counts: there is a review. It would cost more than is left, is ended, and said to have failed.
    const yesterday = new Date(Date.now() - 36 * 3600_000).toISOString();
    const lines = box.journal().map((entry) => JSON.stringify({ ...entry, time: yesterday }));
    writeFileSync(join(box.cccDir, 'reviews.jsonl'), `${lines.join('\n')}\n`);
    const looking = toolUseReply('Bash', { command: 'ls', description: 'look' });
    setUp({ worker: [], reviewer: [looking] }, { max_cost_usd: 0.011, max_cost_usd_per_day: 0.011 });
    const { session_id } = await heldBefore(box);
    await stop(session_id);
    expect(journal().at(-1)).toEqual(['failed', 'over-budget', 1]);
    expect(box.journal().at(-1)?.feedback).toContain('supervisor.max_cost_usd');
    expect(api.reviews().length).toBeLessThan(12);
  });

  it('max_turns is a limit: a reviewer that goes on looking is refused, and then given up on', async () => {
    const look = toolUseReply('Bash', { command: 'ls', description: 'look' });
    setUp({ worker: [textReply('Done.')], reviewer: [look] }, { max_turns: 1 });
    const { session_id } = await heldBefore(box);
    await stop(session_id);
    expect(journal()).toEqual([['failed', 'no-answer', 1]]);
    expect(api.reviews().length).toBeLessThan(12);
    expect(JSON.stringify(api.reviews().at(-1)?.body.messages)).toContain('The limit for tool calls is reached: give');
  });

  const wasTold = ({ body }: ApiRequest) => JSON.stringify(body.messages).includes('Use no more tools');
  it('max_turns: the reviewer is asked for its verdict, and the user is notified', async () => {
    const look = toolUseReply('Bash', { command: 'ls', description: 'look' });
    // What it was already asking the API when it was told must not be answered: else the answer may be first.
    const onceTold = (request: ApiRequest): Reply => (wasTold(request) ? allow('Seen enough.') : { kind: 'hang' });
    setUp({ worker: [textReply('Done.')], reviewer: [look, look, onceTold] }, { max_turns: 2 });
    const { session_id } = await heldBefore(box);
    const { reason, systemMessage } = await said(session_id);
    expect(reason).toBe('Seen enough.');
    expect(systemMessage).toContain('supervisor.max_turns');
    expect(api.reviews().filter(wasTold)).toHaveLength(1);
  });

  it('skip_unchanged: an answer that used no tool and changed nothing needs no review', async () => {
    setUp({ worker: [textReply('Done.')], reviewer: [allow('Fine.')] }, { skip_unchanged: true });
    box.write('project/a.txt', 'a');
    const { session_id } = await heldBefore(box);
    await stop(session_id, { prompt_id: 'the first' });
    expect(journal()).toEqual([['allow', 'review', 1]]);
    await box.claude(['-p', 'what did you do?', '--resume', session_id]);
    expect(journal().slice(1)).toEqual([['allow', 'unchanged', null]]);
    expect((await said(session_id)).systemMessage).toContain('supervisor.skip_unchanged');
    box.write('project/a.txt', 'b');
    await stop(session_id, { prompt_id: 'another' });
    expect(journal().at(-1)).toEqual(['allow', 'review', 1]);
    // A tool was used, though no file is different.
    api.setReplies({
      worker: [toolUseReply('Bash', { command: 'ls', description: 'look' }), textReply('Looked.')],
      reviewer: [allow('Fine.')],
    });
    await box.claude(['-p', 'look', '--resume', session_id, '--allowedTools', 'Bash']);
    expect(journal().at(-1)?.[1]).toBe('review');
    expect(api.reviews()).toHaveLength(3);
  });
});
