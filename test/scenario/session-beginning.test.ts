import { afterEach, describe, expect, it } from 'vitest';
import { allow, block, isReviewRequest } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS, IS_FULL } from '../support/builds.ts';
import { useScenario } from '../support/scenario.ts';
import { type ApiRequest, type Reply, textReply, toolUseReply } from '../support/scripted-api.ts';
import { Screen } from '../support/terminal.ts';
import { until } from '../support/wait.ts';

const REQUEST = 'write the greeting to work.src';

/** What the worker can do to the files that say how its session began. */
describe.each(BUILDS)('the beginning of a session, $name', (build) => {
  const { api, box } = useScenario(build);
  const ccc = build.command.map((word) => `'${word}'`).join(' ');
  const bash = (command: string) => toolUseReply('Bash', { command, timeout: 100_000 });
  const decisions = () => box.journal().filter(({ verdict }) => verdict);
  const told = () => decisions().flatMap(({ notices }) => notices);

  /** The worker's replies in order, whatever the conversation still has of the earlier ones. */
  function script(worker: Reply[], reviewer: Reply[]) {
    const left = { worker: [...worker], reviewer: [...reviewer] };
    api.script = (request) => {
      if (!request.body.tools?.length) return textReply('title');
      const replies = isReviewRequest(request) ? left.reviewer : left.worker;
      return (replies.length > 1 ? replies.shift() : replies[0]) as Reply;
    };
  }
  const run = (prompt: string, args: string[] = []) => {
    box.env.IS_SANDBOX = '1';
    return box.ccc(['-p', prompt, '--dangerously-skip-permissions', ...args]);
  };
  const textOf = (request: ApiRequest | undefined) => JSON.stringify(request?.body.messages);
  /** The facts that the reviewer gets, without the conversation, which names the files as well. */
  const evidenceIn = (request: ApiRequest | undefined) => request?.lastUserText.split('\n## Evidence\n')[1] ?? '';

  it('a transcript that the worker removes: its changes still count, and it is told', async () => {
    box.env.CCC_SUPERVISOR = '1';
    box.config({ checks: [{ name: 'greeting', run: 'grep -q hello work.src', paths: ['*.src'] }] });
    box.write('project/README.md', 'a greeting');
    box.commit('start', Date.now() - 60_000);
    const remove = `sleep 3; rm -f '${box.claudeDir}'/projects/*/*.jsonl`;
    script(
      [
        bash('echo wrong > work.src; echo more > early.src'),
        bash(remove),
        textReply('It is done.'),
        bash('echo hello > work.src'),
        textReply('Done.'),
      ],
      [allow('fine')],
    );
    const { stderr } = await run(REQUEST);
    expect(decisions().map(({ verdict, cause }) => `${verdict} ${cause}`)).toEqual(['block check', 'allow review']);
    expect(stderr).toContain("The beginning of this session's transcript is missing");
    const facts = evidenceIn(api.reviews()[0]);
    expect(facts).toContain('the transcript begins in the middle of the session');
    // Only what git shows has them: the transcript that is left knows nothing of what was done before.
    expect(facts).not.toContain('echo more');
    expect(facts).toMatch(/^## Files changed.*(?:\n- .*)*\n- early\.src\b/m);
  });

  it('a transcript that the worker removes after a first stop: the reviewer still gets the request', async () => {
    box.env.CCC_SUPERVISOR = '1';
    script(
      [textReply('A first try.'), bash(`rm -f '${box.claudeDir}'/projects/*/*.jsonl`), textReply('It is done.')],
      [block('not yet'), allow('fine')],
    );
    const { stderr } = await run(REQUEST);
    expect(decisions().map(({ verdict }) => verdict)).toEqual(['block', 'allow']);
    const [first, second] = api.reviews().map(textOf);
    expect(first).not.toContain('Something is missing from what you can see');
    expect(second).toContain('Something is missing from what you can see');
    expect(second).toContain(REQUEST);
    expect(stderr).toContain("The beginning of this session's transcript is missing");
  });

  it('supervision by hand: off and on again, and its state removed, by the worker', async () => {
    script(
      [
        textReply('A first try.'),
        bash(`${ccc} supervisor-mode off; ${ccc} supervisor-mode on`),
        textReply('A second try.'),
        bash(`rm -f '${box.cccDir}'/supervisor-*`),
        textReply('It is done.'),
      ],
      [block('no'), block('not yet'), allow('fine')],
    );
    await run(`/supervisor ${REQUEST}`);
    expect(decisions().map(({ verdict, cause }) => `${verdict} ${cause}`)).toEqual([
      'block review',
      'block review',
      'allow review',
    ]);
    const [first, second, third] = decisions().map(({ notices }) => notices.join(' '));
    expect(first).not.toContain('turned off');
    expect(second).toMatch(/turned off at .+ and on again at/);
    expect(third).toContain('its file was removed');
    expect(decisions().at(-1)?.count).toBe(2);
  });

  describe('what everybody does is no reason to tell anything', () => {
    let screen: Screen;
    afterEach(() => screen?.close());

    it('/clear and /compact', async () => {
      box.env.CCC_SUPERVISOR = '1';
      script([textReply('Answered.')], [allow('fine')]);
      screen = new Screen(box, [], build.command);
      await screen.shows('❯');
      const stops = async (prompt: string, count: number) => {
        await screen.type(prompt);
        await until(`${count} stops`, () => decisions().filter(({ event }) => event === 'Stop').length >= count);
        await screen.shows('reviewed and approved');
      };
      await stops('the first request', 1);
      await screen.type('/clear');
      await until('a new session', () => !screen.text().includes('the first request'));
      await stops('the second request', 2);
      await screen.type('/compact');
      await screen.shows('Compacted');
      await stops('the third request', 3);
      const [first, second, third] = decisions().filter(({ event }) => event === 'Stop');
      expect([second?.session_id === first?.session_id, third?.session_id]).toEqual([false, second?.session_id]);
      expect(told()).toEqual([]);
      expect(box.state(third?.supervisor_id ?? '').begin).toMatchObject({ session_id: third?.session_id });
    });

    it.runIf(IS_FULL)('--resume, --continue, --fork-session', async () => {
      box.env.CCC_SUPERVISOR = '1';
      script([textReply('Answered.')], [allow('fine')]);
      const { stdout } = await run('the first request', ['--output-format', 'json']);
      const { session_id } = JSON.parse(stdout);
      await run('the second request', ['--resume', session_id]);
      await run('the third request', ['--continue']);
      await run('the fourth request', ['--continue', '--fork-session']);
      expect(decisions().map(({ verdict }) => verdict)).toEqual(['allow', 'allow', 'allow', 'allow']);
      expect(told()).toEqual([]);
    });
  });

  it('a state that is edited to say that it is off', async () => {
    box.env.CCC_SUPERVISOR = '1';
    const edit = `sed -i.bak 's/"enabled": true/"enabled": false/' '${box.cccDir}'/supervisor-*.json`;
    script([textReply('A first try.'), bash(edit), textReply('It is done.')], [block('no'), allow('fine')]);
    const { stderr } = await run(REQUEST);
    expect(decisions().map(({ verdict, cause }) => `${verdict} ${cause}`)).toEqual(['block review', 'allow review']);
    expect(stderr).toContain('was changed by something other than ccc');
  });
});
