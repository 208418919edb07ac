import { columnList, fromColumns, type Columns, type Fields } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { Prisma as Schema, type PriceListEntry } from '../generated/prisma/client.ts';

/** A fixed price of a list. */
export interface PriceListEntryRecord {
  priceListId: string;
  productId: string;
  /** Null: the price of the product, and of its variants without their own entry. */
  variantId: string | null;
  priceCentavos: number;
}

const COLUMNS = columnList(Schema.PriceListEntryScalarFieldEnum);

const LIST = storeStatement(
  'price_list_entry-list-by_list',
  `select ${COLUMNS} from price_list_entry
   where store_id = $1 and price_list_id = $2 and (product_id, variant_id) > ($3, $4)
   order by product_id, variant_id limit $5`,
);

const LIST_BY_PRODUCTS = storeStatement(
  'price_list_entry-list-by_products',
  `select ${COLUMNS} from price_list_entry
   where store_id = $1 and price_list_id = $2 and product_id = any(array(select unnest($6::text[])))
     and (product_id, variant_id) > ($3, $4)
   order by product_id, variant_id limit $5`,
);

/** A page of the fixed prices of a list. */
export interface PriceListEntriesPage {
  priceListId: string;
  /** Product and variant of the last entry of the previous page. */
  after: readonly [productId: string, variantId: string];
  limit: number;
  /** Only these products; all when empty. */
  productIds?: string[];
}

/** A fixed price of a list; the variant is empty for the price of the product. */
export type PriceListEntryRow = Fields<PriceListEntry>;

/** Lists the fixed prices of a list by product and variant. */
export async function priceListEntryList(
  db: Queryable,
  storeId: string,
  { priceListId, after, limit, productIds = [] }: PriceListEntriesPage,
): Promise<PriceListEntryRow[]> {
  const page = [storeId, priceListId, ...after, limit];
  const rows = await (productIds.length === 0
    ? db.rows<Columns<PriceListEntry>>(LIST, page)
    : db.rows<Columns<PriceListEntry>>(LIST_BY_PRODUCTS, [...page, productIds]));
  return rows.map((row) => fromColumns<PriceListEntry>(row));
}

const UPSERT_MANY = storeStatement(
  'price_list_entry-upsert-many',
  `insert into price_list_entry (${COLUMNS})
   select ${COLUMNS} from json_populate_recordset(null::price_list_entry, $2) r where r.store_id = $1
   on conflict (store_id, product_id, price_list_id, variant_id) do update set price_centavos = excluded.price_centavos`,
);

/** Adds or changes up to 1,000 fixed prices; their lists and products exist already. */
export async function priceListEntrySaveMany(
  db: Queryable,
  storeId: string,
  entries: PriceListEntryRecord[],
): Promise<void> {
  const rows = entries.map((entry) => ({
    store_id: storeId,
    price_list_id: entry.priceListId,
    product_id: entry.productId,
    variant_id: entry.variantId ?? '',
    price_centavos: entry.priceCentavos,
  }));
  await db.rows(UPSERT_MANY, [storeId, JSON.stringify(rows)]);
}

const DELETE_MANY = storeStatement(
  'price_list_entry-delete-many',
  `delete from price_list_entry e using unnest($3::text[], $4::text[]) as r (product_id, variant_id)
   where e.store_id = $1 and e.price_list_id = $2 and e.product_id = r.product_id and e.variant_id = r.variant_id`,
);

/** Deletes fixed prices of a list; missing ones are ignored. */
export async function priceListEntryDeleteMany(
  tx: Queryable,
  storeId: string,
  priceListId: string,
  entries: Pick<PriceListEntryRecord, 'productId' | 'variantId'>[],
): Promise<void> {
  const productIds = entries.map(({ productId }) => productId);
  const variantIds = entries.map(({ variantId }) => variantId ?? '');
  await tx.rows(DELETE_MANY, [storeId, priceListId, productIds, variantIds]);
}

const DELETE_SOME = storeStatement(
  'price_list_entry-delete-some_of_list',
  `delete from price_list_entry where store_id = $1 and ctid = any(array(
     select ctid from price_list_entry where store_id = $1 and price_list_id = $2 limit $3)) returning 1`,
);

/** Deletes up to `limit` fixed prices of a list. @returns their number, below the limit when none are left */
export async function priceListEntryDeleteSome(
  tx: Queryable,
  storeId: string,
  priceListId: string,
  limit: number,
): Promise<number> {
  return (await tx.rows(DELETE_SOME, [storeId, priceListId, limit])).length;
}
