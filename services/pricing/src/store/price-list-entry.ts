import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { PriceListEntryRecord } from './price-list-save.ts';

const COLUMNS = `product_id as "productId", variant_id as "variantId", price_centavos as "priceCentavos"`;

const LIST = storeStatement(
  'price_list_entry-list-by_list',
  `select ${COLUMNS} from price_list_entry
   where store_id = $1 and price_list_id = $2 and (product_id, variant_id) > ($3, $4)
   order by product_id, variant_id limit $5`,
);

const LIST_OF = storeStatement(
  'price_list_entry-list-by_products',
  `select ${COLUMNS} from price_list_entry
   where store_id = $1 and price_list_id = $2 and product_id = any(array(select unnest($6::text[])))
     and (product_id, variant_id) > ($3, $4)
   order by product_id, variant_id limit $5`,
);

const DELETE_MANY = storeStatement(
  'price_list_entry-delete-many',
  `delete from price_list_entry e using unnest($3::text[], $4::text[]) as r (product_id, variant_id)
   where e.store_id = $1 and e.price_list_id = $2 and e.product_id = r.product_id and e.variant_id = r.variant_id`,
);

const DELETE_SOME = storeStatement(
  'price_list_entry-delete-some_of_list',
  `delete from price_list_entry where ctid = any(array(
     select ctid from price_list_entry where store_id = $1 and price_list_id = $2 limit $3)) returning 1`,
);

const VARIANTS_OF = storeStatement(
  'variant-list-ids_by_product',
  `select p.id, coalesce((
     select array_agg(v.id) from variant v where v.store_id = $1 and v.product_id = p.id), '{}') as "variantIds"
   from product p where p.store_id = $1 and p.id = any(array(select unnest($2::text[]))) and not p.is_deleted`,
);

/**
 * Fixed prices of a list after a place, by product and variant; the variant is empty for the product. Of some products where any
 * are named.
 */
export async function priceListEntryList(
  db: Queryable,
  storeId: string,
  priceListId: string,
  [afterProductId, afterVariantId]: readonly [string, string],
  limit: number,
  productIds: string[] = [],
): Promise<{ productId: string; variantId: string; priceCentavos: number }[]> {
  const page = [storeId, priceListId, afterProductId, afterVariantId, limit];
  return productIds.length === 0 ? db.rows(LIST, page) : db.rows(LIST_OF, [...page, productIds]);
}

/** Removes fixed prices of a list; those that are not there are no error. */
export async function priceListEntryDeleteMany(
  tx: Queryable,
  storeId: string,
  priceListId: string,
  entries: Pick<PriceListEntryRecord, 'productId' | 'variantId'>[],
): Promise<void> {
  const productIds = entries.map(({ productId }) => productId);
  const variantIds = entries.map(({ variantId }) => variantId ?? '');
  await tx.rows(DELETE_MANY, [storeId, priceListId, productIds, variantIds]);
}

/** Removes some fixed prices of a list. @returns how many: fewer than the limit when none are left */
export async function priceListEntryDeleteSome(
  tx: Queryable,
  storeId: string,
  priceListId: string,
  limit: number,
): Promise<number> {
  return (await tx.rows(DELETE_SOME, [storeId, priceListId, limit])).length;
}

/** The variants of those of some products that exist, drafts too. */
export async function variantIdsByProduct(
  db: Queryable,
  storeId: string,
  productIds: string[],
): Promise<Map<string, Set<string>>> {
  const rows = await db.rows<{ id: string; variantIds: string[] }>(VARIANTS_OF, [storeId, productIds]);
  return new Map(rows.map(({ id, variantIds }) => [id, new Set(variantIds)]));
}
