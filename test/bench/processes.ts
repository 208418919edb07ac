import { setTimeout as sleep } from 'node:timers/promises';
import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { ServiceName } from '@commerce/deploy/local/services.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import type { Bench } from './bench.ts';
import type { Case } from './case.ts';
import { costOfEvents, ofManyStores, STORES } from './events.ts';
import { repeated } from './load.ts';
import { measureInTurn, type Contender } from './measure.ts';
import { withOrders } from './orders.ts';
import { platform, untilIdle } from './platform.ts';
import { withReplicas, type Replicas } from './replicas.ts';

/** Concurrent callers of each process. */
const READERS = 8;
/** Lists per second of each process; few enough for four processes on two cores. */
const LISTS_PER_SECOND = 120;
const COUNTS = { one: 1, two: 2, four: 4 };

/** Throughput and cost of a unit of work. */
interface Cost {
  perSecond: number;
  cpuMs: number;
}

/** Measures a work with 1, 2 and 4 processes of a service, each under the same load. */
function scaling(
  service: ServiceName,
  label: string,
  measure: (bench: Bench, replicas: Replicas) => Promise<Cost>,
): Case {
  return {
    name: `processes-${service}`,
    table: 'processes',
    label,
    target: { figure: 'ratio', atMost: 1.15 },
    async measure(bench) {
      const costs: [string, Cost][] = [];
      for (const [name, count] of Object.entries(COUNTS))
        await withReplicas(bench.stack, service, count, async (replicas) => {
          await untilIdle(bench.stack);
          costs.push([name, await measure(bench, replicas)]);
        });
      const [first, ...others] = costs.map(([, cost]) => cost.cpuMs);
      return {
        ...Object.fromEntries(
          costs.flatMap(([name, cost]) => [
            [`${name}PerSecond`, cost.perSecond],
            [`${name}CpuMs`, cost.cpuMs],
          ]),
        ),
        ratio: Math.max(...others) / first!,
      };
    },
  };
}

async function costOf(contender: Contender): Promise<Cost> {
  const [measured] = await measureInTurn([contender]);
  return { perSecond: measured!.requestsPerSecond, cpuMs: measured!.cpuMs };
}

/** Calls that begin evenly, a number of them per second. */
function paced(perSecond: number, call: () => Promise<unknown>): () => Promise<unknown> {
  let due = 0;
  return async () => {
    const now = performance.now();
    due = Math.max(due + 1000 / perSecond, now);
    await sleep(due - now);
    return await call();
  };
}

/**
 * Cost of lists for catalog and PostgreSQL. The same rate per process, because a process that wakes up for each list takes more CPU
 * for it than a busy one, and two cores cannot keep four processes busy.
 */
async function costOfLists({ stack, store }: Bench, replicas: Replicas): Promise<Cost> {
  const channel = new GrpcChannel(replicas.address, [CatalogServiceService]);
  // As the gateway does, without decoding: the load must not cost more than the work.
  const list = channel.encoded(CatalogServiceService.listProducts);
  try {
    const read = () =>
      list(systemContext('bench', deadlineIn(10_000), store.id), {
        limit: 50,
        pageToken: Buffer.alloc(0),
        ids: [],
      });
    const pids = [stack.processes.catalog.pid!, ...replicas.pids, stack.servers.postgres!.pid!];
    const lists = paced(LISTS_PER_SECOND * replicas.count, read);
    return await costOf({ pids: () => pids, work: repeated(READERS * replicas.count, lists) });
  } finally {
    channel.close();
  }
}

export const processes: Case[] = [
  scaling('webhooks', `stock.changed of ${STORES} stores, handled by webhooks`, (bench, { pids }) =>
    costOfEvents(bench, ofManyStores, pids),
  ),
  scaling('orders', 'order of 3 lines (gRPC), created by orders', (bench, replicas) =>
    withOrders(bench, replicas, (work) => costOf(platform(bench, work, replicas.pids))),
  ),
  scaling(
    'catalog',
    `list of 50 products (gRPC), ${LISTS_PER_SECOND} per second from each process of catalog`,
    costOfLists,
  ),
];
