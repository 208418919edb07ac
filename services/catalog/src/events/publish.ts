import type { Shop } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import {
  ProductChanged,
  ProductDeleted,
  ProductFacts,
  ProductsBulkUpdated,
  ProductsChanged,
  ShopChanged,
} from '@commerce/proto/commerce/catalog/v1/events.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import { factsOf } from '../domain/product-facts.ts';
import type { ProductRecord } from '../domain/product.ts';

/** An event of several products ends before the one with which it would be larger, in bytes: NATS and the outbox have a bound. */
const MAX_PART_BYTES = 250_000;

/**
 * Tells that a product was created or changed; nothing when it stayed as it was. Of drafts only other services hear, and a draft that
 * is published is created as far as anybody else knows.
 */
export function tellChange(
  unit: Unit,
  { before, after }: { before?: ProductRecord; after: ProductRecord },
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

/** Tells that a product was deleted. */
export function tellDeleted(unit: Unit, { product, version, draft }: ProductRecord): void {
  const { id: productId, sku, updatedAtMs: occurredAtMs } = product;
  const payload = ProductDeleted.encode({ productId, version, sku, wasDraft: draft }).finish();
  unit.emit({ type: 'product.deleted', subjectId: productId, payload, occurredAtMs });
}

/** Publishes to other services what a part of an operation on very many products has changed, in as many events as its size needs. */
export function tellPart(unit: Unit, operationId: string, changed: ProductRecord[]): void {
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

/** Tells that an operation has changed more products than are told one by one (contract, section 6). */
export function tellBulk(unit: Unit, operationId: string, count: number, updatedSinceMs: number): void {
  const payload = ProductsBulkUpdated.encode({ count, updatedSinceMs }).finish();
  unit.emit({ type: 'products.bulk_updated', subjectId: operationId, payload });
}

/** Tells other services of a shop. */
export function tellShop(unit: Unit, type: 'shop.created' | 'shop.updated', shop: Shop): void {
  const { id: shopId, name, isActive, updatedAtMs: occurredAtMs } = shop;
  const payload = ShopChanged.encode({ shopId, name, isActive }).finish();
  unit.emit({ type, subjectId: shopId, payload, occurredAtMs });
}
