import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context as TraceContext,
  type Link,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import type { Metadata } from '@grpc/grpc-js';
import type { TracedProcess } from './telemetry-sdk.ts';

export type { Span } from '@opentelemetry/api';

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};
const TRACE_KEYS = ['traceparent', 'tracestate'];
/** Undefined without tracing. */
let tracer: Tracer | undefined;

/** Name, kind and parent of a span. */
export interface SpanOptions {
  name: string;
  kind: keyof typeof KINDS;
  /** The parent span; the active one when absent. */
  parent?: TraceContext | undefined;
  /** Spans of other traces that caused this one. */
  links?: Link[] | undefined;
  /** Constant attributes of all spans of these options; others are set on the span that the work receives. */
  attributes?: Readonly<Record<string, string | number>>;
}

/**
 * Starts tracing.
 * @param endpoint value of OTEL_EXPORTER_OTLP_ENDPOINT, which the exporter reads; without it no tracing SDK is loaded
 * @returns a function that flushes and shuts it down
 */
export async function startTelemetry(
  endpoint: string | undefined,
  traced: TracedProcess,
): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => undefined;
  const { startTracer } = await import('./telemetry-sdk.ts');
  const started = startTracer(traced);
  tracer = started.tracer;
  return async () => {
    tracer = undefined;
    await started.stop();
  };
}

/**
 * Runs the work in a span, or directly when tracing is off. In a trace that is not recorded, no span is created: the
 * work runs in the trace of its parent, which the calls that it makes continue.
 * @param work receives the span if it is recorded
 */
export function inSpan<T>(options: SpanOptions, work: (span?: Span) => Promise<T>): Promise<T> {
  if (tracer === undefined) return work();
  const parent = options.parent ?? context.active();
  if (isUnsampled(parent)) return options.parent ? context.with(parent, () => work()) : work();
  const { name, kind, links = [], attributes = {} } = options;
  return tracer.startActiveSpan(name, { kind: KINDS[kind], links, attributes }, parent, (span) =>
    span.isRecording() ? recorded(span, work) : work(),
  );
}

async function recorded<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await work(span);
  } catch (error) {
    failSpan(span, errorType(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Marks a span as failed. @param type a code, or the class of the error: one of few values */
export function failSpan(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Code of an error (of a Fault, an SQLSTATE, a system error), or the name of its class. */
export function errorType(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (typeof code === 'string') return code;
  return typeof name === 'string' ? name : '_OTHER';
}

/** Writes the active trace into the metadata of a call. */
export function injectTrace(metadata: Metadata): void {
  if (tracer === undefined) return;
  propagation.inject(context.active(), metadata, { set: (carrier, key, value) => carrier.set(key, value) });
}

/** Runs work, when it is called later, in the trace that is active now. */
export function inTraceOfNow(): <T>(work: () => T) => T {
  const active = context.active();
  return (work) => context.with(active, work);
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
  const carrier = Object.fromEntries(TRACE_KEYS.map((key) => [key, metadata.get(key)[0]?.toString()]));
  return propagation.extract(ROOT_CONTEXT, carrier);
}

/** The trace of a W3C traceparent, which a call continues. */
export const traceOf = (traceparent: string): TraceContext | undefined =>
  tracer === undefined ? undefined : propagation.extract(ROOT_CONTEXT, { traceparent });

/**
 * Parent and links of a span that continues several traces: the first recorded one is its parent, the other recorded
 * ones are linked.
 * @param read returns the W3C traceparents, empty for none; called when tracing is on
 */
export function continuedTraces(
  read: () => Iterable<string>,
): Pick<SpanOptions, 'parent' | 'links'> | undefined {
  if (tracer === undefined) return undefined;
  const traces = [...new Set(read())]
    .filter((traceparent) => traceparent !== '')
    .map((traceparent) => propagation.extract(ROOT_CONTEXT, { traceparent }));
  if (traces.length === 0) return undefined;
  const [first, ...others] = traces.filter((each) => !isUnsampled(each));
  const links = others.flatMap((each) => trace.getSpanContext(each) ?? []).map((span) => ({ context: span }));
  return { parent: first ?? traces[0], links };
}

/** Reports whether the trace was decided not to be recorded; false without a trace. */
function isUnsampled(of: TraceContext): boolean {
  const span = trace.getSpanContext(of);
  return span !== undefined && (span.traceFlags & TraceFlags.SAMPLED) === 0;
}
