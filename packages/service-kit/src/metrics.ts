import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** All metrics of the process, served at /metrics. */
export const registry = new Registry();

const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Interval of samples of the event-loop lag, which the metrics include: the default of 10 ms costs an idle process a third of its CPU. */
const EVENT_LOOP_SAMPLE_MS = 20;

/** Registers the metrics of Node.js (memory, CPU, event-loop lag, garbage collection). */
export function collectProcessMetrics(): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
}

/** A histogram of durations in seconds. */
export function durationHistogram<L extends string>(
  name: string,
  help: string,
  labelNames: L[],
): Histogram<L> {
  return new Histogram({ name, help, labelNames, buckets: BUCKETS_S, registers: [registry] });
}

/**
 * A gauge that is read when scraped. It replaces one of the same name, because the observed object may be
 * closed and reopened.
 */
export function gauge(name: string, help: string, read: () => number): Gauge {
  registry.removeSingleMetric(name);
  return new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
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

const rpcDuration = {
  server: durationHistogram('rpc_server_duration_seconds', 'Time to answer a gRPC call.', ['method', 'code']),
  client: durationHistogram('rpc_client_duration_seconds', 'Time a gRPC call took its caller.', [
    'method',
    'code',
  ]),
};

/** Records a gRPC call. */
export function observeRpc(side: 'server' | 'client', path: string, code: string, startedAt: number): void {
  rpcDuration[side].observe({ method: path.slice(1), code }, (performance.now() - startedAt) / 1000);
}
