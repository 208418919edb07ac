import { BulkPricesFinished, PricesChanged } from '@commerce/proto/commerce/pricing/v1/events.ts';
import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import type { EventHandler, Subscription } from '@commerce/service-kit/events/subscription.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import {
  bulkPriceOperationAddPart,
  bulkPriceOperationFinish,
  type BulkPriceOperation,
} from '../../store/bulk-price-operation.ts';
import { productApplyPrices } from '../../store/product-apply-prices.ts';
import type { ProductChange } from '../../store/product-change.ts';
import { tellBulk, tellChange, tellPart } from '../publish.ts';

/** The events of pricing that catalog applies. */
export const pricingEvents = (stamp: Stamp): Subscription => ({
  service: 'pricing',
  handlers: { 'prices.changed': onPricesChanged(stamp), 'prices.bulk_finished': onBulkPricesFinished },
});

/**
 * `prices.changed`: applies the prices, unless pricing's own call came first. Those of an operation on very many products are told
 * to other services only.
 */
export const onPricesChanged =
  (stamp: Stamp): EventHandler =>
  async (unit, { storeId, payload }) => {
    const { prices, bulkOperationId } = PricesChanged.decode(payload);
    const changes = await productApplyPrices(unit, storeId, prices, stamp);
    if (bulkOperationId === undefined) for (const change of changes) tellChange(unit, change);
    else await tellOfOperation(unit, storeId, bulkOperationId, prices.length, changes);
  };

/** `prices.bulk_finished`: the operation is told once all of its parts have been heard of. */
export const onBulkPricesFinished: EventHandler = async (unit, { storeId, payload }) => {
  const { bulkOperationId, count } = BulkPricesFinished.decode(payload);
  const operation = await bulkPriceOperationFinish(unit, storeId, bulkOperationId, count);
  if (operation.heard >= count) tellOperation(unit, bulkOperationId, operation);
};

async function tellOfOperation(
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
  const { heard, expected } = operation;
  // An operation that was told already cannot tell of more: then each product does.
  if (expected !== null && heard - products >= expected) {
    for (const change of changed) tellChange(unit, change);
    return;
  }
  tellPart(unit, operationId, records);
  if (expected !== null && heard >= expected) tellOperation(unit, operationId, operation);
}

function tellOperation(unit: Unit, operationId: string, operation: BulkPriceOperation): void {
  const { expected, appliedSinceMs } = operation;
  // Without a time nothing was applied: the products have gone.
  if (expected !== null && appliedSinceMs !== null) tellBulk(unit, operationId, expected, appliedSinceMs);
}
