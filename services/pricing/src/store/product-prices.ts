import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { ProductPrices } from '../domain/product-prices.ts';

type PricesRow = [
  id: string,
  priceVersion: number,
  isDraft: boolean,
  priceCentavos: number,
  compareAtCentavos: number | null,
  costCentavos: number | null,
  variants: [string, boolean, number, number | null, number | null][] | null,
];

const PRODUCT = `json_build_array(p.id, p.price_version, p.is_draft, p.price_centavos, p.compare_at_centavos, p.cost_centavos, (
     select json_agg(json_build_array(v.id, v.is_active, v.price_centavos, v.compare_at_centavos, v.cost_centavos)
       order by v.position, v.id)
     from variant v where v.store_id = $1 and v.product_id = p.id)) as product`;

function productFromRow(row: PricesRow): ProductPrices {
  const [productId, priceVersion, isDraft, priceCentavos, compareAtCentavos, costCentavos, variants] = row;
  return {
    productId,
    priceVersion,
    isDraft,
    priceCentavos,
    compareAtCentavos,
    costCentavos,
    variants: (variants ?? []).map(([variantId, isActive, price, compareAt, cost]) => ({
      variantId,
      isActive,
      priceCentavos: price,
      compareAtCentavos: compareAt,
      costCentavos: cost,
    })),
  };
}

const LOAD = storeStatement(
  'product_prices-load-many',
  `select ${PRODUCT} from product p
   where p.store_id = $1 and p.id = any(array(select unnest($2::text[]))) and not p.is_deleted order by p.id`,
);

/** Loads the prices and costs of products, drafts too, in the order of their ids; unknown and deleted ones are left out. */
export async function productPricesLoadMany(
  db: Queryable,
  storeId: string,
  productIds: string[],
): Promise<ProductPrices[]> {
  const rows = await db.rows<{ product: PricesRow }>(LOAD, [storeId, productIds]);
  return rows.map(({ product }) => productFromRow(product));
}

// The inner limit is MAX_PAGE_SIZE + 1, as a constant, so that one plan is kept.
const LIST = storeStatement(
  'product_prices-list-by_id',
  `select ${PRODUCT} from (
     select * from product where store_id = $1 and id > $2 and not is_draft and not is_deleted order by id limit 101
   ) p order by p.id limit $3`,
);

const LIST_OF = storeStatement(
  'product_prices-list-by_ids',
  `select ${PRODUCT} from product p
   where p.store_id = $1 and p.id > $2 and p.id = any(array(select unnest($4::text[]))) and not p.is_deleted
   order by p.id limit $3`,
);

/** Lists the prices and costs of products after an id: of all listed ones, or of the named ones, drafts too; at most MAX_PAGE_SIZE + 1. */
export async function productPricesList(
  db: Queryable,
  storeId: string,
  productIds: string[],
  afterId: string,
  limit: number,
): Promise<ProductPrices[]> {
  const page = [storeId, afterId, limit];
  const rows = await (productIds.length === 0
    ? db.rows<{ product: PricesRow }>(LIST, page)
    : db.rows<{ product: PricesRow }>(LIST_OF, [...page, productIds]));
  return rows.map(({ product }) => productFromRow(product));
}

/** A change of a product's prices or costs. */
export interface ProductRevision {
  before: ProductPrices;
  after: ProductPrices;
}

// Arrays instead of records: the planner expects few elements and looks up each row by its key.
const UPDATE = storeStatement(
  'product_prices-update-many',
  `with variants as (
     update variant v set price_centavos = r.price, compare_at_centavos = r.compare_at, cost_centavos = r.cost
     from unnest($7::text[], $8::text[], $9::bigint[], $10::bigint[], $11::bigint[]) r (product_id, id, price, compare_at, cost)
     where v.store_id = $1 and v.product_id = r.product_id and v.id = r.id
   )
   update product p set price_version = r.version, price_centavos = r.price, compare_at_centavos = r.compare_at, cost_centavos = r.cost
   from unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[]) r (id, version, price, compare_at, cost)
   where p.store_id = $1 and p.id = r.id`,
);

/** Saves changed prices and costs of locked products, and of those of their variants that differ. */
export async function productPricesSaveMany(
  tx: Queryable,
  storeId: string,
  revisions: ProductRevision[],
): Promise<void> {
  const products = revisions.map(({ after }) => after);
  const variants = revisions.flatMap(({ before, after }) =>
    after.variants
      .filter((variant, i) => variant !== before.variants[i])
      .map((variant) => ({ ...variant, productId: after.productId })),
  );
  await tx.rows(UPDATE, [
    storeId,
    products.map(({ productId }) => productId),
    products.map(({ priceVersion }) => priceVersion),
    products.map(({ priceCentavos }) => priceCentavos),
    products.map(({ compareAtCentavos }) => compareAtCentavos),
    products.map(({ costCentavos }) => costCentavos),
    variants.map(({ productId }) => productId),
    variants.map(({ variantId }) => variantId),
    variants.map(({ priceCentavos }) => priceCentavos),
    variants.map(({ compareAtCentavos }) => compareAtCentavos),
    variants.map(({ costCentavos }) => costCentavos),
  ]);
}
