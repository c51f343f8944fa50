import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { descendantsOf } from '../../src/platform/process-tree.ts';
import { allow, block } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS, sample, throughShell } from '../support/builds.ts';
import { linuxOnly } from '../support/linux-only.ts';
import { finish } from '../support/processes.ts';
import { useScenario } from '../support/scenario.ts';
import { type Reply, textReply } from '../support/scripted-api.ts';
import { sleep, until } from '../support/wait.ts';

const TOKEN = 'token-of-the-user-0815';
const HEADER = 'gate-pass-of-the-company-4711';
const KEY = 'sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789';
const HELPER_KEY = 'sk-ant-api03-helper-ZyXwVuTsRqPoNmLkJiHgFeDcBa98';
/** In no variable: only its form, or the name before it, gives it away. */
const BY_FORM = ['hvs', 'aB3dE5gH7jK9mN1pQ3sT5vW7'].join('.');
const BY_NAME = 'swordfish-of-the-deep';
const SECRETS = [TOKEN, HEADER, KEY, HELPER_KEY, BY_FORM, BY_NAME];
const ALL = `Bearer ${TOKEN}, X-Gate: ${HEADER}, key ${KEY}, helper ${HELPER_KEY}, ${BY_FORM}, DB_PASS=${BY_NAME}`;

/** Reviews in which every secret comes up where it could slip into a file. */
const REVIEWS: [what: string, reply: Reply, input: object, code: number][] = [
  ['feedback that repeats them', block(`Remove these from the source: ${ALL}`), {}, 0],
  ['a question nobody could judge', { kind: 'error', status: 400, message: ALL }, { hook_event_name: 'PreToolUse' }, 0],
  ['an API error that repeats them', { kind: 'error', status: 400, message: `invalid: ${ALL}` }, {}, 1],
  ['an allowance that repeats them', allow(`Seen, and harmless: ${ALL}`), {}, 0],
  ['a verdict that cannot be read', { kind: 'message', blocks: [{ type: 'text', text: `No verdict. ${ALL}` }] }, {}, 0],
  ['a tool call that brings them', block('no'), { tool_name: ALL, tool_input: { command: ALL } }, 0],
];

describe.each(BUILDS)('secrets, $name', (build) => {
  // A careless umask must not open what we write.
  const { api, box } = useScenario(throughShell(build, 'umask 0; exec "$@"'), { supervised: true });

  linuxOnly('command lines in /proc').it.each(sample(4, REVIEWS))(
    '%s: in no file, in no command line',
    async (_, reply, input, code) => {
      // The reviewer is there until its command line has been looked at.
      api.script = async () => {
        await until('the reviewer’s command line', () => lines.seen().some((line) => line.includes('stream-json')));
        return reply;
      };
      const keyFile = box.write('helper-key', HELPER_KEY);
      box.write('home/.claude/settings.json', { apiKeyHelper: `cat ${keyFile}` });
      box.env = {
        ...box.env,
        ANTHROPIC_AUTH_TOKEN: TOKEN,
        ANTHROPIC_CUSTOM_HEADERS: `X-Other: short\nX-Gate: ${HEADER}`,
        MY_API_KEY: KEY,
      };

      const child = box.start(['supervisor-hook']);
      const lines = watchCommandLines(child.pid as number);
      const run = await finish(child, { session_id: 'a', hook_event_name: 'Stop', ...input });
      const seen = await lines.stop();

      expect(run.code).toBe(code);
      expect(api.requests.length).toBeGreaterThan(0);
      expect(api.requests[0]?.headers['x-gate']).toBe(HEADER);
      expect(seen.filter((line) => line.includes('stream-json'))).not.toHaveLength(0);
      for (const secret of SECRETS) {
        expect(seen.filter((line) => line.includes(secret))).toEqual([]);
        // On stdout the agent gets its feedback as it is; what people read is masked.
        if (run.code !== 0) expect(run.stderr).not.toContain(secret);
        if (run.code === 0) expect(JSON.parse(run.stdout).systemMessage).not.toContain(secret);
      }

      const files = box.contents(box.cccDir);
      expect(Object.keys(files).map((path) => path.slice(box.cccDir.length + 1))).toEqual([
        'reviews.jsonl',
        'supervisor-a.json',
        'supervisor-a.log',
      ]);
      for (const [path, text] of Object.entries(files)) {
        for (const secret of SECRETS) expect([path, text.includes(secret)]).toEqual([path, false]);
        expect([path, statSync(path).mode & 0o777]).toEqual([path, 0o600]);
      }
      expect(statSync(box.cccDir).mode & 0o777).toBe(0o700);
      expect(files[`${box.cccDir}/reviews.jsonl`]).toContain('[redacted]');
    },
  );
});

