import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../src/journal/record.ts';
import { answeredFirstRun } from '../../src/sandbox/folder.ts';
import { allow, block } from '../../src/sandbox/scripted-replies.ts';
import { ALL_BUILDS, BUILDS, ROOT } from '../support/builds.ts';
import { linuxOnly } from '../support/linux-only.ts';
import { OtlpReceiver, type ReceiverMode } from '../support/otlp-receiver.ts';
import { processesWith } from '../support/processes.ts';
import { NO_API } from '../support/sandbox.ts';
import { RED_CHECK, useScenario } from '../support/scenario.ts';
import { type Reply, textReply, toolUseReply } from '../support/scripted-api.ts';
import { Screen } from '../support/terminal.ts';
import { until } from '../support/wait.ts';

/** One stop that a check sends back, and one that goes through because the round is used up: no reviewer is needed. */
const TWO_STOPS = { enabled: true, checks: [RED_CHECK], max_iterations: 1 };

const REFUSED: Reply = { kind: 'error', status: 400, message: 'not like this' };

describe.each(BUILDS)('a desktop notification, $name', (build) => {
  const { api, box } = useScenario(build, { supervised: true, hooks: ['Stop', 'StopFailure', 'Notification'] });
  let screen: Screen;
  afterEach(() => screen.close());

  it('is written to the terminal after an approval, and not after a block', async () => {
    api.setReplies({
      worker: [textReply('Done!'), textReply('Now really.')],
      reviewer: [block('Run the tests.'), allow('They were run.')],
    });
    screen = new Screen(box);
    await screen.shows(/❯|>/);
    await screen.type('do it');
    await screen.shows('sent back with feedback (round 1 of 20');
    expect(screen.raw()).not.toContain('\x1b]9;ccc');
    await screen.shows('reviewed and approved (round 2 of 20');
    await until('the notification', () => screen.raw().includes('\x1b]9;ccc: project: approved\x07'));
  });

  it('is written when the client waits for the user, after a review that failed', async () => {
    // The client says so after a minute, unless it is told otherwise.
    box.write('home/.claude.json', { ...answeredFirstRun(box.project), messageIdleNotifThresholdMs: 1000 });
    api.setReplies({ worker: [textReply('Done!')], reviewer: [REFUSED] });
    screen = new Screen(box);
    await screen.shows(/❯|>/);
    await screen.type('do it');
    await screen.shows('supervisor SDK failed');
    await until('the notification', () =>
      screen.raw().includes('\x1b]9;ccc: project: review failed, NOT reviewed\x07'),
    );
  });

  it('is written after an error of the API', async () => {
    api.setReplies({ worker: [REFUSED], reviewer: [] });
    screen = new Screen(box);
    await screen.shows(/❯|>/);
    await screen.type('do it');
    await until('the notification', () =>
      screen.raw().includes('\x1b]9;ccc: project: API error, NOT reviewed (unknown)\x07'),
    );
    // The client may not have written what was asked for when the hook begins.
    const error = box.journalLines().find((line) => 'api_error' in line);
    expect(error).toMatchObject({ request: 'do it', client_pid: expect.any(Number) });
  });

  const impossible = textReply('{"allow_stop": true, "impossible": true, "feedback": "Nobody here has the key."}');
  it.each<[outcome: string, config: object, reviewer: Reply[]]>([
    ['round limit reached', { checks: [RED_CHECK], max_iterations: 1 }, []],
    ['gave up', { checks: [RED_CHECK], stall_after: 2 }, []],
    ['review budget used up', { max_cost_usd: 0.01, stall_after: 20 }, [block('Run the tests.')]],
    ['impossible as asked', {}, [impossible]],
  ])('says that a stop went through without an approval: %s', async (outcome, config, reviewer) => {
    box.config(config);
    api.setReplies({ worker: [textReply('Done!')], reviewer });
    screen = new Screen(box);
    await screen.shows(/❯|>/);
    await screen.type('do it');
    await until('the notification', () => screen.raw().includes('\x1b]9;ccc'));
    const [, told] = screen.raw().split('\x1b]9;');
    expect(told?.split('\x07')[0]).toBe(`ccc: project: ${outcome}, NOT approved`);
  });

  it('is not, with notify off', async () => {
    box.config({ notify: false });
    api.setReplies({ worker: [textReply('Done!')], reviewer: [allow('They were run.')] });
    screen = new Screen(box);
    await screen.shows(/❯|>/);
    await screen.type('do it');
    await screen.shows('reviewed and approved (round 1 of 20');
    await screen.leave();
    expect(screen.raw()).not.toContain('\x1b]9;ccc');
  });
});

