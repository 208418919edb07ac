import { useState } from 'react';
import { Button, Group } from '@mantine/core';
import { IconBox, IconPlus, IconTable, IconUpload } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import { useReadPages } from '../../../lib/api.ts';
import { useColumnChoice } from '../../../lib/columns.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Price } from '../../../ui/Price.tsx';
import { SavedViews } from '../../../ui/SavedViews.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { ViewMenu } from '../../../ui/ViewMenu.tsx';
import { RowCheckbox } from '../../../ui/RowCheckbox.tsx';
import { RowTitle } from '../../../ui/RowTitle.tsx';
import { BulkBar } from './BulkBar.tsx';
import { ExportProducts } from './ExportProducts.tsx';
import { useBrands, useCategories } from './labels.ts';
import { ProductFilters, ProductSort, useProductFilters } from './ProductFilters.tsx';
import { ProductStatus } from './status.tsx';
import { StockCell, useStockSums } from './StockCell.tsx';
import { ListImage } from './Thumbnail.tsx';

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
  const selection = { chosen, choose: setChosen };
  const { columns, choice } = useColumnChoice(
    'products',
    useColumns(products.items ?? [], mayEdit, selection),
  );
  return (
    <>
      <PageHeader
        wide
        title={t('list.title')}
        about={t('list.about')}
        actions={<Actions filters={filters} />}
      />
      <SavedViews list="products" />
      <FilterBar
        label={t('list.search')}
        tools={
          <>
            <ProductSort />
            <ViewMenu choice={choice} />
          </>
        }
      >
        <ProductFilters />
      </FilterBar>
      {mayEdit ? (
        <BulkBar chosen={chosen} choose={setChosen} shown={products.items ?? []} filters={filters} />
      ) : null}
      <DataTable
        label={t('list.title')}
        columns={columns}
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
  const t = useTexts('products');
  const { id: store } = useStore();
  const { search } = useLocation();
  const mayEdit = useMay()('editProducts');
  return (
    <>
      <Button
        component={Link}
        to={`/stores/${store}/products/sheet${search}`}
        variant="default"
        leftSection={<IconTable size={16} aria-hidden />}
      >
        {t('sheet.open')}
      </Button>
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
      <Button
        component={Link}
        to={`/stores/${store}/products/new`}
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {t('new.button')}
      </Button>
    </>
  );
}

const namesOf = (ids: string[], all: { id: string; name: string }[]): string =>
  ids.flatMap((id) => all.find((each) => each.id === id)?.name ?? []).join(', ') || '—';

interface Selection {
  chosen: ReadonlySet<string>;
  choose: (ids: ReadonlySet<string>) => void;
}

function useColumns(items: Summary[], mayEdit: boolean, selection: Selection): Column<Summary>[] {
  const t = useTexts('products');
  const { id: store } = useStore();
  const categories = useCategories(store).items ?? [];
  const brands = useBrands(store).items ?? [];
  const stock = useStockSums(items.map(({ id }) => id));
  const hasImages = items.some(({ image }) => image !== undefined && image !== '');
  const select: Column<Summary> = {
    key: 'select',
    title: '',
    phone: 'lead',
    cell: (product) => <Select product={product} selection={selection} />,
  };
  return [
    ...(mayEdit ? [select] : []),
    {
      key: 'name',
      title: t('field.name'),
      main: true,
      phone: 'title',
      cell: (product) => (
        <Group gap="sm" wrap="nowrap">
          {hasImages ? <ListImage url={product.image} /> : null}
          <RowTitle
            to={product.id}
            second={
              product.variantCount > 0 ? t('list.variants', { count: product.variantCount }) : product.sku
            }
          >
            {product.name}
          </RowTitle>
        </Group>
      ),
    },
    {
      key: 'status',
      title: t('field.status'),
      phone: 'underEnd',
      cell: (product) => <ProductStatus status={product.status} quiet />,
    },
    {
      key: 'visibility',
      title: t('field.visibility'),
      priority: 2,
      cell: (product) => t(`visibility.${product.visibility}`),
    },
    {
      key: 'categories',
      title: t('field.categories'),
      priority: 3,
      cell: (product) => namesOf(product.categoryIds, categories),
    },
    {
      key: 'brands',
      title: t('field.brands'),
      priority: 4,
      cell: (product) => namesOf(product.brandIds, brands),
    },
    {
      key: 'type',
      title: t('list.type'),
      priority: 4,
      cell: (product) => t(`list.types.${product.type}`),
    },
    {
      key: 'stock',
      title: t('field.stock'),
      end: true,
      cell: ({ id, status }) => <StockCell sum={stock.get(id)} isActive={status === 'active'} />,
    },
    {
      key: 'price',
      title: t('field.price'),
      phone: 'end',
      end: true,
      cell: (product) => <Price centavos={product.priceCentavos} />,
    },
    {
      key: 'updated',
      title: t('list.updated'),
      priority: 3,
      end: true,
      cell: (product) => <Timestamp at={product.updatedAt} dayOnly />,
    },
  ];
}

function Select({
  product: { id, name },
  selection: { chosen, choose },
}: {
  product: Summary;
  selection: Selection;
}) {
  const t = useTexts('products');
  const toggle = () => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    choose(next);
  };
  return <RowCheckbox label={t('list.choose', { name })} checked={chosen.has(id)} onChange={toggle} />;
}
