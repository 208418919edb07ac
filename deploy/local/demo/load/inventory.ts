import { productSaveMany } from '@commerce/inventory/store/product-save.ts';
import { shopSaveMany } from '@commerce/inventory/store/shop-save.ts';
import { stockItemSaveMany } from '@commerce/inventory/store/stock-item-save.ts';
import type { ProductRecord, World } from '../world.ts';
import { withDatabase } from './open.ts';

/** Shops, what stock needs to know of products, and the stock. */
export function loadInventory(url: string, world: World): Promise<void> {
  return withDatabase(url, async (db) => {
    for (const store of world.stores) {
      await shopSaveMany(
        db,
        store.id,
        store.shops.map(({ id }) => ({ shopId: id })),
      );
      for (const chunk of store.products()) await productSaveMany(db, store.id, chunk.map(toProduct));
      for (const chunk of store.stock()) await stockItemSaveMany(db, store.id, chunk);
    }
  });
}

function toProduct({ product, draft }: ProductRecord) {
  const variants = product.variants.map(({ id, sku }) => ({ variantId: id, sku: sku ?? null }));
  return { productId: product.id, sku: product.sku ?? null, variants, draft, version: 1 };
}