describe.each(BUILDS)('keys that stand only in ccc.json or at the launch, $name', (build) => {
  const { api, box } = useScenario(build, { supervised: true });
  const [HEADER_KEY, PROVIDER_KEY, VARIABLE_KEY] = ['q7Zk29vMx1LpTt83', 'r8Al30wNy2MqUu94', 's9Bm41xOz3NrVv05'];

  it.each<[where: string, otel: object, env: Record<string, string>]>([
    ['in ccc.json', { OTEL_EXPORTER_OTLP_HEADERS: `api-key=${HEADER_KEY}` }, {}],
    ['at the launch', {}, { OTEL_EXPORTER_OTLP_HEADERS: `api-key=${HEADER_KEY}` }],
  ])('and a check prints them: in no file, and not for on_event; the header %s', async (_, otel, env) => {
    const keys = `${HEADER_KEY} ${PROVIDER_KEY} ${VARIABLE_KEY}`;
    box.write('project/keys.txt', `what a check prints: ${keys}`);
    box.write(join(box.claudeDir, 'ccc.json'), {
      otel,
      providers: { x: { api_key: PROVIDER_KEY, env: { X_TOKEN: VARIABLE_KEY } } },
      supervisor: {
        checks: [{ name: 'red', run: 'cat keys.txt; false', always: true }],
        // What a command that fails has printed is in the log; without their names, only what ccc.json says tells keys.
        ...{
          max_iterations: 1,
          on_event: `cat >> told.jsonl; tr '":,{}' '\\n' < '${join(box.claudeDir, 'ccc.json')}' | sort; exit 3`,
        },
      },
    });
    api.setReplies({ worker: [textReply('Done.')], reviewer: [] });
    expect((await box.ccc(['-p', 'do it'], '', env)).code).toBe(0);
    const told = join(box.home, 'told.jsonl');
    await until('on_event', () => existsSync(told) && readFileSync(told, 'utf8').includes('"cause":"limit"'));
    await until('the log', () =>
      Object.values(box.contents(box.cccDir)).some((text) => text.includes('on_event failed')),
    );
    const files = { ...box.contents(box.cccDir), [told]: readFileSync(told, 'utf8') };
    expect(Object.keys(files).join()).toMatch(/reviews\.jsonl.*\.log/);
    expect(files[told]).toContain('what a check prints: [redacted] [redacted] [redacted]');
    for (const [path, text] of Object.entries(files))
      for (const key of [HEADER_KEY, PROVIDER_KEY, VARIABLE_KEY])
        expect([path, text.includes(key)]).toEqual([path, false]);
  });
});

/** Every command line that a process and its descendants have had, looked at every few milliseconds. */
function watchCommandLines(root: number) {
  const seen = new Set<string>();
  let going = true;
  const done = (async () => {
    while (going) {
      for (const pid of [root, ...descendantsOf(root)]) {
        try {
          seen.add(readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '));
        } catch {
          // Gone between the listing and the look.
        }
      }
      await sleep(5);
    }
  })();
  return {
    seen: () => [...seen],
    stop: async () => {
      going = false;
      await done;
      return [...seen];
    },
  };
}
