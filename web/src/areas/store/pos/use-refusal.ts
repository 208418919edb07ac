import { useQueryClient } from '@tanstack/react-query';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { reloadRoutes } from '../../../lib/api.ts';
import type { ApiError } from '../../../lib/call.ts';
import { notifyRefused } from '../../../lib/notify.ts';
import { errorText } from '../../../lib/problems.ts';
import { useTexts } from '../../../lib/texts.ts';
import type { Cart, CartAct } from './cart.ts';
import { lineProblems } from './line-problems.ts';

/** Shows why a sale was refused, at its lines where possible, and refreshes what has changed. */
export function useRefusal(
  cart: Cart,
  act: (act: CartAct) => void,
  refreshPrices: () => Promise<void>,
): (error: ApiError) => void {
  const t = useTexts('pos');
  const common = useTexts('common');
  const client = useQueryClient();
  return (error: ApiError) => {
    const problems = lineProblems(common, error, cart.lines);
    act({ kind: 'problems', problems });
    if (error.has('price_changed')) void refreshPrices();
    if (error.has('discount_over_limit')) void reloadRoutes(client, [orderRoutes.settings]);
    notifyRefused(t('refused'), problems.size > 0 ? t('refusedLines') : errorText(common, error));
  };
}
