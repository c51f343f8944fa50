import { beforeEach, expect, it, vi } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { supervisorOf } from '../../../src/config/supervisor-config.ts';
import { diagnoseTelling } from '../../../src/doctor/telling.ts';

const tryConnection = vi.fn();
beforeEach(() => tryConnection.mockReset());

const look = async (settings: object, otel?: object, variables: Record<string, string> = {}) => {
  const env = readEnv({ HOME: '/home/me', ...variables });
  const { supervisor } = supervisorOf({ supervisor: settings });
  return diagnoseTelling({ supervisor, file: { otel } as never }, env, pathsOf(env), tryConnection);
};
const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const METRICS = 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT';

it.each<[what: string, settings: object, otel: object | undefined, expected: string[]]>([
  ['nobody', {}, undefined, []],
  ['an empty command', { on_event: ' ' }, undefined, []],
  ['a command', { on_event: 'cat' }, undefined, ['settings.on_event: ok']],
  ['a program that is not there', { on_event: '~/bin/tell-me' }, undefined, ['settings.on_event: warning']],
  ['a folder', { on_event: '/tmp --x' }, undefined, ['settings.on_event: warning']],
  ['a program that can be run', { on_event: '/bin/sh -c true' }, undefined, ['settings.on_event: ok']],
  ['a line for the shell', { on_event: 'cat | ~/bin/none' }, undefined, ['settings.on_event: ok']],
  ['telemetry', {}, { [ENDPOINT]: 'http://collector:4318' }, ['settings.telemetry: ok']],
  ['both', { on_event: 'cat' }, { [ENDPOINT]: 'http://c' }, ['settings.on_event: ok', 'settings.telemetry: ok']],
  ['telemetry that is off', {}, { [ENDPOINT]: 'http://c', OTEL_SDK_DISABLED: 'true' }, []],
  ['no URL', {}, { [ENDPOINT]: 'collector' }, ['settings.telemetry: warning']],
  [
    'another protocol',
    {},
    { [ENDPOINT]: 'http://c', OTEL_EXPORTER_OTLP_PROTOCOL: 'x' },
    ['settings.telemetry: warning'],
  ],
])('%s', async (_, settings, otel, expected) =>
  expect((await look(settings, otel)).map(({ id, level }) => `${id}: ${level}`)).toEqual(expected),
);

it.each<[endpoint: string, host: string, port: number]>([
  ['http://collector:4318', 'collector', 4318],
  ['http://collector', 'collector', 80],
  ['https://collector/otlp', 'collector', 443],
  ['http://[::1]:4318', '::1', 4318],
])('tries a connection: %s', async (endpoint, host, port) => {
  await look({}, { [ENDPOINT]: endpoint });
  expect(tryConnection.mock.calls).toEqual([[host, port]]);
});

it('looks at the variables of the shell, which a launch would use, unless ccc.json has some', async () => {
  const grpc = { [ENDPOINT]: 'http://c', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' };
  expect(await look({}, undefined, grpc)).toMatchObject([{ id: 'settings.telemetry', level: 'warning' }]);
  expect(await look({}, undefined, { [ENDPOINT]: 'http://c:1' })).toMatchObject([{ level: 'ok' }]);
  expect(await look({}, { OTEL_SDK_DISABLED: 'true' }, { [ENDPOINT]: 'http://c:1' })).toEqual([]);
  expect(await look({}, undefined, { [ENDPOINT]: 'http://c:1', CCC_LAUNCH_SETTINGS: '/none' })).toEqual([]);
});

it('says which signal is not exported, because of which variable, and looks at the other one', async () => {
  const found = await look({}, { [ENDPOINT]: 'http://a:4318', [METRICS]: 'junk' });
  expect(found).toMatchObject([
    { level: 'warning', what: expect.stringContaining('metrics are not'), fix: expect.stringContaining(METRICS) },
    { level: 'ok', what: expect.stringContaining('logs to a:4318') },
  ]);
});

it('tries each of two collectors, and says what goes to which', async () => {
  tryConnection.mockImplementation(async (host) => (host === 'b' ? 'ECONNREFUSED' : undefined));
  const found = await look({ telemetry_feedback: true }, { [ENDPOINT]: 'http://a:4318', [METRICS]: 'http://b:4318' });
  expect(found).toEqual([
    {
      ...{ id: 'settings.telemetry', level: 'ok' },
      what: 'telemetry: logs to a:4318 (reachable), with the text of verdicts',
    },
    {
      ...{ id: 'settings.telemetry', level: 'warning' },
      what: 'telemetry: no connection to b:4318, where metrics should go: nothing listens on this port (ECONNREFUSED)',
      fix: 'Start the collector, or correct the endpoint. Until then, what would be exported is lost.',
    },
  ]);
});

it.each([
  ['ENOTFOUND', 'unknown host (ENOTFOUND)'],
  ['ETIMEDOUT', 'no answer within 2 s'],
  ['EHOSTUNREACH', 'EHOSTUNREACH'],
])('says why not, as the system does: %s', async (code, text) => {
  tryConnection.mockResolvedValue(code);
  const [found] = await look({}, { [ENDPOINT]: 'http://collector:4318' });
  expect(found?.what).toBe(`telemetry: no connection to collector:4318, where logs, metrics should go: ${text}`);
});

it('says that a proxy has no effect, where one is set for such a URL', async () => {
  tryConnection.mockResolvedValue('ENOTFOUND');
  const proxy = { HTTPS_PROXY: 'http://me:hidden@proxy:3128' };
  const [direct] = await look({}, { [ENDPOINT]: 'http://collector:4318' }, proxy);
  expect(direct?.fix).not.toContain('proxy');
  const [found] = await look({}, { [ENDPOINT]: 'https://collector' }, proxy);
  expect(found?.fix).toContain('Telemetry does not go through a proxy: HTTPS_PROXY has no effect on it.');
  expect(JSON.stringify(found)).not.toContain('hidden');
});

it.each([undefined, 'ECONNREFUSED'])(
  'says where to, without the password in a URL and without headers',
  async (why) => {
    tryConnection.mockResolvedValue(why);
    const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hidden' };
    const text = JSON.stringify(await look({}, { [ENDPOINT]: 'https://me:hidden@collector:4318/x', ...headers }));
    expect(text).toContain('collector:4318');
    expect(text).not.toContain('hidden');
  },
);
