import { childContext, storeOf, type Context } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { shopExists, shopInsertMany } from '../store/shop.ts';

/** Looks up a shop of the store: in the local copy, else in catalog. @returns whether the store has it */
export async function lookUpShop(
  { db, prisma, clients }: Pick<Deps, 'db' | 'prisma' | 'clients'>,
  ctx: Context,
  id: string,
): Promise<boolean> {
  const storeId = storeOf(ctx);
  if (await shopExists(db, storeId, id)) return true;
  if (!isId('shp', id)) return false;
  try {
    await clients.catalog.getShop(childContext(ctx), { id });
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found') return false;
    throw error;
  }
  await shopInsertMany(prisma, storeId, [id]);
  return true;
}
