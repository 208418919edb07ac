import { Group } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { stockRoutes } from '@commerce/console-api/routes/stock.ts';
import { PAGE_SIZE, type AnswerOf } from '@commerce/console-api/route.ts';
import { call } from '../../../lib/call.ts';
import { number } from '../../../lib/format.ts';
import { partsOf } from '../../../lib/parts.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';

type Sum = AnswerOf<typeof stockRoutes.sums>['items'][number];

/** Stock of products at all shops; null for products without stock, and empty until it is known. */
export type StockSums = ReadonlyMap<string, Sum | null>;

/** Reads the stock of the products of a list, a page at a time. */
export function useStockSums(productIds: string[]): StockSums {
  const { id: store } = useStore();
  // Parts of a page, so that a further page leaves those before it as they are.
  const parts = partsOf(productIds, PAGE_SIZE);
  return useQueries({
    queries: parts.map((ids) => {
      const input = { params: { store }, query: { products: ids.join(',') } };
      return {
        queryKey: [stockRoutes.sums.path, input],
        queryFn: ({ signal }: { signal: AbortSignal }) => call(stockRoutes.sums, input, { signal }),
      };
    }),
    combine: (reads) => {
      const sums = new Map<string, Sum | null>();
      for (const [at, { data }] of reads.entries())
        if (data !== undefined) {
          for (const id of parts[at] ?? []) sums.set(id, null);
          for (const sum of data.items) sums.set(sum.productId, sum);
        }
      return sums;
    },
  });
}

/** Available units of a product at all shops; those of an active product that has none are marked. */
export function StockCell({ sum, isActive }: { sum: Sum | null | undefined; isActive: boolean }) {
  const t = useTexts('stock');
  if (sum === undefined) return null;
  if (sum === null) return '—';
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      {isActive && sum.available <= 0 ? <StatusBadge tone="bad">{t('level.out')}</StatusBadge> : null}
      {number(sum.available)}
    </Group>
  );
}
