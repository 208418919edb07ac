import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from './api.ts';
import { makeFaults, scheduleOf, type Fault } from './faults.ts';
import { follow, type Followed } from './follower.ts';
import { History } from './history.ts';
import { runLoad } from './load.ts';
import { judge } from './oracles.ts';
import type { ChaosPlatform } from './platform.ts';
import { Choices } from './random.ts';
import { watchTwoStores } from './two-stores.ts';
import { createWorld } from './world.ts';

const FOLLOWED: Record<string, Followed> = {
  products: { path: '/products', value: (product: { name: string }) => product.name },
  orders: { path: '/orders', value: (order: { status: string }) => order.status },
  customers: { path: '/customers', value: (customer: { name: string }) => customer.name },
};

/** Load after the last fault, which meets a platform that has recovered. */
const AFTER_MS = 5_000;

const MAX_REASON = 90;

/** Result of a campaign: its faults and load, and the promises that were broken. */
export interface CampaignResult {
  faults: Fault[];
  counts: Record<string, number>;
  deliveries: number;
  broken: Record<string, string[]>;
}

/** Options of a campaign. */
interface Extent {
  seed: number;
  minutes: number;
  say: (line: string) => void;
}

/** Runs the load and the faults of a seed, then checks the promises. */
export async function runCampaign(
  chaos: ChaosPlatform,
  { seed, minutes, say }: Extent,
): Promise<CampaignResult> {
  await watchTwoStores();
  const world = await createWorld(seed, chaos.issuer);
  const history = new History();
  const over = new AbortController();
  let writesAreOver = false;
  const followed = Object.fromEntries(
    Object.entries(FOLLOWED).map(([list, each]) => [
      list,
      world.gateways.map((gateway, n) =>
        follow(
          new Api([gateway], world.subscribers[n]!.bearer, new Choices(seed, list)),
          each,
          () => writesAreOver,
        ),
      ),
    ]),
  );
  const load = runLoad(world, history, over.signal);
  const schedule = scheduleOf(
    new Choices(seed, 'faults'),
    chaos.victims.map(({ name }) => name),
    minutes * 60_000,
  );
  const faults = await makeFaults(schedule, chaos.victims, say);
  await chaos.ready();
  await sleep(AFTER_MS);
  over.abort();
  await load;
  world.receiver.recover();
  say(`the load has ended: ${JSON.stringify(history.counts)}`);
  const reasons = history.failures.map((failure) => failure.slice(0, MAX_REASON));
  for (const reason of new Set(reasons)) say(`given up: ${reason}`);
  writesAreOver = true;
  const known = Object.fromEntries(
    await Promise.all(
      Object.entries(followed).map(async ([list, each]) => [list, await Promise.all(each)] as const),
    ),
  );
  const broken = await judge({ world, history, faults, followed: known }, say);
  const endpoints = [...world.subscribers, world.outsider, world.writer];
  const deliveries = endpoints.reduce((sum, { path }) => sum + world.receiver.at(path).length, 0);
  world.receiver.close();
  return { faults, counts: history.counts, deliveries, broken };
}
