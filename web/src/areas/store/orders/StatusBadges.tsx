import { useTexts } from '../../../lib/texts.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { labelOf, paymentTone, statusTone, type Step } from './labels.ts';

/** The status of an order, as the merchant calls it. */
export function OrderStatus({ flow, status }: { flow: readonly Step[]; status: string }) {
  return <StatusBadge tone={statusTone(status)}>{labelOf(flow, status)}</StatusBadge>;
}

/** How far the payment of an order is; `named` where it stands beside the order's own status. */
export function PaymentStatus({ status, named = false }: { status: string; named?: boolean }) {
  const t = useTexts('orders');
  const words = t(`payment.${status}`);
  return (
    <StatusBadge tone={paymentTone(status)}>
      {named ? t('detail.payment', { status: words }) : words}
    </StatusBadge>
  );
}
