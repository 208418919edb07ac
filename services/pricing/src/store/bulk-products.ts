import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

// An operation goes through a store by the primary key and passes over what it is not for, so that all its parts together read the
// store once. The ids, behind a select, are hashed: looking one up costs the same for any number of them.
const IS_CHOSEN = `($2::text is null or p.category_ids @> array[$2]) and ($3::text is null or p.brand_ids @> array[$3])
     and ($4::text[] is null or p.id in (select unnest($4::text[]))) and not p.is_deleted`;

const COUNT = storeStatement(
  'product-count-chosen',
  `select count(*)::int as count from product p where p.store_id = $1 and ${IS_CHOSEN}`,
);

const LIST_FIRST = storeStatement(
  'product-list-chosen',
  `select p.id from product p where p.store_id = $1 and ${IS_CHOSEN} order by p.id limit $5`,
);

const LOCK_NEXT = storeStatement(
  'product-lock-chosen',
  `select p.id, p.variant_count as "variantCount" from product p
   where p.store_id = $1 and ${IS_CHOSEN} and p.id > $5 order by p.id limit $6 for no key update`,
);

const COUNT_ENTRIES = storeStatement(
  'price_list_entry-count-chosen',
  `select count(*)::int as count from price_list_entry e join product p on p.store_id = $1 and p.id = e.product_id
   where e.store_id = $1 and e.price_list_id = $5 and ${IS_CHOSEN}`,
);

const LIST_ENTRIES = storeStatement(
  'price_list_entry-list-chosen',
  `select e.product_id as "productId", e.variant_id as "variantId", e.price_centavos as "priceCentavos"
   from price_list_entry e join product p on p.store_id = $1 and p.id = e.product_id
   where e.store_id = $1 and e.price_list_id = $5 and ${IS_CHOSEN} and (e.product_id, e.variant_id) > ($6, $7)
   order by e.product_id, e.variant_id limit $8`,
);

const SAVE_ENTRIES = storeStatement(
  'price_list_entry-update-many',
  `update price_list_entry e set price_centavos = r.price_centavos
   from unnest($3::text[], $4::text[], $5::bigint[]) r (product_id, variant_id, price_centavos)
   where e.store_id = $1 and e.price_list_id = $2 and e.product_id = r.product_id and e.variant_id = r.variant_id`,
);

/** Which products of a store an operation is for: all that satisfy what is given; drafts too. */
export interface ChosenProducts {
  categoryId?: string | undefined;
  brandId?: string | undefined;
  productIds?: string[] | undefined;
}

/** A fixed price of a list; the variant is empty for the product. */
export interface ChosenEntry {
  productId: string;
  variantId: string;
  priceCentavos: number;
}

const chosenValues = (storeId: string, { categoryId, brandId, productIds }: ChosenProducts): unknown[] => [
  storeId,
  categoryId ?? null,
  brandId ?? null,
  productIds ?? null,
];

/** How many products are chosen. */
export async function chosenProductCount(
  db: Queryable,
  storeId: string,
  chosen: ChosenProducts,
): Promise<number> {
  const [row] = await db.rows<{ count: number }>(COUNT, chosenValues(storeId, chosen));
  return row!.count;
}

/** The first of the chosen products, by id. */
export async function chosenProductList(
  db: Queryable,
  storeId: string,
  chosen: ChosenProducts,
  limit: number,
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(LIST_FIRST, [...chosenValues(storeId, chosen), limit]);
  return rows.map(({ id }) => id);
}

/** Locks the chosen products that follow an id against changes until the commit. */
export async function chosenProductLock(
  tx: Queryable,
  storeId: string,
  chosen: ChosenProducts,
  afterId: string,
  limit: number,
): Promise<{ id: string; variantCount: number }[]> {
  return tx.rows(LOCK_NEXT, [...chosenValues(storeId, chosen), afterId, limit]);
}

/** How many fixed prices of a list are of chosen products. */
export async function chosenEntryCount(
  db: Queryable,
  storeId: string,
  chosen: ChosenProducts,
  priceListId: string,
): Promise<number> {
  const values = [...chosenValues(storeId, chosen), priceListId];
  const [row] = await db.rows<{ count: number }>(COUNT_ENTRIES, values);
  return row!.count;
}

/** The fixed prices of a list for chosen products after a place, by product and variant. */
export async function chosenEntryList(
  tx: Queryable,
  storeId: string,
  chosen: ChosenProducts,
  priceListId: string,
  [afterProductId, afterVariantId]: readonly [string, string],
  limit: number,
): Promise<ChosenEntry[]> {
  const values = [...chosenValues(storeId, chosen), priceListId, afterProductId, afterVariantId, limit];
  return tx.rows(LIST_ENTRIES, values);
}

/** Writes fixed prices of a locked list. */
export async function entryPricesSaveMany(
  tx: Queryable,
  storeId: string,
  priceListId: string,
  entries: ChosenEntry[],
): Promise<void> {
  await tx.rows(SAVE_ENTRIES, [
    storeId,
    priceListId,
    entries.map(({ productId }) => productId),
    entries.map(({ variantId }) => variantId),
    entries.map(({ priceCentavos }) => priceCentavos),
  ]);
}
