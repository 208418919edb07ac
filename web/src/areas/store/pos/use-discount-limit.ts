import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { useRead } from '../../../lib/api.ts';
import { PERCENT } from '../../../lib/number-text.ts';
import { useMay } from '../../../lib/session.tsx';

/** Maximum discount of the person, in hundredths of a percent. */
export function useDiscountLimit(store: string): number {
  const isFree = useMay()('settings');
  const { data } = useRead(orderRoutes.settings, { params: { store } }, { enabled: !isFree });
  return isFree ? PERCENT.max : (data?.discountLimitBp ?? PERCENT.max);
}
