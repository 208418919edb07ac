import type { Shop } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import {
  ProductChanged,
  ProductDeleted,
  ProductFacts,
  ProductsBulkUpdated,
  ProductsChanged,
  ShopChanged,
} from '@commerce/proto/commerce/catalog/v1/events.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import { factsOf } from '../domain/product-facts.ts';
import type { ProductRecord } from '../domain/product.ts';

/** Size in bytes above which products go into another event: NATS and the outbox limit the size of an event. */
const MAX_PART_BYTES = 250_000;

/**
 * Publishes a created or changed product, unless it stayed as it was. Changes of drafts are internal events. A draft
 * that is published is `product.created`, since subscribers outside the platform have not seen it before.
 */
export function publishChange(
  unit: Unit,
  { before, after }: { before?: ProductRecord | undefined; after: ProductRecord },
): void {
  if (after === before) return;
  const isNew = before === undefined || before.draft;
  const type = after.draft ? 'product.drafted' : isNew ? 'product.created' : 'product.updated';
  unit.emit({
    type,
    subjectId: after.product.id,
    payload: ProductChanged.encode({ facts: factsOf(after) }).finish(),
    occurredAtMs: after.product.updatedAtMs,
  });
}

/** Publishes the deletion of a product. */
export function publishDeleted(unit: Unit, { product, version, draft }: ProductRecord): void {
  const { id: productId, sku, updatedAtMs: occurredAtMs } = product;
  const payload = ProductDeleted.encode({ productId, version, sku, wasDraft: draft }).finish();
  unit.emit({ type: 'product.deleted', subjectId: productId, payload, occurredAtMs });
}

/** Publishes the products that a part of a bulk operation changed, as internal events of limited size. */
export function publishPart(unit: Unit, operationId: string, changed: ProductRecord[]): void {
  const occurredAtMs = changed[0]?.product.updatedAtMs;
  for (const rest = changed.map(factsOf); rest.length > 0;) {
    let bytes = 0;
    const end = rest.findIndex(
      (facts, n) => (bytes += ProductFacts.encode(facts).finish().length) > MAX_PART_BYTES && n > 0,
    );
    const products = rest.splice(0, end === -1 ? rest.length : end);
    const payload = ProductsChanged.encode({ products }).finish();
    unit.emit({ type: 'products.changed', subjectId: operationId, payload, occurredAtMs });
  }
}

/** Publishes changed products: one event each, or as a part of a bulk operation. @returns the products that were changed */
export function publishChanges(
  unit: Unit,
  changes: { before?: ProductRecord | undefined; after: ProductRecord }[],
  bulkOperationId: string | undefined,
): ProductRecord[] {
  const changed = changes.filter(({ before, after }) => after !== before);
  const records = changed.map(({ after }) => after);
  if (bulkOperationId !== undefined) publishPart(unit, bulkOperationId, records);
  else for (const change of changed) publishChange(unit, change);
  return records;
}

/** Publishes one event for all products of a bulk operation, which have no public event each (contract, section 6). */
export function publishBulkUpdated(
  unit: Unit,
  operationId: string,
  count: number,
  updatedSinceMs: number,
): void {
  const payload = ProductsBulkUpdated.encode({ count, updatedSinceMs }).finish();
  unit.emit({ type: 'products.bulk_updated', subjectId: operationId, payload });
}

/** Publishes a created or changed shop to other services. */
export function publishShop(unit: Unit, type: 'shop.created' | 'shop.updated', shop: Shop): void {
  const { id: shopId, name, isActive, updatedAtMs: occurredAtMs } = shop;
  const payload = ShopChanged.encode({ shopId, name, isActive }).finish();
  unit.emit({ type, subjectId: shopId, payload, occurredAtMs });
}
