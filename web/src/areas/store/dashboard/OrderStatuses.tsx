import { Card, Title } from '@mantine/core';
import type { SalesSummary } from '@commerce/console-api/routes/dashboard.ts';
import { number } from '../../../lib/format.ts';
import { statusLabel } from '../../../lib/order-status.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Bars } from './Bars.tsx';
import { ordersOf, useOrdersLink } from './use-orders-link.ts';

/** Number of orders of the period per status, with links to the filtered order list. */
export function OrderStatuses({ statuses, days }: { statuses: SalesSummary['statuses']; days: string }) {
  const t = useTexts('dashboard');
  const common = useTexts('common');
  const linkTo = useOrdersLink();
  return (
    <Card withBorder component="section" aria-labelledby="orders-by-status">
      <Title order={2} size="h5" mb="sm" id="orders-by-status">
        {t('statuses.title')}
      </Title>
      <Bars
        lines={statuses.map(({ status, label, orders }) => ({
          to: linkTo({ ...ordersOf(days), status }),
          label: statusLabel(common, label),
          value: orders,
          text: number(orders),
        }))}
      />
    </Card>
  );
}
