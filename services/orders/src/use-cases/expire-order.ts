import { randomUUID } from 'node:crypto';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { expire } from '../domain/change-status.ts';
import type { Deps } from '../deps.ts';
import { applyChange } from './change-order.ts';
import { syncChangedStock } from './sync-order-stock.ts';

const TIMEOUT_MS = 10_000;

/** Expires an order whose time is over, as the platform itself. */
export async function expireOrder(
  deps: Deps,
  { storeId, id }: { storeId: string; id: string },
): Promise<void> {
  const ctx = systemContext(randomUUID(), deadlineIn(TIMEOUT_MS), storeId);
  const nowMs = deps.clock.now();
  const changed = await deps.writer.change(ctx, (unit) =>
    applyChange(unit, deps, ctx, id, (record) => expire(record, nowMs)),
  );
  await syncChangedStock(deps, ctx, changed);
}
