import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hostTag } from '../../src/platform/process-alive.ts';
import { ALL_BUILDS, BUILDS, bySize, IS_FULL } from '../support/builds.ts';
import { type Finished, finish } from '../support/processes.ts';
import { Sandbox } from '../support/sandbox.ts';
import { sleep } from '../support/wait.ts';

const KILLS = bySize(30, 200);
const WAVES = bySize(4, 20);
const SEED = Number(process.env.CCC_STRESS_SEED ?? Date.now() % 1_000_000);
console.log(`CCC_STRESS_SEED=${SEED} kills at the same moments again`);

/** mulberry32: the same seed, the same moments. */
function randomFrom(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const INPUT = { session_id: 'victim' };
const SHAPE = {
  session_id: 'victim',
  enabled: true,
  count: expect.any(Number),
  created_at: expect.any(String),
  updated_at: expect.any(String),
  since: expect.any(String),
  seal: expect.any(String),
};

/**
 * `kill -9` at any moment of a hook's life. There is no claude to start, so that the review fails at once and the
 * state file is most of that life; a failed review counts like any other.
 */
describe.each(IS_FULL ? ALL_BUILDS : BUILDS)('killed outright, $name', (build) => {
  let box: Sandbox;
  let random: () => number;
  let lifeMs: number;
  let stateFile: string;
  let tally: { finished: number; killed: number };

  beforeEach(async () => {
    box = new Sandbox(build, 'http://127.0.0.1:9');
    box.env = { CCC_CLAUDE: '/no/claude/here', CCC_SUPERVISOR_ID: 'victim' };
    box.config({ max_iterations: 100 });
    stateFile = join(box.cccDir, 'supervisor-victim.json');
    random = randomFrom(SEED);
    await begin();
    // The moments are spread over a whole life, which is four times as long on Node as in the single binary.
    const lives = [await clean(), await clean(), await clean(), await clean(), await clean()].map(({ ms }) => ms);
    lifeMs = lives.sort((a, b) => a - b)[2] as number;
  });
  afterEach(() => box.dispose());

  /** A new count, well before the round limit is reached. */
  async function begin(): Promise<void> {
    await box.supervise('victim');
    tally = { finished: 0, killed: 0 };
  }

  const expectFinished = ({ code, stdout, stderr }: Finished) =>
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(/^supervisor SDK failed: CCC_CLAUDE /)]);

  /** A hook that nobody kills: whatever was left behind, it ends, and soon. */
  async function clean(): Promise<Finished> {
    const run = await box.hook(INPUT);
    expectFinished(run);
    expect(run.ms).toBeLessThan(60_000);
    tally.finished++;
    return run;
  }

  /** A hook that is killed after `ms`, unless it is faster. */
  async function victim(ms: number): Promise<void> {
    const child = box.start(['supervisor-hook']);
    const finished = finish(child, INPUT);
    await sleep(ms);
    child.kill('SIGKILL');
    const run = await finished;
    if (run.signal === 'SIGKILL') tally.killed++;
    else {
      expectFinished(run);
      tally.finished++;
    }
  }

  /** A killed hook has counted or has not; one that finished has. */
  function expectSoundState(): void {
    // What an event has seen is there only once one got that far.
    const { begin: _, watched: __, round, ...state } = JSON.parse(readFileSync(stateFile, 'utf8'));
    expect(state).toEqual(SHAPE);
    // A new count has no round yet; the last one is still that of the count before.
    if (round && state.count > 0) expect(round.count).toBe(state.count);
    expect(state.count).toBeGreaterThanOrEqual(tally.finished);
    expect(state.count).toBeLessThanOrEqual(tally.finished + tally.killed);
  }

  const left = (pattern: RegExp) => box.files(box.cccDir).filter((path) => pattern.test(basename(path)));
  const LOCK = /\.lock$/;
  const TEMPORARY = /\.tmp$/;
  /** A claim is the right to remove the lock of a dead process. */
  const PASSING = /\.lock$|\.lock\.|\.tmp$/;

  it(`${KILLS} times, one hook after the other`, async () => {
    const met = { kills: 0, locks: 0, temporaries: 0 };
    // Until some fell into the write itself: about one in thirty does.
    while (met.kills < KILLS || (met.locks === 0 && met.kills < 20 * KILLS)) {
      if (tally.finished + tally.killed > 90) await begin();
      const before = tally.killed;
      await victim(random() * lifeMs);
      met.kills += tally.killed - before;
      const [locks, temporaries] = [left(LOCK).length, left(TEMPORARY).length];
      met.locks += locks;
      met.temporaries += temporaries;
      expect(Math.max(locks, temporaries)).toBeLessThanOrEqual(1);
      expectSoundState();
      // Only now and then: what is left is to meet the next victim, too.
      if (random() < 0.5) {
        await clean();
        expectSoundState();
      }
    }
    await clean();
    console.log(`${build.name}, a life of ${Math.round(lifeMs)} ms: ${JSON.stringify(met)}`);
    expect(left(PASSING)).toEqual([]);
    expect(met.locks).toBeGreaterThan(0);
    for (const { verdict } of box.journal()) expect(verdict).toBe('failed');
  });

  it('between any two steps: lock, claims and half-written file of the dead are gone after the next hook', async () => {
    // As the lock names its holder: pid, host, and a name of its own. A claim is named after the holder it is about.
    const nobody = (name: string) => `${spawnSync('true').pid}.${hostTag()}.${name}`;
    const lock = join(box.cccDir, 'supervisor-victim.lock');
    symlinkSync(nobody('holder1aaaa'), lock);
    symlinkSync(nobody('breaker1aaaa'), `${lock}.holder1aaaa`);
    symlinkSync(nobody('breaker2aaaa'), `${lock}.holder2aaaa`);
    box.write(join(box.cccDir, 'supervisor-victim.json.tmp'), '{"session_id": "vic');
    await clean();
    expect(left(PASSING)).toEqual([]);
    expectSoundState();
  });

  it('in a crowd that waits for the same lock, while somebody reads all the time', async () => {
    const crowd = Array.from({ length: 12 }, (_, i) => i);
    const torn: string[] = [];
    const reader = setInterval(() => {
      const text = readFileSync(stateFile, 'utf8');
      if (!text.endsWith('}\n')) torn.push(text);
    }, 1);
    try {
      for (let wave = 0; wave < WAVES; wave++) {
        if (tally.finished + tally.killed + crowd.length > 100) await begin();
        await Promise.all(crowd.map((i) => (i % 2 ? victim(random() * lifeMs * 6) : clean())));
        expectSoundState();
      }
      await clean();
    } finally {
      clearInterval(reader);
    }
    expect(left(PASSING)).toEqual([]);
    expect(torn).toEqual([]);
  });
});
