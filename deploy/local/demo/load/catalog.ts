import { brandInsertMany } from '@commerce/catalog/store/brand.ts';
import { categoryInsertMany } from '@commerce/catalog/store/category.ts';
import { openPrisma } from '@commerce/catalog/store/prisma.ts';
import { productInsertMany } from '@commerce/catalog/store/product-insert.ts';
import { shopInsertMany } from '@commerce/catalog/store/shop.ts';
import type { ProductRecord, World } from '../world.ts';
import { withDatabase } from './open.ts';

/** Shops, categories, brands, products. */
export function loadCatalog(url: string, world: World): Promise<void> {
  return withDatabase(url, async (db) => {
    const prisma = openPrisma(db);
    for (const store of world.stores) {
      await shopInsertMany(prisma, store.id, store.shops);
      await categoryInsertMany(prisma, store.id, store.categories);
      await brandInsertMany(prisma, store.id, store.brands);
      for (const chunk of store.products()) await productInsertMany(db, store.id, chunk.map(firstVersion));
    }
  });
}

/** Version of the initial prices: every later price from pricing is newer. */
const firstVersion = (record: ProductRecord) => ({ ...record, version: 1, priceVersion: 0 });