describe.each(ALL_BUILDS)('on_event, $name', (build) => {
  const { api, box } = useScenario(build);
  const told = () => {
    const file = join(box.home, 'told.jsonl');
    return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').sort() : [];
  };
  const deliveries = () => processesWith(`HOME=${box.home}`, '__deliver');

  it('gets every line of a run as it is in the journal', async () => {
    box.config({ ...TWO_STOPS, on_event: 'cat >> told.jsonl' });
    api.setReplies({ worker: [textReply('Done.')], reviewer: [] });
    expect((await box.ccc(['-p', 'do it'])).code).toBe(0);
    const journal = box.journalLines();
    expect(journal).toHaveLength(4);
    await until('all lines', () => told().length >= 4);
    expect(told().map((line) => JSON.parse(line))).toEqual(
      journal
        .map((line) => JSON.stringify(line))
        .sort()
        .map((line) => JSON.parse(line)),
    );
    await until('nothing to be left', () => deliveries().length === 0);
  });

  it('is told, and no verdict held up, whatever pipes an agent has put where a hook may write', async () => {
    box.config({ ...TWO_STOPS, on_event: 'cat >> told.jsonl' });
    // The hooks that come are likely to get the next process ids.
    const next = spawnSync('true').pid;
    const pipes = Array.from({ length: 3000 }, (_, n) => join(box.cccDir, `delivery-${next + n}.json`));
    mkdirSync(box.cccDir, { recursive: true });
    expect(spawnSync('mkfifo', pipes).status).toBe(0);
    api.setReplies({ worker: [textReply('Done.')], reviewer: [] });
    expect((await box.ccc(['-p', 'do it'])).code).toBe(0);
    expect(box.journal().map(({ verdict, cause }) => `${verdict} ${cause}`)).toEqual(['block check', 'allow limit']);
    await until('all lines', () => told().length >= 4);
    await until('nothing to be left', () => deliveries().length === 0);
  });

  linuxOnly('it reads /proc').it('that hangs delays nothing, and is ended with all that it started', async () => {
    const command = 'trap "" TERM HUP; sleep 987 & sleep 987';
    box.config({ ...TWO_STOPS, on_event: command });
    api.setReplies({ worker: [textReply('Done.')], reviewer: [] });
    expect((await box.ccc(['-p', 'do it'])).code).toBe(0);
    // The run is over, and what it told is not.
    const hanging = () => processesWith(`HOME=${box.home}`, 'sleep\x00987');
    await until('it to hang', () => hanging().length > 0);
    expect(box.journalLines()).toHaveLength(4);
    await until('it to be ended', () => hanging().length === 0 && deliveries().length === 0);
    const log = box.files(box.cccDir).find((file) => file.endsWith('.log')) as string;
    expect(readFileSync(log, 'utf8')).toContain('"message":"supervisor.on_event failed","kind":"timed-out"');
  });

  linuxOnly('it reads /proc').it('leaves nothing running, not in a session and a tree of its own either', async () => {
    const away = `echo $$ >> left; trap "" TERM HUP; sleep 986; sleep 986`;
    const command = `(setsid sh -c '${away}' > /dev/null 2>&1 &); until [ -s left ]; do sleep 0.1; done; cat >> told.jsonl`;
    box.config({ ...TWO_STOPS, on_event: command });
    api.setReplies({ worker: [textReply('Done.')], reviewer: [] });
    expect((await box.ccc(['-p', 'do it'])).code).toBe(0);
    await until('all lines', () => told().length >= 4);
    await until('nothing to be left', () => deliveries().length === 0);
    expect(readFileSync(join(box.home, 'left'), 'utf8')).toMatch(/^(?:\d+\n)+$/);
    expect(processesWith(`HOME=${box.home}`, 'sleep\x00986')).toEqual([]);
  });

  linuxOnly('it reads /proc').it.each<[what: string, signal: NodeJS.Signals, ofGroup: boolean]>([
    ['SIGKILL', 'SIGKILL', false],
    ['SIGKILL to its whole group', 'SIGKILL', true],
    ['SIGTERM', 'SIGTERM', false],
    ['SIGHUP', 'SIGHUP', false],
  ])('ends with all that it started if its delivery gets %s', async (_, signal, ofGroup) => {
    // One is found by its group alone, one by its mark alone, and none ends when it is asked to.
    const command = `trap "" TERM HUP; env -i HOME="$HOME" sleep 985 & (setsid sleep 985 &); sleep 985; sleep 985`;
    box.config({ ...TWO_STOPS, on_event: command });
    await box.hook({ session_id: 'a', hook_event_name: 'Stop' });
    const running = () => processesWith(`HOME=${box.home}`, 'sleep\x00985');
    await until('it to run', () => running().length === 3 && deliveries().length === 1);
    process.kill((deliveries()[0] as number) * (ofGroup ? -1 : 1), signal);
    await until('it to be ended', () => running().length === 0 && deliveries().length === 0);
  });

  it('of a repository is not run, and what a repository sets does not reach that of the user', async () => {
    box.write('project/.claude/ccc.json', { supervisor: { on_event: 'touch ~/by-repository', checks: [] } });
    box.write('project/.claude/settings.json', { env: { CURL_HOME: '/evil', OTEL_EXPORTER_OTLP_ENDPOINT: NO_API } });
    box.config({ ...TWO_STOPS, on_event: 'env > variables; cat >> told.jsonl' });
    expect((await box.ccc(['trust'])).stderr).toBe('');
    api.setReplies({ worker: [textReply('Done.')], reviewer: [] });
    await box.ccc(['-p', 'do it']);
    await until('all lines', () => told().length >= 4);
    await until('nothing to be left', () => deliveries().length === 0);
    expect(existsSync(join(box.home, 'by-repository'))).toBe(false);
    const variables = readFileSync(join(box.home, 'variables'), 'utf8');
    expect(variables).toContain(`HOME=${box.home}\n`);
    expect(variables).not.toMatch(/^(?:CURL_HOME|OTEL_\w+|CCC_(?!CHECK=)\w+|CLAUDE\w+|ANTHROPIC_\w+)=/m);
  });
});

