import type { Context } from '@commerce/service-kit/context.ts';
import type { Services } from '../grpc/services.ts';

/** Adds the names of the stores, all in one call; the name is empty without a store, and for one that no longer exists. */
export async function withStoreNames<Item extends { storeId: string }>(
  ctx: Context,
  { apps }: Services,
  items: Item[],
): Promise<(Item & { storeName: string })[]> {
  const storeIds = [...new Set(items.map(({ storeId }) => storeId).filter((id) => id !== ''))];
  const { stores } = storeIds.length === 0 ? { stores: [] } : await apps.listStoreNames(ctx, { storeIds });
  const names = new Map(stores.map(({ id, name }) => [id, name]));
  return items.map((item) => ({ ...item, storeName: names.get(item.storeId) ?? '' }));
}
