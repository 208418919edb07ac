import { Alert, Button, Group, Select } from '@mantine/core';
import { IconArrowBackUp, IconTable } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { PageSkeleton } from '../../../../layout/PageSkeleton.tsx';
import { useReadPages } from '../../../../lib/api.ts';
import { useFilter } from '../../../../lib/filter.ts';
import { useMay, useStore } from '../../../../lib/session.tsx';
import { useTexts } from '../../../../lib/texts.ts';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../../ui/ErrorState.tsx';
import { FilterBar } from '../../../../ui/FilterBar.tsx';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { Progress } from '../../../../ui/Progress.tsx';
import { SaveBar } from '../editor/SaveBar.tsx';
import { useStockedShops } from '../editor/use-stocked-shops.ts';
import { ProductFilters, useProductFilters } from '../ProductFilters.tsx';
import { rowsOf, type ColumnName } from './cells.ts';
import { SheetTable } from './SheetTable.tsx';
import { useCounts } from './use-counts.ts';
import { useSheet } from './use-sheet.ts';

/** Prices, stock and visibility of many products as a grid: those of a filter, or those selected in the list. */
export default function SheetPage() {
  const t = useTexts('products');
  const { id: store } = useStore();
  const filters = useProductFilters();
  const [params] = useSearchParams();
  const selected = params.get('products') ?? undefined;
  const query = selected === undefined ? { ...filters, limit: 50 } : { products: selected };
  const pages = useReadPages(productRoutes.sheet, { params: { store }, query });
  const { shops, error: shopsError } = useStockedShops();
  const [shopParam, setShop] = useFilter('shop');
  const shop = shopParam || shops?.[0]?.id;
  const counts = useCounts(
    (pages.items ?? []).map(({ id }) => id),
    shop,
  );
  const isCounted = !counts.isEnabled || counts.data !== undefined || counts.isError;
  const isLoaded = pages.items !== undefined && shops !== undefined && isCounted;
  return (
    <>
      <PageHeader wide title={t('sheet.title')} about={t('sheet.about')} />
      {selected === undefined ? (
        <FilterBar label={t('list.search')}>
          <ProductFilters />
        </FilterBar>
      ) : null}
      {shops !== undefined && shops.length > 1 ? (
        <Select
          label={t('sheet.shop')}
          data={shops.map(({ id, name }) => ({ value: id, label: name }))}
          value={shop ?? null}
          onChange={setShop}
          allowDeselect={false}
          maw={260}
          mb="sm"
        />
      ) : null}
      {counts.error ? <ErrorState error={counts.error} retry={() => void counts.refetch()} /> : null}
      {isLoaded ? (
        <Sheet
          key={`${shop} ${JSON.stringify(query)}`}
          pages={pages}
          counts={counts.data?.shop === shop ? counts.data : undefined}
          shop={shop}
        />
      ) : pages.error || shopsError ? (
        <ErrorState error={pages.error ?? shopsError} retry={pages.refetch} />
      ) : (
        <PageSkeleton />
      )}
    </>
  );
}

type Items = NonNullable<Parameters<typeof rowsOf>[0]>;

function Sheet({
  pages,
  counts,
  shop,
}: {
  pages: { items: Items | undefined; hasMore: boolean; isReadingMore: boolean; more: () => void };
  counts: Parameters<typeof rowsOf>[1];
  shop: string | undefined;
}) {
  const t = useTexts('products');
  const may = useMay();
  const rows = rowsOf(pages.items ?? [], counts);
  const columns: ColumnName[] = [
    'price',
    'compareAt',
    ...(may('seeCosts') ? (['cost'] as const) : []),
    ...(shop === undefined ? [] : (['stock'] as const)),
    'visibility',
  ];
  const sheet = useSheet(rows, columns, shop);
  if (rows.length === 0)
    return <EmptyState icon={<IconTable />} title={t('list.none')} about={t('list.noneAbout')} />;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void sheet.save();
      }}
    >
      {sheet.notice === undefined ? null : (
        <Alert
          color={sheet.notice.isRefusal ? 'red' : 'petrol'}
          role={sheet.notice.isRefusal ? 'alert' : 'status'}
          mb="sm"
        >
          <Group justify="space-between">
            {sheet.notice.text}
            {sheet.undo === undefined ? null : (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconArrowBackUp size={14} aria-hidden />}
                onClick={() => void sheet.undo?.()}
              >
                {t('sheet.undo')}
              </Button>
            )}
          </Group>
        </Alert>
      )}
      {sheet.progress === undefined ? null : (
        <Progress label={t('sheet.saving')} done={sheet.progress.done} total={sheet.progress.total} />
      )}
      <SheetTable rows={rows} columns={columns} sheet={sheet} />
      {pages.hasMore ? (
        <Button variant="subtle" onClick={pages.more} loading={pages.isReadingMore} mt="sm">
          {t('sheet.more')}
        </Button>
      ) : null}
      <SaveBar
        isShown={sheet.isDirty || sheet.progress !== undefined}
        isPending={sheet.progress !== undefined}
        discard={sheet.discard}
      />
    </form>
  );
}
