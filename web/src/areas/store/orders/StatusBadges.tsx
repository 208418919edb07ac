import { useTexts } from '../../../lib/texts.ts';
import { inList, StatusBadge } from '../../../ui/StatusBadge.tsx';
import { labelOf, paymentTone, shownPayment, statusTone, type Step } from './labels.ts';

/** Status of an order, by the merchant's label. */
export function OrderStatus({
  flow,
  status,
  quiet = false,
}: {
  flow: readonly Step[];
  status: string;
  /** In a list, where only what needs attention stands out. */
  quiet?: boolean;
}) {
  const tone = statusTone(status);
  return <StatusBadge tone={quiet ? inList(tone) : tone}>{labelOf(flow, status)}</StatusBadge>;
}

/** Payment status of an order; `named` when shown beside the order's own status. */
export function PaymentStatus({
  status,
  orderStatus,
  named = false,
  quiet = false,
}: {
  status: string;
  orderStatus: string;
  named?: boolean;
  /** In a list, where only what needs attention stands out. */
  quiet?: boolean;
}) {
  const t = useTexts('orders');
  const shown = shownPayment(status, orderStatus);
  const words = t(`payment.${shown}`);
  const tone = paymentTone(shown);
  return (
    <StatusBadge tone={quiet ? inList(tone) : tone}>
      {named ? t('detail.payment', { status: words }) : words}
    </StatusBadge>
  );
}