const hasJq = spawnSync('jq', ['--version']).status === 0;

/** The guide's own script, on lines that the hook wrote. A question is on the screen only. */
describe.skipIf(!hasJq).each(BUILDS)('ccc-outcome of the guide, $name', (build) => {
  const { api, box } = useScenario(build, { supervised: true });
  let screen: Screen | undefined;
  afterEach(async () => {
    await screen?.close();
    screen = undefined;
  });
  const told = () => {
    const file = join(box.home, 'told.txt');
    // The shell makes the file before there is a word in it.
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  };
  const options = ['SQLite', 'Postgres'].map((label) => ({ label, description: label }));
  const question = { question: 'Which database?', header: 'DB', options, multiSelect: false };

  it.each<[guide: string, reply: Reply, asks: string, approved: string]>([
    ['guide.md', allow('Ask.'), 'project: waits for your answer: ', 'project: approved: add a store'],
    ['guide.md', REFUSED, 'project: review failed, may wait for your answer: ', 'project: approved: add a store'],
    ['guide.zh-CN.md', allow('Ask.'), 'project：在等你回答：', 'project：通过：add a store'],
  ])('%s: tells of a question that waits, and then of the approval', async (guide, reply, asks, approved) => {
    const text = readFileSync(join(ROOT, 'docs', guide), 'utf8');
    const [, script = ''] = /```sh\n(#!\/bin\/sh\njq [\s\S]*?)```/.exec(text) ?? [];
    box.write('home/bin/ccc-outcome', script);
    box.config({ on_event: 'sh bin/ccc-outcome >> told.txt' });
    api.setReplies({ worker: [toolUseReply('AskUserQuestion', { questions: [question] })], reviewer: [reply] });
    screen = new Screen(box, [], build.command);
    await screen.shows('❯');
    await screen.type('add a store');
    await screen.shows(/2\. Postgres/);
    await until('the question', () => told().length === 1);
    expect(told()).toEqual([`${asks}Which database?`]);
    api.setReplies({ worker: [textReply('SQLite it is.')], reviewer: [allow('Done.')] });
    await screen.pressUntil('\r', 'the approval', () => told().length === 2);
    expect(told()[1]).toBe(approved);
  });
});

const TOKEN = 'made-up-collector-token';

