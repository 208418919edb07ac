import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { filtersOf, type ProductRecord } from '../domain/product.ts';
import { productToRow, variantsToRows } from './product-row.ts';
import { productSearchSaveMany } from './product-search-save.ts';

const UPSERT = storeStatement(
  'product-upsert-many',
  `insert into product select * from json_populate_recordset(null::product, $2) r where r.store_id = $1
   on conflict (store_id, id) do update set
     name = excluded.name, slug = excluded.slug, description = excluded.description,
     short_description = excluded.short_description, sku = excluded.sku, barcode = excluded.barcode, type = excluded.type,
     images = excluded.images, category_ids = excluded.category_ids, brand_ids = excluded.brand_ids, tags = excluded.tags,
     shop_ids = excluded.shop_ids, visibility = excluded.visibility, is_active = excluded.is_active,
     is_draft = excluded.is_draft, price_centavos = excluded.price_centavos,
     compare_at_price_centavos = excluded.compare_at_price_centavos, cost_centavos = excluded.cost_centavos,
     variant_axes = excluded.variant_axes, iva_rate_bp = excluded.iva_rate_bp, weight_milli = excluded.weight_milli,
     weight_unit = excluded.weight_unit, updated_at = excluded.updated_at, version = excluded.version,
     price_version = excluded.price_version, message = excluded.message, encoding = excluded.encoding`,
);

const INSERT = storeStatement(
  'product-insert-unless_slug_taken',
  `insert into product select * from json_populate_recordset(null::product, $2) r where r.store_id = $1
   on conflict (store_id, slug) do nothing returning id`,
);

const REPLACE_VARIANTS = storeStatement(
  'variant-replace-by_product',
  `with gone as (
     delete from variant v where store_id = $1 and product_id = any($2)
       and not exists (select from json_populate_recordset(null::variant, $3) r where r.product_id = v.product_id and r.id = v.id)
   )
   insert into variant select * from json_populate_recordset(null::variant, $3)
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
   insert into product_filter select * from json_populate_recordset(null::product_filter, $3)
   on conflict (store_id, product_id, filter, value) do update set updated_at = excluded.updated_at`,
);

/** Products are written together up to this many characters of encoded messages and one product more: some 10 ms of work. */
const PART_CHARS = 256 * 1024;

/**
 * Writes products whole: columns, variants, what they are found by, and the encoded message. Their rows are new or
 * locked by this transaction, and `updatedAtMs` is the stamp of this transaction. Large products are written in several parts, between
 * which other work runs.
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
 * Writes a new product whole, unless another product of the store has its slug.
 * @returns false when the slug is taken: then nothing is written
 */
export async function productInsert(tx: Queryable, record: ProductRecord): Promise<boolean> {
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
