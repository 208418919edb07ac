import { columnList, fromColumns, type Columns } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { ProductSelection } from '../domain/bulk-change.ts';
import { Prisma as Schema, type PriceListEntry } from '../generated/prisma/client.ts';
import type { PriceListEntryRow } from './price-list-entry.ts';

// An operation walks through a store by the primary key and skips what is not selected, so that all its parts together read the store
// once. The ids are behind a select and therefore hashed: a lookup costs the same for any number of them.
const IS_SELECTED = `($2::text is null or p.category_ids @> array[$2]) and ($3::text is null or p.brand_ids @> array[$3])
     and ($4::text[] is null or p.id in (select unnest($4::text[]))) and not p.is_deleted`;

/** Parameters $1 to $4 of `IS_SELECTED`. */
const selectionValues = (
  storeId: string,
  { categoryId, brandId, productIds }: ProductSelection,
): unknown[] => [storeId, categoryId ?? null, brandId ?? null, productIds ?? null];

const COUNT = storeStatement(
  'product-count-selected',
  `select count(*)::int as count from product p where p.store_id = $1 and ${IS_SELECTED}`,
);

/** Counts the selected products. */
export async function productCountSelected(
  db: Queryable,
  storeId: string,
  selection: ProductSelection,
): Promise<number> {
  const [row] = await db.rows<{ count: number }>(COUNT, selectionValues(storeId, selection));
  return row!.count;
}

const LIST_FIRST = storeStatement(
  'product-list-selected',
  `select p.id from product p where p.store_id = $1 and ${IS_SELECTED} order by p.id limit $5`,
);

/** Lists the first selected products, by id. */
export async function productListSelected(
  db: Queryable,
  storeId: string,
  selection: ProductSelection,
  limit: number,
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(LIST_FIRST, [...selectionValues(storeId, selection), limit]);
  return rows.map(({ id }) => id);
}

const LOCK_NEXT = storeStatement(
  'product-lock-selected',
  `select p.id, p.variant_count as "variantCount" from product p
   where p.store_id = $1 and ${IS_SELECTED} and p.id > $5 order by p.id limit $6 for no key update`,
);

/** Locks the selected products after an id against changes until the commit. */
export async function productLockSelected(
  tx: Queryable,
  storeId: string,
  selection: ProductSelection,
  afterId: string,
  limit: number,
): Promise<{ id: string; variantCount: number }[]> {
  return tx.rows(LOCK_NEXT, [...selectionValues(storeId, selection), afterId, limit]);
}

const COUNT_ENTRIES = storeStatement(
  'price_list_entry-count-selected',
  `select count(*)::int as count from price_list_entry e join product p on p.store_id = $1 and p.id = e.product_id
   where e.store_id = $1 and e.price_list_id = $5 and ${IS_SELECTED}`,
);

/** Counts the fixed prices of a list for selected products. */
export async function priceListEntryCountSelected(
  db: Queryable,
  storeId: string,
  selection: ProductSelection,
  priceListId: string,
): Promise<number> {
  const values = [...selectionValues(storeId, selection), priceListId];
  const [row] = await db.rows<{ count: number }>(COUNT_ENTRIES, values);
  return row!.count;
}

const LIST_ENTRIES = storeStatement(
  'price_list_entry-list-selected',
  `select ${columnList(Schema.PriceListEntryScalarFieldEnum, 'e')}
   from price_list_entry e join product p on p.store_id = $1 and p.id = e.product_id
   where e.store_id = $1 and e.price_list_id = $5 and ${IS_SELECTED} and (e.product_id, e.variant_id) > ($6, $7)
   order by e.product_id, e.variant_id limit $8`,
);

/** A page of the fixed prices of a list for selected products. */
export interface SelectedEntriesPage {
  priceListId: string;
  selection: ProductSelection;
  /** Product and variant of the last entry of the previous page. */
  after: readonly [productId: string, variantId: string];
  limit: number;
}

/** Lists the fixed prices of a list for selected products, by product and variant. */
export async function priceListEntryListSelected(
  tx: Queryable,
  storeId: string,
  { priceListId, selection, after, limit }: SelectedEntriesPage,
): Promise<PriceListEntryRow[]> {
  const values = [...selectionValues(storeId, selection), priceListId, ...after, limit];
  const rows = await tx.rows<Columns<PriceListEntry>>(LIST_ENTRIES, values);
  return rows.map((row) => fromColumns<PriceListEntry>(row));
}

const UPDATE_ENTRIES = storeStatement(
  'price_list_entry-update-many',
  `update price_list_entry e set price_centavos = r.price_centavos
   from unnest($3::text[], $4::text[], $5::bigint[]) r (product_id, variant_id, price_centavos)
   where e.store_id = $1 and e.price_list_id = $2 and e.product_id = r.product_id and e.variant_id = r.variant_id`,
);

/** Updates fixed prices of a locked list. */
export async function priceListEntryUpdateMany(
  tx: Queryable,
  storeId: string,
  priceListId: string,
  entries: PriceListEntryRow[],
): Promise<void> {
  await tx.rows(UPDATE_ENTRIES, [
    storeId,
    priceListId,
    entries.map(({ productId }) => productId),
    entries.map(({ variantId }) => variantId),
    entries.map(({ priceCentavos }) => priceCentavos),
  ]);
}
