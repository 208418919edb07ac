import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import type { Logger } from '@commerce/service-kit/logger.ts';
import { ATTEMPT_SETTLED_MS, dayAfter, dayOf, daysBefore } from '../domain/day.ts';
import { attemptForget } from '../store/attempt-forget.ts';
import {
  erasedCustomerDeleteDone,
  erasedCustomerListStores,
  erasedCustomerRecordLooked,
  erasedCustomerTake,
} from '../store/erased-customer.ts';

const EVERY_MS = 10_000;
const STORES = 100;
/** After what time attempts that were made since are looked through as well, in ms. */
const AGAIN_MS = 3600_000;
/** How long that goes on: orders that were under way when their buyer was erased tell who it is until their end, in days. */
const WATCHED_DAYS = 90;

/** What customers are forgotten with. */
export interface ForgetCustomersDeps {
  db: Database;
  clock: Clock;
  logger: Logger;
}

/**
 * Takes what was sent and answered of erased customers out of the log, store by store, and of each the earliest attempts first: all that
 * are kept when the note of it is found, and later, about once an hour, those that were made since. A few attempts at a time, with how far
 * it has come noted in the same transaction, so neither a crash nor another process that does the same leaves one out.
 * @param isStopping asked before each few
 */
export async function forgetCustomers(
  deps: ForgetCustomersDeps,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const nowMs = deps.clock.now();
  const due = new Date(nowMs - AGAIN_MS);
  for (let last = ''; ;) {
    const stores = await erasedCustomerListStores(deps.db, due, last, STORES);
    for (const storeId of stores)
      await forgetInStore(deps.db, storeId, nowMs, isStopping).catch((err: unknown) =>
        deps.logger.error({ err, store_id: storeId }, 'customers were not forgotten'),
      );
    if (stores.length < STORES || isStopping()) return;
    last = stores.at(-1)!;
  }
}

async function forgetInStore(
  db: Database,
  storeId: string,
  nowMs: number,
  isStopping: () => boolean,
): Promise<void> {
  const endMs = nowMs - ATTEMPT_SETTLED_MS;
  while (await forgetSome(db, storeId, endMs)) if (isStopping()) return;
  await erasedCustomerDeleteDone(db, storeId, new Date(daysBefore(nowMs, WATCHED_DAYS)), new Date(endMs));
}

/** Looks through the next attempts of a store that started before a time. @returns false when there is nothing left to do */
function forgetSome(db: Database, storeId: string, endMs: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const customers = await erasedCustomerTake(tx, storeId, new Date(endMs));
    if (customers.length === 0) return false;
    const fromMs = customers[0]!.lookedTo.getTime();
    const toMs = Math.min(Date.parse(dayAfter(dayOf(fromMs))), endMs);
    const ids = customers.map(({ customerId }) => customerId);
    const lookedToMs = await attemptForget(tx, { storeId, fromMs, toMs }, ids);
    // Whoever is further already loses nothing: those that follow are looked through for them as well.
    await erasedCustomerRecordLooked(tx, storeId, ids, new Date(lookedToMs));
    return true;
  });
}

/** The job of every process of the service. */
export function forgetCustomersJob(deps: ForgetCustomersDeps): IntervalJob {
  let isStopping = false;
  return {
    name: 'forget customers',
    everyMs: EVERY_MS,
    run: () => forgetCustomers(deps, () => isStopping),
    stopping: () => void (isStopping = true),
  };
}
