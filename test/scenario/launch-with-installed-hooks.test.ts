import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allow, block } from '../../src/sandbox/scripted-replies.ts';
import { bySize, SMOKE_BUILDS } from '../support/builds.ts';
import { useScenario } from '../support/scenario.ts';
import { textReply } from '../support/scripted-api.ts';

const STOPS = bySize(1, 2);

/** A settings file that the client does not load must not count as one that already brings our hooks. */
describe.each(SMOKE_BUILDS)('installed hooks and a launch, $name', (build) => {
  const { api, box } = useScenario(build);

  it.each([
    ['in a file that loads', ''],
    ['in a file with a comment, which does not', '// mine\n'],
  ])('%s: reviewed once for each stop', async (_, comment) => {
    api.setReplies({ worker: [textReply('Done.')], reviewer: [block('No.'), allow()].slice(-STOPS) });
    box.registerHooks(['Stop']);
    const file = join(box.claudeDir, 'settings.json');
    box.write(file, comment + readFileSync(file, 'utf8'));
    const run = await box.ccc(['-p', 'make it work'], '', { CCC_SUPERVISOR: '1' });
    expect([run.code, run.stdout]).toEqual([0, 'Done.\n']);
    expect(api.reviews()).toHaveLength(STOPS);
  });
});
