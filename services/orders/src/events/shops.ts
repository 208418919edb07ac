import { ShopChanged } from '@commerce/proto/commerce/catalog/v1/events.ts';
import type { EventHandler } from '@commerce/service-kit/events/subscription.ts';
import { shopInsertMany } from '../store/shop.ts';

/** Keeps the copy of which shops a store has: `shop.created` and `shop.updated` of the catalog. */
export const shopChanged: EventHandler = async (unit, { storeId, payload }) => {
  await shopInsertMany(unit, storeId, [ShopChanged.decode(payload).shopId]);
};
