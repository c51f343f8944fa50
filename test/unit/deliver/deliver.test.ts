import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Env, readEnv } from '../../../src/config/env.ts';
import { type Paths, pathsOf } from '../../../src/config/paths.ts';
import { supervisorOf } from '../../../src/config/supervisor-config.ts';
import { deliver } from '../../../src/deliver/deliver.ts';
import { madeUpJournal } from '../../support/made-up-journal.ts';
import { temporaryFolder } from '../folder.ts';

const started = vi.hoisted(() => vi.fn());
vi.mock('../../../src/deliver/deliver-bundle.ts', async () => ({
  ...(await import('../../../src/claude/own-trace.ts')),
  startDelivery: started,
}));
beforeEach(() => {
  started.mockReset();
  env = readEnv({ HOME: temporaryFolder(), TRACEPARENT: 'trace' });
  paths = pathsOf(env);
});

const [line] = madeUpJournal();
let env: Env;
let paths: Paths;
const tell = (settings: object, change: object = {}, otel = {}) =>
  deliver(JSON.stringify({ ...line, ...change }), {
    ...{
      config: { supervisor: supervisorOf({ supervisor: settings }).supervisor, file: { otel } as never },
      env,
      paths,
    },
  });

describe('a line of the journal', () => {
  it('goes to the command and to telemetry as it was written, without its text unless that is asked for', async () => {
    await tell({ on_event: 'cat' }, {}, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
    expect(started).toHaveBeenCalledWith(
      {
        line,
        onEvent: 'cat',
        withFeedback: false,
        traceparent: 'trace',
        configFile: paths.configFile,
        log: paths.log('aaaa1111'),
      },
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' },
      { env, paths },
    );
  });

  it.each<[what: string, settings: object, change?: object]>([
    ['there is nobody to tell', {}],
    ['the command is empty', { on_event: ' ' }],
    ['supervision is off', { on_event: 'cat' }, { cause: 'off' }],
    ['nothing changed', { on_event: 'cat' }, { cause: 'unchanged' }],
    ['it is no line', { on_event: 'cat' }, { supervisor_id: 7, verdict: 7 }],
    [
      'whoever asked reads the answer',
      { on_event: 'cat' },
      { verdict: undefined, by_hand: { verdict: 'allow', event: 'Stop', cause: 'review', feedback: '' } },
    ],
  ])('goes nowhere: %s', async (_, settings, change) => {
    await tell(settings, change);
    expect(started).not.toHaveBeenCalled();
  });

  it('of settings that cannot be read is in the log, and nothing is thrown', async () => {
    const settings = Object.defineProperty({}, 'otel', {
      get: () => {
        throw new Error('no such settings');
      },
    });
    const config = { supervisor: supervisorOf({}).supervisor, file: settings as never };
    await expect(deliver(JSON.stringify(line), { config, env, paths })).resolves.toBeUndefined();
    expect(readFileSync(paths.log('aaaa1111'), 'utf8')).toContain('no such settings');
  });

  it('that cannot be told is in the log, and nothing is thrown', async () => {
    started.mockImplementation(() => {
      throw new Error('no more processes');
    });
    const log = paths.log('aaaa1111');
    mkdirSync(dirname(log), { recursive: true });
    if (!existsSync(log)) writeFileSync(log, '');
    await expect(tell({ on_event: 'cat' })).resolves.toBeUndefined();
    expect(readFileSync(log, 'utf8')).toContain('no more processes');
  });
});
