import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { useRead } from '../../../lib/api.ts';
import { useStore } from '../../../lib/session.tsx';
import type { Tone } from '../../../ui/StatusBadge.tsx';

/** A step of the store's status flow. */
export interface Step {
  status: string;
  label: string;
  kind: string;
}

/** The store's status flow; empty until it is read. */
export function useFlow(): Step[] {
  const { id: store } = useStore();
  return useRead(orderRoutes.flow, { params: { store } }).data?.steps ?? [];
}

/** What the merchant calls a status. */
export const labelOf = (flow: readonly Step[], status: string): string =>
  flow.find((step) => step.status === status)?.label ?? status;

/** What a status of an order means for who reads it. */
export function statusTone(status: string): Tone {
  if (status === 'pending') return 'warning';
  if (status === 'delivered') return 'good';
  return isBadEnd(status) ? 'bad' : 'busy';
}

const PAYMENT_TONES: Record<string, Tone> = {
  pending: 'warning',
  authorized: 'busy',
  paid: 'good',
  refunded: 'quiet',
  failed: 'bad',
  uncollected: 'quiet',
};

/** What a status of a payment means for who reads it. */
export const paymentTone = (status: string): Tone => PAYMENT_TONES[status] ?? 'quiet';

/** The ends of every flow at which nothing was sold. */
export const isBadEnd = (status: string): boolean =>
  ['cancelled', 'rejected', 'returned', 'expired'].includes(status);

/** What the pages say of a payment: one that still waits when its order came to a bad end is not money to collect. */
export const shownPayment = (status: string, orderStatus: string): string =>
  status === 'pending' && isBadEnd(orderStatus) ? 'uncollected' : status;

/** Whether a sale in that status goes on. */
export const isOpen = (status: string): boolean => status !== 'delivered' && !isBadEnd(status);
