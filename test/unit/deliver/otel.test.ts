import { expect, it } from 'vitest';
import { exportLine } from '../../../src/deliver/otel.ts';
import { temporaryFolder } from '../folder.ts';
import { decision } from '../history/lines.ts';

// The SDK would send records and headers to http://localhost:4318, where anybody may listen.
it.each(['https//collector.example', 'htp//collector', '://x', 'https://', 'https://a b', '/v1', 'collector:4318'])(
  'sends nothing to %s, and says so once',
  async (endpoint) => {
    const log = `${temporaryFolder()}/log`;
    const said: string[] = [];
    const job = { line: decision(), withFeedback: false, traceparent: undefined, log };
    const signals = (['LOGS', 'METRICS'] as const).map((signal) => ({ signal, endpoint, protocol: 'http/protobuf' }));
    await exportLine(job, signals, {}, (text, fields) => void said.push(`${text} ${JSON.stringify(fields)}`));
    expect(said).toEqual(
      signals.map(
        ({ signal }) => `telemetry is not exported: the endpoint is no http or https URL {"signal":"${signal}"}`,
      ),
    );
  },
);
