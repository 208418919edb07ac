import type { Database } from '@commerce/service-kit/db/database.ts';
import type { EncodedRow } from '@commerce/service-kit/db/encoded-rows.ts';
import { storeStatement, type StoreStatement } from '@commerce/service-kit/db/statement.ts';
import type { SearchText } from '../domain/search-text.ts';

/** Whom a search finds. */
export interface CustomerSearch {
  kind: 'customer' | 'contact';
  text: SearchText | undefined;
  tag: string | undefined;
}

const TEXT = 'customer_search_text(name, email, phone, document_number)';
const statements = new Map<string, StoreStatement>();

/**
 * The statement of a search: one for each combination of what it looks for, so that each has the plan that fits it. Without anything that
 * an index finds, the newest are read until the page is full.
 */
export function searchStatement(search: CustomerSearch): StoreStatement {
  const { kind, text, tag } = search;
  const name = ['customer-search', kind, text && (text.indexed ? 'text' : 'short'), tag && 'tag']
    .filter(Boolean)
    .join('-');
  const statement =
    statements.get(name) ?? (text?.indexed || tag ? indexedSearch(name, search) : newestFirst(name, search));
  statements.set(name, statement);
  return statement;
}

function whereOf({ kind, text, tag }: CustomerSearch) {
  const conditions = [text && `and ${TEXT} like $5`, tag && `and tags @> array[$${text ? 6 : 5}]`];
  return `store_id = $1 and kind = '${kind}' and (updated_at, id) < ($2, $3) ${conditions.filter(Boolean).join(' ')}` as const;
}

const newestFirst = (name: string, search: CustomerSearch): StoreStatement =>
  storeStatement(
    name,
    `select message, encoding from customer where ${whereOf(search)} order by updated_at desc, id desc limit $4`,
  );

// All that the index finds, and then the page of it: PostgreSQL would rather read the newest, in the hope that they match.
const indexedSearch = (name: string, search: CustomerSearch): StoreStatement =>
  storeStatement(
    name,
    `with found as materialized (select id, updated_at from customer where ${whereOf(search)}),
       page as (select id, updated_at from found order by updated_at desc, id desc limit $4)
     select c.message, c.encoding from page join customer c on c.store_id = $1 and c.id = page.id
     order by page.updated_at desc, page.id desc`,
  );

/** Customers or contacts of a store before a position, in the order (updated_at, id) downwards. */
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
