import { columnList } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { newTurn } from '@commerce/service-kit/jobs/turns.ts';
import { filtersOf, type ProductRecord } from '../domain/product.ts';
import { Prisma as Schema } from '../generated/prisma/client.ts';
import { imageMarkUnusedByProduct } from './image.ts';
import { productToRow, variantsToRows } from './product-row.ts';
import { productSearchSaveMany } from './product-search.ts';
import { productLockMany } from './product.ts';
import { insertWithFreeSlug } from './slug.ts';

/** A product before and after a change; the same object when the product stayed as it was. */
export interface ProductChange {
  before: ProductRecord;
  after: ProductRecord;
}

/** Computes the new state of a product whose row is locked; undefined to leave it as it is. */
export type ChangeProduct = (
  record: ProductRecord,
) => ProductRecord | undefined | Promise<ProductRecord | undefined>;

/** Characters of encoded messages after which a part of products is written: about 10 ms of work. */
const PART_CHARS = 256 * 1024;

const PRODUCT = columnList(Schema.ProductScalarFieldEnum);
const VARIANT = columnList(Schema.VariantScalarFieldEnum);
const FILTER = columnList(Schema.ProductFilterScalarFieldEnum);

const UPSERT = storeStatement(
  'product-upsert-many',
  `insert into product (${PRODUCT})
   select ${PRODUCT} from json_populate_recordset(null::product, $2) r where r.store_id = $1
   on conflict (store_id, id) do update set
     name = excluded.name, slug = excluded.slug, description = excluded.description,
     short_description = excluded.short_description, sku = excluded.sku, barcode = excluded.barcode, type = excluded.type,
     images = excluded.images, category_ids = excluded.category_ids, brand_ids = excluded.brand_ids, tags = excluded.tags,
     shop_ids = excluded.shop_ids, visibility = excluded.visibility, is_active = excluded.is_active,
     is_draft = excluded.is_draft, price_centavos = excluded.price_centavos,
     compare_at_price_centavos = excluded.compare_at_price_centavos, cost_centavos = excluded.cost_centavos,
     image_alts = excluded.image_alts, variant_axes = excluded.variant_axes, iva_rate_bp = excluded.iva_rate_bp, weight_milli = excluded.weight_milli,
     weight_unit = excluded.weight_unit, updated_at = excluded.updated_at, version = excluded.version,
     price_version = excluded.price_version, message = excluded.message, encoding = excluded.encoding`,
);

const INSERT = storeStatement(
  'product-insert-unless_slug_taken',
  `insert into product (${PRODUCT})
   select ${PRODUCT} from json_populate_recordset(null::product, $2) r where r.store_id = $1
   on conflict (store_id, slug) do nothing returning id`,
);

const REPLACE_VARIANTS = storeStatement(
  'variant-replace-by_product',
  `with gone as (
     delete from variant v where store_id = $1 and product_id = any($2)
       and not exists (select from json_populate_recordset(null::variant, $3) r where r.product_id = v.product_id and r.id = v.id)
   )
   insert into variant (${VARIANT})
   select ${VARIANT} from json_populate_recordset(null::variant, $3) r where r.store_id = $1
   on conflict (store_id, product_id, id) do update set
     position = excluded.position, sku = excluded.sku, barcode = excluded.barcode, name = excluded.name,
     attributes = excluded.attributes, images = excluded.images, price_centavos = excluded.price_centavos,
     compare_at_price_centavos = excluded.compare_at_price_centavos, cost_centavos = excluded.cost_centavos,
     is_active = excluded.is_active`,
);

const REPLACE_FILTERS = storeStatement(
  'product_filter-replace-by_product',
  `with gone as (
     delete from product_filter f where store_id = $1 and product_id = any($2)
       and not exists (
         select from json_populate_recordset(null::product_filter, $3) r
         where r.product_id = f.product_id and r.filter = f.filter and r.value = f.value)
   )
   insert into product_filter (${FILTER})
   select ${FILTER} from json_populate_recordset(null::product_filter, $3) r where r.store_id = $1
   on conflict (store_id, product_id, filter, value) do update set updated_at = excluded.updated_at`,
);

/**
 * Writes whole products: columns, variants, filters, search entry and the encoded message. The rows must be new or
 * locked by this transaction, and `updatedAtMs` must be the stamp of this transaction. Large products are written in
 * several parts, so that other work runs in between.
 */
