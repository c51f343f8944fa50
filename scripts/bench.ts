/** `npm run bench`: figures as ratios within one run, in a clean environment, so that a noisy machine cancels out. */
import { isReviewRequest } from '../src/sandbox/scripted-replies.ts';
import { Sandbox } from '../test/support/sandbox.ts';
import { startScriptedApi, textReply, toolUseReply } from '../test/support/scripted-api.ts';
import { auditOfManySessions } from './bench/audit.ts';
import { contexts } from './bench/contexts.ts';
import { evidenceOfLongSession } from './bench/evidence.ts';
import { journalOfMillionLines } from './bench/journal.ts';
import { pageOfManyReviews } from './bench/page.ts';
import { reviews } from './bench/reviews.ts';
import { print, progress, type Row } from './bench/rows.ts';
import { startUp } from './bench/start-up.ts';
import { nodeVersion, npm } from './bench/subjects.ts';

const only = /--only[= ](\S+)/.exec(process.argv.join(' '))?.[1];
const asJson = process.argv.includes('--json');

async function main() {
  const rows: Row[] = [];
  for (const [name, measure] of Object.entries(benches)) if (!only || only === name) rows.push(...(await measure()));
  progress('');
  if (!asJson) print(rows);
  else
    console.log(
      JSON.stringify({ node: nodeVersion(), platform: `${process.platform}-${process.arch}`, rows }, null, 2),
    );
}

async function ofTheHook(): Promise<Row[]> {
  const api = await startScriptedApi((request) =>
    isReviewRequest(request)
      ? textReply('{"allow_stop": true, "feedback": "fine"}')
      : request.lastUserText.includes('evidence')
        ? textReply('Done.')
        : toolUseReply('Bash', { command: 'echo evidence', description: 'show' }),
  );
  const box = new Sandbox(npm, api.url);
  try {
    return [...(await startUp(box)), ...(await reviews(box, api))];
  } finally {
    box.dispose();
    await api.close();
  }
}

const benches: Record<string, () => Promise<Row[]>> = {
  hook: ofTheHook,
  evidence: evidenceOfLongSession,
  audit: auditOfManySessions,
  contexts,
  journal: journalOfMillionLines,
  page: pageOfManyReviews,
};

await main();
