import { useQueries } from '@tanstack/react-query';
import { MAX_SHEET } from '@commerce/console-api/routes/products.ts';
import { stockRoutes } from '@commerce/console-api/routes/stock.ts';
import { call } from '../../../../lib/call.ts';
import { useStore } from '../../../../lib/session.tsx';

/** Counts of products at a shop; undefined until all are read. */
export function useCounts(productIds: string[], shop: string | undefined) {
  const { id: store } = useStore();
  const chunks = Array.from({ length: Math.ceil(productIds.length / MAX_SHEET) }, (_chunk, at) =>
    productIds.slice(at * MAX_SHEET, (at + 1) * MAX_SHEET),
  );
  const reads = useQueries({
    queries: (shop === undefined ? [] : chunks).map((ids) => {
      const input = { params: { store }, query: { shops: shop ?? '', products: ids.join(',') } };
      return {
        queryKey: [stockRoutes.counts.path, input],
        queryFn: ({ signal }: { signal: AbortSignal }) => call(stockRoutes.counts, input, { signal }),
      };
    }),
  });
  const isRead = reads.every(({ data }) => data !== undefined);
  return {
    items: isRead ? reads.flatMap(({ data }) => data?.items ?? []) : undefined,
    error: reads.find(({ error }) => error !== null)?.error ?? null,
  };
}
