import { randomUUID } from 'node:crypto';
import { systemContext } from '@commerce/service-kit/context.ts';
import type { OrderChange } from '../domain/order-change.ts';
import type { OrderRecord } from '../domain/order.ts';
import { tellChanged } from '../events/publish.ts';
import { afterChange } from '../rpc/change-order.ts';
import type { Deps } from '../deps.ts';
import { orderChange } from '../store/order-change.ts';

const BATCH = 100;
const ORDER_MS = 10_000;

/** Which order. */
interface Found {
  storeId: string;
  id: string;
}

/** What is done to many orders. */
export interface EachChange<Order extends Found> {
  /** The next of them, after one, at most so many. */
  list: (after: Order | undefined, limit: number) => Promise<Order[]>;
  decide: (record: OrderRecord, nowMs: number) => OrderChange | undefined;
  /** What is logged of an order that could not be changed. */
  failed: string;
}

/** Changes orders of all stores one by one, as the platform itself; one that cannot be changed keeps no other from it. */
export async function changeEach<Order extends Found>(
  deps: Deps,
  { list, decide, failed }: EachChange<Order>,
): Promise<void> {
  for (let last: Order | undefined; ;) {
    const found = await list(last, BATCH);
    for (const order of found)
      await changeOne(deps, order, decide).catch((err: unknown) =>
        deps.logger.error({ err, order: order.id }, failed),
      );
    last = found.at(-1);
    if (found.length < BATCH) return;
  }
}

async function changeOne(
  deps: Deps,
  { storeId, id }: Found,
  decide: EachChange<Found>['decide'],
): Promise<void> {
  const { writer, stamp, clock } = deps;
  const ctx = systemContext(randomUUID(), Date.now() + ORDER_MS, storeId);
  const nowMs = clock.now();
  const changed = await writer.change(ctx, async (unit) => {
    const changing = { storeId, actor: ctx.actor, stamp, nowMs };
    const done = await orderChange(unit, changing, id, (record) => decide(record, nowMs));
    tellChanged(unit, done);
    return done;
  });
  await afterChange(deps, ctx, changed);
}
