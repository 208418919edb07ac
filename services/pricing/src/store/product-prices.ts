import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { ProductPrices } from '../domain/product-prices.ts';

const LOCK = storeStatement(
  'product-lock-many',
  `select id from product where store_id = $1 and id = any(array(select unnest($2::text[]))) and not is_deleted
   order by id for no key update`,
);

const LOAD = storeStatement(
  'product_prices-load-many',
  `select json_build_array(p.id, p.price_version, p.is_draft, p.price_centavos, p.cost_centavos, (
     select json_agg(json_build_array(v.id, v.is_active, v.price_centavos, v.compare_at_centavos, v.cost_centavos)
       order by v.position, v.id)
     from variant v where v.store_id = $1 and v.product_id = p.id)) as product
   from product p
   where p.store_id = $1 and p.id = any(array(select unnest($2::text[]))) and not p.is_deleted order by p.id`,
);

const SAVE = storeStatement(
  'product_prices-update-many',
  `with variants as (
     update variant v set price_centavos = r.price_centavos, compare_at_centavos = r.compare_at_centavos, cost_centavos = r.cost_centavos
     from json_to_recordset($3) as r (
       product_id text, id text, price_centavos bigint, compare_at_centavos bigint, cost_centavos bigint)
     where v.store_id = $1 and v.product_id = r.product_id and v.id = r.id
   )
   update product p set price_version = r.price_version, price_centavos = r.price_centavos, cost_centavos = r.cost_centavos
   from json_to_recordset($2) as r (id text, price_version bigint, price_centavos bigint, cost_centavos bigint)
   where p.store_id = $1 and p.id = r.id`,
);

type PricesRow = [
  id: string,
  priceVersion: number,
  isDraft: boolean,
  priceCentavos: number,
  costCentavos: number,
  variants: [string, boolean, number, number | null, number | null][] | null,
];

/** A change of a product's prices or costs. */
export interface ProductRevision {
  before: ProductPrices;
  after: ProductPrices;
}

/**
 * Locks products against changes until the commit, in the order of their ids. What they have is loaded by a statement of its own
 * afterwards: one that waited for a lock would show variants as they were before.
 */
export async function productLockMany(tx: Queryable, storeId: string, productIds: string[]): Promise<void> {
  await tx.rows(LOCK, [storeId, productIds]);
}

/** Prices and costs of products, drafts too, in the order of their ids; unknown and deleted ones are left out. */
export async function productPricesLoadMany(
  db: Queryable,
  storeId: string,
  productIds: string[],
): Promise<ProductPrices[]> {
  const rows = await db.rows<{ product: PricesRow }>(LOAD, [storeId, productIds]);
  return rows.map(({ product }) => productFromRow(product));
}

/** Writes changed prices and costs of locked products: of variants only those that differ. */
export async function productPricesSaveMany(
  tx: Queryable,
  storeId: string,
  revisions: ProductRevision[],
): Promise<void> {
  const products = revisions.map(({ after }) => ({
    id: after.productId,
    price_version: after.priceVersion,
    price_centavos: after.priceCentavos,
    cost_centavos: after.costCentavos,
  }));
  const variants = revisions.flatMap(({ before, after }) =>
    after.variants
      .filter((variant, i) => variant !== before.variants[i])
      .map((variant) => ({
        product_id: after.productId,
        id: variant.variantId,
        price_centavos: variant.priceCentavos,
        compare_at_centavos: variant.compareAtCentavos,
        cost_centavos: variant.costCentavos,
      })),
  );
  await tx.rows(SAVE, [storeId, JSON.stringify(products), JSON.stringify(variants)]);
}

function productFromRow(row: PricesRow): ProductPrices {
  const [productId, priceVersion, isDraft, priceCentavos, costCentavos, variants] = row;
  return {
    productId,
    priceVersion,
    isDraft,
    priceCentavos,
    costCentavos,
    variants: (variants ?? []).map(([variantId, isActive, price, compareAtCentavos, cost]) => ({
      variantId,
      isActive,
      priceCentavos: price,
      compareAtCentavos,
      costCentavos: cost,
    })),
  };
}
