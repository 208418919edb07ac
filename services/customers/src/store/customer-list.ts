import { Customer } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import {
  batchColumns,
  type BatchGet,
  type EncodedRow,
  type Encoding,
  type IndexedRow,
} from '@commerce/service-kit/db/encoded-rows.ts';
import { statement, storeStatement, type StoreStatement } from '@commerce/service-kit/db/statement.ts';
import { storedEncoding } from '@commerce/service-kit/db/stored-encoding.ts';
import { versionStatement } from '@commerce/service-kit/db/version-pages.ts';
import { normalizeEmail, publicCustomer } from '../domain/customer.ts';
import type { SearchText } from '../domain/search-text.ts';
import { customerLock } from './customer.ts';
import { CUSTOMER_ENCODING } from './customer.ts';

const STORE_MESSAGE = storeStatement(
  'customer-update-message',
  'update customer set message = $3, encoding = $4 where store_id = $1 and id = $2',
);

/** The encoding of customers. */
export const customerEncoding = (db: Database): Encoding =>
  storedEncoding(db, {
    current: CUSTOMER_ENCODING,
    read: (message) => Customer.decode(message),
    store: STORE_MESSAGE,
    encodeLocked: async (tx, storeId, id) => {
      const record = await customerLock(tx, storeId, id);
      return record && Customer.encode(publicCustomer(record)).finish();
    },
  });

/** Customers of a store. */
export const LIST_BY_UPDATE = storeStatement(
  'customer-list-by_update',
  `select message, encoding from customer
   where store_id = $1 and kind = 'customer' and (updated_at, id) > ($2, $3)
   order by updated_at, id limit $4`,
);

/** Versions of the customers of a store. */
export const LIST_VERSIONS = versionStatement(
  'customer-list-versions',
  "customer where store_id = $1 and kind = 'customer'",
);

/** Customers of a store with an email. */
export const LIST_BY_EMAIL = storeStatement(
  'customer-list-by_email',
  `select message, encoding from customer
   where store_id = $1 and kind = 'customer' and email_normalized = $5 and (updated_at, id) > ($2, $3)
   order by updated_at, id limit $4`,
);

/** Customers of a list of ids: all of them first, because PostgreSQL might scan the list in its order for them. */
export const LIST_BY_IDS = storeStatement(
  'customer-list-by_ids',
  `with found as materialized (
     select id, updated_at, message, encoding from customer
     where store_id = $1 and kind = 'customer' and id = any($6) and ($5::text is null or email_normalized = $5))
   select message, encoding from found where (updated_at, id) > ($2, $3) order by updated_at, id limit $4`,
);

/** Filter of a list of customers; all given fields must match. */
interface CustomerListFilter {
  /** In any spelling. */
  email?: string | undefined;
  /** Empty for no filter. */
  ids: readonly string[];
}

/** Customers of a store after a position, ordered by (updated_at, id). */
export async function customerList(
  db: Database,
  storeId: string,
  after: [Date, string],
  limit: number,
  { email, ids }: CustomerListFilter,
): Promise<EncodedRow[]> {
  const page = [storeId, ...after, limit];
  const normalized = email === undefined ? null : normalizeEmail(email);
  if (normalized === undefined) return [];
  if (ids.length > 0) return db.arrays(LIST_BY_IDS, [...page, normalized, ids]);
  if (normalized === null) return db.arrays(LIST_BY_UPDATE, page);
  return db.arrays(LIST_BY_EMAIL, [...page, normalized]);
}

/** Customers by key, in no order: each row has the index of its key. */
export const BATCH_BY_KEY = statement(
  'customer-batch-by_key',
  `select case when c.updated_at = k.known_at then null else c.message end, c.encoding, k.place::int
   from unnest($1::text[], $2::text[], $3::timestamptz[]) with ordinality as k (store_id, id, known_at, place)
   join customer c on c.store_id = k.store_id and c.id = k.id
   where c.kind = 'customer'`,
);

/** Customers by (store, id), without other kinds; each key is bound to its own store. */
export const customerBatchByKey = (
  db: Database,
  encoding: Encoding,
  request: BatchGet,
): Promise<IndexedRow[]> => db.arrays(BATCH_BY_KEY, batchColumns(request, encoding));

/** Filter of a search. */
export interface CustomerSearch {
  /** Erased people are in no other list. */
  kind: 'customer' | 'contact' | 'erased';
  text: SearchText | undefined;
  tag: string | undefined;
}

const TEXT = 'customer_search_text(name, email, phone, document_number)';
/** Number of the newest rows that are scanned for a text that the trigram index cannot find. */
export const MAX_SCANNED = 10_000;
const statements = new Map<string, StoreStatement>();

/**
 * The statement of a search: one per combination of filters, so that each gets its own plan. Without a filter that an index supports,
 * the newest rows are read until the page is full.
 */
export function searchStatement(search: CustomerSearch): StoreStatement {
  const { kind, text, tag } = search;
  const name = ['customer-search', kind, text && (text.indexed ? 'text' : 'short'), tag && 'tag']
    .filter(Boolean)
    .join('-');
  const found = statements.get(name) ?? makeStatement(name, search);
  statements.set(name, found);
  return found;
}

function makeStatement(name: string, search: CustomerSearch): StoreStatement {
  if (search.text?.indexed === false) return scanNewest(name, search);
  return search.text || search.tag ? indexedSearch(name, search) : newestFirst(name, search);
}

function peopleOf({ kind }: CustomerSearch) {
  const people =
    kind === 'erased'
      ? ('erased_at is not null' as const)
      : (`kind = '${kind}' and erased_at is null` as const);
  return `store_id = $1 and ${people} and (updated_at, id) < ($2, $3)` as const;
}

const matches = ({ text, tag }: CustomerSearch): string =>
  [text && `${TEXT} like $5`, tag && `tags @> array[$${text ? 6 : 5}]`].filter(Boolean).join(' and ');

const NEWEST_FIRST = 'order by updated_at desc, id desc';

const newestFirst = (name: string, search: CustomerSearch): StoreStatement =>
  storeStatement(
    name,
    `select message, encoding from customer where ${peopleOf(search)} ${NEWEST_FIRST} limit $4`,
  );

const scanNewest = (name: string, search: CustomerSearch): StoreStatement =>
  storeStatement(
    name,
    `select message, encoding from (
       select * from customer where ${peopleOf(search)} ${NEWEST_FIRST} limit ${MAX_SCANNED}
     ) c where ${matches(search)} ${NEWEST_FIRST} limit $4`,
  );

// All matches of the index first, then their page: PostgreSQL would otherwise scan the newest rows for matches.
const indexedSearch = (name: string, search: CustomerSearch): StoreStatement =>
  storeStatement(
    name,
    `with found as materialized (
         select id, updated_at from customer where ${peopleOf(search)} and ${matches(search)}),
       page as (select id, updated_at from found ${NEWEST_FIRST} limit $4)
     select c.message, c.encoding from page join customer c on c.store_id = $1 and c.id = page.id
     order by page.updated_at desc, page.id desc`,
  );

/** Customers or contacts of a store before a position, ordered by (updated_at, id) descending. */
export function customerSearch(
  db: Database,
  storeId: string,
  search: CustomerSearch,
  before: [Date, string],
  limit: number,
): Promise<EncodedRow[]> {
  const sought = [search.text?.pattern, search.tag].filter((value) => value !== undefined);
  return db.arrays(searchStatement(search), [storeId, ...before, limit, ...sought]);
}
