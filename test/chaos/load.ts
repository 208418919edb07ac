import { setTimeout as sleep } from 'node:timers/promises';
import {
  adjustMany,
  adjustOne,
  authorizeAgain,
  changeCustomers,
  changeProducts,
  endInstallation,
  exceedLimit,
  read,
  refresh,
  renewTokens,
} from './app-load.ts';
import type { History } from './history.ts';
import { importProducts, raisePrices, sellAtTill, sellByPhone } from './merchant-load.ts';
import { publishUnreadable } from './parked.ts';
import { Choices } from './random.ts';
import type { Work } from './work.ts';
import type { World } from './world.ts';

/** The parts of the load, with the number of concurrent workers and the pause of each between two rounds, in ms. */
const PARTS: Record<string, { work: Work; workers: number; pauseMs: number }> = {
  adjustments: { work: adjustOne, workers: 4, pauseMs: 50 },
  'batches of adjustments': { work: adjustMany, workers: 2, pauseMs: 150 },
  products: { work: changeProducts, workers: 2, pauseMs: 150 },
  customers: { work: changeCustomers, workers: 2, pauseMs: 200 },
  orders: { work: sellByPhone, workers: 2, pauseMs: 200 },
  'sales at the till': { work: sellAtTill, workers: 1, pauseMs: 200 },
  refreshes: { work: refresh, workers: 1, pauseMs: 500 },
  // An access token is valid for an hour.
  'renewals of tokens': { work: renewTokens, workers: 1, pauseMs: 20 * 60_000 },
  'ends of installations': { work: endInstallation, workers: 1, pauseMs: 1_000 },
  're-authorizations': { work: authorizeAgain, workers: 1, pauseMs: 2_000 },
  'bulk changes of prices': { work: raisePrices, workers: 1, pauseMs: 3_000 },
  imports: { work: importProducts, workers: 1, pauseMs: 3_000 },
  'unreadable events': { work: publishUnreadable, workers: 1, pauseMs: 10_000 },
  'requests above the limit': { work: exceedLimit, workers: 2, pauseMs: 150 },
  reads: { work: read, workers: 3, pauseMs: 100 },
};

/** Runs the load until `over`; rounds that have begun are finished. */
export async function runLoad(world: World, history: History, over: AbortSignal): Promise<void> {
  const workers = Object.entries(PARTS).flatMap(([name, part]) =>
    Array.from({ length: part.workers }, async (_, n) => {
      const choices = new Choices(world.seed, `${name} ${n}`);
      while (!over.aborted) {
        // A person or an app that gives up begins again with something else.
        await part.work(world, history, choices).catch((error: Error) => {
          history.count(`${name}: given up`);
          history.failures.push(`${name}: ${error.message.replace(/.*answered/, '')}`);
        });
        await sleep(part.pauseMs, undefined, { signal: over }).catch(() => undefined);
      }
    }),
  );
  await Promise.all(workers);
}
