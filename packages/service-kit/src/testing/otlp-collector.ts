import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { until } from './until.ts';

/** An exported span. */
export interface Span {
  service: string;
  name: string;
  kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  traceId: string;
  spanId: string;
  /** Empty for the root of a trace. */
  parentSpanId: string;
  attributes: Record<string, string | number>;
  /** Linked spans, as `trace id-span id`. */
  links: string[];
  failed: boolean;
}

/** Collector of spans that processes export over OTLP/HTTP in protobuf. */
export interface OtlpCollector {
  /** Value for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  endpoint: string;
  spans: Span[];
  /** Waits for a span. @throws Error when it does not arrive within 30 s */
  spanWhere(fits: (span: Span) => boolean, what: string): Promise<Span>;
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
    spanWhere: (fits, what) => until(() => spans.find(fits), `the span: ${what}`),
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
const SPAN = {
  traceId: 1,
  spanId: 2,
  parentSpanId: 4,
  name: 5,
  kind: 6,
  attributes: 9,
  links: 13,
  status: 15,
};
const STATUS_CODE = 3;
const ERROR = 2;
const KINDS = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const;

/** The spans of an ExportTraceServiceRequest. */
function spansOf(request: Uint8Array): Span[] {
  return new Message(request).messages(RESOURCE_SPANS).flatMap((resourceSpans) => {
    const [resource] = resourceSpans.messages(RESOURCE);
    const service = String(attributesOf(resource!, ATTRIBUTES)['service.name']);
    return resourceSpans
      .messages(SCOPE_SPANS)
      .flatMap((scope) => scope.messages(SPANS))
      .map((span) => ({
        service,
        name: span.text(SPAN.name),
        kind: KINDS[span.number(SPAN.kind)]!,
        traceId: span.hex(SPAN.traceId),
        spanId: span.hex(SPAN.spanId),
        parentSpanId: span.hex(SPAN.parentSpanId),
        attributes: attributesOf(span, SPAN.attributes),
        links: span.messages(SPAN.links).map((link) => `${link.hex(SPAN.traceId)}-${link.hex(SPAN.spanId)}`),
        failed: span.messages(SPAN.status)[0]?.number(STATUS_CODE) === ERROR,
      }));
  });
}

/** The attributes of a message that are strings or integers. */
function attributesOf(message: Message, field: number): Record<string, string | number> {
  const pairs = message.messages(field).map((pair) => {
    const [value] = pair.messages(2);
    return [pair.text(1), value!.has(1) ? value!.text(1) : value!.number(3)] as const;
  });
  return Object.fromEntries(pairs);
}

/** A decoded message of which only the field numbers are known. */
class Message {
  readonly #fields = new Map<number, (Uint8Array | number)[]>();

  constructor(bytes: Uint8Array) {
    const reader = new BinaryReader(bytes);
    while (reader.pos < reader.len) {
      const [field, type] = reader.tag();
      const values = this.#fields.get(field) ?? [];
      this.#fields.set(field, values);
      if (type === WireType.Varint) values.push(Number(reader.int64()));
      else if (type === WireType.LengthDelimited) values.push(reader.bytes());
      else reader.skip(type, field);
    }
  }

  has(field: number): boolean {
    return this.#fields.has(field);
  }

  number(field: number): number {
    return Number(this.#fields.get(field)?.[0] ?? 0);
  }

  messages(field: number): Message[] {
    return (this.#fields.get(field) ?? []).map((bytes) => new Message(bytes as Uint8Array));
  }

  text(field: number): string {
    return this.#bytes(field).toString();
  }

  hex(field: number): string {
    return this.#bytes(field).toString('hex');
  }

  #bytes(field: number): Buffer {
    return Buffer.from((this.#fields.get(field)?.[0] ?? []) as Uint8Array);
  }
}
