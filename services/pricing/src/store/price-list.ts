import { columnList } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { RoundingCentavos } from '../domain/engine/amount.ts';
import { findCycle } from '../domain/engine/price-list.ts';
import { MAX_PRICE_LISTS, type ListLinks } from '../domain/price-list-change.ts';
import type { PriceListRecord } from '../domain/price-list-message.ts';
import { Prisma as Schema } from '../generated/prisma/client.ts';
import type { Prisma } from './prisma.ts';

/** Finds out whether the store has a price list. */
export async function priceListExists(prisma: Prisma, storeId: string, id: string): Promise<boolean> {
  const list = await prisma.forStore(storeId).priceList.findFirst({ where: { id, isDeleted: false } });
  return list !== null;
}

/** Lists the price lists of a store after an id, by id; all of them by default. */
export async function priceListList(
  prisma: Prisma,
  storeId: string,
  afterId = '',
  limit = MAX_PRICE_LISTS,
): Promise<PriceListRecord[]> {
  const rows = await prisma.forStore(storeId).priceList.findMany({
    where: { isDeleted: false, id: { gt: afterId } },
    orderBy: { id: 'asc' },
    take: limit,
  });
  return rows.map(({ id, name, percentBp, overListId, roundingCentavos }) => ({
    priceListId: id,
    name,
    rule:
      percentBp === null
        ? null
        : {
            percentBp,
            overListId: overListId ?? undefined,
            roundingCentavos: roundingCentavos as RoundingCentavos,
          },
  }));
}

const LOCK = storeStatement(
  'price_list-lock',
  'select id from price_list where store_id = $1 and id = $2 and not is_deleted for no key update',
);

/** Locks a price list and its fixed prices against changes until the commit. @returns false when the store does not have it */
export async function priceListLock(tx: Queryable, storeId: string, id: string): Promise<boolean> {
  return (await tx.rows(LOCK, [storeId, id])).length > 0;
}

// Serializes the changes of a store's lists, also while it has none. A separate statement: one that waited for rows would miss the lists
// that were inserted while it waited.
const LOCK_STORE = storeStatement(
  'price_list-lock-store',
  `select pg_advisory_xact_lock(hashtextextended('price_list ' || store_id, 0))
   from (values ($1::text)) as s (store_id) where store_id = $1`,
);

// The rows too, against changes of their fixed prices and new default lists of shops.
const LOCK_LINKS = storeStatement(
  'price_list-lock-links',
  'select id, over_list_id from price_list where store_id = $1 and not is_deleted order by id for no key update',
);

/** Locks all price lists of a store, and against new ones, until the commit. @returns the list that each one is based on */
export async function priceListLockLinks(tx: Queryable, storeId: string): Promise<ListLinks> {
  await tx.rows(LOCK_STORE, [storeId]);
  const rows = await tx.rows<{ id: string; over_list_id: string | null }>(LOCK_LINKS, [storeId]);
  return new Map(rows.map((row) => [row.id, row.over_list_id ?? undefined]));
}

const COLUMNS = columnList(Schema.PriceListScalarFieldEnum);

const UPSERT_MANY = storeStatement(
  'price_list-upsert-many',
  `insert into price_list (${COLUMNS})
   select ${COLUMNS} from json_populate_recordset(null::price_list, $2) r where r.store_id = $1
   on conflict (store_id, id) do update set
     name = excluded.name, percent_bp = excluded.percent_bp, over_list_id = excluded.over_list_id,
     rounding_centavos = excluded.rounding_centavos`,
);

/**
 * Adds or changes up to 1,000 price lists. Run it in a transaction if others may change the store's lists at the same time.
 * @throws Error when the lists would form a cycle
 */
export async function priceListSaveMany(
  db: Queryable,
  storeId: string,
  lists: PriceListRecord[],
): Promise<void> {
  const links = new Map(await priceListLockLinks(db, storeId));
  for (const { priceListId, rule } of lists) links.set(priceListId, rule?.overListId);
  const cycle = findCycle(links);
  if (cycle !== undefined) throw new Error(`price list ${cycle} would be based on itself`);
  const rows = lists.map(({ priceListId, name, rule }) => ({
    store_id: storeId,
    id: priceListId,
    name,
    percent_bp: rule?.percentBp ?? null,
    over_list_id: rule?.overListId ?? null,
    rounding_centavos: rule?.roundingCentavos ?? 1,
    is_deleted: false,
  }));
  await db.rows(UPSERT_MANY, [storeId, JSON.stringify(rows)]);
}

/** Marks a list that nothing refers to as deleted: it no longer exists for callers. */
export async function priceListMarkDeleted(prisma: Prisma, storeId: string, id: string): Promise<void> {
  const data = { isDeleted: true, overListId: null, percentBp: null };
  await prisma.forStore(storeId).priceList.updateMany({ where: { id }, data });
}

/** Deletes the row of a list that is marked deleted and has no fixed prices left. */
export async function priceListDelete(prisma: Prisma, storeId: string, id: string): Promise<void> {
  await prisma.forStore(storeId).priceList.deleteMany({ where: { id, isDeleted: true } });
}
