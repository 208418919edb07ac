import type { OrderDetail } from '@commerce/console-api/routes/order-messages.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { useRead } from '../../../lib/api.ts';
import { statusLabel } from '../../../lib/order-status.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import type { Tone } from '../../../ui/StatusBadge.tsx';

export interface Step {
  status: string;
  label: string;
  kind: string;
}

/** Status flow of the store; empty until it is loaded. */
export function useFlow(): Step[] {
  const t = useTexts('common');
  const { id: store } = useStore();
  const { steps = [] } = useRead(orderRoutes.flow, { params: { store } }).data ?? {};
  return steps.map((step) => ({ ...step, label: statusLabel(t, step.label) }));
}

/** Label of a status. */
export const labelOf = (flow: readonly Step[], status: string): string =>
  flow.find((step) => step.status === status)?.label ?? status;

/** Tone of an order status. */
export function statusTone(status: string): Tone {
  if (status === 'pending') return 'warning';
  if (status === 'delivered') return 'good';
  return isUnsuccessful(status) ? 'bad' : 'busy';
}

const PAYMENT_TONES: Record<string, Tone> = {
  pending: 'warning',
  authorized: 'busy',
  paid: 'good',
  refunded: 'quiet',
  failed: 'bad',
  uncollected: 'quiet',
};

/** Tone of a payment status. */
export const paymentTone = (status: string): Tone => PAYMENT_TONES[status] ?? 'quiet';

/** Reports whether a status ends an order without a sale; every flow has these. */
export const isUnsuccessful = (status: string): boolean =>
  ['cancelled', 'rejected', 'returned', 'expired'].includes(status);

/** Payment status to display: a pending payment of an unsuccessful order is not money to collect. */
export const shownPayment = (status: string, orderStatus: string): string =>
  status === 'pending' && isUnsuccessful(orderStatus) ? 'uncollected' : status;

/** Amount to collect: a paid order owes nothing more, whatever was refunded for items that came back. */
export const dueOf = (
  { payment, status }: Pick<OrderDetail, 'payment' | 'status'>,
  balanceCentavos: number,
): number => (payment.status === 'paid' || isUnsuccessful(status) ? 0 : Math.max(balanceCentavos, 0));

/** The next step of an order on its way; undefined once it has ended. */
export function nextStep(flow: readonly Step[], status: string): Step | undefined {
  if (!isOpen(status)) return undefined;
  return flow[flow.findIndex((step) => step.status === status) + 1];
}

/** Reports whether lines and prices of an order can change: it is open and has not been shipped. */
export function isEditable(flow: readonly Step[], status: string): boolean {
  const indexOf = (name: string) => flow.findIndex((step) => step.status === name);
  const shipped = indexOf('shipped');
  return isOpen(status) && (shipped === -1 || indexOf(status) < shipped);
}

/** Reports whether an order in a status is still in progress. */
export const isOpen = (status: string): boolean => status !== 'delivered' && !isUnsuccessful(status);
