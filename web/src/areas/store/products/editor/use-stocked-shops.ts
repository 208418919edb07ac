import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import { useRead } from '../../../../lib/api.ts';
import { useStore } from '../../../../lib/session.tsx';

/** Shops whose stock fits on the page of a product. */
const MAX_SHOPS = 10;

/** Active shops, whose stock is edited with the product; undefined while they are read. */
export function useStockedShops() {
  const { id: store } = useStore();
  const { data, error } = useRead(shopRoutes.list, { params: { store }, query: { limit: 100 } });
  const shops = data?.items.filter(({ isActive }) => isActive).slice(0, MAX_SHOPS);
  return { shops: shops?.map(({ id, name }) => ({ id, name })), error };
}
