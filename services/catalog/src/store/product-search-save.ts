import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { ProductRecord } from '../domain/product.ts';
import { searchEntry } from '../domain/search.ts';

// Most changes are of amounts, and leave it as it is.
const UPSERT = storeStatement(
  'product_search-upsert-many',
  `insert into product_search as s (store_id, product_id, words, name_key, facets)
   select $1, r.product_id, r.words, r.name_key, r.facets
   from json_to_recordset($2) as r (product_id text, words text, name_key text, facets text[])
   on conflict (store_id, product_id) do update set
     words = excluded.words, name_key = excluded.name_key, facets = excluded.facets
   where s.store_id = $1 and (s.words, s.name_key, s.facets) is distinct from (excluded.words, excluded.name_key, excluded.facets)`,
);

/** Writes what products are found by in the back office. */
export async function productSearchSaveMany(
  tx: Queryable,
  storeId: string,
  records: ProductRecord[],
): Promise<void> {
  const rows = records.map((record) => {
    const { words, nameKey, facets } = searchEntry(record);
    return { product_id: record.product.id, words, name_key: nameKey, facets };
  });
  await tx.rows(UPSERT, [storeId, JSON.stringify(rows)]);
}
