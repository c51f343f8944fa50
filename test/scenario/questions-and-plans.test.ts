import { afterEach, describe, expect, it } from 'vitest';
import { allow, block, type ScriptedReplies } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS } from '../support/builds.ts';
import { useScenario } from '../support/scenario.ts';
import { type ApiRequest, type Reply, textReply, toolUseReply } from '../support/scripted-api.ts';
import { Screen } from '../support/terminal.ts';
import { until } from '../support/wait.ts';

const option = (label: string) => ({ label, description: `${label} it is` });
const DATABASE = {
  question: 'Which database?',
  header: 'DB',
  options: [option('SQLite'), option('Postgres')],
  multiSelect: false,
};
const PARTS = {
  question: 'Which parts?',
  header: 'Parts',
  options: [option('Cache'), option('Mail'), option('Log')],
  multiSelect: true,
};
const ask = (...questions: object[]) => toolUseReply('AskUserQuestion', { questions });
const answer = (answers: object, ground?: unknown) =>
  textReply(JSON.stringify({ allow_stop: true, feedback: 'The README says so.', answers, ground }));

/** Questions and plans exist on the screen; `ccc` starts the real client with the hooks that its settings ask for. */
describe.each(BUILDS)('questions and plans, $name', (build) => {
  const { api, box } = useScenario(build, { supervised: true });
  let screen: Screen | undefined;
  afterEach(async () => {
    await screen?.close();
    screen = undefined;
  });

  async function open(supervisor: object, roles: ScriptedReplies<Reply>, args: string[] = []) {
    box.config(supervisor);
    box.write('project/README.md', 'The store is SQLite.');
    api.setReplies(roles);
    screen = new Screen(box, args, build.command);
    await screen.shows('❯');
    await screen.type('add a store');
    return screen;
  }
  const told = () => JSON.stringify(api.workerRequests().at(-1)?.body.messages);

  it('answered: no dialog; the agent and the user are told whose answer it is; ccc log lists it', async () => {
    const shown = await open(
      { answer_questions: 'evident' },
      {
        worker: [ask(DATABASE, PARTS), textReply('As answered.')],
        reviewer: [
          answer({ 'Which database?': 'SQLite', 'Which parts?': ['Cache', 'Mail'] }, 'README.md:1'),
          allow('Done.'),
        ],
      },
    );
    await shown.shows('As answered.');
    await shown.shows(/answered by the reviewer, not\s+by you/);
    expect(told()).toContain('\\"Which database?\\"=\\"SQLite\\"');
    expect(told()).toContain('Cache, Mail');
    expect(told()).toContain('answered by the reviewer of this session, not by the user');
    expect(box.journal()[0]).toMatchObject({
      cause: 'answered',
      answers: [
        { question: 'Which database?', answer: 'SQLite', ground: 'README.md:1' },
        { question: 'Which parts?', answer: ['Cache', 'Mail'], ground: 'README.md:1' },
      ],
    });
    const { stdout } = await box.ccc(['log', '--answers']);
    expect(stdout).toContain('"Which database?" → "SQLite"');
    expect(stdout).toContain('because: README.md:1');
  });

  it.each<[why: string, supervisor: object, questions: object[], reply: Reply]>([
    ['not allowed', {}, [DATABASE], answer({ 'Which database?': 'SQLite' }, 'README.md')],
    ['no such option', { answer_questions: 'always' }, [DATABASE], answer({ 'Which database?': 'MySQL' })],
    ['one left out', { answer_questions: 'always' }, [DATABASE, PARTS], answer({ 'Which database?': 'SQLite' })],
    ['no ground', { answer_questions: 'evident' }, [DATABASE], answer({ 'Which database?': 'SQLite' }, 'PLAN.md')],
    [
      'not to be undone',
      { answer_questions: 'always' },
      [{ ...DATABASE, question: 'Delete which database?' }],
      answer({ 'Delete which database?': 'SQLite' }),
    ],
  ])(
    'an answer that does not fit is not sent on (%s): the user gets the question',
    async (_, supervisor, questions, reply) => {
      const shown = await open(supervisor, {
        worker: [ask(...questions), textReply('ok')],
        reviewer: [reply, allow()],
      });
      await shown.shows(/2\. Postgres/);
      expect(api.workerRequests()).toHaveLength(1);
      expect(box.journal()).toMatchObject([{ verdict: 'allow', cause: 'review' }]);
    },
  );

  it('nobody there: an allowed question is denied with what to do, an answer is given', async () => {
    const stdio = ['-p', 'add a store', '--permission-prompt-tool', 'stdio'];
    box.config({ answer_questions: 'always' });
    api.setReplies({ worker: [ask(DATABASE), textReply('Decided myself.')], reviewer: [allow('Ask.'), allow()] });
    const decided = await box.ccc(stdio);
    expect(decided.stdout).toContain('Decided myself.');
    expect(decided.stderr).toContain('nobody was there to answer one question');
    expect(told()).toContain('Nobody is there to answer this question. Decide it yourself');
    expect(box.journal()[0]).toMatchObject({ verdict: 'block', cause: 'unattended', tool: 'AskUserQuestion' });

    api.setReplies({
      worker: [ask(DATABASE), textReply('As answered.')],
      reviewer: [answer({ 'Which database?': 'Postgres' }), allow()],
    });
    const answered = await box.ccc(stdio);
    expect(answered.stdout).toContain('As answered.');
    expect(answered.stderr).toContain(
      'the reviewer decided one question or plan in your place. To see: ccc log --answers',
    );
    expect(told()).toContain('\\"Which database?\\"=\\"Postgres\\"');
  });

  describe('a plan', () => {
    const PLAN_MODE = ['--permission-mode', 'plan'];
    const plan = toolUseReply('ExitPlanMode', {});
    /** The client names the file of the plan in its instructions. */
    const writePlan = (request: ApiRequest) => {
      const file_path = /\/[^\s"\\]+\/\.claude\/plans\/[^\s"\\]+\.md/.exec(JSON.stringify(request.body))?.[0];
      return toolUseReply('Write', { file_path, content: '# The plan\n1. Write the store.\n' });
    };

    it('that is sent back keeps plan mode, and the agent gets the feedback', async () => {
      const shown = await open(
        { tools: ['AskUserQuestion', 'ExitPlanMode'] },
        {
          worker: [writePlan, plan, textReply('I will think again.')],
          reviewer: [block('It says nothing of tests.'), allow()],
        },
        PLAN_MODE,
      );
      await shown.shows('I will think again.');
      expect(told()).toContain('It says nothing of tests.');
      expect(shown.text()).toContain('plan mode on');
      expect(api.reviews()[0]?.lastUserText).toContain('judge the plan');
      expect(api.reviews()[0]?.lastUserText).toContain('1. Write the store.');
      expect(box.journal()[0]).toMatchObject({ tool: 'ExitPlanMode', verdict: 'block' });
    });

    it('that is fine is the user’s to approve', async () => {
      const shown = await open(
        { tools: ['ExitPlanMode'] },
        { worker: [plan, textReply('Begun.')], reviewer: [allow('It covers everything.'), allow()] },
        PLAN_MODE,
      );
      await until('a verdict', () => box.journal().length === 1);
      await shown.shows(/Would you like to proceed|Exit plan mode\?|ready to code/i);
      expect(api.workerRequests()).toHaveLength(1);
      expect(box.journal()[0]).not.toHaveProperty('plan_approved');
    });

    it('is begun with approve_plans, and the user is told by whom it was approved', async () => {
      const shown = await open(
        { tools: ['ExitPlanMode'], approve_plans: true },
        { worker: [writePlan, plan, textReply('Begun.')], reviewer: [allow('It covers everything.'), allow()] },
        PLAN_MODE,
      );
      await shown.shows('Begun.');
      await shown.shows(/approved by the reviewer, not\s+by you/);
      expect(told()).toContain('User has approved your plan');
      expect(told()).toContain('1. Write the store.');
      expect(box.journal()[0]).toMatchObject({ tool: 'ExitPlanMode', verdict: 'allow', plan_approved: true });
    });
  });

  it('another tool is refused, or left to the user’s own rules', async () => {
    box.config({ tools: ['Bash'] });
    const bash = toolUseReply('Bash', { command: 'touch made.txt', description: 'x' });
    api.setReplies({ worker: [bash, textReply('Refused.')], reviewer: [block('Not this file.'), allow()] });
    await box.ccc(['-p', 'make it', '--permission-mode', 'acceptEdits']);
    expect(told()).toContain('Not this file.');
    expect(box.files(box.project).some((path) => path.endsWith('made.txt'))).toBe(false);
    // Allowed by the reviewer, but nobody is there to permit it.
    api.setReplies({ worker: [bash, textReply('Not permitted.')], reviewer: [allow()] });
    await box.ccc(['-p', 'make it', '--permission-mode', 'default']);
    expect(box.files(box.project).some((path) => path.endsWith('made.txt'))).toBe(false);
    // A question is not judged now: it is not among the tools.
    expect(box.journal().filter(({ tool }) => tool !== null)).toHaveLength(2);
  });
});
