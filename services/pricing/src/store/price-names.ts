import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { PriceNames } from '../domain/explanation-message.ts';

const LOAD = storeStatement(
  'price_names-load',
  `select 'price_list' as kind, id, name from price_list where store_id = $1 and id = any(array(select unnest($2::text[])))
   union all
   select 'promotion', id, name from promotion where store_id = $1 and id = any(array(select unnest($3::text[])))`,
);

/** Loads the names of those price lists and promotions that the store has. */
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
  const namesOf = (namedKind: string) =>
    new Map(rows.filter(({ kind }) => kind === namedKind).map(({ id, name }) => [id, name]));
  return { priceLists: namesOf('price_list'), promotions: namesOf('promotion') };
}
