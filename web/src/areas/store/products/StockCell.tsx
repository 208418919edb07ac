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
  const answers = useQueries({
    // Parts of a page, so that a further page leaves those before it as they are.
    queries: partsOf(productIds, PAGE_SIZE).map((ids) => {
      const input = { params: { store }, query: { products: ids.join(',') } };
      return {
        queryKey: [stockRoutes.sums.path, input],
        queryFn: ({ signal }: { signal: AbortSignal }) => call(stockRoutes.sums, input, { signal }),
        select: ({ items }: { items: Sum[] }) =>
          ids.map((id) => ({ id, sum: items.find(({ productId }) => productId === id) ?? null })),
      };
    }),
    combine: known,
  });
  return new Map(answers.map(({ id, sum }) => [id, sum]));
}

/** The answers so far, in the same array while they are the same. */
const known = <Answer,>(reads: { data: Answer[] | undefined }[]): Answer[] =>
  reads.flatMap(({ data }) => data ?? []);

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
