import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An exported span. */
export interface Span {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  /** Empty for the root of a trace. */
  parentSpanId: string;
}

/** Collector of spans that processes export over OTLP/HTTP in protobuf. */
export interface OtlpCollector {
  /** Value for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  endpoint: string;
  spans: Span[];
  close(): Promise<void>;
}

/** Starts a collector on loopback. */
export async function startOtlpCollector(): Promise<OtlpCollector> {
  const spans: Span[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces') spans.push(...spansOf(Buffer.concat(chunks)));
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Field numbers of opentelemetry/proto: trace/v1/trace.proto, resource/v1/resource.proto, common/v1/common.proto. */
const RESOURCE_SPANS = 1;
const RESOURCE = 1;
const ATTRIBUTES = 1;
const SCOPE_SPANS = 2;
const SPANS = 2;

/** The spans of an ExportTraceServiceRequest. */
function spansOf(request: Buffer): Span[] {
  return fields(request, RESOURCE_SPANS).flatMap((resourceSpans) => {
    const attributes = fields(fields(resourceSpans, RESOURCE)[0]!, ATTRIBUTES);
    const named = attributes.find((attribute) => text(attribute, 1) === 'service.name')!;
    const service = text(fields(named, 2)[0]!, 1);
    return fields(resourceSpans, SCOPE_SPANS)
      .flatMap((scope) => fields(scope, SPANS))
      .map((span) => ({
        service,
        name: text(span, 5),
        traceId: hex(span, 1),
        spanId: hex(span, 2),
        parentSpanId: hex(span, 4),
      }));
  });
}

const text = (message: Buffer, field: number): string => fields(message, field)[0]?.toString() ?? '';
const hex = (message: Buffer, field: number): string => fields(message, field)[0]?.toString('hex') ?? '';

/** Values of a length-delimited field; other fields are skipped. */
function fields(message: Buffer, wanted: number): Buffer[] {
  const found: Buffer[] = [];
  let at = 0;
  const varint = (): number => {
    for (let value = 0, factor = 1; ; factor *= 128) {
      const byte = message[at++]!;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const wireType = tag & 7;
    if (wireType === 0) varint();
    else if (wireType === 1) at += 8;
    else if (wireType === 5) at += 4;
    else {
      const length = varint();
      if (tag >>> 3 === wanted) found.push(message.subarray(at, at + length));
      at += length;
    }
  }
  return found;
}
