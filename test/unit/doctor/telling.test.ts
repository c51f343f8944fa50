import { expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { supervisorOf } from '../../../src/config/supervisor-config.ts';
import { diagnoseTelling } from '../../../src/doctor/telling.ts';

const env = readEnv({ HOME: '/home/me' });
const look = (settings: object, otel?: object) =>
  diagnoseTelling(
    { supervisor: supervisorOf({ supervisor: settings }).supervisor, file: { otel } as never },
    env,
    pathsOf(env),
  );
const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT';

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
])('%s', (_, settings, otel, expected) =>
  expect(look(settings, otel).map(({ id, level }) => `${id}: ${level}`)).toEqual(expected),
);

it('says where to, without the password in a URL', () => {
  const text = JSON.stringify(look({}, { [ENDPOINT]: 'https://me:hidden@collector:4318/x' }));
  expect(text).toContain('collector:4318');
  expect(text).not.toContain('hidden');
});
