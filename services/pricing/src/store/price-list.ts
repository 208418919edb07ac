import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { ListLinks } from '../domain/price-list-change.ts';
import type { RoundingCentavos } from '../domain/engine/amount.ts';
import type { PriceListRule } from '../domain/engine/price-list.ts';

/** A price list without its entries. */
export interface PriceListRecord {
  priceListId: string;
  name: string;
  /** Null for a list of fixed prices only. */
  rule: PriceListRule | null;
}

// Locked in the order of ids: two changes that together would close a circle wait for each other.
const LOCK_LINKS = storeStatement(
  'price_list-lock-links',
  'select id, over_list_id from price_list where store_id = $1 and not is_deleted order by id for no key update',
);

const LOCK = storeStatement(
  'price_list-lock',
  'select id from price_list where store_id = $1 and id = $2 and not is_deleted for no key update',
);

const EXISTS = storeStatement(
  'price_list-exists',
  'select exists (select from price_list where store_id = $1 and id = $2 and not is_deleted) as found',
);

const LIST = storeStatement(
  'price_list-list',
  `select id, name, percent_bp as "percentBp", over_list_id as "overListId", rounding_centavos as "roundingCentavos"
   from price_list where store_id = $1 and not is_deleted order by id`,
);

const IS_DEFAULT = storeStatement(
  'shop-exists-by_price_list',
  'select exists (select from shop where store_id = $1 and default_price_list_id = $2) as found',
);

const MARK_DELETED = storeStatement(
  'price_list-mark_deleted',
  'update price_list set is_deleted = true, over_list_id = null, percent_bp = null where store_id = $1 and id = $2',
);

const DELETE = storeStatement(
  'price_list-delete',
  'delete from price_list where store_id = $1 and id = $2 and is_deleted',
);

interface ListRow {
  id: string;
  name: string;
  percentBp: number | null;
  overListId: string | null;
  roundingCentavos: RoundingCentavos;
}

/** Locks all price lists of a store until the commit and tells which each is over. */
export async function priceListLockLinks(tx: Queryable, storeId: string): Promise<ListLinks> {
  const rows = await tx.rows<{ id: string; over_list_id: string | null }>(LOCK_LINKS, [storeId]);
  return new Map(rows.map((row) => [row.id, row.over_list_id ?? undefined]));
}

/** Locks a price list and its fixed prices against others' changes until the commit. @returns whether the store has it */
export async function priceListLock(tx: Queryable, storeId: string, id: string): Promise<boolean> {
  return (await tx.rows(LOCK, [storeId, id])).length > 0;
}

/** Whether the store has a price list. */
export async function priceListExists(db: Queryable, storeId: string, id: string): Promise<boolean> {
  const [row] = await db.rows<{ found: boolean }>(EXISTS, [storeId, id]);
  return row!.found;
}

/** The price lists of a store, by id. */
export async function priceListList(db: Queryable, storeId: string): Promise<PriceListRecord[]> {
  const rows = await db.rows<ListRow>(LIST, [storeId]);
  return rows.map(({ id, name, percentBp, overListId, roundingCentavos }) => ({
    priceListId: id,
    name,
    rule: percentBp === null ? null : { percentBp, overListId: overListId ?? undefined, roundingCentavos },
  }));
}

/** Whether a shop sells by a list. */
export async function priceListIsDefault(tx: Queryable, storeId: string, id: string): Promise<boolean> {
  const [row] = await tx.rows<{ found: boolean }>(IS_DEFAULT, [storeId, id]);
  return row!.found;
}

/** Makes a list that nothing refers to gone for everybody. */
export async function priceListMarkDeleted(tx: Queryable, storeId: string, id: string): Promise<void> {
  await tx.rows(MARK_DELETED, [storeId, id]);
}

/** Removes the row of a list that is marked deleted and has no fixed prices any more. */
export async function priceListDelete(tx: Queryable, storeId: string, id: string): Promise<void> {
  await tx.rows(DELETE, [storeId, id]);
}
