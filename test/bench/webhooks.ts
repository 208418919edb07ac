import { setTimeout as sleep } from 'node:timers/promises';
import type { Case, Figures } from './case.ts';
import { cpuMs } from './cpu.ts';
import { platformPids } from './platform.ts';
import { WebhookLoad, type BenchEndpoint } from './webhook-load.ts';

/** Number of deliveries of a throughput measurement. */
const DELIVERIES = 10_000;
const WARM_UP = 1_000;
const STEADY_S = 20;
const HANGING_SHARE = 0.2;

/** Runs a measurement on the events of a store without apps. */
const onLoad =
  (measure: (load: WebhookLoad, pids: () => number[]) => Promise<Figures>): Case['measure'] =>
  async ({ stack, otherStore }) => {
    const load = await WebhookLoad.open(stack, otherStore.id);
    try {
      return await measure(load, () => platformPids(stack));
    } finally {
      await load.close();
    }
  };

const endpoints = (count: number, hangingShare: number): BenchEndpoint[] =>
  Array.from({ length: count }, (_, n) => ({ path: `/${n}`, hangs: n < count * hangingShare }));

/** Deliveries of events that are committed at once. */
function throughput(count: number, hangingShare: number): Case {
  const to = endpoints(count, hangingShare);
  const answering = to.filter(({ hangs }) => !hangs).length;
  return {
    name: `webhooks-${count}${hangingShare > 0 ? '-hanging' : ''}`,
    table: 'webhooks',
    label: 'committed at once',
    given: { endpoints: count, hanging: count - answering },
    ...(count > 1 && { target: { figure: 'cpuMs', atMost: 0.5 } }),
    measure: onLoad(async (load, pids) => {
      await load.install(to);
      const warmUp = Math.ceil(WARM_UP / count);
      await load.commit(warmUp);
      await load.received(warmUp * answering);
      const events = Math.ceil(DELIVERIES / count);
      const [processes, startedAt] = [pids(), performance.now()];
      const cpuBefore = cpuMs(processes);
      await load.commit(events);
      await load.received((warmUp + events) * answering);
      const [seconds, cpu] = [(performance.now() - startedAt) / 1000, cpuMs(processes) - cpuBefore];
      const deliveries = events * answering;
      return { perSecond: deliveries / seconds, cpuMs: cpu / deliveries };
    }),
  };
}

/** Deliveries of events that are committed one by one at a rate, to the endpoints that respond. */
function steady(count: number, hangingShare: number, perSecond: number): Case {
  const to = endpoints(count, hangingShare);
  const answering = to.filter(({ hangs }) => !hangs).length;
  return {
    name: `webhooks-steady-${count}${hangingShare > 0 ? '-hanging' : ''}`,
    table: 'webhooks',
    label: `${perSecond} events a second`,
    given: { endpoints: count, hanging: count - answering },
    target: { figure: 'p50Ms', atMost: 250 },
    measure: onLoad(async (load) => {
      await load.install(to);
      const events = perSecond * STEADY_S;
      const startedAt = performance.now();
      for (let n = 0; n < events; n++) {
        await sleep(Math.max(0, startedAt + (n * 1000) / perSecond - performance.now()));
        await load.commit(1);
      }
      await load.received(events * answering);
      const sorted = load.receipts.map(({ afterMs }) => afterMs).toSorted((a, b) => a - b);
      const at = (share: number) => sorted[Math.floor(sorted.length * share)]!;
      return { perSecond: perSecond * answering, p50Ms: at(0.5), p99Ms: at(0.99) };
    }),
  };
}

export const webhooks: Case[] = [
  throughput(1, 0),
  throughput(20, 0),
  throughput(500, 0),
  throughput(20, HANGING_SHARE),
  throughput(500, HANGING_SHARE),
  steady(1, 0, 50),
  steady(20, 0, 5),
  steady(20, HANGING_SHARE, 5),
];
