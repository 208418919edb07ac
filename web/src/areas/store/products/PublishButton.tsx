import { Button } from '@mantine/core';
import type { EditedProduct } from '@commerce/console-api/routes/product-messages.ts';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { useAct } from '../../../lib/api.ts';
import { notifyDone, notifyFailed } from '../../../lib/notify.ts';
import { errorText } from '../../../lib/problems.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { hasNoPrice, useWithoutPriceQuestion } from './without-price.tsx';

/** Publishes a product, or makes it private again. */
export function PublishButton({ product, isDraft }: EditedProduct) {
  const t = useTexts('products');
  const common = useTexts('common');
  const { id: store } = useStore();
  const isPublic = !isDraft && product.visibility === 'PUBLIC';
  const act = useAct(productRoutes.update, {
    invalidates: [productRoutes.list, productRoutes.get],
    onSuccess: () => notifyDone(isPublic ? t('publish.hidden') : t('publish.done')),
    onError: (error) => notifyFailed(errorText(common, error)),
  });
  const body = isPublic
    ? { visibility: 'INTERNAL' as const, version: product.updatedAt }
    : { visibility: 'PUBLIC' as const, publish: true, version: product.updatedAt };
  const { confirmPublish, question } = useWithoutPriceQuestion(act);
  const run = () => act.mutateAsync({ params: { store, product: product.id }, body });
  return (
    <>
      <Button
        variant={isPublic ? 'default' : 'filled'}
        loading={act.isPending}
        onClick={() => confirmPublish(!isPublic && hasNoPrice(product) ? 1 : 0, run)}
      >
        {isPublic ? t('publish.hide') : t('publish.button')}
      </Button>
      {question}
    </>
  );
}
