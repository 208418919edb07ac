import { columnList } from '@commerce/service-kit/db/columns.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { Prisma as Schema } from './generated/prisma/client.ts';

// Bulk loads of complete data: they emit no events.

export type { PriceListRecord } from './domain/price-list-message.ts';
export type { PromotionRecord } from './domain/promotion-message.ts';
export { priceListEntrySaveMany, type PriceListEntryRecord } from './store/price-list-entry.ts';
export { priceListSaveMany } from './store/price-list.ts';
export { promotionSaveMany } from './store/promotion.ts';

const PRODUCT = columnList(Schema.ProductScalarFieldEnum);
const SHOP = columnList(Schema.ShopScalarFieldEnum);

// The records are not filtered by store, because all belong to it: the planner would expect a single record to remain and compare every
// variant with every product.
const UPSERT_PRODUCTS = storeStatement(
  'product-upsert-many',
  `with written as (
     insert into product as p (${PRODUCT})
     select ${PRODUCT} from json_populate_recordset(null::product, $2) r where r.store_id = $1
     on conflict (store_id, id) do update set
       category_ids = excluded.category_ids, brand_ids = excluded.brand_ids, shop_ids = excluded.shop_ids, is_draft = excluded.is_draft,
       is_deleted = excluded.is_deleted, version = excluded.version, variant_count = excluded.variant_count,
       price_centavos = excluded.price_centavos, compare_at_centavos = excluded.compare_at_centavos,
       cost_centavos = excluded.cost_centavos,
       price_version = p.price_version + 1
     where excluded.version > p.version
     returning p.id
   ), gone as (
     delete from variant v using written w where v.store_id = $1 and v.product_id = w.id
       and not exists (select from json_populate_recordset(null::variant, $3) r where r.product_id = v.product_id and r.id = v.id)
   )
   insert into variant (${columnList(Schema.VariantScalarFieldEnum)})
   select ${columnList(Schema.VariantScalarFieldEnum, 'r')} from json_populate_recordset(null::variant, $3) r join written w on w.id = r.product_id
   where r.store_id = $1
   on conflict (store_id, product_id, id) do update set
     position = excluded.position, is_active = excluded.is_active, price_centavos = excluded.price_centavos,
     compare_at_centavos = excluded.compare_at_centavos, cost_centavos = excluded.cost_centavos`,
);

/** Base prices and costs of a product, and the facts that the engine depends on. */
export interface ProductRecord {
  productId: string;
  /** Base price; with variants, the price of the lowest active one. */
  priceCentavos: number;
  /** Absent: none, as for every product with variants. */
  compareAtCentavos?: number;
  /** Null: unknown. */
  costCentavos: number | null;
  /** In the order of their positions. */
  variants: VariantRecord[];
  categoryIds: string[];
  brandIds: string[];
  /** The shops that sell it; empty: every shop. */
  shopIds: string[];
  draft: boolean;
  /** The catalog's version of the product. */
  version: number;
}

/** Base price and cost of a variant. */
export interface VariantRecord {
  variantId: string;
  priceCentavos: number;
  compareAtCentavos: number | null;
  /** Null: the product's cost. */
  costCentavos: number | null;
  isActive: boolean;
}

/**
 * Adds or replaces up to 1,000 products with their prices and variants. A record changes nothing when its version is not newer than the
 * stored one.
 */
export async function productSaveMany(
  db: Queryable,
  storeId: string,
  products: ProductRecord[],
): Promise<void> {
  const rows = products.map((product) => productToRow(storeId, product));
  const variants = products.flatMap((product) => variantsToRows(storeId, product));
  await db.rows(UPSERT_PRODUCTS, [storeId, JSON.stringify(rows), JSON.stringify(variants)]);
}

function productToRow(storeId: string, product: ProductRecord) {
  return {
    store_id: storeId,
    id: product.productId,
    category_ids: product.categoryIds,
    brand_ids: product.brandIds,
    shop_ids: product.shopIds,
    is_draft: product.draft,
    is_deleted: false,
    version: product.version,
    variant_count: product.variants.length,
    price_centavos: product.priceCentavos,
    compare_at_centavos: product.compareAtCentavos ?? null,
    cost_centavos: product.costCentavos,
    price_version: 0,
  };
}

function variantsToRows(storeId: string, { productId, variants }: ProductRecord) {
  return variants.map((variant, position) => ({
    store_id: storeId,
    product_id: productId,
    id: variant.variantId,
    position,
    is_active: variant.isActive,
    price_centavos: variant.priceCentavos,
    compare_at_centavos: variant.compareAtCentavos,
    cost_centavos: variant.costCentavos,
  }));
}

const UPSERT_SHOPS = storeStatement(
  'shop-upsert-many',
  `insert into shop (${SHOP})
   select ${SHOP} from json_populate_recordset(null::shop, $2) r where r.store_id = $1
   on conflict (store_id, id) do update set default_price_list_id = excluded.default_price_list_id`,
);

/** A shop with its default price list. */
export interface ShopRecord {
  shopId: string;
  /** Null: base prices. */
  defaultPriceListId: string | null;
}

/** Adds or changes up to 1,000 shops; their price lists exist already. */
export async function shopSaveMany(db: Queryable, storeId: string, shops: ShopRecord[]): Promise<void> {
  const rows = shops.map(({ shopId, defaultPriceListId }) => ({
    store_id: storeId,
    id: shopId,
    default_price_list_id: defaultPriceListId,
  }));
  await db.rows(UPSERT_SHOPS, [storeId, JSON.stringify(rows)]);
}
