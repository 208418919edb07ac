import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { PAYMENT_STATUSES, SOURCES } from '@commerce/console-api/routes/order-messages.ts';
import type { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import type { InputOf } from '@commerce/console-api/route.ts';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import { useRead } from '../../../lib/api.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { DaysFilter } from '../../../ui/DaysFilter.tsx';
import { ClearFilters, FilterBar, FilterSelect } from '../../../ui/FilterBar.tsx';
import { useFlow } from './labels.ts';

type Query = NonNullable<InputOf<typeof orderRoutes.list>['query']>;

const NAMES = ['q', 'status', 'source', 'shop', 'payment', 'customer', 'from', 'to'] as const;
const MIN_TEXT_LENGTH = 3;

/** Filters of the order list in the URL. */
export function useOrderFilters(): { query: Query; isFiltered: boolean } {
  const [params] = useSearchParams();
  const present = NAMES.map((name) => [name, params.get(name) ?? ''] as const).filter(
    ([, value]) => value !== '',
  );
  // Fewer characters match nearly every order: the list waits for more.
  const applied = present.filter(
    ([name, value]) => name !== 'q' || value.length >= MIN_TEXT_LENGTH || /^[1-9]\d*$/.test(value),
  );
  return { query: Object.fromEntries(applied) as Query, isFiltered: applied.length > 0 };
}

/** Filters of the order list, kept in the URL. */
export function OrderFilters({ tools }: { tools: ReactNode }) {
  const t = useTexts('orders');
  const { id: store } = useStore();
  const flow = useFlow();
  const shops = useRead(shopRoutes.list, { params: { store }, query: { limit: 200 } }).data?.items ?? [];
  const { isFiltered } = useOrderFilters();
  const named = (values: readonly string[], prefix: string) =>
    values.map((value) => ({ value, label: t(`${prefix}.${value}`) }));
  return (
    <FilterBar label={t('filter.search')} tools={tools}>
      <FilterSelect
        name="status"
        label={t('filter.status')}
        data={flow.map(({ status, label }) => ({ value: status, label }))}
      />
      <FilterSelect name="payment" label={t('filter.payment')} data={named(PAYMENT_STATUSES, 'payment')} />
      <FilterSelect name="source" label={t('filter.source')} data={named(SOURCES, 'source')} />
      {shops.length > 1 ? (
        <FilterSelect
          name="shop"
          label={t('filter.shop')}
          data={shops.map(({ id, name }) => ({ value: id, label: name }))}
        />
      ) : null}
      <DaysFilter />
      {isFiltered ? <ClearFilters /> : null}
    </FilterBar>
  );
}
