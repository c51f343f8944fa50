import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sandbox } from '../../test/support/sandbox.ts';
import { startScriptedApi, textReply, toolUseReply } from '../../test/support/scripted-api.ts';
import { longSession } from './long-session.ts';
import { median, progress, type Row } from './rows.ts';
import { NODE, npm } from './subjects.ts';

const MEGABYTES = 10;
const LIMIT_MS = 150;
/** A process gives one cold figure, and one alone varies by a third. */
const PROCESSES = 5;

/** Computing the evidence of a long transcript, in the Node that runs a hook, against reading and parsing its lines. */
export async function evidenceOfLongSession(): Promise<Row[]> {
  progress('evidence');
  const api = await startScriptedApi((request) =>
    request.lastUserText.includes('evidence')
      ? textReply('Done.')
      : toolUseReply('Bash', { command: 'echo evidence', description: 'show' }),
  );
  const box = new Sandbox(npm, api.url);
  const folder = mkdtempSync(join(tmpdir(), 'ccc-bench-'));
  try {
    const { transcript } = await longSession(box, MEGABYTES * 1_000_000);
    const probe = join(folder, 'evidence.mjs');
    execFileSync(process.execPath, [
      'build',
      join(import.meta.dirname, 'evidence-probe.ts'),
      '--target',
      'node',
      '--outfile',
      probe,
    ]);
    const runs = Array.from({ length: PROCESSES }, () => {
      const printed = execFileSync(NODE, [probe, transcript, box.project], { encoding: 'utf8', env: box.environment });
      return JSON.parse(printed) as { evidence: number; parse: number; bytes: number };
    });
    const evidence = median(runs.map((run) => run.evidence));
    const parse = median(runs.map((run) => run.parse));
    const bytes = runs[0]?.bytes ?? 0;
    return [
      { name: `reading and parsing every line of ${MEGABYTES} MB`, value: `${parse.toFixed(0)} ms`, ratio: 1 },
      {
        name: `the evidence of ${MEGABYTES} MB of transcript`,
        value: `${evidence.toFixed(0)} ms, ${bytes.toLocaleString('en')} bytes`,
        ratio: evidence / parse,
        aim: `<= ${LIMIT_MS} ms, <= 16,000 bytes`,
        met: evidence <= LIMIT_MS && bytes <= 16_000,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
    box.dispose();
    await api.close();
  }
}
