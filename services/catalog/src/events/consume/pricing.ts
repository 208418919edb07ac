import { BulkPricesFinished, PricesChanged } from '@commerce/proto/commerce/pricing/v1/events.ts';
import type { EventHandler, Subscription } from '@commerce/service-kit/events/subscription.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import type { Deps } from '../../deps.ts';
import {
  bulkPriceOperationAddPart,
  bulkPriceOperationFinish,
  type BulkPriceProgress,
} from '../../store/bulk-price-operation.ts';
import type { ProductChange } from '../../store/product-write.ts';
import { applyPriceCopies } from '../../use-cases/apply-price-copies.ts';
import { publishBulkUpdated, publishChange, publishPart } from '../publish.ts';

/**
 * Applies the prices of `prices.changed`, unless pricing's own call has done so already. The parts of a bulk
 * operation are published to other services only.
 */
const onPricesChanged =
  ({ stamp }: Pick<Deps, 'stamp'>): EventHandler =>
  async (unit, { storeId, payload }) => {
    const { prices, bulkOperationId } = PricesChanged.decode(payload);
    const changes = await applyPriceCopies(unit, storeId, prices, stamp);
    if (bulkOperationId === undefined) for (const change of changes) publishChange(unit, change);
    else await addPart(unit, storeId, bulkOperationId, prices.length, changes);
  };

/** Records the end of a bulk operation, and publishes the operation when all of its parts have been received. */
const onBulkPricesFinished =
  ({ prisma }: Pick<Deps, 'prisma'>): EventHandler =>
  async (unit, { storeId, payload }) => {
    const { bulkOperationId, count } = BulkPricesFinished.decode(payload);
    const operation = await bulkPriceOperationFinish(prisma, storeId, bulkOperationId, count);
    if (operation.received >= count) publishOperation(unit, bulkOperationId, operation);
  };

/** Subscription to the events of pricing. */
export const pricingEvents = (deps: Pick<Deps, 'prisma' | 'stamp'>): Subscription => ({
  service: 'pricing',
  handlers: { 'prices.changed': onPricesChanged(deps), 'prices.bulk_finished': onBulkPricesFinished(deps) },
});

async function addPart(
  unit: Unit,
  storeId: string,
  operationId: string,
  products: number,
  changes: ProductChange[],
): Promise<void> {
  const changed = changes.filter(({ before, after }) => after !== before);
  const records = changed.map(({ after }) => after);
  const appliedAtMs = records[0]?.product.updatedAtMs;
  const operation = await bulkPriceOperationAddPart(unit, storeId, operationId, products, appliedAtMs);
  const { received, expected } = operation;
  // The operation was published before this part: its event does not cover these products, so each has its own.
  if (expected !== null && received - products >= expected) {
    for (const change of changed) publishChange(unit, change);
    return;
  }
  publishPart(unit, operationId, records);
  if (expected !== null && received >= expected) publishOperation(unit, operationId, operation);
}

function publishOperation(unit: Unit, operationId: string, operation: BulkPriceProgress): void {
  const { expected, appliedSince } = operation;
  // No time: nothing was applied, because the products have been deleted.
  if (expected !== null && appliedSince !== null)
    publishBulkUpdated(unit, operationId, expected, appliedSince.getTime());
}
