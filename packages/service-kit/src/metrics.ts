import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type OpenMetricsContentType,
} from 'prom-client';
import type { Span } from './telemetry.ts';

/** All metrics of the process, served at /metrics. Only the OpenMetrics format has exemplars. */
export const registry = new Registry<OpenMetricsContentType>();
registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);

const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Interval of samples of the event-loop lag, which the metrics include: the default of 10 ms costs an idle process a third of its CPU. */
const EVENT_LOOP_SAMPLE_MS = 20;

/** Registers the metrics of Node.js (memory, CPU, event-loop lag, garbage collection) and the versions. */
export function collectProcessMetrics(release: string): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
  const labels = { version: release, node_version: process.version };
  new Gauge({
    name: 'build_info',
    help: 'The release and the version of Node.js of the process; always 1.',
    labelNames: Object.keys(labels),
    registers: [registry],
  }).set(labels, 1);
}

/** A histogram of durations in seconds. */
export interface DurationHistogram<L extends string> {
  /** @param span the span of the observed work, if one is recorded: its trace becomes the exemplar of the bucket */
  observe(labels: Record<L, string | number>, seconds: number, span?: Span): void;
}

const NO_EXEMPLAR = {};

/** Creates a histogram of durations in seconds. */
export function durationHistogram<L extends string>(
  name: string,
  help: string,
  labelNames: L[],
): DurationHistogram<L> {
  const histogram = new Histogram({
    name,
    help,
    labelNames,
    buckets: BUCKETS_S,
    registers: [registry],
    enableExemplars: true,
  });
  return {
    observe(labels, value, span) {
      const exemplarLabels = span ? { trace_id: span.spanContext().traceId } : NO_EXEMPLAR;
      histogram.observe({ labels, value, exemplarLabels });
    },
  };
}

/**
 * A gauge that is read when scraped. It replaces one of the same name, because the observed object may be
 * closed and reopened.
 * @param read undefined while the value is not known: the gauge is then absent
 */
export function gauge(name: string, help: string, read: () => number | undefined): Gauge {
  registry.removeSingleMetric(name);
  return new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      const value = read();
      if (value === undefined) this.remove();
      else this.set(value);
    },
  });
}

/** A monotonic counter. */
export function counter<L extends string>(name: string, help: string, labelNames: L[]): Counter<L> {
  return new Counter({ name, help, labelNames, registers: [registry] });
}

/**
 * A gauge with one label, read when scraped and replaced as in `gauge`; label values that `read` no longer
 * returns disappear.
 */
export function gaugeBy<L extends string>(
  name: string,
  help: string,
  label: L,
  read: () => Iterable<[labelValue: string, value: number]>,
): Gauge<L> {
  registry.removeSingleMetric(name);
  return new Gauge<L>({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (const [value, number] of read()) this.set({ [label]: value } as Record<L, string>, number);
    },
  });
}
