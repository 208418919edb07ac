import { useState } from 'react';
import { Anchor, Button, Checkbox, Group, Text } from '@mantine/core';
import { IconBox, IconUpload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import { useReadPages } from '../../../lib/api.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Price } from '../../../ui/Price.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { BulkBar } from './BulkBar.tsx';
import { ExportProducts } from './ExportProducts.tsx';
import { NewProduct } from './NewProduct.tsx';
import { ProductFilters, useProductFilters } from './ProductFilters.tsx';
import { ProductStatus } from './status.tsx';
import { Thumbnail } from './Thumbnail.tsx';

type Summary = AnswerOf<typeof productRoutes.list>['items'][number];

/** The store's products, with search and bulk edits. */
export default function ProductsPage() {
  const t = useTexts('products');
  const { id: store } = useStore();
  const mayEdit = useMay()('editProducts');
  const filters = useProductFilters();
  const products = useReadPages(productRoutes.list, { params: { store }, query: filters });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const isFiltered = Object.entries(filters).some(([name, value]) => name !== 'sort' && value !== undefined);
  return (
    <>
      <PageHeader title={t('list.title')} about={t('list.about')} actions={<Actions filters={filters} />} />
      <FilterBar label={t('list.search')}>
        <ProductFilters />
      </FilterBar>
      {mayEdit ? <BulkBar chosen={chosen} choose={setChosen} shown={products.items ?? []} /> : null}
      <DataTable
        label={t('list.title')}
        columns={useColumns(mayEdit, chosen, setChosen)}
        pages={products}
        empty={
          <EmptyState
            icon={<IconBox />}
            title={isFiltered ? t('list.none') : t('list.empty')}
            about={isFiltered ? t('list.noneAbout') : t('list.emptyAbout')}
            action={
              isFiltered || !mayEdit ? undefined : (
                <Group gap="sm">
                  <AddButtons />
                </Group>
              )
            }
          />
        }
      />
    </>
  );
}

function Actions({ filters }: { filters: ReturnType<typeof useProductFilters> }) {
  const mayEdit = useMay()('editProducts');
  return (
    <>
      <ExportProducts filters={filters} />
      {mayEdit ? <AddButtons /> : null}
    </>
  );
}

/** Ways to add products. */
function AddButtons() {
  const t = useTexts('products');
  const { id: store } = useStore();
  return (
    <>
      <Button
        component={Link}
        to={`/stores/${store}/products/import`}
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden />}
      >
        {t('list.import')}
      </Button>
      <NewProduct />
    </>
  );
}

function useColumns(
  mayEdit: boolean,
  chosen: ReadonlySet<string>,
  choose: (ids: ReadonlySet<string>) => void,
): Column<Summary>[] {
  const t = useTexts('products');
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    choose(next);
  };
  return [
    {
      key: 'name',
      title: t('field.name'),
      cell: (product) => (
        <Group gap="sm" wrap="nowrap">
          {mayEdit ? (
            <Checkbox
              aria-label={t('list.choose', { name: product.name })}
              checked={chosen.has(product.id)}
              onChange={() => toggle(product.id)}
            />
          ) : null}
          <Thumbnail url={product.image} name={product.name} />
          <div>
            <Anchor component={Link} to={product.id} fw={600} inherit>
              {product.name}
            </Anchor>
            <Text size="xs" c="dimmed">
              {product.variantCount > 0 ? t('list.variants', { count: product.variantCount }) : product.sku}
            </Text>
          </div>
        </Group>
      ),
    },
    { key: 'status', title: t('field.status'), cell: (product) => <ProductStatus status={product.status} /> },
    {
      key: 'visibility',
      title: t('field.visibility'),
      minor: true,
      cell: (product) => t(`visibility.${product.visibility}`),
    },
    {
      key: 'price',
      title: t('field.price'),
      end: true,
      cell: (product) => <Price centavos={product.priceCentavos} />,
    },
    {
      key: 'updated',
      title: t('list.updated'),
      minor: true,
      cell: (product) => <Timestamp at={product.updatedAt} dayOnly />,
    },
  ];
}
