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
const HAS_CODE = (filter: 'sku' | 'barcode', value: string) =>
  `exists (select from product_filter m
     where m.store_id = $1 and m.product_id = p.id and m.filter = '${filter}' and m.value = ${value})`;
/** The filters from $5 on; null ones match every product. */
const MATCHES = `($5::text is null or p.category_ids @> array[$5::text])
     and ($6::text is null or p.brand_ids @> array[$6::text])
     and ($7::text is null or ${HAS_CODE('sku', '$7')})
     and ($8::text is null or ${HAS_CODE('barcode', '$8')})`;
/** Products that match a filter, which is the narrowest of those from $5 on. */
export const LIST_BY_FILTER = storeStatement(
  'product-list-by_filter',
  `select p.message, p.encoding
   from product_filter f join product p on p.store_id = f.store_id and p.id = f.product_id
   where f.store_id = $1 and f.filter = $9 and f.value = $10 and (f.updated_at, f.product_id) > ($2, $3) and ${MATCHES}
   order by f.updated_at, f.product_id limit $4`,
);
/** Products of a list of ids: all of them first, because PostgreSQL might scan the list in its order for them. */
export const LIST_BY_IDS = storeStatement(
  'product-list-by_ids',
  `with found as materialized (
     select p.id, p.updated_at, p.message, p.encoding from product p
     where p.store_id = $1 and p.id = any($9) and not p.is_draft and ${MATCHES})
   select message, encoding from found where (updated_at, id) > ($2, $3) order by updated_at, id limit $4`,
);

/** Versions of listed products. */
export const LIST_VERSIONS = versionStatement(
  'product-list-versions',
  'product where store_id = $1 and not is_draft',
);

/** Filter of a list of products; all given fields must match. */
export interface ProductListFilter {
  sku?: string | undefined;
  barcode?: string | undefined;
  categoryId?: string | undefined;
  brandId?: string | undefined;
  /** Empty for no filter. */
  ids: readonly string[];
}

/** Listed products of a store after a position, in the order (updated_at, id). */
export function productList(
  db: Database,
  storeId: string,
  after: [Date, string],
  limit: number,
  filters: ProductListFilter,
): Promise<EncodedRow[]> {
  const { sku, barcode, categoryId, brandId, ids } = filters;
  const page = [storeId, ...after, limit];
  const matches = [categoryId ?? null, brandId ?? null, sku ?? null, barcode ?? null];
  if (ids.length > 0) return db.arrays(LIST_BY_IDS, [...page, ...matches, ids]);
  const [filter, value] = narrowest(filters);
  if (filter === undefined) return db.arrays(LIST_BY_UPDATE, page);
  return db.arrays(LIST_BY_FILTER, [...page, ...matches, filter, value]);
}

function narrowest({
  sku,
  barcode,
  categoryId,
  brandId,
}: ProductListFilter): [ProductFilter, string] | [undefined] {
  if (barcode !== undefined) return ['barcode', barcode];
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
