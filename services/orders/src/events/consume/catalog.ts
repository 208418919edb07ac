import { ShopChanged } from '@commerce/proto/commerce/catalog/v1/events.ts';
import type { EventHandler, Subscription } from '@commerce/service-kit/events/subscription.ts';
import { shopInsertMany } from '../../store/shop.ts';

/** Copies the shops of a store. */
const onShopChanged: EventHandler = async (unit, { storeId, payload }) => {
  await shopInsertMany(unit, storeId, [ShopChanged.decode(payload).shopId]);
};

/** Events of catalog that orders handles. */
export const catalogEvents = (): Subscription => ({
  service: 'catalog',
  handlers: { 'shop.created': onShopChanged, 'shop.updated': onShopChanged },
});