export async function productSaveMany(
  tx: Queryable,
  storeId: string,
  records: ProductRecord[],
): Promise<void> {
  let rows: ReturnType<typeof productToRow>[] = [];
  let chars = 0;
  for (const [at, record] of records.entries()) {
    const row = productToRow(record);
    rows.push(row);
    chars += row.message.length;
    if (chars < PART_CHARS && at < records.length - 1) continue;
    await tx.rows(UPSERT, [storeId, JSON.stringify(rows)]);
    await replaceParts(tx, storeId, records.slice(at + 1 - rows.length, at + 1));
    rows = [];
    chars = 0;
  }
}

/**
 * Writes a new product whole.
 * @returns false, without writing anything, when another product of the store has its slug
 */
async function productInsert(tx: Queryable, record: ProductRecord): Promise<boolean> {
  const { storeId } = record;
  const inserted = await tx.rows(INSERT, [storeId, JSON.stringify([productToRow(record)])]);
  if (inserted.length === 0) return false;
  await replaceParts(tx, storeId, [record]);
  return true;
}

async function replaceParts(tx: Queryable, storeId: string, records: ProductRecord[]): Promise<void> {
  const ids = records.map((record) => record.product.id);
  await tx.rows(REPLACE_VARIANTS, [storeId, ids, JSON.stringify(records.flatMap(variantsToRows))]);
  await tx.rows(REPLACE_FILTERS, [storeId, ids, JSON.stringify(records.flatMap(filterRows))]);
  await productSearchSaveMany(tx, storeId, records);
}

function filterRows(record: ProductRecord) {
  const { storeId, product } = record;
  const updated_at = new Date(product.updatedAtMs);
  return filtersOf(record).map(({ filter, value }) => ({
    store_id: storeId,
    product_id: product.id,
    filter,
    value,
    updated_at,
  }));
}

/**
 * Stamps and inserts a new product under a free slug, derived from its own where that is taken.
 * @returns it as written
 */
export async function productCreate(
  tx: Queryable,
  record: ProductRecord,
  stamp: Stamp,
): Promise<ProductRecord> {
  const { storeId } = record;
  const created = { ...record, product: { ...record.product } };
  await insertWithFreeSlug(tx, storeId, {
    entity: 'product',
    base: record.product.slug,
    stamp,
    insert: (slug, stampMs) => {
      Object.assign(created.product, { slug, createdAtMs: stampMs, updatedAtMs: stampMs });
      return productInsert(tx, created);
    },
  });
  return created;
}

/**
 * Changes products within a transaction: locks their rows in the order of ids, applies the change to each, stamps
 * once and writes once. Each changed product gets the stamp and its next version.
 * @returns the products that the store has, in the order of ids
 */
export async function productChangeMany(
  tx: Queryable,
  storeId: string,
  ids: string[],
  change: ChangeProduct,
  stamp: Stamp,
): Promise<ProductChange[]> {
  const changes: ProductChange[] = [];
  const turn = newTurn();
  for (const before of await productLockMany(tx, storeId, ids)) {
    // One after the other: they share the transaction's connection.
    changes.push({ before, after: (await change(before)) ?? before });
    await turn();
  }
  const changed = changes.filter(({ before, after }) => after !== before);
  if (changed.length === 0) return changes;
  const updatedAtMs = (await stamp(tx, storeId)).getTime();
  for (const one of changed) {
    const { after, before } = one;
    one.after = { ...after, version: before.version + 1, product: { ...after.product, updatedAtMs } };
  }
  await productSaveMany(
    tx,
    storeId,
    changed.map(({ after }) => after),
  );
  return changes;
}

const DELETE = storeStatement('product-delete', 'delete from product where store_id = $1 and id = $2');

/**
 * Deletes a product with its variants, stamped like every change.
 * @returns the deleted product with the time and version of its deletion; undefined when it does not exist or
 * `mayDelete` refuses
 */
export async function productDelete(
  tx: Queryable,
  storeId: string,
  id: string,
  mayDelete: (record: ProductRecord) => boolean,
  stamp: Stamp,
): Promise<ProductRecord | undefined> {
  const [record] = await productLockMany(tx, storeId, [id]);
  if (record === undefined || !mayDelete(record)) return undefined;
  await imageMarkUnusedByProduct(tx, storeId, id);
  const updatedAtMs = (await stamp(tx, storeId)).getTime();
  await tx.rows(DELETE, [storeId, id]);
  return { ...record, version: record.version + 1, product: { ...record.product, updatedAtMs } };
}
