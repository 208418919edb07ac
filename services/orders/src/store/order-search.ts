import type { Database } from '@commerce/service-kit/db/database.ts';
import type { EncodedRow } from '@commerce/service-kit/db/encoded-rows.ts';
import { storeStatement, type StoreStatement } from '@commerce/service-kit/db/statement.ts';
import type { TextSearch } from '../domain/order-search.ts';

/** Equality filters of a search; each has an index, or is checked within one (migrations/0001). */
export interface OrderSearchFilter {
  status?: string | undefined;
  source?: string | undefined;
  shopId?: string | undefined;
  paymentStatus?: string | undefined;
  customerId?: string | undefined;
}

/** Start of a page and end of the list, newest first. */
interface OrderSearchRange {
  /** Exclusive. */
  before: [createdAt: Date, id: string];
  /** Inclusive. */
  from: Date;
}

/** Column of each filter, and its name within that of a statement, of which PostgreSQL keeps 63 characters. */
const COLUMNS: readonly [keyof OrderSearchFilter, column: string, name: string][] = [
  ['status', 'status', 'status'],
  ['source', 'source', 'source'],
  ['shopId', 'shop_id', 'shop'],
  ['paymentStatus', 'payment_status', 'payment'],
  ['customerId', 'customer_id', 'customer'],
];

/** A pending payment is money to collect; an order with a bad end has none. */
const AND: Partial<Record<keyof OrderSearchFilter, string>> = {
  paymentStatus: ` and (payment_status <> 'pending' or is_sale(status))`,
};

/** Number of the newest orders that are scanned for a text before the trigram index is used. */
const MAX_SCANNED = 2_000;

/** The conditions of a combination of filters, numbered from parameter `first`, and its name. */
function conditions(
  filter: OrderSearchFilter,
  first: number,
): { name: string; where: string; values: string[] } {
  const used = COLUMNS.filter(([key]) => filter[key] !== undefined);
  return {
    name: used.map(([, , name]) => name).join('_') || 'none',
    where: used.map(([key, column], n) => ` and ${column} = $${first + n}${AND[key] ?? ''}`).join(''),
    values: used.map(([key]) => filter[key]!),
  };
}

const IN_RANGE = 'store_id = $1 and (created_at, id) < ($2, $3) and created_at >= $4';
const NEWEST_FIRST = 'order by created_at desc, id desc';
const HAS_TEXT = (text: number) =>
  `(order_number = $${text} or customer_id is not null and buyer_words(customer_name, customer_email) like '%' || folded($${text + 1}) || '%')` as const;

/** Orders that match a combination of filters. */
export function searchStatement(filter: OrderSearchFilter): StoreStatement {
  const { name, where } = conditions(filter, 6);
  return storeStatement(
    `order-search-by_${name}`,
    `select message, encoding from "order" where ${IN_RANGE}${where} ${NEWEST_FIRST} limit $5` as const,
  );
}

/** The order with a number, read before the filters are applied: PostgreSQL might otherwise scan the index of a filter. */
export function numberStatement(filter: OrderSearchFilter): StoreStatement {
  const { name, where } = conditions(filter, 6);
  return storeStatement(
    `order-search-number-by_${name}`,
    `with found as materialized (select * from "order" where store_id = $1 and order_number = $5)
     select message, encoding from found where ${IN_RANGE}${where}` as const,
  );
}

/** Orders that contain a text, among the newest ones. */
export function scanStatement(filter: OrderSearchFilter): StoreStatement {
  const { name, where } = conditions(filter, 8);
  return storeStatement(
    `order-search-scan-by_${name}`,
    `select message, encoding from (
       select * from "order" where ${IN_RANGE}${where} ${NEWEST_FIRST} limit ${MAX_SCANNED}
     ) o where ${HAS_TEXT(6)} ${NEWEST_FIRST} limit $5` as const,
  );
}

/** Orders that contain a text, by the trigram index; the matches are sorted afterwards. */
export function textStatement(filter: OrderSearchFilter): StoreStatement {
  const { name, where } = conditions(filter, 8);
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

/** One page of a search. */
export interface OrderSearch {
  range: OrderSearchRange;
  filter: OrderSearchFilter;
  limit: number;
}

/** Searches orders of a store by filters, newest first. */
export function orderSearch(
  db: Database,
  storeId: string,
  { range: { before, from }, filter, limit }: OrderSearch,
): Promise<EncodedRow[]> {
  return db.arrays(searchStatement(filter), [
    storeId,
    ...before,
    from,
    limit,
    ...conditions(filter, 1).values,
  ]);
}

/**
 * Searches those that contain a text: as their number, or in the name or email of the buyer. A common text is found by scanning
 * the newest orders, a rare one by the index, which would be slow for a common one. A text that the index cannot find is searched
 * among the newest orders only.
 */
export async function orderSearchText(
  db: Database,
  storeId: string,
  { range: { before, from }, filter, limit }: OrderSearch,
  { text, inBuyers, indexed }: TextSearch,
): Promise<EncodedRow[]> {
  const filtered = conditions(filter, 1).values;
  if (!inBuyers) return db.arrays(numberStatement(filter), [storeId, ...before, from, text, ...filtered]);
  const pattern = text.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const values = [storeId, ...before, from, limit, text, pattern, ...filtered];
  const newest = await db.arrays<EncodedRow>(scanStatement(filter), values);
  return newest.length === limit || !indexed ? newest : db.arrays(textStatement(filter), values);
}
