import { Button } from '@mantine/core';
import { productRoutes, type EditedProduct } from '@commerce/console-api/routes/products.ts';
import { useAct } from '../../../lib/api.ts';
import { notifyDone, notifyFailed } from '../../../lib/notify.ts';
import { errorText } from '../../../lib/problems.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';

/** Shows a product to everyone, or takes it back to the store's own eyes. */
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
  return (
    <Button
      variant={isPublic ? 'default' : 'filled'}
      loading={act.isPending}
      onClick={() => act.mutate({ params: { store, product: product.id }, body })}
    >
      {isPublic ? t('publish.hide') : t('publish.button')}
    </Button>
  );
}
