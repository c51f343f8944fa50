import type { DemoMessages } from '../i18n/demo.ts';
import type { SandboxRun } from '../sandbox/run-client.ts';
import { EXPECTED, TEST } from './script.ts';
import { type DemoSetup, finalFiles, requestsIn } from './setup.ts';

/** How the demo went, in figures. */
export interface DemoResult {
  blocks: number;
  allows: number;
  reviews: number;
  requests: { worker: number; reviewer: number };
  file_changed: boolean;
  test_passes: boolean;
  seconds: number;
}

interface Judged {
  data: DemoResult;
  /** What did not go as written; empty if it all did. */
  wrong(words: DemoMessages): string[];
}

/** The demo makes claims too: each is checked against the file, the test and the API's own log. */
export function demoResult(
  stage: DemoSetup,
  { ending, stderr }: SandboxRun,
  { blocks, allows, failed }: { blocks: number; allows: number; failed: number },
  seconds: number,
): Judged {
  const { changed, passes, said } = finalFiles(stage.folder);
  const requests = requestsIn(stage.api.requests);
  const data = {
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
    data,
    wrong: (words) =>
      [
        ending.kind === 'not-started' && words.notStarted(ending.code),
        ending.kind === 'too-slow' && words.tooSlow(ending.seconds),
        ending.kind === 'exited' && ending.code !== 0 && words.ended(stderr.trim().slice(-300)),
        blocks !== EXPECTED.blocks && words.wrongBlocks(blocks, EXPECTED.blocks),
        allows !== EXPECTED.allows && words.wrongAllows(allows, EXPECTED.allows),
        !changed && words.wrongFile('price.sh'),
        !passes && words.wrongTest(TEST, said),
        asText(requests) !== asText(EXPECTED) && words.wrongRequests(asText(requests), asText(EXPECTED)),
      ].filter((line): line is string => typeof line === 'string'),
  };
}
