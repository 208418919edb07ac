import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context as TraceContext,
  type Tracer,
} from '@opentelemetry/api';
import type { Metadata } from '@grpc/grpc-js';

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};
const TRACE_KEYS = ['traceparent', 'tracestate'];
/**
 * Undefined without tracing: the tracer must be obtained after the SDK is registered, because an earlier one
 * records nothing.
 */
let tracer: Tracer | undefined;

/** Name, kind and parent of a span. */
export interface SpanOptions {
  name: string;
  kind: keyof typeof KINDS;
  /** The parent span; the active one when absent. */
  parent?: TraceContext | undefined;
  attributes?: Record<string, string | number>;
}

/**
 * Starts tracing when OTEL_EXPORTER_OTLP_ENDPOINT is set; without it no tracing SDK is loaded at all.
 * @returns a function that flushes and shuts it down
 */
export async function startTelemetry(name: string, env: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  if (!env['OTEL_EXPORTER_OTLP_ENDPOINT']) return async () => undefined;
  const { registerTracer } = await import('./telemetry-sdk.ts');
  const shutdown = registerTracer(name);
  tracer = trace.getTracer('commerce-platform');
  return shutdown;
}

/** Runs the work in a span, or directly when tracing is off. */
export function inSpan<T>(options: SpanOptions, work: () => Promise<T>): Promise<T> {
  if (tracer === undefined) return work();
  const parent = options.parent ?? context.active();
  const attributes = options.attributes ?? {};
  return tracer.startActiveSpan(
    options.name,
    { kind: KINDS[options.kind], attributes },
    parent,
    async (span) => {
      try {
        return await work();
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
  );
}

/** Writes the active trace into the metadata of a call. */
export function injectTrace(metadata: Metadata): void {
  if (tracer === undefined) return;
  propagation.inject(context.active(), metadata, { set: (carrier, key, value) => carrier.set(key, value) });
}

/** The active trace as a W3C traceparent; empty when there is none. */
export function currentTraceparent(): string {
  const carrier: Record<string, string> = {};
  if (tracer !== undefined) propagation.inject(context.active(), carrier);
  return carrier['traceparent'] ?? '';
}

/** The trace that a call's metadata continues. */
export function extractTrace(metadata: Metadata): TraceContext | undefined {
  if (tracer === undefined) return undefined;
  return extractTraceFrom((key) => metadata.get(key)[0]?.toString());
}

/** The trace that a carrier of W3C headers continues. */
export function extractTraceFrom(read: (key: string) => string | undefined): TraceContext | undefined {
  if (tracer === undefined) return undefined;
  const carrier = Object.fromEntries(TRACE_KEYS.map((key) => [key, read(key)]));
  return propagation.extract(ROOT_CONTEXT, carrier);
}
