import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '@commerce/deploy/local/stack.ts';
import { cpuMs } from './cpu.ts';
import { platformPids } from './platform-pids.ts';
import { WebhookLoad, type BenchEndpoint } from './webhook-load.ts';

/** Number of deliveries of a throughput measurement. */
const DELIVERIES = 10_000;
const WARM_UP = 1_000;
const STEADY_S = 20;
const HANGING_SHARE = 0.2;
/** Endpoints and events per second of the fairness measurement: whether hanging endpoints delay the others. */
const FAIR_ENDPOINTS = 20;
const FAIR_RATE = 5;
const FAIR_ROUNDS = 3;

/** Throughput of deliveries of events that were committed at once. */
interface Throughput {
  endpoints: number;
  hanging: number;
  perSecond: number;
  /** CPU of all platform processes, in ms per delivery. */
  cpuMs: number;
}

/** Time from the commit of an event to its receipt, in ms. */
interface Latency {
  p50Ms: number;
  p99Ms: number;
}

/** Cost and latency of webhooks. */
export interface WebhookFinding {
  throughput: Throughput[];
  /** One endpoint, 50 events per second. */
  steady: Latency;
  /** Latency at responding endpoints, when all respond and when some hang. */
  allRespond: Latency;
  someHang: Latency;
}

/** Measures webhooks on a store without apps. */
export async function webhookFinding(stack: Stack, storeId: string): Promise<WebhookFinding> {
  const load = await WebhookLoad.open(stack, storeId);
  try {
    const throughput: Throughput[] = [];
    for (const [count, share] of [
      [1, 0],
      [20, 0],
      [500, 0],
      [20, HANGING_SHARE],
      [500, HANGING_SHARE],
    ] as const)
      throughput.push(await throughputOf(stack, load, endpoints(count, share)));
    const steady = latencyOf(await steadily(load, endpoints(1, 0), 50));
    const [allRespond, someHang] = await inTurn(load);
    return { throughput, steady, allRespond, someHang };
  } finally {
    await load.close();
  }
}

const endpoints = (count: number, hangingShare: number): BenchEndpoint[] =>
  Array.from({ length: count }, (_, n) => ({ path: `/${n}`, hangs: n < count * hangingShare }));

async function throughputOf(stack: Stack, load: WebhookLoad, to: BenchEndpoint[]): Promise<Throughput> {
  const answering = to.filter(({ hangs }) => !hangs).length;
  await load.install(to);
  const warmUp = Math.ceil(WARM_UP / to.length);
  await load.commit(warmUp);
  await load.received(warmUp * answering);
  const pids = platformPids(stack);
  const events = Math.ceil(DELIVERIES / to.length);
  const [cpuBefore, startedAt] = [cpuMs(pids), performance.now()];
  await load.commit(events);
  await load.received((warmUp + events) * answering);
  const [seconds, cpu] = [(performance.now() - startedAt) / 1000, cpuMs(pids) - cpuBefore];
  await load.uninstall();
  const deliveries = events * answering;
  const hanging = to.length - answering;
  return {
    endpoints: to.length,
    hanging,
    perSecond: deliveries / seconds,
    cpuMs: cpu / deliveries,
  };
}

/** Commits events one by one at a rate. @returns the latency of each delivery to a responding endpoint, in ms */
async function steadily(load: WebhookLoad, to: BenchEndpoint[], perSecond: number): Promise<number[]> {
  const answering = to.filter(({ hangs }) => !hangs).length;
  await load.install(to);
  const events = perSecond * STEADY_S;
  const startedAt = performance.now();
  for (let n = 0; n < events; n++) {
    await sleep(Math.max(0, startedAt + (n * 1000) / perSecond - performance.now()));
    await load.commit(1);
  }
  await load.received(events * answering);
  const times = load.receipts.map(({ afterMs }) => afterMs);
  await load.uninstall();
  return times;
}

/** Alternates with and without hanging endpoints, so that other work of the machine affects both equally. */
async function inTurn(load: WebhookLoad): Promise<[Latency, Latency]> {
  const responding: number[] = [];
  const hanging: number[] = [];
  for (let round = 0; round < FAIR_ROUNDS; round++) {
    responding.push(...(await steadily(load, endpoints(FAIR_ENDPOINTS, 0), FAIR_RATE)));
    hanging.push(...(await steadily(load, endpoints(FAIR_ENDPOINTS, HANGING_SHARE), FAIR_RATE)));
  }
  return [latencyOf(responding), latencyOf(hanging)];
}

function latencyOf(times: number[]): Latency {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]!;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

const ms = ({ p50Ms, p99Ms }: Latency): string =>
  `${p50Ms.toFixed(0)} ms (median) and ${p99Ms.toFixed(0)} ms (p99)`;

/** The results as Markdown. */
export function renderWebhooks({ throughput, steady, allRespond, someHang }: WebhookFinding): string {
  const ratio = someHang.p99Ms / allRespond.p99Ms;
  return [
    `Webhooks, from the outbox to the receiver's 200, ${DELIVERIES} deliveries of events that were committed at once:`,
    '',
    '| endpoints | of these hang | deliveries/s | CPU ms per delivery |',
    '|-|-|-|-|',
    ...throughput.map(
      ({ endpoints: all, hanging, perSecond, cpuMs: cpu }) =>
        `| ${all} | ${hanging} | ${Math.round(perSecond)} | ${cpu.toFixed(2)} |`,
    ),
    '',
    `At 50 events a second a webhook arrives ${ms(steady)} after the commit of its event.`,
    '',
    `With ${FAIR_ENDPOINTS} endpoints and ${FAIR_RATE} events a second to each it arrives after ${ms(allRespond)}; when a fifth of the receivers ` +
      `hang, at the others after ${ms(someHang)}: ${ratio.toFixed(2)}× at p99.`,
  ].join('\n');
}
