import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ProductEditor } from './editor/ProductEditor.tsx';
import { useStockedShops } from './editor/use-stocked-shops.ts';

/** Creates a product with its variants, prices and stock. */
export default function NewProductPage() {
  const t = useTexts('products');
  const { shops, error } = useStockedShops();
  if (shops === undefined) return error ? <ErrorState error={error} /> : <PageSkeleton />;
  return (
    <>
      <PageHeader title={t('new.title')} about={t('new.about')} />
      <ProductEditor loaded={undefined} shops={shops} />
    </>
  );
}
