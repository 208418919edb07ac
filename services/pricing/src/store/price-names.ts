import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

const LOAD = storeStatement(
  'price_names-load',
  `select 'price_list' as kind, id, name from price_list where store_id = $1 and id = any(array(select unnest($2::text[])))
   union all
   select 'promotion', id, name from promotion where store_id = $1 and id = any(array(select unnest($3::text[])))`,
);

/** Names by id. */
export interface PriceNames {
  priceLists: ReadonlyMap<string, string>;
  promotions: ReadonlyMap<string, string>;
}

/** The names of price lists and promotions, as far as the store has them. */
export async function priceNamesLoad(
  db: Queryable,
  storeId: string,
  { priceListIds, promotionIds }: { priceListIds: string[]; promotionIds: string[] },
): Promise<PriceNames> {
  const rows = await db.rows<{ kind: string; id: string; name: string }>(LOAD, [
    storeId,
    priceListIds,
    promotionIds,
  ]);
  const namesOf = (of: string) =>
    new Map(rows.filter(({ kind }) => kind === of).map(({ id, name }) => [id, name]));
  return { priceLists: namesOf('price_list'), promotions: namesOf('promotion') };
}
