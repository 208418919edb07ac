import { childContext, storeOf, type Context } from '@commerce/service-kit/context.ts';
import type { Deps } from '../deps.ts';
import { productSaveMany } from '../store/product-save.ts';
import { shopSaveMany } from '../store/shop-save.ts';
import { productFromFacts } from './facts.ts';

/** Thrown by work that would refuse for what this service knows, or does not know yet, of shops and products. */
export class Unsure extends Error {
  readonly productIds: string[];
  readonly askShops: boolean;

  constructor(productIds: string[], askShops: boolean) {
    super('the catalogue is to be asked');
    this.productIds = productIds;
    this.askShops = askShops;
  }
}

/**
 * Runs work, and when it is unsure, asks the catalogue, whose events may not have arrived yet, and runs it once more. The catalogue
 * is asked outside of the work's transaction, which has come to nothing.
 * @param work is told whether the catalogue has been asked: then it is to decide
 */
export async function askingCatalog<T>(
  deps: Deps,
  ctx: Context,
  work: (asked: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await work(false);
  } catch (error) {
    if (!(error instanceof Unsure)) throw error;
    await learn(deps, ctx, error);
    return work(true);
  }
}

async function learn({ db, catalog }: Deps, ctx: Context, { productIds, askShops }: Unsure): Promise<void> {
  const asking = childContext(ctx);
  const [{ products }, { shops }] = await Promise.all([
    productIds.length > 0 ? catalog.batchGetProductFacts(asking, { productIds }) : { products: [] },
    askShops ? catalog.listShopNames(asking, {}) : { shops: [] },
  ]);
  const storeId = storeOf(ctx);
  if (products.length > 0) await productSaveMany(db, storeId, products.map(productFromFacts));
  const shopIds = shops.map(({ id }) => ({ shopId: id }));
  if (shopIds.length > 0) await shopSaveMany(db, storeId, shopIds);
}
