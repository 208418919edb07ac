import { useTexts } from '../../../lib/texts.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { labelOf, paymentTone, shownPayment, statusTone, type Step } from './labels.ts';

/** The status of an order, as the merchant calls it. */
export function OrderStatus({ flow, status }: { flow: readonly Step[]; status: string }) {
  return <StatusBadge tone={statusTone(status)}>{labelOf(flow, status)}</StatusBadge>;
}

/** How far the payment of an order in a status is; `named` where it stands beside the order's own status. */
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
