import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { allow, block, isReviewRequest, type ScriptedReplies } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS } from '../support/builds.ts';
import { useScenario } from '../support/scenario.ts';
import { type ApiRequest, type Reply, textReply, toolUseReply } from '../support/scripted-api.ts';
import { Screen } from '../support/terminal.ts';
import { until } from '../support/wait.ts';

const MISSING = 'The second half is missing.';
const bash = (command: string) => toolUseReply('Bash', { command, description: 'run it' });

/** The events of `supervisor.events`, each brought about in the real client that `ccc -p` starts with its hooks. */
describe.each(BUILDS)('events that are judged, $name', (build) => {
  const { api, box } = useScenario(build, { supervised: true });
  beforeEach(() => {
    box.env.CLAUDE_CODE_ENABLE_TODO_TOOLS = '1';
  });

  async function run(event: string, roles: ScriptedReplies<Reply>, args: string[] = []) {
    box.config({ events: ['Stop', event] });
    api.setReplies(roles);
    const { code, stdout, stderr } = await box.ccc(['-p', 'make it work', ...args]);
    const judged = box.journal().filter((entry) => entry.event === event);
    return { code, stdout, stderr, judged, review: api.reviews()[0]?.lastUserText ?? '' };
  }
  const sent = (request: ApiRequest | undefined) => JSON.stringify(request?.body.messages ?? '');
  /** What the worker was told, in all of its requests. */
  const told = () => api.workerRequests().map(sent).join('\n');

  it('SubagentStop: by its own task and transcript; its whole answer after a block is what the worker gets', async () => {
    const { stdout, judged, review } = await run('SubagentStop', {
      worker: [
        toolUseReply('Agent', {
          description: 'count',
          prompt: 'SUBTASK: count the lines',
          subagent_type: 'general-purpose',
        }),
        textReply('HALF AN ANSWER'),
        textReply('THE WHOLE ANSWER'),
        textReply('All counted.'),
      ],
      reviewer: [block(MISSING), allow(), allow()],
    });
    expect(stdout).toContain('All counted.');
    expect(judged).toMatchObject([
      { verdict: 'block', cause: 'review', feedback: MISSING, context: 'evidence' },
      { verdict: 'allow', cause: 'review', context: 'evidence' },
    ]);
    expect(review).toContain('Judge it by its own task');
    expect(review).toContain('SUBTASK: count the lines');
    expect(review).toMatch(/subagents\/agent-[^"]+\.jsonl/);
    const requests = api.workerRequests().map(sent);
    const sentBack = requests.find((text) => text.includes(MISSING)) ?? '';
    expect(sentBack).toContain('give your whole final answer again');
    // The worker itself never sees the first answer, nor the feedback.
    const last = requests.at(-1) ?? '';
    expect(last).toContain('THE WHOLE ANSWER');
    expect(last).not.toContain('HALF AN ANSWER');
    expect(last).not.toContain(MISSING);
  });

  it('TaskCompleted: the task stays open, and the worker reads why', async () => {
    const { judged, review } = await run('TaskCompleted', {
      worker: [
        toolUseReply('TaskCreate', { subject: 'Write both halves', description: 'both' }),
        toolUseReply('TaskUpdate', { taskId: '1', status: 'completed' }),
        toolUseReply('TaskUpdate', { taskId: '1', status: 'completed' }),
        textReply('Done.'),
      ],
      reviewer: [block(MISSING), allow(), allow()],
    });
    expect(judged.map(({ verdict }) => verdict)).toEqual(['block', 'allow']);
    expect(review).toContain('Write both halves');
    expect(review).toContain('about to be marked as completed');
    expect(told()).toContain(`TaskCompleted hook feedback:\\n`);
    expect(told()).toContain(MISSING);
  });

  it('PermissionRequest: refused with the feedback, and never granted', async () => {
    const refused = await run('PermissionRequest', {
      worker: [bash('touch made.txt'), textReply('Refused.')],
      reviewer: [block(MISSING), allow()],
    });
    expect(refused.judged).toMatchObject([{ verdict: 'block', tool: 'Bash' }]);
    expect(refused.review).toContain('needs permission for the tool call below');
    expect(told()).toContain(MISSING);
    api.setReplies({ worker: [bash('touch made.txt'), textReply('Not allowed.')], reviewer: [allow()] });
    await box.ccc(['-p', 'once more']);
    // Nobody is there to grant it, and the reviewer cannot.
    expect(existsSync(join(box.project, 'made.txt'))).toBe(false);
  });

  it('PermissionDenied: the worker may try again if the reviewer says so', async () => {
    const auto = ['--permission-mode', 'auto'];
    const curl = bash('curl -s http://127.0.0.1:9/x');
    const again = await run('PermissionDenied', { worker: [curl, textReply('Well.')], reviewer: [allow()] }, auto);
    expect(again.judged).toMatchObject([{ verdict: 'allow', tool: 'Bash' }]);
    expect(again.review).toContain('refused by an automatic check');
    expect(told()).toContain('you may retry this tool call');
    // In print mode the user reads it in the journal.
    expect((await box.ccc(['log'])).stdout).toContain('PermissionDenied Bash, round 1 of 20: no objection');
    const before = api.workerRequests().length;
    api.setReplies({ worker: [curl, textReply('Well.')], reviewer: [block('No.'), allow()] });
    await box.ccc(['-p', 'once more', ...auto]);
    const later = api.workerRequests().slice(before).map(sent).join('\n');
    expect(later).not.toContain('you may retry this tool call');
  });

  it('UserPromptSubmit: a prompt that is sent back does not reach the worker', async () => {
    const { judged, review, stdout } = await run('UserPromptSubmit', {
      worker: [textReply('Done.')],
      reviewer: [block('This names no file.'), allow()],
    });
    expect(judged).toMatchObject([{ verdict: 'block' }]);
    expect(review).toContain('make it work');
    expect(api.workerRequests()).toEqual([]);
    expect(stdout).toContain('This names no file.');
  });

  it('PostToolUse: the worker gets the feedback with the result', async () => {
    const { judged, review } = await run('PostToolUse', {
      worker: [bash('echo FIRST-HALF'), textReply('Done.')],
      reviewer: [block(MISSING), allow()],
    });
    expect(judged).toMatchObject([{ verdict: 'block', tool: 'Bash' }]);
    expect(review).toContain('FIRST-HALF');
    expect(told()).toContain(MISSING);
  });

  it('PostToolUseFailure: the same for a call that failed', async () => {
    const { judged, review } = await run('PostToolUseFailure', {
      worker: [bash('ls ./OOPS'), textReply('Done.')],
      reviewer: [block(MISSING), allow()],
    });
    expect(judged).toMatchObject([{ verdict: 'block', tool: 'Bash' }]);
    expect(review).toContain('OOPS');
    expect(told()).toContain(MISSING);
  });

  it('TeammateIdle: a teammate that is sent back goes on with the feedback', async () => {
    box.env.CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS = '1';
    box.config({ events: ['TeammateIdle'] });
    const spawn = {
      description: 'count',
      prompt: 'TEAMTASK: count the lines',
      name: 'counter',
      subagent_type: 'general-purpose',
    };
    let [ofLead, ofReviewer] = [0, 0];
    api.script = (request) => {
      if (!request.body.tools?.length) return textReply('title');
      if (isReviewRequest(request)) return ofReviewer++ === 0 ? block(MISSING) : allow();
      const isLead = sent(request).includes('make it work');
      if (isLead) return ofLead++ === 0 ? toolUseReply('Agent', spawn) : textReply('I wait for the counter.');
      return textReply('I counted.');
    };
    const screen = new Screen(box, ['--permission-mode', 'acceptEdits'], build.command);
    try {
      await screen.shows('❯');
      await screen.type('make it work');
      await until('two verdicts', () => box.journal().length >= 2);
      expect(box.journal().slice(0, 2)).toMatchObject([
        { event: 'TeammateIdle', verdict: 'block', context: 'evidence' },
        { event: 'TeammateIdle', verdict: 'allow' },
      ]);
      await screen.shows(/supervisor on · 2\/20/);
      expect(api.reviews()[0]?.lastUserText).toContain('TEAMTASK: count the lines');
      const teammate = api.workerRequests().filter((request) => !sent(request).includes('make it work'));
      expect(teammate.map(sent).join('\n')).toContain(`TeammateIdle hook feedback:\\n`);
      expect(teammate.map(sent).join('\n')).toContain(MISSING);
    } finally {
      await screen.close();
    }
  });

  /** In print mode nobody sees a screen. A refusal by auto mode needs a check that only Anthropic's own API makes. */
  it.each<[event: string, mode: string, worker: Reply[], shown: (string | RegExp)[]]>([
    ['UserPromptSubmit', 'acceptEdits', [textReply('Ended.')], ['UserPromptSubmit operation blocked by hook', MISSING]],
    ['PermissionRequest', 'default', [bash('touch made.txt'), textReply('Ended.')], [`Reason: ${MISSING}`, 'Ended.']],
    [
      'PostToolUse',
      'acceptEdits',
      [bash('echo x'), textReply('Ended.')],
      [MISSING, /PostToolUse:Bash says: ccc: sent back with feedback \(round 1 of 20/],
    ],
    [
      'PostToolUseFailure',
      'acceptEdits',
      [bash('ls ./OOPS'), textReply('Ended.')],
      [MISSING, /PostToolUseFailure:Bash says: ccc: sent back with feedback \(round 1 of 20/],
    ],
    [
      // The client runs it in the background there, and shows nothing of what its hooks say.
      'SubagentStop',
      'acceptEdits',
      [
        toolUseReply('Agent', { description: 'count', prompt: 'x', subagent_type: 'general-purpose' }),
        textReply('Ended.'),
      ],
      [/supervisor on · 1\/20 · (?:reviewing|sent back)/],
    ],
    [
      'TaskCompleted',
      'acceptEdits',
      [
        toolUseReply('TaskCreate', { subject: 'Write both halves', description: 'both' }),
        toolUseReply('TaskUpdate', { taskId: '1', status: 'completed' }),
        textReply('Ended.'),
      ],
      ['Ended.', /0 done, 1 open/],
    ],
  ])('%s: what the user sees of it', async (event, mode, worker, shown) => {
    box.config({ events: ['Stop', event] });
    api.setReplies({ worker, reviewer: [block(MISSING), allow()] });
    const screen = new Screen(box, ['--permission-mode', mode], build.command);
    try {
      await screen.shows('❯');
      await screen.type('make it work');
      for (const words of shown) await screen.shows(words);
      await screen.shows(/supervisor on · [12]\/20/);
    } finally {
      await screen.close();
    }
  });

  it('nothing is asked about an event that the settings do not name', async () => {
    box.config({ events: ['Stop'] });
    api.setReplies({ worker: [bash('echo x'), textReply('Done.')], reviewer: [allow()] });
    await box.ccc(['-p', 'make it work']);
    expect(box.journal().map(({ event }) => event)).toEqual(['Stop']);
  });

  it('a task that cannot be done: the stop goes through, and it is no approval', async () => {
    api.setReplies({
      worker: [textReply('I cannot reach it.')],
      reviewer: [textReply('{"allow_stop": true, "impossible": true, "feedback": "Nobody here has the key."}')],
    });
    const { code, stderr, stdout } = await box.ccc(['--require-approval', '-p', 'make it work']);
    expect(stdout).toContain('I cannot reach it.');
    expect(stderr).toContain(
      'NOT approved: the reviewer says that this cannot be done as asked: Nobody here has the key.',
    );
    expect(code).toBe(3);
    expect(box.journal()).toMatchObject([{ verdict: 'allow', cause: 'impossible', tree: null }]);
  });

  it('feedback as context: once, without the command line, and the rounds count the same', async () => {
    box.config({ feedback: 'context' });
    api.setReplies({
      worker: [textReply('Half.'), textReply('Whole.')],
      reviewer: [block(MISSING), allow()],
    });
    const { stdout } = await box.ccc(['-p', 'make it work']);
    expect(stdout).toContain('Whole.');
    const [, after] = api.workerRequests();
    const text = sent(after);
    expect(text.split(MISSING)).toHaveLength(2);
    expect(text).toContain('Stop hook additional context');
    expect(text).not.toContain('supervisor-hook');
    expect(box.journal()).toMatchObject([
      { verdict: 'block', count: 1 },
      { verdict: 'allow', count: 2 },
    ]);
  });
});
