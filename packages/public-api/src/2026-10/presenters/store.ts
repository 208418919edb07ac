import { PlanTier, type Store } from '@commerce/proto/commerce/auth/v1/platform.ts';
import type { ListShopNamesResponse_ShopName } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { enumName } from '@commerce/proto/enum.ts';
import type { StoreJson } from '../schemas/store.ts';

/** Parts of `GET /store`: the store (auth) and its shops (catalog). */
export interface StoreWithShops {
  store: Store;
  shops: readonly ListShopNamesResponse_ShopName[];
}

/** Contract, section 2, "Store". */
export const presentStore = ({ store, shops }: StoreWithShops): StoreJson => ({
  id: store.id,
  name: store.name,
  currency: 'ARS',
  plan_tier: enumName(PlanTier, store.planTier),
  shops: shops.map(({ id, name }) => ({ id, name })),
});
