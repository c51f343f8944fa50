import { afterEach, describe, expect, it } from 'vitest';
import { allow, block } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS } from '../support/builds.ts';
import { useScenario } from '../support/scenario.ts';
import { textReply } from '../support/scripted-api.ts';
import { Screen } from '../support/terminal.ts';
import { until } from '../support/wait.ts';

/** `/compact` in the real client: its summary is the worker's, and the request would be gone. */
describe.each(BUILDS)('after a compaction, $name', (build) => {
  const { api, box } = useScenario(build);
  let screen: Screen;
  afterEach(() => screen.close());

  async function compacted(supervised: boolean): Promise<string> {
    if (supervised) box.env.CCC_SUPERVISOR = '1';
    box.config({ max_iterations: 1 });
    api.setReplies({
      worker: [
        textReply('Half of it.'),
        ...(supervised ? [textReply('Still half.')] : []),
        textReply('SUMMARY OF NOTHING'),
        textReply('Going on.'),
      ],
      reviewer: [block('The second half is missing.'), allow()],
    });
    screen = new Screen(box, [], build.command);
    await screen.shows('❯');
    await screen.type('Build BOTH-HALVES, please');
    await until('the last stop', () => box.journal().length === (supervised ? 2 : 1));
    await screen.type('/compact');
    await screen.shows(/Compacted/);
    await screen.type('go on');
    await screen.shows('Going on.');
    return JSON.stringify(api.workerRequests().at(-1)?.body.messages);
  }

  it('the worker is told again what the user asked for, and what the reviewer objects to', async () => {
    const sent = await compacted(true);
    expect(sent).toContain('The conversation above was compacted');
    expect(sent).toContain('Build BOTH-HALVES, please');
    expect(sent).toContain('has not approved it since:\\nThe second half is missing.');
  });

  it('not if the session is not supervised', async () => {
    const sent = await compacted(false);
    expect(sent).not.toContain('The conversation above was compacted');
  });
});
