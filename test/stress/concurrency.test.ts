import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { block } from '../../src/sandbox/scripted-replies.ts';
import { ALL_BUILDS, BUILDS, bySize, IS_FULL } from '../support/builds.ts';
import type { Finished } from '../support/processes.ts';
import { decisionOf, Sandbox } from '../support/sandbox.ts';
import { type ScriptedApi, startScriptedApi } from '../support/scripted-api.ts';

const CROWD = bySize(6, 50);
const LIMIT = bySize(2, 20);
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
const BLOCK = { decision: 'block', reason: 'go on' };
/** Failed reviews count too, and leave nearly all of a hook's life to the state file. */
const NO_REVIEWER = { CCC_SUPERVISOR: '1', CCC_CLAUDE: '/no/claude/here' };

/** Many hook processes at once on one id: what is under test is the count, not the speed. */
describe.each(IS_FULL ? ALL_BUILDS : BUILDS)('many hooks at once, $name', (build) => {
  let api: ScriptedApi;
  let box: Sandbox;
  beforeAll(async () => {
    api = await startScriptedApi(() => block('go on'));
  });
  afterAll(() => api.close());
  beforeEach(() => {
    box = new Sandbox(build, api.url);
  });
  afterEach(() => {
    const passing = box.files(box.cccDir).filter((path) => /\.(lock|tmp)/.test(path));
    box.dispose();
    expect(passing).toEqual([]);
  });

  const atOnce = (input: object, env = {}): Promise<Finished[]> =>
    Promise.all(upTo(CROWD).map(() => box.hook(input, env)));
  const counts = (cause: string) =>
    box
      .journal()
      .filter((entry) => entry.cause === cause)
      .map(({ count }) => count)
      .sort((a, b) => Number(a) - Number(b));

  it(`${CROWD} real reviews: each counted once, each answer whole`, async () => {
    // Under 63 s there is no separate limit for the API's first word: fifty clients that start on two cores take longer
    // than the 27 s after which an API counts as dead.
    // The same objection every time, and nothing changes.
    box.config({ max_iterations: 100, timeout_seconds: 62, stall_after: 0 });
    await box.supervise('crowd');
    const runs = await atOnce({ session_id: 'crowd' });

    // On a machine with more to do the deadline may come first. That is an answer too, and counts.
    const late = runs.filter(
      ({ code, stdout, stderr }) => code === 124 && !stdout && stderr === 'hook execution timeout\n',
    );
    const judged = runs.filter((run) => !late.includes(run));
    expect(judged.map(decisionOf)).toEqual(judged.map(() => BLOCK));
    // Fifty clients at once may all come late; of six most are in time, however busy the machine is.
    if (!IS_FULL) expect(judged.length).toBeGreaterThan(CROWD / 2);
    expect(box.state('crowd').count).toBe(CROWD);
    expect([...counts('review'), ...counts('deadline')].sort((a, b) => Number(a) - Number(b))).toEqual(upTo(CROWD));
    expect(counts('review')).toHaveLength(judged.length);
  });

  it(`a limit of ${LIMIT}: exactly ${LIMIT} of ${CROWD} are reviewed, and the user is notified once`, async () => {
    box.config({ max_iterations: LIMIT, timeout_seconds: 62, stall_after: 0 });
    await box.supervise('crowd');
    api.requests.length = 0;
    const answers = (await atOnce({ session_id: 'crowd', hook_event_name: 'Stop' })).map(decisionOf);

    const reviewed = answers.filter(({ decision }) => decision === 'block');
    const passed = answers.filter(({ decision }) => decision === undefined);
    expect([reviewed.length, passed.length, api.requests.length]).toEqual([LIMIT, CROWD - LIMIT, LIMIT]);
    for (const { reason } of passed) expect(reason).toBe(`iteration limit reached (${LIMIT}); supervision paused`);
    expect(passed.filter(({ systemMessage }) => systemMessage !== undefined)).toMatchObject([
      { systemMessage: expect.stringMatching(`supervision paused after ${LIMIT} rounds`) },
    ]);
    expect(box.state('crowd').count).toBe(LIMIT);
    expect(counts('review')).toEqual(upTo(LIMIT));
    expect(counts('limit')).toEqual(upTo(CROWD - LIMIT).map(() => LIMIT));
  });

  it(`${CROWD} at once where there is nothing yet, neither state nor folder`, async () => {
    box.config({ max_iterations: 100 });
    const runs = await atOnce({ session_id: 'new' }, NO_REVIEWER);
    for (const run of runs) {
      expect([run.code, run.stdout, run.stderr]).toEqual([1, '', expect.stringMatching(/^supervisor SDK failed: /)]);
    }
    expect(box.state('new')).toMatchObject({ enabled: true, count: CROWD });
    expect(counts('client')).toEqual(upTo(CROWD));
  });

  it(`${CROWD} at once on a damaged state: kept aside once, reported once, every other hook counted`, async () => {
    box.config({ max_iterations: 100 });
    box.write(join(box.cccDir, 'supervisor-crowd.json'), 'damaged');
    const runs = await atOnce({ session_id: 'crowd' }, NO_REVIEWER);

    const reported = runs.filter(({ stderr }) => stderr.includes('is damaged and was moved to'));
    const counted = runs.filter(({ stderr }) => stderr.startsWith('supervisor SDK failed: '));
    const aside = box.files(box.cccDir).filter((path) => path.includes('.corrupt-'));
    expect([reported.length, counted.length]).toEqual([1, CROWD - 1]);
    expect(aside.map((path) => readFileSync(path, 'utf8'))).toEqual(['damaged']);
    expect(box.state('crowd').count).toBe(CROWD - 1);
  });

  it(`on, off and hooks of ${CROWD} processes in any order leave a whole state`, async () => {
    const env = { ...NO_REVIEWER, CCC_SUPERVISOR_ID: 'crowd' };
    const commands = [['supervisor-mode', 'on'], ['supervisor-mode', 'off'], ['supervisor-hook'], ['supervisor-mode']];
    const runs = await Promise.all(
      upTo(CROWD).map((n) => box.ccc(commands[n % 4] as string[], { session_id: 'crowd' }, env)),
    );
    for (const { code, stderr } of runs) {
      expect([code, stderr]).toEqual(code === 0 ? [0, ''] : [1, expect.stringMatching(/^supervisor SDK failed: /)]);
    }
    const { count, enabled } = box.state('crowd');
    expect([typeof enabled, count <= CROWD / 4 + 1]).toEqual(['boolean', true]);
  });
});
