import type { Brand, Category } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { advanceStoreClock } from '@commerce/service-kit/db/stamp.ts';
import { recordsOf } from './domain/csv/records.ts';
import { textOf } from './domain/csv/text.ts';
import type { ProductRecord } from './domain/product.ts';
import { brandInsert } from './store/brand.ts';
import { categoryInsert } from './store/category.ts';
import { productSaveMany } from './store/product-write.ts';
import type { Prisma } from './store/prisma.ts';

export type { ProductRecord } from './domain/product.ts';

/** Adds categories with their ids, slugs and times; parents come before their children. */
export async function categoryInsertMany(
  prisma: Prisma,
  storeId: string,
  categories: Category[],
): Promise<void> {
  for (const category of categories)
    if (!(await categoryInsert(prisma, storeId, category))) throw slugTaken(category);
}

/** Adds brands with their ids, slugs and times. */
export async function brandInsertMany(prisma: Prisma, storeId: string, brands: Brand[]): Promise<void> {
  for (const brand of brands) if (!(await brandInsert(prisma, storeId, brand))) throw slugTaken(brand);
}

const slugTaken = ({ slug }: { slug: string }) => new Error(`the slug ${slug} is taken`);

/**
 * Adds up to 1,000 products with their ids and times, without events. The store's clock advances to the latest of
 * them, so that later changes come after them.
 */
export async function productInsertMany(
  db: Queryable,
  storeId: string,
  records: ProductRecord[],
): Promise<void> {
  await advanceStoreClock(db, storeId, Math.max(...records.map(({ product }) => product.updatedAtMs)));
  await productSaveMany(db, storeId, records);
}

const noTurn = () => undefined;

/** Parses a product file without yielding, as the baseline of tests that measure event-loop delay. */
export async function parseFileAtOnce(file: Uint8Array): Promise<void> {
  const records = recordsOf(textOf([file], noTurn), noTurn);
  while (!(await records.next()).done);
}

/** Store functions that tests of other packages run against a database of this service. */
export { openPrisma, type Prisma } from './store/prisma.ts';
export { productChangeMany } from './store/product-write.ts';
export { shopInsertMany } from './store/shop.ts';
