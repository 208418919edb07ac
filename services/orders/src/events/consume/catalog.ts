import { ShopChanged } from '@commerce/proto/commerce/catalog/v1/events.ts';
import type { EventHandler, Subscription } from '@commerce/service-kit/events/subscription.ts';
import type { Deps } from '../../deps.ts';
import { shopInsertMany } from '../../store/shop.ts';

/** Copies the shops of a store. */
const onShopChanged =
  ({ prisma }: Deps): EventHandler =>
  async (_unit, { storeId, payload }) => {
    await shopInsertMany(prisma, storeId, [ShopChanged.decode(payload).shopId]);
  };

/** Events of catalog that orders handles. */
export const catalogEvents = (deps: Deps): Subscription => ({
  service: 'catalog',
  handlers: { 'shop.created': onShopChanged(deps), 'shop.updated': onShopChanged(deps) },
});
