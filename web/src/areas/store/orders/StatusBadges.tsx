import { useTexts } from '../../../lib/texts.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { labelOf, paymentTone, statusTone, type Step } from './labels.ts';

/** The status of an order, as the merchant calls it. */
export function OrderStatus({ flow, status }: { flow: readonly Step[]; status: string }) {
  return <StatusBadge tone={statusTone(status)}>{labelOf(flow, status)}</StatusBadge>;
}

/** How far the payment of an order is. */
export function PaymentStatus({ status }: { status: string }) {
  const t = useTexts('orders');
  return <StatusBadge tone={paymentTone(status)}>{t(`payment.${status}`)}</StatusBadge>;
}
