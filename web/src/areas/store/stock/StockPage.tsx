import { useState } from 'react';
import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconArrowsExchange, IconHistory, IconPackages, IconSettings } from '@tabler/icons-react';
import { Link } from 'react-router';
import { stockRoutes, type StockLine } from '@commerce/console-api/routes/stock.ts';
import { useReadPages } from '../../../lib/api.ts';
import { useFilter } from '../../../lib/filter.ts';
import { number } from '../../../lib/format.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { RowTitle } from '../../../ui/RowTitle.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { ViewMenu } from '../../../ui/ViewMenu.tsx';
import { nameOf } from './name-of.ts';
import { SettingsModal } from './SettingsModal.tsx';
import { ShopSelect } from './ShopSelect.tsx';
import { StockDrawer } from './StockDrawer.tsx';
import { useShop } from './use-shop.ts';

const FILTERS = ['low', 'out'] as const;

/** Stock of a shop. */
export default function StockPage() {
  const t = useTexts('stock');
  const { id: store } = useStore();
  const { shops, shop, setShop, error, refetch, isKnown } = useShop();
  const [q] = useFilter('q');
  const [param, setFilter] = useFilter('filter');
  const filter = FILTERS.find((name) => name === param);
  const query = { shop: shop ?? '', q: q || undefined, filter };
  const stock = useReadPages(stockRoutes.list, { params: { store }, query }, { enabled: shop !== undefined });
  const [open, setOpen] = useState<string | null>(null);
  const line = stock.items?.find(({ id }) => id === open);
  const columns = useColumns(setOpen);
  if (error !== null && !isKnown) return <ErrorState error={error} retry={() => void refetch()} />;
  return (
    <>
      <PageHeader wide title={t('list.title')} about={t('list.about')} actions={<Actions />} />
      <FilterBar label={t('list.search')} tools={<ViewMenu />}>
        <ShopSelect label={t('list.shop')} shops={shops} shop={shop} setShop={setShop} />
        <SegmentedControl
          aria-label={t('list.filter')}
          miw="fit-content"
          data={['all', ...FILTERS].map((value) => ({ value, label: t(`filter.${value}`) }))}
          value={filter ?? 'all'}
          onChange={(value) => setFilter(value === 'all' ? null : value)}
        />
      </FilterBar>
      <DataTable
        label={t('list.title')}
        columns={columns}
        pages={stock}
        empty={
          <EmptyState
            icon={<IconPackages />}
            title={filter === undefined ? t('list.empty') : t(`empty.${filter}`)}
            about={filter === undefined ? t('list.emptyAbout') : t('list.filterAbout')}
          />
        }
      />
      {line === undefined ? null : <StockDrawer line={line} close={() => setOpen(null)} />}
    </>
  );
}

function Actions() {
  const t = useTexts('stock');
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  return (
    <Group gap="xs">
      <Button
        component={Link}
        to="movements"
        variant="default"
        leftSection={<IconHistory size={16} aria-hidden />}
      >
        {t('list.ledger')}
      </Button>
      {may('editStock') ? (
        <>
          <Button
            variant="default"
            leftSection={<IconSettings size={16} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t('settings.open')}
          </Button>
          <Button component={Link} to="transfer" leftSection={<IconArrowsExchange size={16} aria-hidden />}>
            {t('list.transfer')}
          </Button>
          {isOpen ? <SettingsModal close={() => setOpen(false)} /> : null}
        </>
      ) : null}
    </Group>
  );
}

function useColumns(open: (id: string) => void): Column<StockLine>[] {
  const t = useTexts('stock');
  const common = { end: true } as const;
  return [
    {
      key: 'name',
      title: t('field.product'),
      phone: 'title',
      cell: (line) => (
        <RowTitle
          onClick={() => open(line.id)}
          label={t('list.open', { name: nameOf(t, line) })}
          second={[line.variantName, line.sku].filter((part) => part).join(' · ')}
        >
          {line.productName || t('list.nameless')}
        </RowTitle>
      ),
    },
    { key: 'onHand', title: t('field.onHand'), cell: (line) => number(line.onHand), ...common, priority: 2 },
    {
      key: 'reserved',
      title: t('field.reserved'),
      cell: (line) => number(line.reserved),
      ...common,
      priority: 2,
    },
    {
      key: 'available',
      title: t('field.available'),
      phone: 'end',
      cell: (line) => (
        <Text fw={600} inherit>
          {number(line.available)}
        </Text>
      ),
      ...common,
    },
    { key: 'state', title: t('field.state'), phone: 'underEnd', cell: (line) => <Level line={line} /> },
  ];
}

function Level({ line }: { line: StockLine }) {
  const t = useTexts('stock');
  if (line.isDraft) return <StatusBadge tone="quiet">{t('level.draft')}</StatusBadge>;
  if (line.available <= 0) return <StatusBadge tone="bad">{t('level.out')}</StatusBadge>;
  if (line.isLow) return <StatusBadge tone="warning">{t('level.low')}</StatusBadge>;
  return null;
}
