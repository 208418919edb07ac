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
export function searchStatement({ kind, text, tag }: CustomerSearch): StoreStatement {
  const name = ['customer-search', kind, text && (text.indexed ? 'text' : 'short'), tag && 'tag']
    .filter(Boolean)
    .join('-');
  const known = statements.get(name);
  if (known !== undefined) return known;
  const made = storeStatement(
    name,
    `select message, encoding from customer
     where store_id = $1 and kind = '${kind}' and (updated_at, id) < ($2, $3)
       and ${text ? `${TEXT} like $5` : '$5::text is null'} and ${tag ? 'tags @> array[$6]' : '$6::text is null'}
     order by updated_at desc, id desc limit $4`,
  );
  statements.set(name, made);
  return made;
}

/** Customers or contacts of a store before a position, in the order (updated_at, id) downwards. */
export function customerSearch(
  db: Database,
  storeId: string,
  search: CustomerSearch,
  before: [Date, string],
  limit: number,
): Promise<EncodedRow[]> {
  const values = [storeId, ...before, limit, search.text?.pattern ?? null, search.tag ?? null];
  return db.arrays(searchStatement(search), values);
}
