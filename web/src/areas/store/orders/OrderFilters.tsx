import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { PAYMENT_STATUSES, SOURCES, type orderRoutes } from '@commerce/console-api/routes/orders.ts';
import type { InputOf } from '@commerce/console-api/route.ts';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import { useRead } from '../../../lib/api.ts';
import { useFilter } from '../../../lib/filter.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { FilterBar } from '../../../ui/FilterBar.tsx';
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
export function OrderFilters() {
  const t = useTexts('orders');
  const { id: store } = useStore();
  const flow = useFlow();
  const shops = useRead(shopRoutes.list, { params: { store }, query: { limit: 200 } }).data?.items ?? [];
  const [, setParams] = useSearchParams();
  const { isFiltered } = useOrderFilters();
  const named = (values: readonly string[], prefix: string) =>
    values.map((value) => ({ value, label: t(`${prefix}.${value}`) }));
  return (
    <FilterBar label={t('filter.search')}>
      <Choice name="status" options={flow.map(({ status, label }) => ({ value: status, label }))} />
      <Choice name="payment" options={named(PAYMENT_STATUSES, 'payment')} />
      <Choice name="source" options={named(SOURCES, 'source')} />
      {shops.length > 1 ? (
        <Choice name="shop" options={shops.map(({ id, name }) => ({ value: id, label: name }))} />
      ) : null}
      <Day name="from" />
      <Day name="to" />
      {isFiltered ? (
        <Button
          variant="subtle"
          leftSection={<IconX size={14} />}
          onClick={() => setParams({}, { replace: true })}
        >
          {t('filter.clear')}
        </Button>
      ) : null}
    </FilterBar>
  );
}

function Choice({ name, options }: { name: string; options: { value: string; label: string }[] }) {
  const t = useTexts('orders');
  const [value, setValue] = useFilter(name);
  return (
    <NativeSelect
      aria-label={t(`filter.${name}`)}
      value={value}
      onChange={(event) => setValue(event.currentTarget.value)}
      data={[{ value: '', label: t(`filter.${name}`) }, ...options]}
    />
  );
}

function Day({ name }: { name: 'from' | 'to' }) {
  const t = useTexts('orders');
  const [value, setValue] = useFilter(name);
  return (
    <TextInput
      type="date"
      label={t(`filter.${name}`)}
      value={value}
      onChange={(event) => setValue(event.currentTarget.value)}
    />
  );
}
