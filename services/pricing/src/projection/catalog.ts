import type { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { ProductFacts } from '@commerce/proto/commerce/catalog/v1/events.ts';
import { childContext, storeOf, type Context } from '@commerce/service-kit/context.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import type { ClientOf } from '@commerce/service-kit/grpc/client.ts';
import type { Writer } from '@commerce/service-kit/write/writer.ts';
import { shopFindMany, shopProjectMany } from '../store/shop-save.ts';
import { applyFacts } from './products.ts';

/** What asks the catalogue. */
export interface CatalogDeps {
  db: Database;
  writer: Writer;
  catalog: ClientOf<typeof CatalogServiceService>;
}

/**
 * What the catalogue says now of products, drafts too; those that it does not have are left out.
 * @throws Fault when the catalogue is away
 */
export async function askFacts(
  { catalog }: Pick<CatalogDeps, 'catalog'>,
  ctx: Context,
  productIds: string[],
): Promise<ProductFacts[]> {
  const { products } = await catalog.batchGetProductFacts(childContext(ctx), { productIds });
  return products;
}

/**
 * Asks the catalogue for products whose events may not have arrived, and applies what is newer.
 * @returns whether anything was
 * @throws Fault when the catalogue is away
 */
export async function refreshProducts(
  deps: CatalogDeps,
  ctx: Context,
  productIds: string[],
): Promise<boolean> {
  const facts = await askFacts(deps, ctx, productIds);
  if (facts.length === 0) return false;
  return deps.writer.change(childContext(ctx), (unit) => applyFacts(unit, storeOf(ctx), facts));
}

/**
 * Which of some shops the store has; the catalogue is asked for those that are not known yet.
 * @throws Fault when there are such and the catalogue is away
 */
export async function knownShops(
  { db, catalog }: CatalogDeps,
  ctx: Context,
  shopIds: string[],
): Promise<Set<string>> {
  const storeId = storeOf(ctx);
  const known = await shopFindMany(db, storeId, shopIds);
  const unknown = shopIds.filter((id) => !known.has(id));
  if (unknown.length === 0) return known;
  const asked = await Promise.all(unknown.map((id) => askShop(catalog, ctx, id)));
  const found = asked.filter((id) => id !== undefined);
  if (found.length > 0) await shopProjectMany(db, storeId, found);
  return new Set([...known, ...found]);
}

async function askShop(
  catalog: CatalogDeps['catalog'],
  ctx: Context,
  id: string,
): Promise<string | undefined> {
  try {
    await catalog.getShop(childContext(ctx), { id });
    return id;
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found') return undefined;
    throw error;
  }
}
