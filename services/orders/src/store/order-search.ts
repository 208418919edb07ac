import type { Database } from '@commerce/service-kit/db/database.ts';
import type { EncodedRow } from '@commerce/service-kit/db/encoded-rows.ts';
import { storeStatement, type StoreStatement } from '@commerce/service-kit/db/statement.ts';

/** What a search is narrowed to by equality; each has an index, or is looked at within one (migrations/0003). */
export interface OrderSearchFilter {
  status?: string | undefined;
  source?: string | undefined;
  shopId?: string | undefined;
  paymentStatus?: string | undefined;
  customerId?: string | undefined;
}

/** Where in the list, newest first, a page begins, and where the list ends. */
export interface OrderSearchRange {
  /** Exclusive. */
  before: [createdAt: Date, id: string];
  /** Inclusive. */
  from: Date;
}

/** The column of each filter, and what it is called in the name of a statement, of which PostgreSQL keeps 63 characters. */
const COLUMNS: readonly [keyof OrderSearchFilter, column: string, name: string][] = [
  ['status', 'status', 'status'],
  ['source', 'source', 'source'],
  ['shopId', 'shop_id', 'shop'],
  ['paymentStatus', 'payment_status', 'payment'],
  ['customerId', 'customer_id', 'customer'],
];

/** A payment that waits is money to collect: an order that came to a bad end has none. */
const AND: Partial<Record<keyof OrderSearchFilter, string>> = {
  paymentStatus: ` and (payment_status <> 'pending' or is_sale(status))`,
};

/** So many of the newest orders are looked through for a text, before the index of texts is asked. */
const WALK = 2_000;

/** The conditions of a combination of filters, whose values come after `first - 1` others; and what it is called. */
function narrowed(
  filter: OrderSearchFilter,
  first: number,
): { name: string; where: string; values: string[] } {
  const given = COLUMNS.filter(([key]) => filter[key] !== undefined);
  return {
    name: given.map(([, , name]) => name).join('_') || 'nothing',
    where: given.map(([key, column], n) => ` and ${column} = $${first + n}${AND[key] ?? ''}`).join(''),
    values: given.map(([key]) => filter[key]!),
  };
}

const IN_RANGE = 'store_id = $1 and (created_at, id) < ($2, $3) and created_at >= $4';
const NEWEST_FIRST = 'order by created_at desc, id desc';
const HAS_TEXT = (text: number) =>
  `(order_number = $${text} or customer_id is not null and buyer_words(customer_name, customer_email) like '%' || folded($${text + 1}) || '%')` as const;

/** Orders of a store that pass a combination of filters. */
export function searchStatement(filter: OrderSearchFilter): StoreStatement {
  const { name, where } = narrowed(filter, 6);
  return storeStatement(
    `order-search-by_${name}`,
    `select message, encoding from "order" where ${IN_RANGE}${where} ${NEWEST_FIRST} limit $5` as const,
  );
}

/** Those of the newest orders that have a text, each with the place that it has among them. */
export function walkStatement(filter: OrderSearchFilter): StoreStatement {
  const { name, where } = narrowed(filter, 8);
  return storeStatement(
    `order-search-walk-by_${name}`,
    `select message, encoding from (
       select * from "order" where ${IN_RANGE}${where} ${NEWEST_FIRST} limit ${WALK}
     ) o where ${HAS_TEXT(6)} ${NEWEST_FIRST} limit $5` as const,
  );
}

/** Orders that have a text, by the index of texts: what is found is put in order afterwards. */
export function textStatement(filter: OrderSearchFilter): StoreStatement {
  const { name, where } = narrowed(filter, 8);
  return storeStatement(
    `order-search-text-by_${name}`,
    `with found as materialized (
       select id, created_at from "order" where store_id = $1 and ${HAS_TEXT(6)}
         and (created_at, id) < ($2, $3) and created_at >= $4${where}
     )
     select o.message, o.encoding from (select * from found ${NEWEST_FIRST} limit $5) f
     join "order" o on o.store_id = $1 and o.id = f.id order by f.created_at desc, f.id desc` as const,
  );
}

/** Orders of a store that pass the filters, newest first. */
export function orderSearch(
  db: Database,
  storeId: string,
  { before, from }: OrderSearchRange,
  limit: number,
  filter: OrderSearchFilter,
): Promise<EncodedRow[]> {
  return db.arrays(searchStatement(filter), [storeId, ...before, from, limit, ...narrowed(filter, 1).values]);
}

/**
 * Those of them that have a text: as their number, or in the name or e-mail of the buyer. What many orders have is found among the
 * newest ones; what few have, by the index, which would be slow for many.
 */
export async function orderSearchText(
  db: Database,
  storeId: string,
  { before, from }: OrderSearchRange,
  limit: number,
  filter: OrderSearchFilter,
  text: string,
): Promise<EncodedRow[]> {
  const pattern = text.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const values = [storeId, ...before, from, limit, text, pattern, ...narrowed(filter, 1).values];
  const newest = await db.arrays<EncodedRow>(walkStatement(filter), values);
  return newest.length === limit ? newest : db.arrays(textStatement(filter), values);
}
