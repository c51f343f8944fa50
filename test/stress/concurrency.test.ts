import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { block } from '../support/roles.ts';
import { decisionOf, type Finished, Sandbox, VARIANTS } from '../support/sandbox.ts';
import { type ScriptedApi, startScriptedApi } from '../support/scripted-api.ts';

const CROWD = 50;
const oneToCrowd = Array.from({ length: CROWD }, (_, i) => i + 1);
const STOP = { session_id: 'crowd', hook_event_name: 'Stop' };
const PAUSED = /supervision paused after 20 rounds/;

/**
 * Fifty hook processes at once on one id. With real reviewers that is a hundred processes on however few cores there
 * are, so the limits are wide: what is under test is the count, not the speed.
 */
describe.each(VARIANTS)('many hooks at once, $name', { timeout: 280_000 }, (variant) => {
  let api: ScriptedApi;
  let box: Sandbox;
  beforeAll(async () => {
    api = await startScriptedApi(() => block('go on'));
  });
  afterAll(() => api.close());
  beforeEach(() => {
    api.requests.length = 0;
    box = new Sandbox(variant, api.url);
  });
  afterEach(() => box.dispose());

  const atOnce = (input: object, env = {}): Promise<Finished[]> =>
    Promise.all(oneToCrowd.map(() => box.hook(input, env)));
  const counts = () =>
    box
      .journal()
      .map(({ count }) => count as number)
      .sort((a, b) => a - b);
  const leftovers = () => box.files(box.cccDir).filter((path) => !/\.(json|jsonl|log)$/.test(path));

  it('50 real reviews: every one counted once, every answer whole', async () => {
    box.config({ max_iterations: 100, timeout_seconds: 62 });
    await box.supervise('crowd');
    const t = performance.now();
    const runs = await atOnce({ session_id: 'crowd' });
    console.log(
      'ms',
      performance.now() - t,
      runs.map((r) => `${r.code}:${Math.round(r.ms)}`).join(' '),
      runs
        .map((r) => r.stderr.slice(0, 100))
        .filter(Boolean)
        .slice(0, 3),
    );
    expect(runs.map(decisionOf)).toEqual(oneToCrowd.map(() => ({ decision: 'block', reason: 'go on' })));
    expect(box.state('crowd').count).toBe(CROWD);
    expect(counts()).toEqual(oneToCrowd);
    expect(leftovers()).toEqual([]);
  });
});
