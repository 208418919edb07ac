import { columnList } from '@commerce/service-kit/db/columns.ts';
import type { Database, Queryable } from '@commerce/service-kit/db/database.ts';
import {
  batchColumns,
  type BatchGet,
  type Encoding,
  type IndexedRow,
} from '@commerce/service-kit/db/encoded-rows.ts';
import { statement, storeStatement } from '@commerce/service-kit/db/statement.ts';
import { newTurn } from '@commerce/service-kit/jobs/turns.ts';
import type { ProductRecord } from '../domain/product.ts';
import { Prisma as Schema } from '../generated/prisma/client.ts';
import type { Prisma } from './prisma.ts';
import { productFromRows, type ProductRow, type VariantRow } from './product-row.ts';

// All columns except the encoded message, which may be large and is encoded again from the others.
const COLUMNS = `store_id, id, name, slug, description, short_description, sku, barcode, type, images, category_ids, brand_ids, tags,
  shop_ids, visibility, is_active, is_draft, price_centavos, compare_at_price_centavos, image_alts, cost_centavos, variant_axes, iva_rate_bp, weight_milli, weight_unit,
  created_at, updated_at, version, price_version`;

const FIND = storeStatement(
  'product-find-by_ids',
  `select ${COLUMNS} from product where store_id = $1 and id = any($2)`,
);
const LOCK = storeStatement(
  'product-lock-by_ids',
  `select ${COLUMNS} from product where store_id = $1 and id = any($2) order by id for update`,
);
const LIST_VARIANTS = storeStatement(
  'variant-list-by_products',
  `select ${columnList(Schema.VariantScalarFieldEnum)} from variant
   where store_id = $1 and product_id = any($2) order by product_id, position, id`,
);

/** One product, drafts included, read from its columns. */
export async function productFind(
  db: Queryable,
  storeId: string,
  id: string,
): Promise<ProductRecord | undefined> {
  return (await productFindMany(db, storeId, [id]))[0];
}

/** Products by id, drafts included, read from their columns; unknown ids are left out. */
export async function productFindMany(
  db: Queryable,
  storeId: string,
  ids: string[],
): Promise<ProductRecord[]> {
  return withVariants(db, storeId, await db.rows<ProductRow>(FIND, [storeId, ids]));
}

/**
 * Like `productFindMany`, and locks the rows in the order of ids until the end of the transaction. Every change of
 * products starts here.
 */
export async function productLockMany(
  tx: Queryable,
  storeId: string,
  ids: string[],
): Promise<ProductRecord[]> {
  return withVariants(tx, storeId, await tx.rows<ProductRow>(LOCK, [storeId, ids]));
}

async function withVariants(db: Queryable, storeId: string, rows: ProductRow[]): Promise<ProductRecord[]> {
  const ids = rows.map(({ id }) => id);
  const variants = rows.length === 0 ? [] : await db.rows<VariantRow>(LIST_VARIANTS, [storeId, ids]);
  const byProduct = Map.groupBy(variants, (variant) => variant.product_id);
  const turn = newTurn();
  const records: ProductRecord[] = [];
  for (const row of rows) {
    records.push(productFromRows(row, byProduct.get(row.id) ?? []));
    await turn();
  }
  return records;
}

// One subquery per slug instead of a join, which might be planned as a scan of all products.
const FIND_IDS_BY_SLUGS = storeStatement(
  'product-find-by_slugs',
  `select (select p.id from product p where p.store_id = $1 and p.slug = c.slug) as id
   from unnest($2::text[]) with ordinality as c (slug, position) order by position`,
);

/**
 * Ids of products by their slugs, drafts included, in the order of the slugs; undefined for a slug that no product
 * has.
 */
export async function productFindIdsBySlugs(
  db: Queryable,
  storeId: string,
  slugs: string[],
): Promise<(string | undefined)[]> {
  const rows = await db.rows<{ id: string | null }>(FIND_IDS_BY_SLUGS, [storeId, slugs]);
  return rows.map(({ id }) => id ?? undefined);
}

/** Ids of a store's products after an id, drafts included, in the order of ids. */
export async function productListIds(
  prisma: Prisma,
  storeId: string,
  afterId: string,
  limit: number,
): Promise<string[]> {
  const rows = await prisma.forStore(storeId).product.findMany({
    where: { id: { gt: afterId } },
    select: { id: true },
    orderBy: { id: 'asc' },
    take: limit,
  });
  return rows.map(({ id }) => id);
}

const BATCH_BY_KEY = statement(
  'product-batch-by_key',
  `select case when p.updated_at = k.known_at then null else p.message end, p.encoding, k.position::int
   from unnest($1::text[], $2::text[], $3::timestamptz[]) with ordinality as k (store_id, id, known_at, position)
   join product p on p.store_id = k.store_id and p.id = k.id
   where not p.is_draft`,
);

/** Encoded messages of listed products by (store, id); each key is bound to its own store. */
export const productBatchByKey = (
  db: Database,
  encoding: Encoding,
  request: BatchGet,
): Promise<IndexedRow[]> => db.arrays(BATCH_BY_KEY, batchColumns(request, encoding));
