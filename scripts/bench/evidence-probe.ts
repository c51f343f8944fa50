/** Run by `evidence.ts` on Node: prints medians in milliseconds as JSON. */
import { readFileSync } from 'node:fs';
import { gatherEvidence } from '../../src/evidence/gather.ts';
import { renderEvidence } from '../../src/evidence/render/text.ts';
import { median } from './rows.ts';

const [transcript = '', folder = ''] = process.argv.slice(2);
const nothing = { since: undefined, background: [], lastMessage: undefined, verdicts: [], checks: [] };
const times: { evidence: number[]; parse: number[] } = { evidence: [], parse: [] };
let bytes = 0;
for (let i = 0; i < 7; i++) {
  const begun = performance.now();
  const evidence = await gatherEvidence({ transcript, folder, env: process.env, ...nothing });
  bytes = Buffer.byteLength(renderEvidence(evidence));
  const between = performance.now();
  for (const line of readFileSync(transcript, 'utf8').split('\n')) if (line) JSON.parse(line);
  times.evidence.push(between - begun);
  times.parse.push(performance.now() - between);
}
// The first is what a hook pays: nothing is warm yet.
console.log(JSON.stringify({ evidence: times.evidence[0], parse: median(times.parse), bytes }));
