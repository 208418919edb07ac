import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import type { ProductRecord } from '../domain/product.ts';
import { productInsert } from './product-save.ts';
import { insertWithFreeSlug } from './slug.ts';

/** Adds a new product within a transaction, under a slug of its own like the one that it has, stamped. @returns it as written */
export async function productCreate(
  tx: Queryable,
  record: ProductRecord,
  stamp: Stamp,
): Promise<ProductRecord> {
  const { storeId } = record;
  const created = { ...record, product: { ...record.product } };
  await insertWithFreeSlug(
    tx,
    storeId,
    'product',
    record.product.slug,
    async () => {
      const updatedAtMs = (await stamp(tx, storeId)).getTime();
      Object.assign(created.product, { createdAtMs: updatedAtMs, updatedAtMs });
    },
    async (slug) => {
      created.product.slug = slug;
      return productInsert(tx, created);
    },
  );
  return created;
}
