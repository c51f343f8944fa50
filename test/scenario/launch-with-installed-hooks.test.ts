import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allow, block } from '../../src/sandbox/scripted-replies.ts';
import { IS_FULL, SMOKE_BUILDS } from '../support/builds.ts';
import { JUDGED_TWICE, RED_CHECK, useScenario } from '../support/scenario.ts';
import { textReply } from '../support/scripted-api.ts';

/**
 * A launch brings our hooks even if a settings file has them too, for the worker can change that file while it works. The
 * client runs an identical command once. A file that the client does not load must not count as one that has them.
 */
describe.each(SMOKE_BUILDS)('installed hooks and a launch, $name', (build) => {
  const { api, box } = useScenario(build);

  it.each([
    ['in a file that loads', ''],
    ['in a file with a comment, which does not', '// mine\n'],
  ])('%s: an event is judged once for each stop', async (_, comment) => {
    if (!IS_FULL) box.config({ checks: [RED_CHECK], max_iterations: 1 });
    api.setReplies({ worker: [textReply('Done.')], reviewer: IS_FULL ? [block('No.'), allow()] : [] });
    box.registerHooks(['Stop', 'PreToolUse']);
    const file = join(box.claudeDir, 'settings.json');
    box.write(file, comment + readFileSync(file, 'utf8'));
    const run = await box.ccc(['-p', 'make it work'], '', { CCC_SUPERVISOR: '1' });
    expect([run.code, run.stdout]).toEqual([0, 'Done.\n']);
    expect(box.journal().map(({ verdict, cause }) => `${verdict} ${cause}`)).toEqual(JUDGED_TWICE);
    expect(api.reviews()).toHaveLength(IS_FULL ? 2 : 0);
    const { stdout } = await box.ccc(['--dry-run']);
    expect(stdout).toContain('supervisor-hook');
  });
});
