import type { ProductFacts } from '@commerce/proto/commerce/catalog/v1/events.ts';
import { childContext, storeOf, type Context } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { readThrough } from '@commerce/service-kit/projection.ts';
import type { Deps } from '../deps.ts';
import { shopFindMany, shopInsertMissing } from '../store/shop.ts';
import { applyProductFacts } from './apply-product-facts.ts';

type ProjectionDeps = Pick<Deps, 'prisma' | 'writer' | 'clients'>;

/** Shops and products that the projection lacks. */
interface Missing {
  shopIds: string[];
  productIds: string[];
}

/** Data of catalog for what was missing. */
interface Fetched {
  shopIds: string[];
  facts: ProductFacts[];
}

/** Describes what is missing; undefined when nothing is. */
export const missingOf = (shopIds: string[], productIds: string[]): Missing | undefined =>
  shopIds.length > 0 || productIds.length > 0 ? { shopIds, productIds: [...new Set(productIds)] } : undefined;

/**
 * Reads data that depends on the projection of shops and products, after fetching from catalog what it lacks, because its events may
 * not have arrived.
 * @throws Fault when something is missing and catalog is down
 */
export const readProjection = <Found>(
  deps: ProjectionDeps,
  ctx: Context,
  find: () => Promise<{ found: Found; missing?: Missing | undefined }>,
): Promise<Found> =>
  readThrough({
    find,
    fetch: (missing: Missing) => fetchMissing(deps, ctx, missing),
    save: (fetched: Fetched) => saveFetched(deps, ctx, fetched),
  });

/**
 * Finds which of some shops the store has.
 * @throws Fault when a shop is unknown and catalog is down
 */
export const findShops = (deps: ProjectionDeps, ctx: Context, shopIds: string[]): Promise<Set<string>> =>
  readProjection(deps, ctx, async () => {
    const found = await shopFindMany(deps.prisma, storeOf(ctx), shopIds);
    return {
      found,
      missing: missingOf(
        shopIds.filter((id) => !found.has(id)),
        [],
      ),
    };
  });

/**
 * Asks catalog for the present facts of products, drafts too; unknown ones are left out.
 * @throws Fault when catalog is down
 */
export async function fetchProductFacts(
  { clients }: Pick<Deps, 'clients'>,
  ctx: Context,
  productIds: string[],
): Promise<ProductFacts[]> {
  const { products } = await clients.catalog.batchGetProductFacts(childContext(ctx), { productIds });
  return products;
}

async function fetchMissing(
  deps: ProjectionDeps,
  ctx: Context,
  { shopIds, productIds }: Missing,
): Promise<Fetched | undefined> {
  const [shops, facts] = await Promise.all([
    Promise.all(shopIds.map((id) => fetchShop(deps, ctx, id))),
    productIds.length > 0 ? fetchProductFacts(deps, ctx, productIds) : [],
  ]);
  const found = shops.filter((id) => id !== undefined);
  return found.length > 0 || facts.length > 0 ? { shopIds: found, facts } : undefined;
}

async function fetchShop({ clients }: ProjectionDeps, ctx: Context, id: string): Promise<string | undefined> {
  try {
    await clients.catalog.getShop(childContext(ctx), { id });
    return id;
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function saveFetched(
  { prisma, writer }: ProjectionDeps,
  ctx: Context,
  { shopIds, facts }: Fetched,
): Promise<void> {
  const storeId = storeOf(ctx);
  if (shopIds.length > 0) await shopInsertMissing(prisma, storeId, shopIds);
  if (facts.length > 0)
    await writer.change(childContext(ctx), (unit) => applyProductFacts(unit, storeId, facts));
}
