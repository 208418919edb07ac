import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { findCycle } from '../domain/engine/price-list.ts';
import { priceListLockLinks, type PriceListRecord } from './price-list.ts';

const UPSERT = storeStatement(
  'price_list-upsert-many',
  `insert into price_list select * from json_populate_recordset(null::price_list, $2) r where r.store_id = $1
   on conflict (store_id, id) do update set
     name = excluded.name, percent_bp = excluded.percent_bp, over_list_id = excluded.over_list_id,
     rounding_centavos = excluded.rounding_centavos`,
);

const UPSERT_ENTRIES = storeStatement(
  'price_list_entry-upsert-many',
  `insert into price_list_entry select * from json_populate_recordset(null::price_list_entry, $2) r where r.store_id = $1
   on conflict (store_id, product_id, price_list_id, variant_id) do update set price_centavos = excluded.price_centavos`,
);

/** A fixed price of a list. */
export interface PriceListEntryRecord {
  priceListId: string;
  productId: string;
  /** Null: for the product, which is all its variants without an entry of their own. */
  variantId: string | null;
  priceCentavos: number;
}

/**
 * Adds or changes up to 1,000 price lists. To be run in a transaction where others may change the store's lists too.
 * @throws Error when lists would be over each other in a circle
 */
export async function priceListSaveMany(
  db: Queryable,
  storeId: string,
  lists: PriceListRecord[],
): Promise<void> {
  const links = new Map(await priceListLockLinks(db, storeId));
  for (const { priceListId, rule } of lists) links.set(priceListId, rule?.overListId);
  const circular = findCycle(links);
  if (circular !== undefined) throw new Error(`price list ${circular} would be over itself`);
  const rows = lists.map(({ priceListId, name, rule }) => ({
    store_id: storeId,
    id: priceListId,
    name,
    percent_bp: rule?.percentBp ?? null,
    over_list_id: rule?.overListId ?? null,
    rounding_centavos: rule?.roundingCentavos ?? 1,
    is_deleted: false,
  }));
  await db.rows(UPSERT, [storeId, JSON.stringify(rows)]);
}

/** Adds or changes up to 1,000 fixed prices; their lists and products are saved already. */
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
  await db.rows(UPSERT_ENTRIES, [storeId, JSON.stringify(rows)]);
}
