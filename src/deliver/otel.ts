import { hostname } from 'node:os';
import { ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { SeverityNumber } from '@opentelemetry/api-logs';
import { OTLPLogExporter as JsonLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPLogExporter as ProtobufLogExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import {
  AggregationTemporalityPreference,
  OTLPMetricExporter as JsonMetricExporter,
} from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtobufMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { detectResources, envDetector, type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import { LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs';
import { MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics';
import { version } from '../../package.json';
import type { Variables } from '../config/env.ts';
import { type ExportedSignal, problemOf } from '../config/telemetry.ts';
import type { Log } from '../platform/log.ts';
import { readTextIfExists } from '../platform/private-file.ts';
import type { DeliveryJob } from './job.ts';
import { METRICS, type TelemetryRecord, telemetryRecord, traceContextOf } from './telemetry-record.ts';

/** Bounds of the histogram, in seconds: a review takes between one and some hundred. */
const DURATION_BOUNDS = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600];

/** What an exporter of the SDK says in the end. */
interface ExportResult {
  error?: Error;
}

/**
 * Exports one line of the journal: the only file that loads the OpenTelemetry SDK, which reads endpoint, headers, time
 * limit and certificates from the environment of this process.
 */
export async function exportLine(
  { line, withFeedback, traceparent, log: logFile }: Pick<DeliveryJob, 'line' | 'withFeedback' | 'traceparent' | 'log'>,
  signals: readonly Pick<ExportedSignal, 'signal' | 'endpoint' | 'protocol'>[],
  variables: Variables,
  log: Log,
): Promise<void> {
  const record = telemetryRecord(line, withFeedback);
  const detected = detectResources({ detectors: [envDetector] });
  const resource = resourceFromAttributes({
    'service.name': 'ccc',
    'service.version': version,
    // Without it the numbers of two machines would be one series, and its points out of order.
    'host.name': hostname(),
  }).merge(detected);
  await Promise.all(
    signals.map(async ({ signal, endpoint, protocol }) => {
      const problem = problemOf({ endpoint, protocol });
      if (problem) {
        if (!isInLog(logFile, PROBLEMS[problem])) log(PROBLEMS[problem], { signal });
        return;
      }
      const isJson = protocol === 'http/json';
      const { error } =
        signal === 'LOGS'
          ? await exportLog(record, resource, isJson, traceparent)
          : await exportMetrics(record, resource, isJson, variables);
      if (error) log('telemetry could not be exported', { signal, error: error.message });
    }),
  );
}

/** For the log. The endpoint may have a password, so it is not in it. */
const PROBLEMS = {
  endpoint: 'telemetry is not exported: the endpoint is no http or https URL',
  protocol: 'telemetry is not exported: unsupported OTEL_EXPORTER_OTLP_PROTOCOL, use http/protobuf (port 4318)',
};

/** It would be repeated for every decision. */
const isInLog = (path: string, text: string) => readTextIfExists(path)?.includes(text) === true;

function exportLog(
  record: TelemetryRecord,
  resource: Resource,
  isJson: boolean,
  traceparent: string | undefined,
): Promise<ExportResult> {
  const exporter = isJson ? new JsonLogExporter() : new ProtobufLogExporter();
  const { eventName, body, attributes, time, isFailure } = record;
  const parent = traceContextOf(traceparent);
  return new Promise((resolve) => {
    const reporting = {
      export: (records: Parameters<typeof exporter.export>[0], done: Parameters<typeof exporter.export>[1]) =>
        exporter.export(records, (result) => {
          resolve(result);
          done(result);
        }),
      forceFlush: () => exporter.forceFlush(),
      shutdown: () => exporter.shutdown(),
    };
    const processors = [new SimpleLogRecordProcessor({ exporter: reporting })];
    new LoggerProvider({ resource, processors }).getLogger('ccc', version).emit({
      ...{ eventName, body, attributes, timestamp: time },
      severityNumber: isFailure ? SeverityNumber.ERROR : SeverityNumber.INFO,
      severityText: isFailure ? 'ERROR' : 'INFO',
      ...(parent && { context: trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) }),
    });
  });
}

/** Collects when it is asked to. */
class OneTimeReader extends MetricReader {
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

/** Each process reports what it has counted and is gone: that is a delta. */
async function exportMetrics(
  { measurements }: TelemetryRecord,
  resource: Resource,
  isJson: boolean,
  variables: Variables,
): Promise<ExportResult> {
  if (measurements.length === 0) return {};
  const isChosen = !!variables.OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE;
  const options = isChosen ? {} : { temporalityPreference: AggregationTemporalityPreference.DELTA };
  const exporter = isJson ? new JsonMetricExporter(options) : new ProtobufMetricExporter(options);
  const reader = new OneTimeReader({
    aggregationTemporalitySelector: (kind) => exporter.selectAggregationTemporality(kind),
    aggregationSelector: (kind) => exporter.selectAggregation(kind),
  });
  const meter = new MeterProvider({ resource, readers: [reader] }).getMeter('ccc', version);
  for (const { metric, value, attributes } of measurements) {
    const { name, unit, kind, about } = METRICS[metric];
    if (kind === 'counter') meter.createCounter(name, { unit, description: about }).add(value, attributes);
    else
      meter
        .createHistogram(name, { unit, description: about, advice: { explicitBucketBoundaries: DURATION_BOUNDS } })
        .record(value, attributes);
  }
  const { resourceMetrics } = await reader.collect();
  return new Promise((resolve) => exporter.export(resourceMetrics, resolve));
}
