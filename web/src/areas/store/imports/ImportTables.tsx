import { Anchor, Group, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import { useReadPages } from '../../../lib/api.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Money } from '../../../ui/Money.tsx';
import { StatusBadge, type Tone } from '../../../ui/StatusBadge.tsx';
import { Thumbnail } from '../products/Thumbnail.tsx';
import { isOver, type Import } from './import-state.ts';

type Product = AnswerOf<typeof productRoutes.importProducts>['items'][number];
type Problem = AnswerOf<typeof productRoutes.importProblems>['items'][number];

/** Label and tone for the action on a product, planned or done. @param stopped the import is over */
const actionOf = ({ action, state }: Product, stopped: boolean): [string, Tone] => {
  if (action === 'none') return ['error', 'bad'];
  if (state === 'refused') return ['refused', 'bad'];
  if (state === 'done') return ['done', 'good'];
  if (stopped) return ['notWritten', 'bad'];
  if (action === 'keep') return ['keep', 'quiet'];
  return [action, action === 'create' ? 'good' : 'busy'];
};

/** Products of an import. */
export function ImportProducts({ data }: { data: Import }) {
  const t = useTexts('imports');
  const { id: store } = useStore();
  const products = useReadPages(
    productRoutes.importProducts,
    { params: { store, import: data.id } },
    { revision: data.state },
  );
  const columns: Column<Product>[] = [
    {
      key: 'name',
      title: t('product.name'),
      cell: (product) => (
        <Group gap="sm" wrap="nowrap">
          <Thumbnail url={product.image} size={32} />
          <div>
            {product.productId === undefined ? (
              product.name || '—'
            ) : (
              <Anchor component={Link} to={`/stores/${store}/products/${product.productId}`} inherit>
                {product.name || product.handle}
              </Anchor>
            )}
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {product.handle}
            </Text>
          </div>
        </Group>
      ),
    },
    {
      key: 'what',
      title: t('product.what'),
      cell: (product) => {
        const [label, tone] = actionOf(product, isOver(data));
        return <StatusBadge tone={tone}>{t(`what.${label}`)}</StatusBadge>;
      },
    },
    {
      key: 'variants',
      title: t('product.variants'),
      end: true,
      cell: (product) => product.variantCount || '—',
    },
    {
      key: 'price',
      title: t('product.price'),
      end: true,
      cell: (product) => <Money centavos={product.priceCentavos} />,
    },
    { key: 'line', title: t('product.line'), end: true, cell: (product) => product.line },
  ];
  return (
    <DataTable
      label={t('tab.products')}
      columns={columns}
      pages={products}
      empty={<EmptyState title={t('product.none')} />}
    />
  );
}

/** Problems of an import, by line. */
export function ImportProblems({ data }: { data: Import }) {
  const t = useTexts('imports');
  const { id: store } = useStore();
  const problems = useReadPages(
    productRoutes.importProblems,
    { params: { store, import: data.id } },
    { revision: data.state },
  );
  const columns: Column<Problem>[] = [
    { key: 'line', title: t('problem.line'), end: true, cell: (problem) => problem.line || '—' },
    {
      key: 'severity',
      title: t('problem.severity'),
      cell: (problem) => (
        <StatusBadge tone={problem.severity === 'error' ? 'bad' : 'warning'}>
          {t(`severity.${problem.severity}`)}
        </StatusBadge>
      ),
    },
    { key: 'product', title: t('problem.product'), cell: (problem) => problem.handle || '—' },
    { key: 'column', title: t('problem.column'), cell: (problem) => problem.heading || '—' },
    {
      key: 'message',
      main: true,
      wrap: true,
      title: t('problem.message'),
      cell: (problem) => (
        <span style={{ overflowWrap: 'anywhere' }}>
          {t(`code.${problem.code}`, { ...problem.params, defaultValue: t('code.unknown') })}
        </span>
      ),
    },
  ];
  return (
    <DataTable
      label={t('problem.title')}
      columns={columns}
      pages={problems}
      empty={<EmptyState icon={<IconCircleCheck />} title={t('problem.none')} />}
    />
  );
}
