import { context, propagation, type Tracer } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

// A separate module, imported on demand: in a bundle those packages keep their names only for static imports.

/** Maximum time that a finished span waits for its export, in ms. */
const EXPORT_DELAY_MS = 1_000;

/** A process, and the share of its traces that it records. */
export interface TracedProcess {
  name: string;
  release: string;
  /** Share of the traces that begin in this process, from 0 to 1. Others are recorded if their caller records them. */
  sampleRatio: number;
}

/** Creates a tracer that exports over OTLP. @returns the tracer, and a function that flushes and ends it */
export function startTracer({ name, release, sampleRatio }: TracedProcess): {
  tracer: Tracer;
  stop: () => Promise<void>;
} {
  const exporter = new OTLPTraceExporter();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': name,
      'service.namespace': 'commerce-platform',
      'service.version': release,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: EXPORT_DELAY_MS })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const stop = async (): Promise<void> => {
    await provider.shutdown();
    context.disable();
    propagation.disable();
  };
  return { tracer: provider.getTracer('commerce-platform'), stop };
}
