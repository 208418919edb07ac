import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { MAX_SHEET } from '@commerce/console-api/routes/products.ts';
import { stockRoutes } from '@commerce/console-api/routes/stock.ts';
import { call } from '../../../../lib/call.ts';
import { partsOf } from '../../../../lib/parts.ts';
import { useStore } from '../../../../lib/session.tsx';
import type { Counts } from './cells.ts';

/** Counts of products at a shop. While the products change, the previous counts stay. */
export function useCounts(productIds: string[], shop: string | undefined) {
  const { id: store } = useStore();
  // The order of the list is not part of the key.
  const sorted = productIds.toSorted();
  return useQuery({
    queryKey: [stockRoutes.counts.path, store, shop, sorted],
    queryFn: async ({ signal }): Promise<Counts> => {
      const reads = partsOf(sorted, MAX_SHEET).map((ids) => {
        const query = { shops: shop ?? '', products: ids.join(',') };
        return call(stockRoutes.counts, { params: { store }, query }, { signal });
      });
      return {
        shop: shop ?? '',
        productIds: sorted,
        items: (await Promise.all(reads)).flatMap(({ items }) => items),
      };
    },
    enabled: shop !== undefined && sorted.length > 0,
    placeholderData: keepPreviousData,
  });
}
