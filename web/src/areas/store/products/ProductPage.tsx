import { Button, Group, Tabs } from '@mantine/core';
import { Link, useNavigate, useParams } from 'react-router';
import type { EditedProduct } from '@commerce/console-api/routes/product-messages.ts';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { useAct, useRead } from '../../../lib/api.ts';
import { useFilter } from '../../../lib/filter.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ProductForm } from './ProductForm.tsx';
import { PublishButton } from './PublishButton.tsx';
import { ProductStatus, statusOf } from './status.tsx';
import { VariantsTab } from './VariantsTab.tsx';

/** One product: details, variants, and links to its prices and stock. */
export default function ProductPage() {
  const { id: store } = useStore();
  const { product = '' } = useParams();
  const { data, error, refetch } = useRead(productRoutes.get, { params: { store, product } });
  if (data !== undefined && data.product.id === product) return <Loaded {...data} />;
  return error ? <ErrorState error={error} retry={() => void refetch()} /> : <PageSkeleton />;
}

function Loaded({ product, isDraft }: EditedProduct) {
  const t = useTexts('products');
  const may = useMay();
  const [tab, setTab] = useFilter('tab');
  return (
    <>
      <PageHeader
        title={product.name}
        about={
          <Group gap="sm" component="span">
            <ProductStatus status={statusOf(isDraft, product.isActive)} />
            <span>{t(`visibility.${product.visibility}`)}</span>
          </Group>
        }
        actions={
          <>
            <RelatedLinks product={product} />
            {may('editProducts') ? <Actions product={product} isDraft={isDraft} /> : null}
          </>
        }
      />
      <Tabs
        value={tab || 'details'}
        onChange={(value) => setTab(value === 'details' ? null : value)}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="details">{t('tab.details')}</Tabs.Tab>
          <Tabs.Tab value="variants">{t('tab.variants')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="details">
          <ProductForm key={product.id} product={product} />
        </Tabs.Panel>
        <Tabs.Panel value="variants">
          <VariantsTab key={product.id} product={product} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** Links to the product in other areas: their lists, searched by its name. */
function RelatedLinks({ product }: Pick<EditedProduct, 'product'>) {
  const t = useTexts('products');
  const { id: store } = useStore();
  return ['prices', 'stock'].map((area) => (
    <Button
      key={area}
      component={Link}
      to={`/stores/${store}/${area}?q=${encodeURIComponent(product.name)}`}
      variant="default"
    >
      {t(`tab.${area}`)}
    </Button>
  ));
}

function Actions({ product, isDraft }: EditedProduct) {
  const t = useTexts('products');
  const { id: store } = useStore();
  const navigate = useNavigate();
  const remove = useAct(productRoutes.remove, {
    invalidates: [productRoutes.list],
    onSuccess: () => {
      notifyDone(t('retire.done'));
      void navigate(`/stores/${store}/products`);
    },
  });
  return (
    <>
      <ConfirmButton
        label={t('retire.button')}
        title={t('retire.title', { name: product.name })}
        about={t('retire.about')}
        act={{ ...remove, mutateAsync: () => remove.mutateAsync({ params: { store, product: product.id } }) }}
      />
      <PublishButton product={product} isDraft={isDraft} />
    </>
  );
}
