import { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { EncodedRow, Encoding } from '@commerce/service-kit/db/encoded-rows.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { storedEncoding } from '@commerce/service-kit/db/stored-encoding.ts';
import { versionStatement } from '@commerce/service-kit/db/version-pages.ts';
import type { ProductFilter } from '../domain/product.ts';
import { PRODUCT_ENCODING } from './product-row.ts';
import { productLockMany } from './product.ts';

const LIST_BY_UPDATE = storeStatement(
  'product-list-by_update',
  `select message, encoding from product
   where store_id = $1 and not is_draft and (updated_at, id) > ($2, $3)
   order by updated_at, id limit $4`,
);
const LIST_BY_FILTER = storeStatement(
  'product-list-by_filter',
  `select p.message, p.encoding
   from product_filter f join product p on p.store_id = f.store_id and p.id = f.product_id
   where f.store_id = $1 and f.filter = $5 and f.value = $6 and (f.updated_at, f.product_id) > ($2, $3)
     and ($7::text is null or p.category_ids @> array[$7::text]) and ($8::text is null or p.brand_ids @> array[$8::text])
   order by f.updated_at, f.product_id limit $4`,
);

/** Versions of listed products. */
export const LIST_VERSIONS = versionStatement(
  'product-list-versions',
  'product where store_id = $1 and not is_draft',
);

/** Filter of a list of products; all given fields must match. */
export interface ProductListFilter {
  sku?: string | undefined;
  categoryId?: string | undefined;
  brandId?: string | undefined;
}

/** Listed products of a store after a position, in the order (updated_at, id). */
export function productList(
  db: Database,
  storeId: string,
  after: [Date, string],
  limit: number,
  { sku, categoryId, brandId }: ProductListFilter,
): Promise<EncodedRow[]> {
  const [filter, value] = narrowest(sku, categoryId, brandId);
  if (filter === undefined) return db.arrays(LIST_BY_UPDATE, [storeId, ...after, limit]);
  return db.arrays(LIST_BY_FILTER, [
    storeId,
    ...after,
    limit,
    filter,
    value,
    categoryId ?? null,
    brandId ?? null,
  ]);
}

function narrowest(
  sku?: string,
  categoryId?: string,
  brandId?: string,
): [ProductFilter, string] | [undefined] {
  if (sku !== undefined) return ['sku', sku];
  if (brandId !== undefined) return ['brand', brandId];
  if (categoryId !== undefined) return ['category', categoryId];
  return [undefined];
}

const STORE_MESSAGE = storeStatement(
  'product-update-message',
  'update product set message = $3, encoding = $4 where store_id = $1 and id = $2',
);

/** Stored encoding of products; messages with an older encoding are rebuilt when they are read. */
export const productEncoding = (db: Database): Encoding =>
  storedEncoding(db, {
    current: PRODUCT_ENCODING,
    read: (message) => Product.decode(message),
    store: STORE_MESSAGE,
    encodeLocked: async (tx, storeId, id) => {
      const [record] = await productLockMany(tx, storeId, [id]);
      return record && Product.encode(record.product).finish();
    },
  });
