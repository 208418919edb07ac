import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import type { Case, Figures } from './case.ts';
import { cpuMs } from './cpu.ts';
import { medianByCpu } from './measure.ts';
import { platformPids } from './platform.ts';
import { printProfile } from './profile.ts';
import { WebhookLoad, type BenchEndpoint } from './webhook-load.ts';

/** Number of deliveries of a measurement of throughput, and how many are made: the one with the median CPU is reported. */
const DELIVERIES = 10_000;
const MEASUREMENTS = 3;
const WARM_UP = 1_000;
const STEADY_S = 20;
const HANGING_SHARE = 0.2;

/** Runs a measurement on the events of a store without apps. */
const onLoad =
  (measure: (load: WebhookLoad, bench: Bench) => Promise<Figures>): Case['measure'] =>
  async (bench) => {
    const load = await WebhookLoad.open(bench.stack, bench.otherStore.id);
    try {
      return await measure(load, bench);
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
    measure: onLoad(async (load, { stack, isProfiled }) => {
      await load.install(to);
      let committed = 0;
      /** @returns the number of deliveries */
      const deliver = async (deliveries: number) => {
        const events = Math.ceil(deliveries / count);
        committed += events;
        await load.commit(events);
        await load.received(committed * answering);
        return { answers: events * answering };
      };
      await deliver(WARM_UP);
      const pids = platformPids(stack);
      const measured: { perSecond: number; cpuMs: number }[] = [];
      while (measured.length < MEASUREMENTS) {
        const [cpuBefore, startedAt] = [cpuMs(pids), performance.now()];
        const { answers } = await deliver(DELIVERIES);
        const seconds = (performance.now() - startedAt) / 1000;
        measured.push({ perSecond: answers / seconds, cpuMs: (cpuMs(pids) - cpuBefore) / answers });
      }
      if (isProfiled) await printProfile(stack, () => deliver(DELIVERIES));
      return medianByCpu(measured);
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
