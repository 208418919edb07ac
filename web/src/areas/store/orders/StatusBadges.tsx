import { useTexts } from '../../../lib/texts.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { labelOf, paymentTone, shownPayment, statusTone, type Step } from './labels.ts';

/** Status of an order, by the merchant's label. */
export function OrderStatus({ flow, status }: { flow: readonly Step[]; status: string }) {
  return <StatusBadge tone={statusTone(status)}>{labelOf(flow, status)}</StatusBadge>;
}

/** Payment status of an order; `named` when shown beside the order's own status. */
export function PaymentStatus({
  status,
  orderStatus,
  named = false,
}: {
  status: string;
  orderStatus: string;
  named?: boolean;
}) {
  const t = useTexts('orders');
  const shown = shownPayment(status, orderStatus);
  const words = t(`payment.${shown}`);
  return (
    <StatusBadge tone={paymentTone(shown)}>
      {named ? t('detail.payment', { status: words }) : words}
    </StatusBadge>
  );
}
