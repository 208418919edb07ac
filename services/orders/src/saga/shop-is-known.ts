import { childContext, storeOf, type Context } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { shopExists, shopInsertMany } from '../store/shop.ts';

/** Whether a store has a shop; the catalog is asked about one of which nothing has been heard here yet. */
export async function shopIsKnown(
  { db, clients }: Pick<Deps, 'db' | 'clients'>,
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
  await shopInsertMany(db, storeId, [id]);
  return true;
}
