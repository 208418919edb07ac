import { useQueryClient } from '@tanstack/react-query';
import type { AnyConsoleRoute } from '@commerce/console-api/route.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { reloadRoutes, useAct } from '../../../lib/api.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useTexts } from '../../../lib/texts.ts';

/** Change of an order: reloads the affected data and notifies the person. */
export function useOrderAct<R extends AnyConsoleRoute>(route: R, done: () => void) {
  const t = useTexts('orders');
  const client = useQueryClient();
  return useAct(route, {
    invalidates: [orderRoutes.get, orderRoutes.history, orderRoutes.list, orderRoutes.payments],
    onSuccess: () => {
      notifyDone(t('done'));
      done();
    },
    // The displayed data may be older than the state that caused the refusal.
    onError: (error) => {
      if (error.status === 409) void reloadRoutes(client, [orderRoutes.get]);
    },
  });
}
