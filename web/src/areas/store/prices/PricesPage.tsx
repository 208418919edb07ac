import { useState } from 'react';
import { Button, Group } from '@mantine/core';
import { IconPencil, IconTags } from '@tabler/icons-react';
import type { EditedPrices } from '@commerce/console-api/routes/price-messages.ts';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { useReadPages } from '../../../lib/api.ts';
import { useFilter } from '../../../lib/filter.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { Money } from '../../../ui/Money.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Price } from '../../../ui/Price.tsx';
import { RowTitle } from '../../../ui/RowTitle.tsx';
import { ViewMenu } from '../../../ui/ViewMenu.tsx';
import { AmountCell } from './AmountCell.tsx';
import { PricesModal } from './PricesModal.tsx';
import { PriceTabs } from './PriceTabs.tsx';

/** Base prices and costs of every product. */
export default function PricesPage() {
  const t = useTexts('prices');
  const { id: store } = useStore();
  const [q] = useFilter('q');
  const prices = useReadPages(priceRoutes.list, { params: { store }, query: { q: q || undefined } });
  const [edited, setEdited] = useState<string | null>(null);
  const product = prices.items?.find(({ id }) => id === edited);
  return (
    <>
      <PageHeader wide title={t('list.title')} about={t('list.about')} />
      <PriceTabs />
      <FilterBar label={t('list.search')} tools={<ViewMenu />} />
      <DataTable
        label={t('list.title')}
        columns={useColumns(setEdited)}
        pages={prices}
        empty={
          <EmptyState
            icon={<IconTags />}
            title={q === '' ? t('list.empty') : t('list.none')}
            about={q === '' ? t('list.emptyAbout') : t('list.noneAbout')}
          />
        }
      />
      {product === undefined ? null : <PricesModal product={product} close={() => setEdited(null)} />}
    </>
  );
}

function useColumns(edit: (id: string) => void): Column<EditedPrices>[] {
  const t = useTexts('prices');
  const may = useMay();
  const columns: Column<EditedPrices>[] = [
    {
      key: 'name',
      title: t('field.product'),
      phone: 'title',
      cell: (product) => (
        <RowTitle
          second={[
            product.isDraft ? t('list.draft') : null,
            product.sku,
            product.variants.length > 0 ? t('list.variants', { count: product.variants.length }) : null,
          ]
            .filter((part) => part)
            .join(' · ')}
        >
          {product.name}
        </RowTitle>
      ),
    },
    {
      key: 'price',
      phone: 'end',
      title: t('field.price'),
      end: true,
      cell: (product) =>
        product.variants.length > 0 ? (
          <PriceSpan product={product} />
        ) : (
          <AmountCell product={product} amount="priceCentavos" label={t('field.price')} />
        ),
    },
    {
      key: 'compareAt',
      title: t('field.compareAt'),
      end: true,
      cell: (product) =>
        product.variants.length > 0 ? null : (
          <AmountCell product={product} amount="compareAtCentavos" label={t('field.compareAt')} />
        ),
    },
  ];
  if (may('seeCosts'))
    columns.push({
      key: 'cost',
      title: t('field.cost'),
      end: true,
      cell: (product) => <AmountCell product={product} amount="costCentavos" label={t('field.cost')} />,
    });
  if (may('editPrices'))
    columns.push({
      key: 'edit',
      title: '',
      phone: 'underEnd',
      end: true,
      cell: (product) =>
        product.variants.length === 0 ? null : (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconPencil size={14} aria-hidden />}
            aria-label={t('list.editOf', { name: product.name })}
            onClick={() => edit(product.id)}
          >
            {t('list.edit')}
          </Button>
        ),
    });
  return columns;
}

/** Lowest and highest price of the variants. */
function PriceSpan({ product }: { product: EditedPrices }) {
  const amounts = product.variants.map(({ priceCentavos }) => priceCentavos);
  const [min, max] = [Math.min(...amounts), Math.max(...amounts)];
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <Price centavos={min} />
      {max === min ? null : (
        <>
          <span>–</span>
          <Money centavos={max} />
        </>
      )}
    </Group>
  );
}
