import {
  brandInsertMany,
  categoryInsertMany,
  productInsertMany,
  shopInsertMany,
} from '@commerce/catalog/seed.ts';
import type { ProductRecord, World } from '../world.ts';
import { withDatabase } from './open.ts';

/** Shops, categories, brands, products. */
export function loadCatalog(url: string, world: World): Promise<void> {
  return withDatabase(url, async (db) => {
    for (const store of world.stores) {
      await shopInsertMany(db, store.id, store.shops);
      await categoryInsertMany(db, store.id, store.categories);
      await brandInsertMany(db, store.id, store.brands);
      for (const chunk of store.products()) await productInsertMany(db, store.id, chunk.map(firstVersion));
    }
  });
}

/** Version of the initial prices: every later price from pricing is newer. */
const firstVersion = (record: ProductRecord) => ({ ...record, version: 1, priceVersion: 0 });
