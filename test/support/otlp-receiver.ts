import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import protobuf from 'protobufjs';

/** The part of the OTLP messages that is looked at, by the field numbers of its specification. */
const { root } = protobuf.parse(`
syntax = "proto3";
message Value { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
message Pair { string key = 1; Value value = 2; }
message Resource { repeated Pair attributes = 1; }
message LogRecord {
  fixed64 time_unix_nano = 1; int32 severity_number = 2; string severity_text = 3; Value body = 5;
  repeated Pair attributes = 6; fixed32 flags = 8; bytes trace_id = 9; bytes span_id = 10; string event_name = 12;
}
message ScopeLogs { repeated LogRecord log_records = 2; }
message ResourceLogs { Resource resource = 1; repeated ScopeLogs scope_logs = 2; }
message Logs { repeated ResourceLogs resource_logs = 1; }
message NumberPoint { double as_double = 4; sfixed64 as_int = 6; repeated Pair attributes = 7; }
message HistogramPoint { fixed64 count = 4; double sum = 5; repeated double explicit_bounds = 7; repeated Pair attributes = 9; }
message Sum { repeated NumberPoint data_points = 1; int32 aggregation_temporality = 2; bool is_monotonic = 3; }
message Histogram { repeated HistogramPoint data_points = 1; int32 aggregation_temporality = 2; }
message Metric { string name = 1; string unit = 3; Sum sum = 7; Histogram histogram = 9; }
message ScopeMetrics { repeated Metric metrics = 2; }
message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; }
message Metrics { repeated ResourceMetrics resource_metrics = 1; }
message Span { bytes trace_id = 1; bytes span_id = 2; string name = 5; repeated Pair attributes = 9; }
message ScopeSpans { repeated Span spans = 2; }
message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
message Traces { repeated ResourceSpans resource_spans = 1; }
`);

// biome-ignore lint/suspicious/noExplicitAny: messages of two formats, which the tests compare with what they expect.
type Message = any;

export interface ReceivedLog {
  resource: Record<string, unknown>;
  eventName: string;
  body: string;
  traceId: string;
  spanId: string;
  attributes: Record<string, unknown>;
}

export interface ReceivedPoint {
  name: string;
  unit: string;
  /** 1: delta, 2: cumulative. */
  temporality: number;
  value: number;
  attributes: Record<string, unknown>;
}

/** Only the client has them. */
export interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  attributes: Record<string, unknown>;
}

/** `hang` accepts and never answers. */
export type ReceiverMode = 'answer' | 'fail' | 'hang';

/** A receiver for OTLP over HTTP, in both of its formats. */
export class OtlpReceiver {
  readonly logs: ReceivedLog[] = [];
  readonly points: ReceivedPoint[] = [];
  readonly spans: ReceivedSpan[] = [];
  readonly requests: { path: string; type: string; headers: Record<string, unknown> }[] = [];
  private readonly server: Server;
  private readonly waiting = new Set<ServerResponse>();

  constructor(private readonly mode: ReceiverMode = 'answer') {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        const type = request.headers['content-type'] ?? '';
        this.requests.push({ path: request.url ?? '', type, headers: request.headers });
        if (this.mode === 'hang') return void this.waiting.add(response);
        if (this.mode === 'answer') this.take(request.url ?? '', type, Buffer.concat(chunks));
        response.writeHead(this.mode === 'fail' ? 500 : 200, { 'content-type': type });
        response.end(type === 'application/json' ? '{}' : '');
      });
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const response of this.waiting) response.destroy();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take(path: string, type: string, bytes: Buffer): void {
    const decode = (name: string): Message => {
      if (type === 'application/json') return JSON.parse(bytes.toString());
      const message = root.lookupType(name);
      return message.toObject(message.decode(bytes), { longs: Number, bytes: Buffer, arrays: true });
    };
    if (path.endsWith('/v1/logs'))
      for (const { resource, scopeLogs } of decode('Logs').resourceLogs)
        for (const { logRecords } of scopeLogs)
          for (const { eventName, body, traceId, spanId, attributes } of logRecords)
            this.logs.push({
              ...{ resource: plain(resource.attributes), eventName: eventName ?? '', body: body.stringValue },
              ...{ traceId: hex(traceId), spanId: hex(spanId), attributes: plain(attributes) },
            });
    else if (path.endsWith('/v1/traces'))
      for (const { scopeSpans } of decode('Traces').resourceSpans)
        for (const { spans } of scopeSpans)
          for (const { name, traceId, spanId, attributes } of spans)
            this.spans.push({ name, traceId: hex(traceId), spanId: hex(spanId), attributes: plain(attributes) });
    else
      for (const { scopeMetrics } of decode('Metrics').resourceMetrics)
        for (const { metrics } of scopeMetrics)
          for (const { name, unit, sum, histogram } of metrics)
            for (const point of (sum ?? histogram).dataPoints)
              this.points.push({
                ...{ name, unit, temporality: (sum ?? histogram).aggregationTemporality },
                value: Number(point.asDouble ?? point.asInt ?? point.sum ?? 0),
                attributes: plain(point.attributes),
              });
  }
}

const hex = (id: string | Buffer | undefined) => (typeof id === 'string' ? id : (id?.toString('hex') ?? ''));

const plain = (pairs: { key: string; value: Message }[]): Record<string, unknown> =>
  Object.fromEntries(
    pairs.map(({ key, value }) => {
      const number = value.intValue ?? value.doubleValue;
      return [key, number === undefined ? (value.stringValue ?? value.boolValue) : Number(number)];
    }),
  );
