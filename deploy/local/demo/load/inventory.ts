import {
  productSaveMany,
  reservationInsertMany,
  shopSaveMany,
  stockItemInsertMany,
  type ReservationRecord,
} from '@commerce/inventory/seed.ts';
import type { OrderRecord, ProductRecord, StoreWorld, World } from '../world.ts';
import { withDatabase } from './open.ts';

/** Shops, product data for stock, stock rows, and reservations of orders. */
export function loadInventory(url: string, world: World): Promise<void> {
  return withDatabase(url, async (db) => {
    for (const store of world.stores) {
      await shopSaveMany(
        db,
        store.id,
        store.shops.map(({ id }) => ({ shopId: id })),
      );
      const services = new Set<string>();
      for (const chunk of store.products()) {
        await productSaveMany(db, store.id, chunk.map(toProduct));
        for (const { product } of chunk) if (product.type === 'service') services.add(product.id);
      }
      for (const chunk of store.stock()) await stockItemInsertMany(db, store.id, chunk);
      const toReservation = reservationsOf(store, services);
      for (const chunk of store.orders())
        await reservationInsertMany(db, store.id, chunk.flatMap(toReservation));
    }
  });
}

function toProduct({ product, draft }: ProductRecord) {
  const { id, sku = null, type, shopIds } = product;
  const variants = product.variants.map((variant) => ({ variantId: variant.id, sku: variant.sku ?? null }));
  return { productId: id, sku, type, variants, shopIds, draft, version: 1 };
}

/** Reservation state of an order: open orders reserve stock, delivered ones have taken it, unsuccessful ones have none. */
function reservationsOf(
  { orderFlow }: Pick<StoreWorld, 'orderFlow'>,
  services: ReadonlySet<string>,
): (record: OrderRecord) => ReservationRecord[] {
  const kinds = new Map(orderFlow.map(({ status, kind }) => [status, kind]));
  return ({ order: { id, status, shopId, lineItems } }) => {
    const kind = kinds.get(status);
    if (kind === undefined || kind === 'closed_bad') return [];
    const lines = lineItems.flatMap(({ productId, variantId = null, quantity }) =>
      productId === undefined || services.has(productId) ? [] : [{ shopId, productId, variantId, quantity }],
    );
    return [{ orderId: id, state: kind === 'open' ? 'reserved' : 'taken', lines }];
  };
}
