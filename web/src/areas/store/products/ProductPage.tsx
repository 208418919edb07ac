import { useMemo } from 'react';
import { Button, Group } from '@mantine/core';
import { Link, useNavigate, useParams } from 'react-router';
import type { EditedProduct } from '@commerce/console-api/routes/product-messages.ts';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { stockRoutes, type StockCount } from '@commerce/console-api/routes/stock.ts';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { useAct, useRead } from '../../../lib/api.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ProductEditor } from './editor/ProductEditor.tsx';
import type { ShopName } from './editor/StockFields.tsx';
import { countsQuery } from './editor/use-product-editor.ts';
import { useStockedShops } from './editor/use-stocked-shops.ts';
import { ProductStatus, statusOf } from './status.tsx';

/** One product: everything about it in one editor, and links to its prices and stock. */
export default function ProductPage() {
  const { id: store } = useStore();
  const { product = '' } = useParams();
  const read = useRead(productRoutes.get, { params: { store, product } });
  const { shops, error: shopsError } = useStockedShops();
  const query = countsQuery(
    (shops ?? []).map(({ id }) => id),
    product,
  );
  const isStocked = shops !== undefined && shops.length > 0;
  const counts = useRead(stockRoutes.counts, { params: { store }, query }, { enabled: isStocked });
  const error = read.error ?? shopsError ?? counts.error;
  const isLoaded =
    shops !== undefined && (!isStocked || counts.data !== undefined) && !counts.isPlaceholderData;
  if (isLoaded && read.data !== undefined && read.data.product.id === product)
    return <Loaded edited={read.data} stock={counts.data?.items ?? []} shops={shops} />;
  const retry = () => void Promise.all([read.refetch(), counts.refetch()]);
  return error ? <ErrorState error={error} retry={retry} /> : <PageSkeleton />;
}

function Loaded({ edited, stock, shops }: { edited: EditedProduct; stock: StockCount[]; shops: ShopName[] }) {
  const t = useTexts('products');
  const may = useMay();
  const { product, isDraft } = edited;
  const loaded = useMemo(() => ({ ...edited, stock }), [edited, stock]);
  return (
    <>
      <PageHeader
        title={product.name}
        about={
          <Group gap="sm" component="span">
            <ProductStatus status={statusOf(isDraft, product.isActive)} />
            {isDraft ? null : <span>{t(`visibility.${product.visibility}`)}</span>}
          </Group>
        }
        actions={
          <>
            <RelatedLinks product={product} />
            {may('editProducts') ? <Retire product={product} /> : null}
          </>
        }
      />
      <ProductEditor key={product.id} loaded={loaded} shops={shops} />
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

function Retire({ product }: Pick<EditedProduct, 'product'>) {
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
    <ConfirmButton
      label={t('retire.button')}
      title={t('retire.title', { name: product.name })}
      about={t('retire.about')}
      act={{ ...remove, mutateAsync: () => remove.mutateAsync({ params: { store, product: product.id } }) }}
    />
  );
}