describe.each(ALL_BUILDS)('telemetry, $name', (build) => {
  const { api, box } = useScenario(build);
  const deliveries = () => processesWith(`HOME=${box.home}`, '__deliver');
  let receiver: OtlpReceiver | undefined;
  afterEach(() => receiver?.close());
  const receive = (mode?: ReceiverMode) => {
    receiver = new OtlpReceiver(mode);
    return receiver;
  };

  it.each(['http/protobuf', 'http/json'])('of a run whose launcher has the variables, by %s', async (protocol) => {
    const { logs, points, requests, ...rest } = receive();
    box.config(TWO_STOPS);
    api.setReplies({ worker: [textReply('All tests pass.')], reviewer: [] });
    const variables = {
      OTEL_EXPORTER_OTLP_ENDPOINT: await (receiver as OtlpReceiver).open(),
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${TOKEN}`,
      OTEL_RESOURCE_ATTRIBUTES: 'team=shop',
    };
    expect(rest).toBeDefined();
    const done = await box.ccc(['-p', 'do it'], '', variables);
    expect(done.code).toBe(0);
    await until('all records', () => logs.length >= 4 && points.length >= 3);
    await until('nothing to be left', () => deliveries().length === 0);
    const type = protocol === 'http/json' ? 'application/json' : 'application/x-protobuf';
    expect(requests.every((one) => one.type === type && one.headers.authorization === `Bearer ${TOKEN}`)).toBe(true);
    const [stop] = box.journal();
    const sent = logs.find(({ attributes }) => attributes.verdict === 'block');
    expect(sent).toMatchObject({
      eventName: 'ccc.decision',
      body: 'sent-back (check)',
      resource: { 'service.name': 'ccc', 'host.name': expect.any(String), team: 'shop' },
      attributes: {
        ...{ 'session.id': stop?.session_id, 'prompt.id': stop?.prompt_id, event: 'Stop', cause: 'check' },
        ...{ outcome: 'sent-back', 'checks.failed': 1, 'checks.blocking': 1 },
        ...{ project: 'project', round: 1, 'round.max': 1, duration_ms: stop?.duration_ms },
      },
    });
    expect(logs.map(({ eventName }) => eventName).sort()).toEqual([
      ...['ccc.decision', 'ccc.decision', 'ccc.session', 'ccc.session'],
    ]);
    expect(JSON.stringify(logs)).not.toContain(stop?.feedback);
    const counted = points.filter(({ name }) => name === 'ccc.reviews');
    expect(
      counted
        .map(({ value, temporality, attributes: { cause, outcome } }) => [value, temporality, cause, outcome])
        .sort(),
    ).toEqual([
      [1, 1, 'check', 'sent-back'],
      [1, 1, 'limit', 'limit'],
    ]);
    expect(points.find(({ name }) => name === 'ccc.review.duration')).toMatchObject({
      ...{ unit: 's', temporality: 1, value: Number(stop?.duration_ms) / 1000, attributes: { verdict: 'block' } },
    });
    const kept = box.files(box.home).map((file) => readFileSync(file, 'utf8'));
    expect(done.stdout + done.stderr + kept.join('\n')).not.toContain(TOKEN);
  });

  it('of a review: its cost, its tokens and the claims', async () => {
    const { logs, points } = receive();
    const endpoint = await (receiver as OtlpReceiver).open();
    box.write('home/.claude/ccc.json', {
      supervisor: { enabled: true },
      otel: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
    });
    api.setReplies({ worker: [textReply('All tests pass.')], reviewer: [allow('fine')] });
    expect((await box.ccc(['-p', 'do it'])).code).toBe(0);
    await until('nothing to be left', () => deliveries().length === 0);
    const [stop] = box.journal() as [JournalEntry];
    expect(stop).toMatchObject({ cause: 'review', cost_usd: expect.any(Number), claims: [{ status: 'undecidable' }] });
    const { cost_usd, model, provider, tokens } = stop;
    const decided = { outcome: 'approved', verdict: 'allow', cause: 'review' };
    const about = { ...decided, event: 'Stop', model, provider, project: 'project' };
    const sent = logs.find(({ eventName }) => eventName === 'ccc.decision')?.attributes;
    expect(sent).toMatchObject({ ...about, cost_usd, 'claims.undecidable': 1, 'tokens.input': tokens?.input });
    const valuesOf = (metric: string) =>
      points.filter(({ name, attributes }) => name === metric && attributes.model === model);
    expect(valuesOf('ccc.review.cost')).toMatchObject([{ unit: 'USD', value: cost_usd, attributes: about }]);
    expect(valuesOf('ccc.claims')).toMatchObject([{ value: 1, attributes: { ...about, status: 'undecidable' } }]);
    expect(
      Object.fromEntries(valuesOf('ccc.review.tokens').map(({ value, attributes }) => [attributes.type, value])),
    ).toEqual(tokens);
  });

  it('in the trace that the client is in', async () => {
    const { logs } = receive();
    const endpoint = await (receiver as OtlpReceiver).open();
    box.write('home/.claude/ccc.json', { supervisor: TWO_STOPS, otel: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } });
    const [trace, span] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
    await box.hook({ session_id: 'a', hook_event_name: 'Stop' }, { TRACEPARENT: `00-${trace}-${span}-01` });
    await until('the record', () => logs.length === 1);
    expect(logs[0]).toMatchObject({ traceId: trace, spanId: span, attributes: { cause: 'check' } });
    await until('nothing to be left', () => deliveries().length === 0);
  });

  it('of a run that the client traces itself: in its trace, with its id of the prompt', async () => {
    const { logs, spans } = receive();
    const endpoint = await (receiver as OtlpReceiver).open();
    box.config(TWO_STOPS);
    api.setReplies({ worker: [textReply('Done.')], reviewer: [] });
    const variables = {
      ...{ CLAUDE_CODE_ENABLE_TELEMETRY: '1', CLAUDE_CODE_ENHANCED_TELEMETRY_BETA: '1' },
      ...{ ENABLE_BETA_TRACING_DETAILED: '1', BETA_TRACING_ENDPOINT: endpoint },
      ...{ OTEL_TRACES_EXPORTER: 'otlp', OTEL_LOGS_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      // Hooks get it only so where the API is not Anthropic's own.
      CLAUDE_CODE_PROPAGATE_TRACEPARENT: '1',
    };
    expect((await box.ccc(['-p', 'do it'], '', variables)).code).toBe(0);
    const decisions = () => logs.filter(({ eventName }) => eventName === 'ccc.decision');
    const turn = await until('the span of the turn', () =>
      spans.find(({ name }) => name === 'claude_code.interaction'),
    );
    const prompt = await until('the prompt', () => logs.find(({ body }) => body === 'claude_code.user_prompt'));
    await until('both stops', () => decisions().length === 2);
    expect(`${turn.traceId} ${turn.spanId}`).toMatch(/^[0-9a-f]{32} [0-9a-f]{16}$/);
    const { traceId, spanId } = turn;
    const { 'session.id': session, 'prompt.id': promptId } = prompt.attributes;
    expect(promptId).toBe(box.journal()[0]?.prompt_id);
    const expected = { traceId, spanId, attributes: { 'session.id': session, 'prompt.id': promptId } };
    expect(decisions()).toMatchObject([expected, expected]);
    await until('nothing to be left', () => deliveries().length === 0);
  });

  it('is not in a trace that a repository names', async () => {
    const { logs } = receive();
    const endpoint = await (receiver as OtlpReceiver).open();
    const [theirs, own] = ['deadbeefdeadbeefdeadbeefdeadbeef', '0af7651916cd43dd8448eb211c80319c'];
    box.write('project/.claude/settings.json', { env: { TRACEPARENT: `00-${theirs}-1234567812345678-01` } });
    box.config(TWO_STOPS);
    api.setReplies({ worker: [textReply('Done.')], reviewer: [] });
    const run = (env: Record<string, string>) =>
      box.ccc(['-p', 'do it'], '', { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env });
    expect((await run({})).code).toBe(0);
    await until('all records', () => logs.length >= 4);
    expect(new Set(logs.map(({ traceId }) => traceId))).toEqual(new Set(['']));
    await run({ TRACEPARENT: `00-${own}-b7ad6b7169203331-01` });
    await until('all records', () => logs.length >= 8);
    // Elsewhere nobody can read what another process was started with.
    const expected = process.platform === 'linux' ? own : '';
    expect(new Set(logs.slice(4).map(({ traceId }) => traceId))).toEqual(new Set([expected]));
    await until('nothing to be left', () => deliveries().length === 0);
  });

  it.each<[what: string, mode: ReceiverMode | undefined]>([
    ['is not there', undefined],
    ['answers 500', 'fail'],
    ['never answers', 'hang'],
  ])('to a receiver that %s: nothing changes, and nothing is left', async (_, mode) => {
    const endpoint = mode ? await receive(mode).open() : NO_API;
    // Longer than a delivery may take in all.
    const otel = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_TIMEOUT: 60_000 };
    box.write('home/.claude/ccc.json', { supervisor: TWO_STOPS, otel });
    api.setReplies({ worker: [textReply('Done.')], reviewer: [] });
    const done = await box.ccc(['-p', 'do it']);
    const journal = box.journal().map(({ verdict, cause }) => `${verdict} ${cause}`);
    expect([done.code, done.stdout, journal]).toEqual([0, 'Done.\n', ['block check', 'allow limit']]);
    if (mode === 'hang') expect(deliveries()).not.toEqual([]);
    await until('nothing to be left', () => deliveries().length === 0);
    // It is tried again for a time that may come near the bound where nobody answers at all.
    if (mode !== 'hang') return;
    const logs = box.files(box.cccDir).filter((file) => file.endsWith('.log'));
    const cutOff = '"message":"delivery was cut off","unfinished":["telemetry"]';
    expect(logs.map((file) => readFileSync(file, 'utf8')).join('')).toContain(cutOff);
  });
});
