import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import { useRead } from '../../../lib/api.ts';
import { useFilter } from '../../../lib/filter.ts';
import { useStore } from '../../../lib/session.tsx';

/** Selected shop of a page, kept in the URL; defaults to the store's first one. */
export function useShop() {
  const { id: store } = useStore();
  const [param, setShop] = useFilter('shop');
  const { data, error, refetch } = useRead(shopRoutes.list, { params: { store }, query: { limit: 100 } });
  const shops = (data?.items ?? []).map(({ id, name, isActive }) => ({ value: id, label: name, isActive }));
  return {
    shops,
    shop: param || shops[0]?.value,
    /** The shop is that of the URL. */
    isChosen: param !== '',
    setShop,
    error,
    refetch,
    isKnown: data !== undefined,
  };
}
