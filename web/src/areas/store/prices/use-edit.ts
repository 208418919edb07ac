import { useQueryClient } from '@tanstack/react-query';
import type { EditedPrices } from '@commerce/console-api/routes/price-messages.ts';
import { priceRoutes, type PricesBody } from '@commerce/console-api/routes/prices.ts';
import { reloadRoutes, useAct } from '../../../lib/api.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';

/**
 * Changes amounts of a product as it is displayed. When someone else changed them first, nothing is saved, `isConflict`
 * is set, and the product is reloaded: the next save then applies to the amounts on screen.
 */
export function useEditPrices({ id: product, version }: EditedPrices, done: () => void) {
  const t = useTexts('prices');
  const { id: store } = useStore();
  const client = useQueryClient();
  const act = useAct(priceRoutes.edit, {
    invalidates: [priceRoutes.list],
    onSuccess: () => {
      notifyDone(t('edit.saved'));
      done();
    },
    onError: (error) => {
      if (error.has('changed_since_read')) void reloadRoutes(client, [priceRoutes.list]);
    },
  });
  const save = (amounts: Omit<PricesBody, 'expectedVersion'>) =>
    act.mutate({ params: { store, product }, body: { ...amounts, expectedVersion: version ?? undefined } });
  const isConflict = act.error?.has('changed_since_read') ?? false;
  return {
    save,
    isPending: act.isPending,
    error: isConflict ? null : act.error,
    isConflict,
    reset: act.reset,
  };
}
