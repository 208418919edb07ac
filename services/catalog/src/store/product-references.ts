import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement, type StoreStatement } from '@commerce/service-kit/db/statement.ts';
import { isId, noSuch } from '@commerce/texts/ids.ts';
import type { Problems } from '../domain/problems.ts';

/** What a product refers to, by the field of the public API that does. */
export interface References {
  category_ids?: string[] | undefined;
  brand_ids?: string[] | undefined;
  shop_ids?: string[] | undefined;
}

// What is referred to cannot be deleted before this transaction has ended, and nobody else is kept from referring to it.
const LOCKS = {
  category_ids: storeStatement(
    'category-lock-shared',
    'select id from category where store_id = $1 and id = any($2) order by id for key share',
  ),
  brand_ids: storeStatement(
    'brand-lock-shared',
    'select id from brand where store_id = $1 and id = any($2) order by id for key share',
  ),
  shop_ids: storeStatement(
    'shop-lock-shared',
    'select id from shop where store_id = $1 and id = any($2) order by id for key share',
  ),
} satisfies Record<keyof References, StoreStatement>;

const KINDS = {
  category_ids: { name: 'category', prefix: 'cat' },
  brand_ids: { name: 'brand', prefix: 'brd' },
  shop_ids: { name: 'shop', prefix: 'shp' },
} as const;

/** Those of the ids that are the store's; they stay until the end of the transaction. */
export async function referencedLock(
  tx: Queryable,
  storeId: string,
  field: keyof References,
  ids: string[],
): Promise<Set<string>> {
  const possible = ids.filter((id) => isId(KINDS[field].prefix, id));
  if (possible.length === 0) return new Set();
  const rows = await tx.rows<{ id: string }>(LOCKS[field], [storeId, possible]);
  return new Set(rows.map(({ id }) => id));
}

/** Adds a problem for each category, brand and shop that is not the store's; the others stay until the end of the transaction. */
export async function checkReferences(
  tx: Queryable,
  storeId: string,
  problems: Problems,
  references: References,
): Promise<void> {
  for (const field of Object.keys(LOCKS) as (keyof References)[]) {
    const ids = references[field] ?? [];
    const found = await referencedLock(tx, storeId, field, ids);
    for (const [at, id] of ids.entries())
      if (!found.has(id)) problems.add(`${field}[${at}]`, noSuch(KINDS[field].name));
  }
}
