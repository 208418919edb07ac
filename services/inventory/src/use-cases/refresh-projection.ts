import type { ProductFacts } from '@commerce/proto/commerce/catalog/v1/events.ts';
import { childContext, storeOf, type Context } from '@commerce/service-kit/context.ts';
import { readThrough } from '@commerce/service-kit/projection.ts';
import { productFromFacts } from '../domain/product-facts.ts';
import { variantProblem } from '../domain/product.ts';
import type { StockKey } from '../domain/stock-key.ts';
import type { Deps } from '../deps.ts';
import { productFindWithShops, productSaveMany, type FoundProduct } from '../store/product.ts';
import { shopSaveMany } from '../store/shop.ts';

/** Shops and products that a write names. */
interface Named {
  shopIds: string[];
  products: { productId: string; isStale: (product: FoundProduct) => boolean }[];
}

/**
 * Completes the projection for a write that names items: catalog is asked for unknown shops and products, and for those whose
 * projected state would refuse the write, because its events may not have arrived. A deletion is final, and is not asked for.
 */
export async function refreshStockKeys(
  deps: Pick<Deps, 'db' | 'prisma' | 'clients'>,
  ctx: Context,
  keys: StockKey[],
  { drafts }: { drafts: 'accepted' | 'refused' },
): Promise<void> {
  await refresh(deps, ctx, {
    shopIds: unique(keys.map(({ shopId }) => shopId)),
    products: keys.map(({ productId, variantId }) => ({
      productId,
      isStale: (product) =>
        (product.draft && drafts === 'refused') || variantProblem(product, variantId) !== undefined,
    })),
  });
}

/** Completes the projection for a write that names products: catalog is asked for unknown ones. */
export async function refreshProducts(
  deps: Pick<Deps, 'db' | 'prisma' | 'clients'>,
  ctx: Context,
  productIds: string[],
): Promise<void> {
  const products = productIds.map((productId) => ({ productId, isStale: () => false }));
  await refresh(deps, ctx, { shopIds: [], products });
}

async function refresh(
  { db, prisma, clients: { catalog } }: Pick<Deps, 'db' | 'prisma' | 'clients'>,
  ctx: Context,
  named: Named,
): Promise<void> {
  const storeId = storeOf(ctx);
  const allProductIds = unique(named.products.map(({ productId }) => productId));
  await readThrough({
    async find() {
      const found = await productFindWithShops(db, storeId, named.shopIds, allProductIds);
      const stale = named.products.filter(({ productId, isStale }) => {
        const product = found.products.get(productId);
        return product === undefined || (!product.deleted && isStale(product));
      });
      const productIds = unique(stale.map(({ productId }) => productId));
      const lacksShops = named.shopIds.some((id) => !found.shopIds.has(id));
      return { found, missing: productIds.length > 0 || lacksShops ? { productIds, lacksShops } : undefined };
    },
    async fetch({ productIds, lacksShops }) {
      const child = childContext(ctx);
      const [{ products }, { shops }] = await Promise.all([
        productIds.length > 0 ? catalog.batchGetProductFacts(child, { productIds }) : { products: [] },
        lacksShops ? catalog.listShopNames(child, {}) : { shops: [] },
      ]);
      return products.length > 0 || shops.length > 0 ? { products, shops } : undefined;
    },
    async save({ products, shops }: { products: ProductFacts[]; shops: { id: string }[] }) {
      if (products.length > 0) await productSaveMany(db, storeId, products.map(productFromFacts));
      const shopIds = shops.map(({ id }) => id);
      if (shopIds.length > 0) await shopSaveMany(prisma, storeId, shopIds);
    },
  });
}

const unique = (ids: string[]): string[] => [...new Set(ids)];
