import { join } from 'node:path';
import { isReviewRequest } from '../../src/sandbox/scripted-replies.ts';
import { Sandbox } from '../../test/support/sandbox.ts';
import { type ApiRequest, type ScriptedApi, startScriptedApi, textReply } from '../../test/support/scripted-api.ts';
import { type LongSession, longSession } from './long-session.ts';
import { median, progress, type Row } from './rows.ts';
import { npm } from './subjects.ts';

const SIZES = [0.1, 1, 11];
const ROUNDS = 5;
/** No worker says this: by it a request of a built-in hook is known. */
const CONDITION = 'BENCH-CONDITION';

/** Who may judge a stop: ours with the whole session or with the evidence, and the client's own two. */
const JUDGES = {
  'ccc, fork': { context: 'fork' },
  'ccc, evidence': { context: 'evidence' },
  'built-in prompt hook': { type: 'prompt' },
  'built-in agent hook': { type: 'agent' },
} as const;

type Judge = keyof typeof JUDGES;

/** From the worker's last request to the first one about it, and how big that is: all four take turns on one API. */
export async function contexts(): Promise<Row[]> {
  const api = await startScriptedApi((request) => {
    if (isReviewRequest(request)) return textReply('{"allow_stop": true, "feedback": "fine"}');
    return isBuiltIn(request) ? textReply('{"ok": true, "reason": "fine"}') : textReply('Done.');
  });
  const box = new Sandbox(npm, api.url);
  try {
    const rows: Row[] = [];
    for (const size of SIZES) rows.push(...(await atSize(size, box, api)));
    return rows;
  } finally {
    box.dispose();
    await api.close();
  }
}

const isBuiltIn = (request: ApiRequest) => JSON.stringify(request.body.messages).includes(CONDITION);

async function atSize(size: number, box: Sandbox, api: ScriptedApi): Promise<Row[]> {
  const session = await longSession(box, size * 1_000_000);
  const results = Object.fromEntries(Object.keys(JUDGES).map((judge) => [judge, []])) as unknown as Record<
    Judge,
    { ms: number; bytes: number }[]
  >;
  for (let i = -1; i < ROUNDS; i++) {
    progress(`${size} MB ${Math.max(0, i + 1)}/${ROUNDS}`);
    for (const judge of Object.keys(JUDGES) as Judge[]) {
      const result = await judged(judge, session, box, api);
      if (i >= 0) results[judge].push(result);
    }
  }
  const ms = (judge: Judge) => median(results[judge].map((result) => result.ms));
  return (Object.keys(JUDGES) as Judge[]).map((judge) => {
    const bytes = median(results[judge].map((result) => result.bytes));
    const aim = judge === 'ccc, evidence' ? { aim: '<= 24,000 bytes', met: bytes <= 24_000 } : {};
    const value = `${bytes.toLocaleString('en')} bytes, ${ms(judge)} ms`;
    return { name: `${size} MB of session: ${judge}`, value, ratio: ms(judge) / ms('built-in agent hook'), ...aim };
  });
}

async function judged(judge: Judge, session: LongSession, box: Sandbox, api: ScriptedApi) {
  const how = JUDGES[judge];
  if ('context' in how) {
    box.registerHooks();
    box.config({ enabled: true, context: how.context });
  } else {
    const hook = { type: how.type, prompt: `${CONDITION}: is the work done? $ARGUMENTS`, timeout: 60 };
    box.write(join(box.claudeDir, 'settings.json'), { hooks: { Stop: [{ hooks: [hook] }] } });
  }
  const seen = api.requests.length;
  await box.claude(['-p', 'go on', '--resume', session.id, '--fork-session']);
  const requests = api.requests.slice(seen);
  const first = requests.findIndex((request) => isReviewRequest(request) || isBuiltIn(request));
  const [worker, request] = [requests[first - 1], requests[first]];
  if (!worker || !request) throw new Error(`${judge}: no request about the stop`);
  return { ms: request.at - worker.at, bytes: request.bytes };
}
