import { useSearchParams } from 'react-router';
import { lastDays } from '../../../lib/days.ts';
import { useStore } from '../../../lib/session.tsx';

/** Link to the orders of a filter, in the shop of the page. */
export function useOrdersLink(): (filter: Record<string, string>) => string {
  const { id } = useStore();
  const [params] = useSearchParams();
  const shop = params.get('shop');
  return (filter) =>
    `/stores/${id}/orders?${new URLSearchParams({ ...filter, ...(shop === null ? {} : { shop }) }).toString()}`;
}

/** Filter for the orders of the last days. */
export const ordersOf = (days: string): { from: string; to: string } => lastDays(Number(days));
