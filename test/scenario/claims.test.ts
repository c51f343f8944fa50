import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allow } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS } from '../support/builds.ts';
import { useScenario } from '../support/scenario.ts';
import { textReply, toolUseReply } from '../support/scripted-api.ts';

/** Claims that the session contradicts, in sessions of the real client. */
describe.each(BUILDS)('false claims, $name', (build) => {
  const { api, box } = useScenario(build, { supervised: true, hooks: ['Stop'] });

  /** A runner that nobody knows, and that passes once there is a file. */
  function project(supervisor: object) {
    configure(supervisor);
    writeFileSync(join(box.project, 'dev'), '#!/bin/sh\n[ -e fixed.js ] && echo fine || { echo broken; exit 1; }\n');
    chmodSync(join(box.project, 'dev'), 0o755);
    box.commit('before', Date.now() - 3_600_000);
  }
  const configure = (supervisor: object) =>
    box.config({ runners: [{ command: './dev verify', kind: 'test' }], ...supervisor });
  const verify = toolUseReply('Bash', { command: './dev verify', description: 'verify' });
  const fix = (text: string) => () =>
    toolUseReply('Write', { file_path: join(box.project, 'fixed.js'), content: `${text}\n` });
  const work = () => box.work(['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash,Write']);

  it('"block": sent back with what was said and the run, with no request, until the claim holds', async () => {
    project({ claims: 'block' });
    api.setReplies({
      worker: [
        verify,
        textReply('All tests pass.'),
        ...[fix('one'), verify, fix('two'), textReply('All tests pass now.')],
        ...[verify, textReply('All tests pass.')],
      ],
      reviewer: [allow()],
    });
    const { session_id } = await work();
    const told = api.workerRequests().map(({ lastUserText }) => lastUserText);
    const [contradicted, stale] = told.filter((text) => text.includes('Your last message says'));
    expect(contradicted).toMatch(/"All tests pass\." But the last test run \(\.\/dev verify\) failed \(exit 1\)\./);
    expect(stale).toMatch(
      /"All tests pass now\." But code changed after the last test run \(\.\/dev verify\): fixed\.js\./,
    );
    expect(contradicted).toContain('Run it again and report what it prints, or correct the message.');
    expect(
      box.journal().map(({ verdict, cause, count, cost_usd }) => [verdict, cause, count, cost_usd === null]),
    ).toEqual([
      ['block', 'claims', 1, true],
      ['block', 'claims', 2, true],
      ['allow', 'review', 3, false],
    ]);
    expect(api.reviews()).toHaveLength(1);
    expect(box.state(session_id).approved).toBeDefined();
  });

  it('"tell": the reviewer is told; the same claim again and again is a stall with "block"', async () => {
    project({});
    api.setReplies({ worker: [verify, textReply('All tests pass.')], reviewer: [allow()] });
    const { session_id } = await work();
    expect(api.reviews()).toHaveLength(1);
    expect(api.reviews()[0]?.lastUserText).toContain('./dev verify');
    const { claims } = JSON.parse((await box.ccc(['evidence', '--json', '--session', session_id])).stdout);
    expect(claims).toMatchObject([{ kind: 'test', status: 'contradicted', run: { command: './dev verify' } }]);

    configure({ claims: 'block', stall_after: 2 });
    const judged = await box.ccc(['review', '--session', session_id, '--json']);
    expect(judged.code).toBe(3);
    expect(JSON.parse(judged.stdout)).toMatchObject({ verdict: 'block', cause: 'claims', cost_usd: null });
    api.setReplies({ worker: [verify, textReply('All tests pass.')], reviewer: [] });
    await work();
    expect(box.journal().slice(1)).toMatchObject([
      { by_hand: { verdict: 'block', cause: 'claims' } },
      { verdict: 'block', cause: 'claims' },
      { verdict: 'allow', cause: 'stall', feedback: 'false claims about test' },
    ]);
    expect(api.reviews()).toHaveLength(1);
  });
});
