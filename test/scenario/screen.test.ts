import { afterEach, describe, expect, it } from 'vitest';
import { allow, block, type ScriptedReplies } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS } from '../support/builds.ts';
import { useScenario } from '../support/scenario.ts';
import { type ApiRequest, type Reply, textReply, toolUseReply } from '../support/scripted-api.ts';
import { Screen } from '../support/terminal.ts';
import { until } from '../support/wait.ts';

const question = {
  questions: [
    {
      question: 'Which database shall I use?',
      header: 'DB',
      options: [
        { label: 'SQLite', description: 'one file' },
        { label: 'Postgres', description: 'a server' },
      ],
      multiSelect: false,
    },
  ],
};

/** The interactive screen in a real pty: questions exist only there. */
describe.each(BUILDS)('on the screen, $name', (build) => {
  const { api, box } = useScenario(build, { supervised: true, hooks: ['Stop', 'PreToolUse'] });
  let screen: Screen;
  afterEach(() => screen.close());

  async function open(roles: ScriptedReplies<Reply>, args: string[] = []) {
    api.setReplies(roles);
    screen = new Screen(box, args);
    await screen.shows(/❯|>/);
  }
  const decided = (count: number) => until(`${count} decisions`, () => box.journal().length >= count);

  it('a question is denied: no dialog, and the reason reaches the agent', async () => {
    await open({
      worker: [toolUseReply('AskUserQuestion', question), textReply('SQLite it is.')],
      reviewer: [block('The README says SQLite: use it.'), allow()],
    });
    await screen.type('add a database');
    await decided(2);
    const answered = api.workerRequests().find((request) => request.lastUserText.includes('The README says SQLite'));
    expect(answered).toBeDefined();
    await screen.shows('SQLite it is.');
    expect(screen.text()).not.toContain('Postgres');
    // The reviewer saw the question and its options, although the call looks interrupted in a fork.
    expect(api.reviews()[0]?.lastUserText).toMatch(
      /question: Which database shall I use\?\n {2}- SQLite: one file\n {2}- Postgres: a server/,
    );
    expect(box.journal()[0]).toMatchObject({
      event: 'PreToolUse',
      tool: 'AskUserQuestion',
      verdict: 'block',
      context: 'fork',
    });
  });

  it('a question is allowed: the dialog is shown and can be answered', async () => {
    await open({
      worker: [toolUseReply('AskUserQuestion', question), textReply('As you wish.')],
      reviewer: [allow('Only the user can choose.'), allow()],
    });
    await screen.type('add a database');
    await screen.shows('Postgres');
    await screen.pressUntil('\r', 'the answer', () => screen.text().includes('As you wish.'));
    const answered = api.workerRequests().find((request) => request.lastUserText.includes('SQLite'));
    expect(answered).toBeDefined();
  });

  it("a question whose review failed is the user's, who sits here", async () => {
    await open({
      worker: [toolUseReply('AskUserQuestion', question), textReply('As you wish.')],
      reviewer: [{ kind: 'error', status: 403, message: 'no luck' }, allow()],
    });
    await screen.type('add a database');
    await screen.shows('Postgres');
    await screen.pressUntil('\r', 'the answer', () => screen.text().includes('As you wish.'));
    expect(box.journal()[0]).toMatchObject({ event: 'PreToolUse', verdict: 'failed', cause: 'api' });
  });

  it('a blocked stop shows the user one line and the way out; an allowed one shows its line too', async () => {
    await open({
      worker: [textReply('Done!'), textReply('Now really.')],
      reviewer: [block('Run the tests.'), allow('They were run.')],
    });
    await screen.type('do it');
    await screen.shows('sent back with feedback (round 1 of 20');
    await screen.shows('supervisor-mode off');
    await screen.shows(/reviewed and approved \(round 2 of 20.*\):\s+They\s+were\s+run\./);
  });

  it("the review's request is the worker's own tools, system and messages plus the review", async () => {
    await open(
      {
        worker: [toolUseReply('Bash', { command: 'echo evidence', description: 'show' }), textReply('Done.')],
        reviewer: [allow()],
      },
      ['--model', 'claude-haiku-5-5', '--effort', 'low'],
    );
    await screen.type('do it');
    await decided(1);
    const review = api.reviews()[0] as ApiRequest;
    const worker = api.workerRequests().at(-1) as ApiRequest;
    expect([worker.body.model, worker.body.output_config]).toEqual(['claude-haiku-5-5', { effort: 'low' }]);
    expect(review.body.model).toBe(worker.body.model);
    expect(review.body.tools).toEqual(worker.body.tools);
    // The first system block is the client's entrypoint header; the API does not count it as part of the prompt.
    expect(plain(review.body.system.slice(1))).toEqual(plain(worker.body.system.slice(1)));
    const sent = worker.body.messages.length;
    expect(plain(review.body.messages.slice(0, sent))).toEqual(plain(worker.body.messages));
    const added = review.body.messages.slice(sent);
    // After the review the client may add a note of its own on tools the screen has and a reviewer has not.
    const roles = added.map((message: { role: string }) => message.role).join();
    expect(['assistant,user', 'assistant,user,system']).toContain(roles);
    expect(plain(added[0].content)).toEqual([{ type: 'text', text: 'Done.' }]);
    expect(review.body.output_config).toEqual(worker.body.output_config);
  });
});

/** Where the cache marks stand moves with every request, and one text block may be written as a string. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner) =>
      key === 'cache_control'
        ? undefined
        : key === 'content' && typeof inner === 'string'
          ? [{ type: 'text', text: inner }]
          : inner,
    ),
  );
}
