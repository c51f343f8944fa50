import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoMessages } from '../i18n/demo.ts';
import { exitCode, runSync } from '../platform/spawn.ts';
import type { SandboxFolder } from '../sandbox/folder.ts';
import type { SandboxRun } from '../sandbox/run-client.ts';
import type { ApiRequest } from '../sandbox/scripted-api.ts';
import { isReviewRequest } from '../sandbox/scripted-replies.ts';
import { EXPECTED, FILES, TEST } from './script.ts';
import type { DemoSandbox } from './setup.ts';

/** The figures of a demo run, as `--json` prints them. */
export interface DemoResult {
  blocks: number;
  allows: number;
  reviews: number;
  requests: { worker: number; reviewer: number };
  file_changed: boolean;
  test_passes: boolean;
  seconds: number;
}

interface CheckedResult {
  result: DemoResult;
  /** What differs from the script; empty if nothing does. */
  problems(messages: DemoMessages): string[];
}

/** Checks what the demo says about itself against the file, the test and the API's requests. */
export function demoResult(
  { folder, api }: DemoSandbox,
  { ending, stderr }: SandboxRun,
  { blocks, allows, failed }: { blocks: number; allows: number; failed: number },
  seconds: number,
): CheckedResult {
  const { changed, passes, output } = finalState(folder);
  const requests = countRequests(api.requests);
  const result = {
    blocks,
    allows,
    reviews: blocks + allows + failed,
    requests,
    file_changed: changed,
    test_passes: passes,
    seconds: Math.round(seconds * 10) / 10,
  };
  const asText = (counts: { worker: number; reviewer: number }) => `${counts.worker} + ${counts.reviewer}`;
  return {
    result,
    problems: (messages) =>
      [
        ending.kind === 'not-started' && messages.notStarted(ending.code),
        ending.kind === 'too-slow' && messages.tooSlow(ending.seconds),
        ending.kind === 'exited' && ending.code !== 0 && messages.exited(stderr.trim().slice(-300)),
        blocks !== EXPECTED.blocks && messages.wrongBlocks(blocks, EXPECTED.blocks),
        allows !== EXPECTED.allows && messages.wrongApprovals(allows, EXPECTED.allows),
        !changed && messages.wrongFile('price.sh'),
        !passes && messages.wrongTest(TEST, output),
        asText(requests) !== asText(EXPECTED) && messages.wrongRequests(asText(requests), asText(EXPECTED)),
      ].filter((line): line is string => typeof line === 'string'),
  };
}

function finalState(folder: SandboxFolder): { changed: boolean; passes: boolean; output: string } {
  const price = readFileSync(join(folder.project, 'price.sh'), 'utf8');
  const test = runSync('/bin/sh', ['test.sh'], { cwd: folder.project, collectStderr: true, timeoutMs: 10_000 });
  return {
    changed: price !== FILES['price.sh'],
    passes: exitCode(test) === 0,
    output: `${test.stdout}${test.stderr}`.trim(),
  };
}

/** The client's own requests, such as for a session title, have no tools and do not count. */
function countRequests(requests: readonly ApiRequest[]): { worker: number; reviewer: number } {
  const counted = requests.filter(({ body }) => body.tools?.length);
  const reviewer = counted.filter(isReviewRequest).length;
  return { worker: counted.length - reviewer, reviewer };
}
